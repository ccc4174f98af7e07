/**
 * Operators called inside a kernel: no dispatch, no row in a trace, as C++ kernels call `at::` functions when nothing
 * watches. Composites are followed, views are taken, kernels fill what their shape rule allocated.
 *
 * Leaves out: complex numbers, data-dependent shapes.
 */
import { context } from './context.ts';
import { effortOf } from './effort.ts';
import { Fluent } from './fluent.ts';
import type { Arg, Call, Ret } from './op.ts';
import { findOp } from './table.ts';

function run(overload: string, ...given: Arg[]): Ret {
  const op = findOp(overload);
  if (!op) throw new Error(`no operator ${overload}`);
  const args = [...given, ...op.sig.args.slice(given.length).map((a) => a.def)];
  if (op.composite && !op.kernel) return op.composite(below, ...(args as never[]));
  const out = op.meta ? op.meta(...(args as never[])) : null;
  if (op.kernel && context.charge !== null) context.charge(effortOf(op, args, out));
  const made = op.kernel?.(out as never, ...(args as never[]));
  return made === undefined ? out : made;
}

/** What composites and kernels call operators by; nothing of it is recorded. */
export const below = Object.assign((overload: string, ...args: Arg[]): Ret => run(overload, ...args), {
  raw: run,
  requiresGrad: () => false,
  gradMode: () => false,
  noGrad: <T>(f: () => T): T => f(),
}) as unknown as Call;
for (const key of Object.getOwnPropertyNames(Fluent.prototype)) {
  if (key !== 'constructor') Object.defineProperty(below, key, { value: (Fluent.prototype as never as Record<string, unknown>)[key] });
}
