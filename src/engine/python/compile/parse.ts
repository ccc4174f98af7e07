/**
 * Text to syntax tree: the parser (`grammar/`), what CPython refuses after parsing (`checks.ts`), and Python's SyntaxError
 * with CPython's words where the parser stopped (`faults.ts`).
 */
import { MAX_SOURCE } from '../../report/types.ts';
import { LimitReached } from '../errors.ts';
import { checkTree } from './checks.ts';
import { part } from '../packs.ts';
import type { StmtNode } from './ast.ts';
import { parse, Stop } from './grammar/index.ts';
import { scan, type Scan } from './scan.ts';
import { SyntaxFault } from './syntax.ts';

const faults = part<typeof import('./faults.ts')>('faults', 'syntax');
const raised = part<typeof import('./raised.ts')>('faults', 'raised');
const asynchronous = part<typeof import('./asynchronous.ts')>('language', 'asynchronous');
const indents = part<typeof import('./indentfaults.ts')>('faults', 'indents');

export interface Tree {
  readonly nodeType: 'Module';
  readonly body: StmtNode[];
}

/** Runs a stage of the front end; its syntax faults become Python exceptions. */
export function guarded<T>(source: string, filename: string, stage: () => T): T {
  try {
    return stage();
  } catch (e) {
    if (e instanceof SyntaxFault) raised().raiseSyntaxFault(e, source, filename);
    if (e instanceof RangeError && /call stack/i.test(e.message)) raised().tooDeep(source);
    throw e;
  }
}

/** Faults that are seen in the text before parsing. */
function prechecked(text: string): Scan {
  const s = scan(text);
  if (s.fault) throw s.fault;
  // Without a tab there is no inconsistent use of tabs.
  if (s.open.length > 0 || !s.indents.some((indent) => indent.text.includes('\t'))) return s;
  const f = indents().indentFault(s);
  if (f?.kind === 'TabError') throw f;
  return s;
}

export function parseSource(source: string, filename: string): Tree {
  if (source.length > MAX_SOURCE) throw new LimitReached('characters of source', MAX_SOURCE);
  return guarded(source, filename, () => {
    const zero = source.indexOf('\0');
    if (zero >= 0) throw new SyntaxFault('source code cannot contain null bytes', source.slice(0, zero).split('\n').length, 0);
    const scanned = prechecked(source);
    let body: StmtNode[];
    try {
      body = parse(source, scanned);
      if (/\ba(sync|wait)\b/.test(source)) body = asynchronous().plain(body);
    } catch (e) {
      if (e instanceof Stop) throw faults().describeFault(source, e);
      throw e;
    }
    checkTree(body);
    return { nodeType: 'Module', body };
  });
}

/** A text of the library: a test has seen to it that it is right (compile/bodies.ts), so only its tree is wanted. */
export const parseLibrary = (text: string): Tree => ({ nodeType: 'Module', body: parse(text) });

export function parseExpression(source: string, filename: string): { tree: StmtNode; text: string } {
  const text = source.replace(/^[ \t]+/, '').trimEnd();
  const tree = parseSource(text, filename);
  if (tree.body.length !== 1 || tree.body[0].nodeType !== 'Expr') {
    raised().raiseSyntaxFault(new SyntaxFault('invalid syntax', 1, 0), source, filename);
  }
  return { tree: tree.body[0], text };
}
