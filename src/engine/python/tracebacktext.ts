/** CPython 3.11's way of printing a traceback. Lies in the pack `faults`. */
import type { StmtNode } from './compile/ast.ts';
import { parse } from './compile/grammar/index.ts';
import { PyList } from './containers.ts';
import { PyException, type TracebackEntry } from './errors.ts';
import { isGen } from './functions.ts';
import { NeedsPack } from './packs.ts';
import { fullName, strOf } from './repr.ts';
import { messageOf } from './traceback.ts';
import type { VM } from './vm.ts';
import { displayWidth } from './widths.ts';

const utf8 = new TextEncoder();

/** What `str` makes of an exception; CPython's own words where the exception's `__str__` fails. */
export function saidBy(vm: VM, exc: PyException): string {
  try {
    return messageOf(vm, exc);
  } catch (e) {
    if (e instanceof NeedsPack) throw e;
    return '<exception str() failed>';
  }
}

/** The last line of a traceback: `ValueError: text`. */
export function headline(vm: VM, exc: PyException): string {
  // The program's own classes stand without their module.
  const name = fullName(exc.cls).replace(/^__main__\./, '');
  const text = saidBy(vm, exc);
  return text === '' ? name : `${name}: ${text}`;
}

function carets(line: string, e: TracebackEntry): string | null {
  if (e.col < 0) return null;
  const one = e.endLine === e.line;
  const start = e.col;
  const end = one ? e.endCol : line.trimEnd().length;
  const lead = line.length - line.trimStart().length;
  if (start < lead || end <= start) return null;
  const segment = line.slice(start, end);
  const parts = one ? anchors(segment) : null;
  // Marks that would cover the whole line say nothing, unless they tell its parts apart.
  if (!parts && end - start >= line.trim().length) return null;
  return `    ${' '.repeat(displayWidth(line.slice(lead, start)))}${parts ?? '^'.repeat(displayWidth(segment))}`;
}

/**
 * Under an operator or a subscript CPython marks the operator with carets and the operands with tildes. Its columns are
 * bytes and it walks characters from there (`_extract_caret_anchors_from_line_segment`): text that is not ASCII shifts
 * the marks, here too.
 */
