/** Faults of the front end as Python exceptions. Lies in the pack `faults`. */
import { PyTuple } from '../containers.ts';
import { makeException, PyError } from '../errors.ts';
import { scan } from './scan.ts';
import type { SyntaxFault } from './syntax.ts';

/** Raises SyntaxError as CPython's compiler does: `args` is the message and a tuple that names the place. */
export function raiseSyntaxFault(fault: SyntaxFault, source: string, filename: string): never {
  const { message, line, col, end } = fault;
  const text = fault.text ?? source.split('\n')[line - 1] ?? '';
  const place = { filename, lineno: line, offset: col + 1, text, end_lineno: end?.endLine ?? line, end_offset: end ? end.endCol + 1 : 0 };
  const exc = makeException(fault.kind, message, new PyTuple(Object.values(place)));
  for (const [name, value] of Object.entries({ msg: message, ...place })) exc.attrs.set(name, value);
  throw new PyError(exc);
}

/** The text is nested too deeply for the parser. */
export function tooDeep(source: string): never {
  const exc = makeException('RecursionError', 'maximum recursion depth exceeded during compilation');
  exc.compiledAt = busiest(source);
  throw new PyError(exc);
}

/** Line of the logical line with the most in it: what is nested too deeply is also long. */
function busiest(source: string): number | null {
  let best = 0;
  let count = 0;
  let start = 0;
  let at: number | null = null;
  for (const piece of scan(source).pieces) {
    if (piece.first) {
      count = 0;
      start = piece.line;
    }
    if (++count > best) {
      best = count;
      at = start;
    }
  }
  return at;
}
