/**
 * Generators that the program has left inside `try … finally`, `with`, or an `except` that catches GeneratorExit.
 *
 * CPython closes a generator when its last reference goes (`gen_dealloc`), and what stands there runs at that moment: at a
 * `break`, a `del`, the return of a function, or the end of the program. This evaluator counts no references. It knows of one
 * case, the usual one: a loop over a generator that was called for right there is left by `break` or `return`. Elsewhere it
 * cannot say when; a program that ends with such a generator still open is refused at its `yield`, rather than shown without what would
 * have run. One that is exhausted or closed leaves nothing.
 */
import type { ExceptHandler, ExprNode } from './compile/ast.ts';
import type { Label, Unit } from './compile/unit.ts';
import { PyError, Unsupported } from './errors.ts';
import { Frame } from './frame.ts';
import type { NativeGen, PyGenerator } from './functions.ts';
import { payer } from './spend.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

/** Generators kept before those that have ended are let go. */
const MANY = 4096;

const kept = new WeakMap<VM, { all: PyGenerator[]; prune: number }>();

/** Compiling: a block of a generator's body whose handler runs when the generator is closed. */
export function closesAt({ code }: Unit, handler: Label): void {
  if (!code.isGenerator) return;
  const handlers = (code.closing ??= { handlers: [], made, left }).handlers;
  handlers.push(handler);
}

/** Whether handlers catch what a closed generator is thrown. */
export function catchesExit(handlers: readonly ExceptHandler[]): boolean {
  const named = (e: ExprNode): boolean =>
    e.nodeType === 'Tuple' ? e.elts.some(named) : e.nodeType === 'Name' && (e.id === 'BaseException' || e.id === 'GeneratorExit');
  return handlers.some(({ type }) => !type || named(type));
}

/** The frames that called for them. */
const homes = new WeakMap<PyGenerator, unknown>();

/** A loop is left: closes its generator if nothing but the loop had it; null where that is not so. */
const left = (vm: VM, g: PyGenerator, by: Frame, called: number): NativeGen | null =>
  homes.get(g) === by && (called || g.name === '__iter__') ? closed(vm, g) : null;

function* closed(vm: VM, g: PyGenerator): NativeGen {
  try {
    return yield* vm.call(g.cls.lookup('close') as Value, [g]);
  } catch (e) {
    // CPython prints it to standard error and goes on.
    if (!(e instanceof PyError)) throw e;
    return null;
  }
}

function made(g: PyGenerator): void {
  const vm = payer.vm as VM;
  homes.set(
    g,
    vm.fiber?.frames.findLast((x) => x instanceof Frame),
  );
  let known = kept.get(vm);
  if (known === undefined) {
    kept.set(vm, (known = { all: [], prune: MANY }));
    vm.atEnd = () => openOne(vm);
  }
  if (known.all.length >= known.prune) {
    known.all = known.all.filter((x) => x.frame !== null);
    known.prune = Math.max(MANY, 2 * known.all.length);
  }
  known.all.push(g);
}

function openOne(vm: VM): Unsupported | undefined {
  for (const { frame, started } of kept.get(vm)?.all ?? []) {
    if (frame === null || !started || frame.code.filename !== vm.programFile) continue;
    const targets = new Set(frame.code.closing?.handlers.map((h) => h.at));
    if (frame.blocks.some((b, i) => i % 2 === 0 && targets.has(b)))
      return new Unsupported('a generator left open inside try or with: when the rest of it runs depends on its last reference; close() it', frame.line);
  }
  return undefined;
}
