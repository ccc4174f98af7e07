/**
 * CPython's words for source that does not parse. CPython finds them with grammar rules of their own; here they come from
 * the scanner (`scan.ts`) and from looking at the line where the parser stopped. Where nothing fits: "invalid syntax".
 */
import type { ExprNode } from './ast.ts';
import { parse, type Stop } from './grammar/index.ts';
import { KEYWORDS } from './grammar/cursor.ts';
import { describeTarget } from './targets.ts';
import { scan, type Piece, type Scan } from './scan.ts';
import { NeedsPack } from '../packs.ts';
import { SyntaxFault } from './syntax.ts';

const BLOCKS: Record<string, string> = {
  if: "'if' statement",
  elif: "'elif' statement",
  else: "'else' statement",
  for: "'for' statement",
  while: "'while' statement",
  with: "'with' statement",
  try: "'try' statement",
  except: "'except' statement",
  finally: "'finally' statement",
  def: 'function definition',
  class: 'class definition',
  match: "'match' statement",
  case: "'case' statement",
};

/** Logical lines as runs of pieces. */
function logicalLines(s: Scan): Piece[][] {
  const out: Piece[][] = [];
  let cur: Piece[] = [];
  for (const p of s.pieces) {
    if (p.kind === 'newline') {
      if (cur.length > 0) out.push(cur);
      cur = [];
    } else cur.push(p);
  }
  if (cur.length > 0) out.push(cur);
  return out;
}

const opensBlock = (l: Piece[]): boolean => l[l.length - 1].text === ':' && l[l.length - 1].depth === 0;

/**
 * Indentation that does not fit, in the order of the lines.
 *
 * As CPython's tokenizer (Parser/tokenizer.c): a line's depth is counted twice, once with tab stops of eight columns and
 * once with a tab as one column. A line may begin with any mixture as long as both counts agree about whether it is as
 * deep as the line's block, deeper, or back at an outer one; where they differ the use of tabs is inconsistent.
 */
export function indentFault(s: Scan): SyntaxFault | null {
  const lines = new Map(logicalLines(s).map((l) => [l[0].line, l]));
  const stack = [0];
  /** The same levels with a tab as one column. */
  const narrow = [0];
  let before: Piece[] | null = null;
  for (const { line, width, text } of s.indents) {
    const top = stack[stack.length - 1];
    const l = lines.get(line);
    const open = stack.findLastIndex((w) => w <= width);
    const agrees = width > top ? text.length > narrow[narrow.length - 1] : width !== stack[open] || text.length === narrow[open];
    if (!agrees) return new SyntaxFault('inconsistent use of tabs and spaces in indentation', line, width, 'TabError');
    if (before && opensBlock(before)) {
      if (width <= top) {
        const word = before[0].text === 'async' ? before[1].text : before[0].text;
        const what = BLOCKS[word];
        if (what) return new SyntaxFault(`expected an indented block after ${what} on line ${before[0].line}`, line, width, 'IndentationError');
      } else {
        stack.push(width);
        narrow.push(text.length);
      }
    } else if (width > top) return new SyntaxFault('unexpected indent', line, width, 'IndentationError');
    while (width < stack[stack.length - 1]) {
      stack.pop();
      narrow.pop();
    }
    if (width !== stack[stack.length - 1]) return new SyntaxFault('unindent does not match any outer indentation level', line, width, 'IndentationError');
    if (l) before = l;
  }
  if (before && opensBlock(before)) {
    const word = before[0].text === 'async' ? before[1].text : before[0].text;
    const what = BLOCKS[word];
    const end = before[before.length - 1].line;
    if (what) return new SyntaxFault(`expected an indented block after ${what} on line ${before[0].line}`, end, 0, 'IndentationError');
  }
  return null;
}

function expression(text: string): ExprNode | null {
  try {
    const [s, more] = parse(`(${text})`);
    return s?.nodeType === 'Expr' && !more ? s.value : null;
  } catch (e) {
    if (e instanceof NeedsPack) throw e;
    return null;
  }
}

const textOf = (src: readonly string[], pieces: Piece[]): string => {
  const a = pieces[0];
  const b = pieces[pieces.length - 1];
  if (a.line === b.line) return (src[a.line - 1] ?? '').slice(a.col, b.col + b.text.length);
  return pieces.map((p) => p.text).join(' ');
};

