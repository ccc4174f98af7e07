/**
 * CPython's words for source that does not parse. CPython finds them with grammar rules of their own; here they come from
 * the scanner (`scan.ts`) and from looking at the line where the parser stopped. Where nothing fits: "invalid syntax".
 */
import type { ExprNode } from './ast.ts';
import { parse, Stop } from './grammar/index.ts';
import { KEYWORDS, type Place } from './grammar/cursor.ts';
import { describeTarget } from './targets.ts';
import { indentFault, logicalLines } from './indentfaults.ts';
import { scan, type Piece } from './scan.ts';
import { NeedsPack } from '../packs.ts';
import { type End, spanning, SyntaxFault } from './syntax.ts';

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

/** Where a part of an expression stands that was read by itself, behind a bracket. */
const placed = (e: ExprNode, pieces: readonly Piece[]): Place & End => {
  const [a, b] = [pieces[0], pieces[pieces.length - 1]];
  if (a.line !== b.endLine) return { line: a.line, col: a.col, endLine: b.endLine, endCol: b.endCol };
  return { line: a.line, col: a.col + e.col_offset - 1, endLine: a.line, endCol: a.col + e.end_col_offset - 1 };
};

/** From the piece at `i` back or forth over what an expression of that depth holds. */
function reach(l: readonly Piece[], i: number, step: 1 | -1, ends: ReadonlySet<string>): number {
  const depth = l[i].depth - Number(')]}'.includes(l[i].text));
  for (let j = i + step; j >= 0 && j < l.length; j += step) {
    if (l[j].depth < depth || (l[j].depth === depth && (ends.has(l[j].text) || (step > 0 && ')]}'.includes(l[j].text))))) return j - step;
    if (step < 0 && l[j].depth === depth - 1 && '([{'.includes(l[j].text)) return j + 1;
  }
  return step > 0 ? l.length - 1 : 0;
}
/** What ends a disjunction, and what ends the operand of a comparison. */
const OUTSIDE = new Set(', = : ; := if else for lambda async yield return assert del += -= *= /= from import'.split(' '));
const COMPARED = new Set([...OUTSIDE, ...'and or not in is < > == != <= >= elif while'.split(' ')]);

