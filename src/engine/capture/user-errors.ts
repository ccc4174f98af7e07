/**
 * What a program asked for that a graph cannot give: a branch on a number that is read inside a whole graph, a dimension
 * marked dynamic that has to be one size.
 *
 * Idea: `GuardOnDataDependentSymNode` as torch/_dynamo/variables/tensor.py passes it on, `produce_guards` of
 * torch/fx/experimental/symbolic_shapes.py. The first lines are PyTorch's; its places in C++ and its own files are left out.
 */
import { makeException, PyError, type TracebackEntry } from '../python/errors.ts';
import { COMPARE_OPS } from '../python/opcodes.ts';
import { PyFloat, type Value } from '../python/values.ts';
import { constraintViolation, userErrorType } from './errors.ts';
import type { Recorder } from './recorder.ts';
import { floatRepr } from './source.ts';
import type { SizeSymbol } from './symbols.ts';
import { userCode } from './told.ts';

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The relation as sympy prints it: symbols first; null where the number was made of others. */
function relation(op: string, a: Value, b: Value, { read }: Recorder): string | null {
  const [x, y] = [a, b].map((v) => (v instanceof PyFloat ? read.get(v) : undefined));
  if (!x && y) return op in FLIPPED ? relation(FLIPPED[op], b, a, { read } as Recorder) : relation(op, b, a, { read } as Recorder);
  if (!x) return null;
  const number = b instanceof PyFloat ? b.v : Number(b);
  if (!y && Number.isNaN(number)) return null;
  const other = y ? `zuf${y.index}` : floatRepr(number);
  if (op === '==' || op === '!=') return `${op === '==' ? 'Eq' : 'Ne'}(zuf${x.index}, ${other})`;
  return `zuf${x.index} ${op} ${other}`;
}

/** `if x.sum().item() > 3` in a whole graph; null where its words are not known. */
export function guardOnData(op: number, a: Value, b: Value, recorder: Recorder, entries: readonly TracebackEntry[]): PyError | null {
  const text = relation(COMPARE_OPS[op], a, b, recorder);
  if (text === null) return null;
  const [zuf] = /zuf\d+/.exec(text) as RegExpExecArray;
  const lines = [
    `Consider annotating your code using torch._check*(). Could not guard on data-dependent expression ${text} (unhinted: ${text}).  (Size-like symbols: none)`,
    '',
    'consider using data-dependent friendly APIs such as guard_or_false, guard_or_true and statically_known_true.',
    'For more information, run with TORCH_LOGS="dynamic"',
    `For extended logs when we create symbols, also add TORCHDYNAMO_EXTENDED_DEBUG_CREATE_SYMBOL="${zuf}"`,
    'For more information about this error, see: https://pytorch.org/docs/main/generated/exportdb/index.html#constrain-as-size-example',
  ];
  return new PyError(makeException(userErrorType, lines.join('\n') + userCode(entries)));
}

/** Dimensions that `mark_dynamic` named and the program needs to be what they are. */
export function constraintsViolated(symbols: readonly SizeSymbol[]): PyError {
  const places = symbols.flatMap((s) =>
    s.uses.flatMap(({ source, dim, bounds }) => (bounds ? [{ name: `${source.fullText}.size()[${dim}]`, size: s.hint }] : [])),
  );
  const names = [...new Set(places.map((p) => p.name))].sort();
  const each = places.map(
    ({ name, size }) =>
      `  - You marked ${name} as dynamic but your code specialized it to be a constant (${size}). If you're using mark_dynamic, either remove it or use ` +
      "maybe_mark_dynamic. If you're using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.",
  );
  return new PyError(
    makeException(constraintViolation, `Constraints violated (${names.join(', ')})! For more information, run with TORCH_LOGS="+dynamic".\n${each.join('\n')}`),
  );
}