/** Assignments whose target cannot be one. */
function assignmentFault(src: readonly string[], l: Piece[]): SyntaxFault | null {
  const parts: Piece[][] = [[]];
  for (const p of l) {
    if (p.kind === 'op' && p.text === '=' && p.depth === 0) parts.push([]);
    else parts[parts.length - 1].push(p);
  }
  if (parts.length < 2) {
    const aug = l.findIndex((p) => p.depth === 0 && /^([-+*/%@&|^]|\/\/|\*\*|>>|<<)=$/.test(p.text));
    if (aug <= 0) return null;
    const e = expression(textOf(src, l.slice(0, aug)));
    if (!e || ['Name', 'Attribute', 'Subscript'].includes(e.nodeType)) return null;
    return new SyntaxFault(`'${describeTarget(e)?.name ?? e.nodeType.toLowerCase()}' is an illegal expression for augmented assignment`, l[0].line, l[0].col);
  }
  if (['if', 'elif', 'while'].includes(l[0].text)) {
    const eq = l.find((p) => p.text === '=' && p.depth === 0) as Piece;
    return new SyntaxFault("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", eq.line, eq.col);
  }
  for (const part of parts.slice(0, -1)) {
    if (part.length === 0) return null;
    if (part[0].text === 'yield') return new SyntaxFault('assignment to yield expression not possible', part[0].line, part[0].col);
    const e = expression(textOf(src, part));
    const bad = e ? describeTarget(e) : null;
    if (bad) {
      const whole = bad.node === e;
      const hint = whole && bad.hint && parts.length === 2;
      return new SyntaxFault(`cannot assign to ${bad.name}${hint ? " here. Maybe you meant '==' instead of '='?" : ''}`, part[0].line, part[0].col);
    }
  }
  return null;
}

function callFault(l: Piece[], src: readonly string[]): SyntaxFault | null {
  for (let i = 1; i < l.length; i++) {
    if (l[i].text !== '(' || l[i - 1].kind !== 'name' || KEYWORDS.has(l[i - 1].text)) continue;
    const depth = l[i].depth + 1;
    const args: Piece[][] = [[]];
    let j = i + 1;
    for (; j < l.length && !(l[j].depth === depth && l[j].text === ')'); j++) {
      if (l[j].depth === depth && l[j].text === ',') args.push([]);
      else args[args.length - 1].push(l[j]);
    }
    const isDef = l[0].text === 'def' || l[0].text === 'class' || l[1]?.text === 'def';
    if (isDef) continue;
    let keyword = false;
    let unpack = false;
    for (const a of args) {
      if (a.length === 0) continue;
      const eq = a.findIndex((p) => p.text === '=' && p.depth === depth);
      if (eq >= 0) {
        if (eq === 1 && a[0].kind === 'name') {
          if (['None', 'True', 'False'].includes(a[0].text)) return new SyntaxFault(`cannot assign to ${a[0].text}`, a[0].line, a[0].col);
        } else if (eq > 0 && expression(textOf(src, a.slice(0, eq)))) {
          return new SyntaxFault('expression cannot contain assignment, perhaps you meant "=="?', a[0].line, a[0].col);
        }
        keyword = true;
      } else if (a[0].text === '**') unpack = true;
      else if (a[0].text === '*') {
        if (unpack) return new SyntaxFault('iterable argument unpacking follows keyword argument unpacking', a[0].line, a[0].col);
      } else if (unpack || keyword) {
        const last = l[Math.min(j, l.length - 1)];
        return new SyntaxFault(
          unpack ? 'positional argument follows keyword argument unpacking' : 'positional argument follows keyword argument',
          last.line,
          last.col,
        );
      }
    }
  }
  return null;
}