/** `if x = 3`, of which CPython guesses what was meant; `start`: the piece that an expression must begin with. */
function comparisonFault(src: readonly string[], l: Piece[], start: number): SyntaxFault | null {
  const depth = l[start].depth;
  const eq = l.findIndex((p, i) => i > start && p.depth === depth && /^([=:,)\]}]|:=)$/.test(p.text));
  if (l[eq]?.text !== '=' || eq + 1 >= l.length) return null;
  const from = reach(l, eq - 1, -1, COMPARED);
  if (from !== start || /^:?=$/.test(l[reach(l, eq + 1, 1, COMPARED) + 1]?.text ?? '')) return null;
  if (from === eq - 1 && l[from].kind === 'name')
    return spanning("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", l[from], l[reach(l, eq + 1, 1, COMPARED)]);
  const left = l.slice(from, eq);
  const e = expression(textOf(src, left));
  const name = e && !['List', 'Tuple'].includes(e.nodeType) && (describeTarget(e)?.name ?? e.nodeType.toLowerCase());
  return name ? spanning(`cannot assign to ${name} here. Maybe you meant '==' instead of '='?`, left[0], left[left.length - 1]) : null;
}

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
    return spanning(`'${describeTarget(e)?.name ?? e.nodeType.toLowerCase()}' is an illegal expression for augmented assignment`, l[0], l[aug - 1]);
  }
  if (['if', 'elif', 'while'].includes(l[0].text)) return comparisonFault(src, l, 1);
  for (const part of parts.slice(0, -1)) {
    if (part.length === 0) return null;
    if (part[0].text === 'yield') return spanning('assignment to yield expression not possible', part[0], part[part.length - 1]);
    const e = expression(textOf(src, part));
    const bad = e ? describeTarget(e) : null;
    if (bad) {
      const whole = bad.node === e;
      const hint = whole && bad.hint && parts.length === 2;
      return spanning(`cannot assign to ${bad.name}${hint ? " here. Maybe you meant '==' instead of '='?" : ''}`, placed(bad.node, part));
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
    const isDef = l[0].text === 'def' || l[1]?.text === 'def';
    if (isDef) continue;
    let keyword = false;
    let unpack = false;
    for (const a of args) {
      if (a.length === 0) continue;
      const eq = a.findIndex((p) => p.text === '=' && p.depth === depth);
      if (eq >= 0) {
        if (eq === 1 && a[0].kind === 'name') {
          if (['None', 'True', 'False'].includes(a[0].text)) return spanning(`cannot assign to ${a[0].text}`, a[0], a[1]);
        } else if (eq > 0 && expression(textOf(src, a.slice(0, eq)))) {
          return spanning('expression cannot contain assignment, perhaps you meant "=="?', a[0], a[eq]);
        }
        keyword = true;
      } else if (a[0].text === '**') unpack = true;
      else if (a[0].text === '*') {
        if (unpack) return spanning('iterable argument unpacking follows keyword argument unpacking', a[0]);
      } else if (unpack || keyword) {
        const last = l[Math.min(j, l.length - 1)];
        return spanning(unpack ? 'positional argument follows keyword argument unpacking' : 'positional argument follows keyword argument', last);
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
    if (part[part.length - 1].text === '=' && part.length > 1) return spanning('expected default value expression', part[part.length - 1]);
    if (keywords) return spanning('arguments cannot follow var-keyword argument', a);
    if (a.text === '*' && star) return spanning('* argument may appear only once', a);
    if (a.text === '/') {
      if (star) return spanning('/ must be ahead of *', a);
      if (slash) return spanning('/ may appear only once', a);
      slash = true;
    } else if (a.text === '*' && part.length === 1) {
      star = true;
      if (end.text === ')' || (end.text === ':' && def < 0)) return spanning('named arguments must follow bare *', def >= 0 ? a : end);
    } else if (a.text === '*') star = true;
    else if (a.text === '**') keywords = true;
    else if (a.text === '(')
      return spanning(
        def >= 0 ? 'Function parameters cannot be parenthesized' : 'Lambda expression parameters cannot be parenthesized',
        a,
        part[part.length - 1],
      );
    else if (part.some((p) => p.text === '=' && p.depth === depth)) seenDefault = true;
    else if (seenDefault && !star) return spanning('non-default argument follows default argument', a, part[part.length - 1]);
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
    if (bare && part[0]?.text === '**') return spanning('named arguments must follow bare *', bare);
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

function lineFault(src: readonly string[], l: Piece[], at: Place): SyntaxFault | null {
  const [a, b] = l;
  if ((a.text === 'print' || a.text === 'exec') && b && (b.kind === 'string' || b.kind === 'number' || b.kind === 'name') && !KEYWORDS.has(b.text)) {
    return spanning(`Missing parentheses in call to '${a.text}'. Did you mean ${a.text}(...)?`, a, l[reach(l, 1, 1, new Set(';!$?`'))]);
  }
  const word = a.text === 'async' ? (b?.text ?? '') : a.text;
  const comma = a.text === 'except' && b ? l.find((p) => p.text === ',' && p.depth === 0) : undefined;
  if (comma) return spanning('multiple exception types must be parenthesized', b, l[Math.max(1, l.findIndex((p) => p.text === ':' && p.depth === 0) - 1)]);
  const named = word === 'class' || word === 'def';
  const rest = l.slice(a.text === 'async' ? 2 : 1);
  if (named ? rest[0]?.kind !== 'name' : ['if', 'elif', 'while'].includes(word) && rest.length === 0) return null;
  if (a.text === 'del') {
    const e = l.length > 1 ? expression(textOf(src, l.slice(1))) : null;
    const bad = e?.nodeType === 'Starred' ? { node: e, name: 'starred' } : e && describeTarget(e);
    if (bad) return spanning(`cannot delete ${bad.name}`, placed(bad.node, l.slice(1)));
  }
  if (a.text === 'with' || a.text === 'for') {
    const as = l.findIndex((p) => p.text === (a.text === 'with' ? 'as' : 'for'));
    const to = a.text === 'for' ? l.findIndex((p) => p.text === 'in' && p.depth === 0) : l[as + 1] ? reach(l, as + 1, 1, new Set(',:')) + 1 : 0;
    const e = as >= 0 && l[as + 1] && to > as + 1 ? expression(textOf(src, l.slice(as + 1, to))) : null;
    const bad = e ? describeTarget(e) : null;
    if (bad) return spanning(`cannot assign to ${bad.name}`, placed(bad.node, l.slice(as + 1, to)));
  }
  const params = parameterFault(l);
  if (params) return params;
  const call = callFault(l, src);
  if (call) return call;
  const assign = assignmentFault(src, l);
  if (assign) return assign;
  return walrusFault(src, l, at) ?? bracketFault(src, l, at);
}

/** `x.y := 1`; and `f(): int`, where no other fault was found. */
function walrusFault(src: readonly string[], l: Piece[], at: Place): SyntaxFault | null {
  const i = l.findIndex((p) => p.line === at.line && p.col === at.col);
  const sign = i === 0 ? l.findIndex((p) => p.text === ':' && p.depth === 0) : i;
  if (sign < 1 || !(i === 0 ? l[0].kind !== 'name' || !KEYWORDS.has(l[0].text) : l[sign].text === ':=')) return null;
  const from = i === 0 ? 0 : reach(l, sign - 1, -1, new Set([',', '=', ':=', ';']));
  const left = l.slice(l[from].text === ':' ? from + 1 : from, sign);
  const e = expression(textOf(src, left));
  if (!e || e.nodeType === 'Name') return null;
  if (i === 0) return describeTarget(e) ? spanning('illegal target for annotation', left[0], left[left.length - 1]) : null;
  return spanning(`cannot use assignment expressions with ${describeTarget(e)?.name ?? e.nodeType.toLowerCase()}`, left[0], left[left.length - 1]);
}

/** Inside brackets: a missing comma, comprehensions and dict displays gone wrong. */
function bracketFault(src: readonly string[], l: Piece[], stopped: Place): SyntaxFault | null {
  for (let i = 0; i + 1 < l.length; i++) {
    const p = l[i];
    if (
      p.depth > Number(l[0].text === 'def') &&
      operandEnd(p) &&
      operandStart(l[i + 1]) &&
      l[i + 1].depth === p.depth &&
      !(p.kind === 'string' && l[i + 1].kind === 'string')
    ) {
      return spanning('invalid syntax. Perhaps you forgot a comma?', l[reach(l, i, -1, OUTSIDE)], l[reach(l, i + 1, 1, OUTSIDE)]);
    }
    if (p.text === '[' || p.text === '{' || p.text === '(') {
      const depth = p.depth + 1;
      if (p.text !== '(' || i === 0 || !operandEnd(l[i - 1])) {
        const meant = comparisonFault(src, l, i + 1);
        if (meant) return meant;
      }
      const inside: Piece[] = [];
      for (let j = i + 1; j < l.length && !(l[j].depth === depth && ')]}'.includes(l[j].text)); j++) inside.push(l[j]);
      const at = inside.filter((q) => q.depth === depth);
      const comp = at.findIndex((q) => q.text === 'for');
      if (comp >= 0) {
        const head = at.slice(0, comp);
        if (inside[0].text === '**') return spanning('dict unpacking cannot be used in dict comprehension', inside[0]);
        if (inside[0].text === '*') return spanning('iterable unpacking cannot be used in comprehension', inside[0], l[l.indexOf(at[comp]) - 1]);
        if (p.text !== '(' && head.some((q) => q.text === ',') && !head.some((q) => q.text === ':')) {
          return spanning('did you forget parentheses around the comprehension target?', inside[0], l[l.indexOf(at[comp]) - 1]);
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
            return spanning('cannot use a starred expression in a dictionary value', r[colon + 1], r[r.length - 1]);
          if (colon === r.length - 1 && colon > 0) return spanning("expression expected after dictionary key and ':'", r[colon]);
          if (rows[0].some((q) => q.text === ':' && q.depth === depth) && r.length > 0 && colon < 0 && r[0].text !== '**') {
            const key = r.find((q, j) => j + 1 === r.length || (operandEnd(q) && operandStart(r[j + 1]))) as Piece;
            return new SyntaxFault("':' expected after dictionary key", key.endLine, key.endCol - 1);
          }
        }
      }
    }
  }
  for (const [cond, p] of l.entries()) {
    if (p.text !== 'if' || cond === 0 || !operandEnd(l[cond - 1]) || cond + 1 >= l.length || OUTSIDE.has(l[cond + 1].text)) continue;
    const rest = l[reach(l, cond + 1, 1, OUTSIDE) + 1];
    const here = rest === undefined ? stopped.line > p.line || stopped.col > p.col : rest.line === stopped.line && rest.col === stopped.col;
    if (here && !l.slice(reach(l, cond - 1, -1, new Set([',', '='])), cond).some((q) => q.text === 'for' && q.depth === p.depth))
      return spanning("expected 'else' after 'if' expression", l[reach(l, cond - 1, -1, OUTSIDE)], l[reach(l, cond + 1, 1, OUTSIDE)]);
  }
  return null;
}

/** A subject between `match` and the end of the line. */
const opensMatch = (src: readonly string[], l: Piece[]): boolean =>
  l.length > 1 && l[l.length - 1].text !== ':' && expression(textOf(src, l.slice(1))) !== null;

/** Words that an expression can begin with. */
const BEGINS = new Set(['lambda', 'not', 'await', 'yield']);

/** An expression of an f-string that does not parse: CPython compiles it by itself, in brackets. */
export function inField(text: string): never {
  try {
    parse(text);
  } catch (e) {
    if (!(e instanceof Stop)) throw e;
    const { message, line, col, end } = describeFault(text, e);
    const fault = new SyntaxFault(`f-string: ${message}`, line, col, 'SyntaxError', end);
    fault.text = text.split('\n')[line - 1];
    throw fault;
  }
  throw new SyntaxFault('f-string: invalid syntax', 1, 0);
}

/** The parser's own error as a syntax fault, in CPython's words where they can be found. */
export function describeFault(text: string, { at, message }: Stop): SyntaxFault {
  const s = scan(text);
  if (s.fault) return s.fault;
  const { line } = at;
  const i = s.pieces.findIndex((p) => p.line === line && p.col === at.col);
  // Behind an operand `not` is looked at with the piece behind it, which might be `in`.
  const own =
    i > 0 && s.pieces[i].text === 'not' && operandEnd(s.pieces[i - 1])
      ? spanning(message, s.pieces[i + 1])
      : new SyntaxFault(message, line, at.col, 'SyntaxError', at.endCol === undefined ? undefined : (at as End));
  const open = s.open[s.open.length - 1];
  if (open && (line > open.line || s.pieces.at(-1)?.line === open.line)) return new SyntaxFault(`'${open.char}' was never closed`, open.line, open.col);
  // The parser stopped on the bracket's own line: the bracket is not what is wrong.
  if (open) return new SyntaxFault('invalid syntax', line, at.col, 'SyntaxError', own.end);
  const indent = indentFault(s);
  const src = text.split('\n');
  const lines = logicalLines(s);
  const l = lines.findLast((x) => x[0].line <= line);
  if (indent && indent.line <= line) return indent;
  if (l && l[0].text === 'match' && lines[lines.indexOf(l) + 1]?.[0].text === 'case' && opensMatch(src, l))
    return new SyntaxFault("expected ':'", line, l[l.length - 1].endCol);
  // The parser's own words, or a word that begins no statement.
  if (message !== 'invalid syntax' || (l && KEYWORDS.has(l[0].text) && !BEGINS.has(l[0].text) && l[0].line === line && l[0].col === at.col)) return own;
  // A wrong indent further down is not reached.
  return (l ? lineFault(src, l, at) : null) ?? own;
}