function anchors(segment: string): string | null {
  let body: StmtNode[];
  try {
    body = parse(segment);
  } catch (e) {
    if (e instanceof NeedsPack) throw e;
    return null;
  }
  const [s] = body;
  if (body.length !== 1 || s.nodeType !== 'Expr') return null;
  const e = s.value;
  const chars = [...segment];
  const bytes = (column: number): number => utf8.encode(segment.slice(0, column)).length;
  const character = (byte: number): number => [...new TextDecoder().decode(utf8.encode(segment).subarray(0, byte))].length;
  let from: number;
  let to: number;
  if (e.nodeType === 'BinOp') {
    const between = segment.slice(e.left.end_col_offset, e.right.col_offset);
    const skip = between.length - between.trimStart().length;
    from = bytes(e.left.end_col_offset) + skip;
    to = from + (/\S/.test(between[skip + 1] ?? ' ') ? 2 : 1);
    while (from < chars.length && /[\s)#]/.test(chars[from])) (from++, to++);
    from = character(from);
    to = character(to);
  } else if (e.nodeType === 'Subscript') {
    from = character(bytes(e.value.end_col_offset));
    to = character(bytes(e.slice.end_col_offset) + 1);
    while (from < chars.length && chars[from] !== '[') from++;
    while (to < chars.length && chars[to] !== ']') to++;
    if (to < chars.length) to++;
  } else return null;
  const columns = (a: number, b: number): number => displayWidth(chars.slice(a, b).join(''));
  return '~'.repeat(columns(0, from)) + '^'.repeat(columns(from, to)) + '~'.repeat(columns(Math.max(from, to), chars.length));
}

function stackLines(exc: { readonly traceback: readonly TracebackEntry[] }): string[] {
  const out: string[] = [];
  const entries = [...exc.traceback].reverse();
  let repeats = 0;
  entries.forEach((e, i) => {
    const prev = entries[i - 1];
    repeats = prev && prev.filename === e.filename && prev.line === e.line && prev.name === e.name ? repeats + 1 : 0;
    if (repeats >= 3) {
      const next = entries[i + 1];
      if (!next || next.line !== e.line || next.name !== e.name || next.filename !== e.filename) {
        const n = repeats - 2;
        out.push(`  [Previous line repeated ${n} more time${n === 1 ? '' : 's'}]`);
      }
      return;
    }
    out.push(`  File "${e.filename}", line ${e.line}, in ${e.name}`);
    const line = e.source?.split('\n')[e.line - 1];
    if (line !== undefined && line.trim() !== '') {
      out.push(`    ${line.trim()}`);
      const c = carets(line, e);
      if (c) out.push(c);
    }
  });
  return out;
}

/** What `add_note` left, under the last line. */
function notesOf(vm: VM, exc: PyException): string {
  const notes = exc.attrs.get('__notes__');
  if (!(notes instanceof PyList)) return '';
  return notes.items
    .map((n) => {
      const r = strOf(vm, n);
      return `${String(isGen(r) ? vm.finish(r) : r)}\n`;
    })
    .join('');
}

const CAUSED = '\nThe above exception was the direct cause of the following exception:\n\n';
const DURING = '\nDuring handling of the above exception, another exception occurred:\n\n';

/** Of the exceptions of one group so many are printed, and of groups in groups so many. */
const GROUP_WIDTH = 15;
const GROUP_DEPTH = 10;

/** Collects the text; inside a group every line has a margin (`_ExceptionPrintContext`). */
class Sheet {
  out = '';
  depth = 0;
  /** The innermost group has still to be closed. */
  open = false;
  write(text: string, margin = '|'): void {
    const lead = this.depth > 0 ? `${' '.repeat(2 * this.depth)}${margin} ` : '';
    this.out += lead === '' ? text : text.replace(/[^\n]*\n/g, (line) => lead + line);
  }
  line(text: string): void {
    this.out += `${' '.repeat(2 * this.depth)}${text}\n`;
  }
}

function printGroup(vm: VM, exc: PyException, sheet: Sheet, seen: Set<PyException>): void {
  if (sheet.depth > GROUP_DEPTH) {
    sheet.write(`... (max_group_depth is ${GROUP_DEPTH})\n`);
    return;
  }
  const top = sheet.depth === 0;
  if (top) sheet.depth++;
  if (exc.traceback.length > 0) {
    sheet.write('Exception Group Traceback (most recent call last):\n', top ? '+' : '|');
    sheet.write(`${stackLines(exc).join('\n')}\n`);
  }
  sheet.write(`${headline(vm, exc)}\n${notesOf(vm, exc)}`);
  const list = (exc.args.items[1] as PyList).items as PyException[];
  const shown = Math.min(list.length, GROUP_WIDTH + 1);
  sheet.open = false;
  for (let i = 0; i < shown; i++) {
    const last = i === shown - 1;
    if (last) sheet.open = true;
    const rest = i >= GROUP_WIDTH;
    sheet.line(`${i === 0 ? '+-' : '  '}+---------------- ${rest ? '...' : i + 1} ----------------`);
    sheet.depth++;
    if (rest) sheet.write(`and ${list.length - GROUP_WIDTH} more exception${list.length - GROUP_WIDTH > 1 ? 's' : ''}\n`);
    else print(vm, list[i], sheet, seen);
    if (last && sheet.open) {
      sheet.line('+------------------------------------');
      sheet.open = false;
    }
    sheet.depth--;
  }
  if (top) sheet.depth = 0;
}

/** An exception after all that led to it: a chain may be longer than JavaScript's stack is deep. */
function print(vm: VM, last: PyException, sheet: Sheet, seen: Set<PyException>): void {
  const chain: [PyException, string][] = [[last, '']];
  for (let exc = last; ;) {
    seen.add(exc);
    const caused = exc.cause instanceof PyException && !seen.has(exc.cause);
    const before = caused ? exc.cause : exc.suppressContext ? null : exc.context;
    if (!(before instanceof PyException) || seen.has(before)) break;
    chain.push([before, caused ? CAUSED : DURING]);
    exc = before;
  }
  for (const [exc, link] of chain.reverse()) {
    printOne(vm, exc, sheet, seen);
    if (link !== '') sheet.write(link);
  }
}

function printOne(vm: VM, exc: PyException, sheet: Sheet, seen: Set<PyException>): void {
  if (exc.cls.mro.some((t) => t.name === 'BaseExceptionGroup')) printGroup(vm, exc, sheet, seen);
  else sheet.write(`${exc.traceback.length > 0 ? `Traceback (most recent call last):\n${stackLines(exc).join('\n')}\n` : ''}${onlyOf(vm, exc)}`);
}

/** The lines below the stack: type and text, a syntax error's place, notes. */
export function onlyOf(vm: VM, exc: PyException): string {
  const { attrs } = exc;
  if (!attrs.has('lineno') || !exc.cls.mro.some((t) => t.name === 'SyntaxError')) return `${headline(vm, exc)}\n${notesOf(vm, exc)}`;
  let out = `  File "${String(attrs.get('filename'))}", line ${String(attrs.get('lineno'))}\n`;
  const text = String(attrs.get('text') ?? '');
  if (text.trim() !== '') {
    const lead = text.length - text.trimStart().length;
    const from = Number(attrs.get('offset'));
    const last = Number(attrs.get('end_lineno') ?? 0) > Number(attrs.get('lineno')) ? text.trimEnd().length + 1 : Number(attrs.get('end_offset') ?? 0);
    const to = last === 0 || last === from ? from + 1 : last;
    const column = from - 1 - lead;
    out += `    ${text.trim()}\n${column < 0 ? '' : `    ${' '.repeat(column)}${'^'.repeat(Math.max(0, to - from))}\n`}`;
  }
  return `${out}${fullName(exc.cls)}: ${String(attrs.get('msg'))}\n`;
}

/** The entries of a traceback alone, as `format_tb` gives them: outermost first. */
export const entryLines = (entries: readonly TracebackEntry[]): string[] => entries.map((e) => `${stackLines({ traceback: [e] }).join('\n')}\n`).reverse();

/** A traceback as CPython prints it for an uncaught exception; `chain`: with what went before it. */
export function formatTraceback(vm: VM, exc: PyException, chain = true): string {
  const sheet = new Sheet();
  if (chain) print(vm, exc, sheet, new Set());
  else sheet.write(`Traceback (most recent call last):\n${stackLines(exc).join('\n')}\n${onlyOf(vm, exc)}`);
  return sheet.out;
}
