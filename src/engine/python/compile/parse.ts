/**
 * Text to syntax tree: py-ast with its known faults taken care of, and Python's SyntaxError for what it refuses.
 *
 * py-ast stops at form feeds (CPython reads them as blanks), accepts some programs that CPython refuses (`checks.ts`), and
 * words its errors its own way (`faults.ts` finds CPython's words where it can).
 */
import { parse, type StmtNode } from 'py-ast';
import { makeException, PyError, Unsupported } from '../errors.ts';
import { PyTuple } from '../containers.ts';
import { checkTree } from './checks.ts';
import { part } from '../packs.ts';
import { scan } from './scan.ts';
import { closePatterns, shift } from './patterns.ts';
import { SyntaxFault } from './syntax.ts';

const faults = part<typeof import('./faults.ts')>('faults', 'syntax');

export interface Tree {
  readonly nodeType: 'Module';
  readonly body: StmtNode[];
}

const MAX_SOURCE = 1_000_000;

/** Raises SyntaxError as CPython's compiler does: `args` is the message and a tuple that names the place. */
export function raiseSyntaxFault(fault: SyntaxFault, source: string, filename: string): never {
  const text = source.split('\n')[fault.line - 1] ?? '';
  const exc = makeException(fault.kind, fault.message, new PyTuple([filename, fault.line, fault.col + 1, text]));
  exc.attrs.set('msg', fault.message);
  exc.attrs.set('filename', filename);
  exc.attrs.set('lineno', fault.line);
  exc.attrs.set('offset', fault.col + 1);
  exc.attrs.set('text', text);
  throw new PyError(exc);
}

/** Runs a stage of the front end; its syntax faults become Python exceptions. */
export function guarded<T>(source: string, filename: string, stage: () => T): T {
  try {
    return stage();
  } catch (e) {
    if (e instanceof SyntaxFault) raiseSyntaxFault(e, source, filename);
    if (e instanceof RangeError && /call stack/i.test(e.message)) {
      const exc = makeException('RecursionError', 'maximum recursion depth exceeded during compilation');
      exc.compiledAt = busiest(source);
      throw new PyError(exc);
    }
    throw e;
  }
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

/** Faults that are seen in the text before parsing. */
function precheck(text: string): void {
  const s = scan(text);
  if (s.fault && (s.fault.message !== 'invalid syntax' || s.open.length === 0)) throw s.fault;
  // Without a tab there is no inconsistent use of tabs.
  if (s.open.length > 0 || !s.indents.some((indent) => indent.text.includes('\t'))) return;
  const f = faults().indentFault(s);
  if (f?.kind === 'TabError') throw f;
}

export function parseSource(source: string, filename: string): Tree {
  if (source.length > MAX_SOURCE) throw new Unsupported(`source of ${source.length} characters (limit ${MAX_SOURCE})`);
  return guarded(source, filename, () => {
    const text = source.replaceAll('\f', ' ');
    precheck(text);
    const closed = closePatterns(text);
    let tree: Tree;
    try {
      tree = parse(closed.text) as unknown as Tree;
    } catch (e) {
      throw faults().describeFault(text, e);
    }
    if (!ASCII.test(text))
      toUnits(
        tree.body,
        closed.text.split('\n').map((line) => new Line(line)),
      );
    if (closed.puts.length > 0) shift(tree.body, closed.puts);
    checkTree(tree.body, text);
    return tree;
  });
}

/** A text of the library: a test has seen to it that it is right (compile/bodies.ts), so only its tree is wanted. */
export function parseLibrary(text: string): Tree {
  const tree = parse(text) as unknown as Tree;
  if (!ASCII.test(text)) {
    const lines = text.split('\n').map((line) => new Line(line));
    toUnits(tree.body, lines);
  }
  return tree;
}

const ASCII = /^[\x00-\x7f]*$/;

/** A source line with its columns: py-ast counts bytes of UTF-8, as CPython does; JavaScript slices code units. */
class Line {
  private readonly text: string;
  private units: Map<number, number> | null = null;
  constructor(text: string) {
    this.text = text;
  }
  unit(byte: number): number {
    if (ASCII.test(this.text)) return byte;
    if (this.units === null) {
      this.units = new Map();
      let b = 0;
      let u = 0;
      for (const c of this.text) {
        this.units.set(b, u);
        const p = c.codePointAt(0) as number;
        b += p < 0x80 ? 1 : p < 0x800 ? 2 : p < 0x10000 ? 3 : 4;
        u += c.length;
      }
      this.units.set(b, u);
    }
    return this.units.get(byte) ?? byte;
  }
}

type Placed = { lineno?: number; col_offset?: number; end_lineno?: number; end_col_offset?: number };

function toUnits(v: unknown, lines: readonly Line[]): void {
  if (Array.isArray(v)) {
    for (const x of v) toUnits(x, lines);
    return;
  }
  if (typeof v !== 'object' || v === null || !('nodeType' in v)) return;
  const n = v as Placed;
  if (n.lineno !== undefined && n.col_offset !== undefined) n.col_offset = lines[n.lineno - 1]?.unit(n.col_offset) ?? n.col_offset;
  if (n.end_lineno !== undefined && n.end_col_offset !== undefined) n.end_col_offset = lines[n.end_lineno - 1]?.unit(n.end_col_offset) ?? n.end_col_offset;
  for (const [k, x] of Object.entries(v)) if (k !== 'ctx' && typeof x === 'object') toUnits(x, lines);
}

export function parseExpression(source: string, filename: string): { tree: StmtNode; text: string } {
  const text = source.replace(/^[ \t]+/, '').trimEnd();
  const tree = parseSource(text, filename);
  if (tree.body.length !== 1 || tree.body[0].nodeType !== 'Expr') {
    raiseSyntaxFault(new SyntaxFault('invalid syntax', 1, 0), source, filename);
  }
  return { tree: tree.body[0], text };
}