function parameterFault(l: Piece[]): SyntaxFault | null {
  const lambda = l.findIndex((p) => p.text === 'lambda');
  const def = l.findIndex((p) => p.text === 'def');
  const from = def >= 0 ? l.findIndex((p, i) => i > def && p.text === '(') + 1 : lambda + 1;
  if (from <= 0) return null;
  const depth = def >= 0 ? l[from - 1].depth + 1 : l[lambda].depth;
  let seenDefault = false;
  let star = false;
  let slash = false;
  let keywords = false;
  let part: Piece[] = [];
  const check = (end: Piece): SyntaxFault | null => {
    const [a] = part;
    if (!a) return null;
    if (keywords) return new SyntaxFault('arguments cannot follow var-keyword argument', a.line, a.col);
    if (a.text === '*' && star) return new SyntaxFault('* argument may appear only once', a.line, a.col);
    if (a.text === '/') {
      if (star) return new SyntaxFault('/ must be ahead of *', a.line, a.col);
      if (slash) return new SyntaxFault('/ may appear only once', a.line, a.col);
      slash = true;
    } else if (a.text === '*' && part.length === 1) {
      star = true;
      if (end.text === ')' || (end.text === ':' && def < 0)) return new SyntaxFault('named arguments must follow bare *', a.line, a.col);
    } else if (a.text === '*') star = true;
    else if (a.text === '**') keywords = true;
    else if (a.text === '(')
      return new SyntaxFault(def >= 0 ? 'Function parameters cannot be parenthesized' : 'Lambda expression parameters cannot be parenthesized', a.line, a.col);
    else if (part.some((p) => p.text === '=' && p.depth === depth)) seenDefault = true;
    else if (seenDefault && !star) return new SyntaxFault('non-default argument follows default argument', a.line, a.col);
    return null;
  };
  let bare: Piece | null = null;
  for (let i = from; i < l.length; i++) {
    const p = l[i];
    const end = p.depth === depth && (p.text === ',' || p.text === ')' || (def < 0 && p.text === ':'));
    if (!end) {
      part.push(p);
      continue;
    }
    if (bare && part[0]?.text === '**') return new SyntaxFault('named arguments must follow bare *', bare.line, bare.col);
    bare = part.length === 1 && part[0].text === '*' ? part[0] : null;
    const f = check(p);
    if (f) return f;
    part = [];
    if (p.text !== ',') break;
  }
  return null;
}

const operandEnd = (p: Piece): boolean => p.kind === 'number' || p.kind === 'string' || (p.kind === 'name' && !KEYWORDS.has(p.text)) || ')]}'.includes(p.text);
const operandStart = (p: Piece): boolean => p.kind === 'number' || p.kind === 'string' || (p.kind === 'name' && !KEYWORDS.has(p.text));

function lineFault(src: readonly string[], l: Piece[]): SyntaxFault | null {
  const [a, b] = l;
  if ((a.text === 'print' || a.text === 'exec') && b && (b.kind === 'string' || b.kind === 'number' || b.kind === 'name') && !KEYWORDS.has(b.text)) {
    return new SyntaxFault(`Missing parentheses in call to '${a.text}'. Did you mean ${a.text}(...)?`, a.line, a.col);
  }
  const word = a.text === 'async' ? (b?.text ?? '') : a.text;
  const last = l[l.length - 1];
  const comma = a.text === 'except' && b ? l.find((p) => p.text === ',' && p.depth === 0) : undefined;
  if (comma) return new SyntaxFault('multiple exception types must be parenthesized', b.line, b.col);
  const named = word === 'class' || word === 'def';
  const rest = l.slice(a.text === 'async' ? 2 : 1);
  if (named ? rest[0]?.kind !== 'name' : ['if', 'elif', 'while'].includes(word) && rest.length === 0)
    return new SyntaxFault('invalid syntax', last.line, last.col);
  if (word === 'def' && rest[1]?.text !== '(') return new SyntaxFault("expected '('", (rest[1] ?? last).line, (rest[1] ?? last).col);
  const strange = l.some((p) => p.kind === 'op' && '!$?`'.includes(p.text));
  if (BLOCKS[word] && !strange && word !== 'match' && word !== 'case' && !l.some((p) => p.text === ':' && p.depth === 0)) {
    const f = word === 'def' || word === 'lambda' ? parameterFault(l) : null;
    return f ?? new SyntaxFault("expected ':'", last.line, last.col + last.text.length);
  }
  if (a.text === 'del') {
    const e = l.length > 1 ? expression(textOf(src, l.slice(1))) : null;
    const bad = e ? describeTarget(e) : null;
    if (bad) return new SyntaxFault(`cannot delete ${bad.name}`, l[1].line, l[1].col);
  }
  if (a.text === 'with' || a.text === 'for') {
    const as = l.findIndex((p) => p.text === (a.text === 'with' ? 'as' : 'for'));
    const to = a.text === 'for' ? l.findIndex((p) => p.text === 'in' && p.depth === 0) : as + 2;
    const e = as >= 0 && l[as + 1] && to > as + 1 ? expression(textOf(src, l.slice(as + 1, to))) : null;
    const bad = e ? describeTarget(e) : null;
    if (bad) return new SyntaxFault(`cannot assign to ${bad.name}`, l[as + 1].line, l[as + 1].col);
  }
  const params = parameterFault(l);
  if (params) return params;
  const call = callFault(l, src);
  if (call) return call;
  const assign = assignmentFault(src, l);
  if (assign) return assign;
  return bracketFault(l) ?? stringFault(l);
}

