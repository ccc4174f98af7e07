/** CPython 3.11's way of printing a traceback. Lies in the pack `faults`. */
import type { StmtNode } from './compile/ast.ts';
import { parse } from './compile/grammar/index.ts';
import { PyList } from './containers.ts';
import { PyException, type TracebackEntry } from './errors.ts';
import { isGen } from './functions.ts';
import { NeedsPack } from './packs.ts';
import { fullName, strOf } from './repr.ts';
import { textLength } from './text.ts';
import { messageOf } from './traceback.ts';
import type { VM } from './vm.ts';

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
  const name = fullName(exc.cls);
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
  return `    ${' '.repeat(textLength(line.slice(lead, start)))}${parts ?? '^'.repeat(textLength(segment))}`;
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
  return '~'.repeat(from) + '^'.repeat(Math.max(0, to - from)) + '~'.repeat(Math.max(0, chars.length - to));
}

function stackLines(exc: PyException): string[] {
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

/** A traceback as CPython prints it for an uncaught exception. */
export function formatTraceback(vm: VM, exc: PyException, seen: Set<PyException> = new Set()): string {
  seen.add(exc);
  let out = '';
  if (exc.cause instanceof PyException && !seen.has(exc.cause)) {
    out += `${formatTraceback(vm, exc.cause, seen)}\nThe above exception was the direct cause of the following exception:\n\n`;
  } else if (exc.context instanceof PyException && !exc.suppressContext && !seen.has(exc.context)) {
    out += `${formatTraceback(vm, exc.context, seen)}\nDuring handling of the above exception, another exception occurred:\n\n`;
  }
  if (exc.traceback.length > 0) out += `Traceback (most recent call last):\n${stackLines(exc).join('\n')}\n`;
  const { attrs } = exc;
  if (attrs.has('lineno') && exc.cls.mro.some((t) => t.name === 'SyntaxError')) {
    const text = String(attrs.get('text') ?? '');
    out += `  File "${String(attrs.get('filename'))}", line ${String(attrs.get('lineno'))}\n`;
    if (text.trim() !== '') {
      const lead = text.length - text.trimStart().length;
      out += `    ${text.trim()}\n    ${' '.repeat(Math.max(0, Number(attrs.get('offset')) - 1 - lead))}^\n`;
    }
    return `${out}${fullName(exc.cls)}: ${String(attrs.get('msg'))}\n`;
  }
  return `${out}${headline(vm, exc)}\n${notesOf(vm, exc)}`;
}