/** Inside brackets: a missing comma, comprehensions and dict displays gone wrong. */
function bracketFault(l: Piece[]): SyntaxFault | null {
  for (let i = 0; i + 1 < l.length; i++) {
    const p = l[i];
    if (p.depth > 0 && operandEnd(p) && operandStart(l[i + 1]) && l[i + 1].depth === p.depth && !(p.kind === 'string' && l[i + 1].kind === 'string')) {
      return new SyntaxFault('invalid syntax. Perhaps you forgot a comma?', p.line, p.col);
    }
    if (p.text === '[' || p.text === '{' || p.text === '(') {
      const depth = p.depth + 1;
      const inside: Piece[] = [];
      for (let j = i + 1; j < l.length && !(l[j].depth === depth && ')]}'.includes(l[j].text)); j++) inside.push(l[j]);
      const at = inside.filter((q) => q.depth === depth);
      const comp = at.findIndex((q) => q.text === 'for');
      if (comp >= 0) {
        const head = at.slice(0, comp);
        if (inside[0].text === '**') return new SyntaxFault('dict unpacking cannot be used in dict comprehension', inside[0].line, inside[0].col);
        if (inside[0].text === '*') return new SyntaxFault('iterable unpacking cannot be used in comprehension', inside[0].line, inside[0].col);
        if (p.text !== '(' && head.some((q) => q.text === ',') && !head.some((q) => q.text === ':')) {
          return new SyntaxFault('did you forget parentheses around the comprehension target?', inside[0].line, inside[0].col);
        }
      } else if (p.text === '{') {
        const rows: Piece[][] = [[]];
        for (const q of inside) {
          if (q.text === ',' && q.depth === depth) rows.push([]);
          else rows[rows.length - 1].push(q);
        }
        const keyed = rows.some((r) => r.some((q) => q.text === ':' && q.depth === depth));
        for (const r of rows) {
          const colon = r.findIndex((q) => q.text === ':' && q.depth === depth);
          if (keyed && r[colon + 1]?.text === '*' && colon >= 0)
            return new SyntaxFault('cannot use a starred expression in a dictionary value', r[colon + 1].line, r[colon + 1].col);
          if (colon === r.length - 1 && colon > 0) return new SyntaxFault("expression expected after dictionary key and ':'", r[colon].line, r[colon].col);
          if (rows[0].some((q) => q.text === ':' && q.depth === depth) && r.length > 0 && colon < 0 && r[0].text !== '**') {
            return new SyntaxFault("':' expected after dictionary key", r[r.length - 1].line, r[r.length - 1].col);
          }
        }
      }
    }
  }
  const cond = l.findIndex((p) => p.text === 'if');
  if (cond > 0 && !l.slice(cond).some((p) => p.text === 'else') && !l.some((p) => p.text === 'for')) {
    return new SyntaxFault("expected 'else' after 'if' expression", l[0].line, l[0].col);
  }
  return null;
}

function stringFault(l: Piece[]): SyntaxFault | null {
  for (const p of l) {
    if (p.kind !== 'string' || !/^[rR]?[fF]/.test(p.text)) continue;
    const body = p.text.replace(/^[rRfF]+('''|"""|'|")/, '').replace(/('''|"""|'|")$/, '');
    const plain = body.replaceAll('{{', '').replaceAll('}}', '');
    const bad = (m: string): SyntaxFault => new SyntaxFault(`f-string: ${m}`, p.line, p.col);
    if (/\{\s*\}/.test(plain) || /\{\s*[!:]/.test(plain)) return bad('empty expression not allowed');
    if (/![^rsa=}]\s*[:}]/.test(plain)) return bad("invalid conversion character: expected 's', 'r', or 'a'");
    if ((plain.match(/\{/g)?.length ?? 0) > (plain.match(/\}/g)?.length ?? 0)) return bad("expecting '}'");
  }
  return null;
}

/** The parser's own error as a syntax fault, in CPython's words where they can be found. */
export function describeFault(text: string, { line, col, message }: Stop): SyntaxFault {
  const s = scan(text);
  if (s.fault) return s.fault;
  const open = s.open[s.open.length - 1];
  if (open && (line > open.line || s.pieces.at(-1)?.line === open.line)) return new SyntaxFault(`'${open.char}' was never closed`, open.line, open.col);
  // The parser stopped on the bracket's own line: the bracket is not what is wrong.
  if (open) return new SyntaxFault('invalid syntax', line, col);
  const indent = indentFault(s);
  const src = text.split('\n');
  const lines = logicalLines(s);
  const l = lines.findLast((x) => x[0].line <= line);
  if (indent && indent.line <= line) return indent;
  const f = l ? lineFault(src, l) : null;
  if (f) return f;
  // A wrong indent further down is not reached.
  return new SyntaxFault(message, line, col);
}
