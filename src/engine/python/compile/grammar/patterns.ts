/** Patterns of `match` (PEP 634). Lies in the pack `language`. */
import type { ExprNode, MatchCase, PatternNode, StmtNode } from '../ast.ts';
import { spanning, syntaxError } from '../syntax.ts';
import { primary } from './atoms.ts';
import { ahead, begins, type Cursor, here, is, list, made, name, next, placeOf, stop, take, want } from './cursor.ts';
import { named, operation, starNamed, tupled } from './expressions.ts';
import { block } from './statements.ts';

/** The statement after its word: `match subject:` and its cases. */
export function matchStatement(c: Cursor): Extract<StmtNode, { nodeType: 'Match' }> {
  const from = next(c);
  const subject = tupled(c, starNamed);
  want(c, ':');
  next(c);
  const width = c.widths.get(here(c).line);
  const cases: MatchCase[] = [];
  while (is(c, 'case') && c.widths.get(here(c).line) === width) {
    const from = next(c);
    const pattern = openPattern(c);
    const guard = take(c, 'if') ? named(c) : undefined;
    cases.push({ nodeType: 'MatchCase', pattern, guard, body: block(c, from) });
  }
  return made(c, from, { nodeType: 'Match', subject, cases });
}

/** Without brackets: `case x, *rest:`. */
function openPattern(c: Cursor): PatternNode {
  const from = here(c);
  const first = starPattern(c);
  if (!is(c, ',') && first.nodeType !== 'MatchStar') return first;
  const patterns = take(c, ',') ? [first, ...list(c, starPattern, begins)] : [first];
  return sequence(c, from, patterns);
}

function sequence(c: Cursor, from: ReturnType<typeof here>, patterns: PatternNode[]): PatternNode {
  const node = made(c, from, { nodeType: 'MatchSequence' as const, patterns });
  if (patterns.filter((p) => p.nodeType === 'MatchStar').length > 1) syntaxError('multiple starred names in sequence pattern', node);
  return node;
}

function starPattern(c: Cursor): PatternNode {
  const from = here(c);
  if (!take(c, '*')) return pattern(c);
  const to = captured(c);
  return made(c, from, { nodeType: 'MatchStar', name: to });
}

/** The name that a pattern binds; none for `_`. */
function captured(c: Cursor): string | undefined {
  const to = name(c);
  return to === '_' ? undefined : to;
}

function pattern(c: Cursor): PatternNode {
  const from = here(c);
  const patterns = [closed(c)];
  while (take(c, '|')) patterns.push(closed(c));
  const one: PatternNode = patterns.length === 1 ? patterns[0] : made(c, from, { nodeType: 'MatchOr', patterns });
  if (!take(c, 'as')) return one;
  if (is(c, '_')) throw spanning("cannot use '_' as a target", here(c));
  const to = name(c);
  return made(c, from, { nodeType: 'MatchAs', pattern: one, name: to });
}

const SINGLETONS = new Map<string, boolean | null>([
  ['None', null],
  ['True', true],
  ['False', false],
]);

function closed(c: Cursor): PatternNode {
  const from = here(c);
  const single = SINGLETONS.get(from.text);
  if (single !== undefined) {
    next(c);
    return made(c, from, { nodeType: 'MatchSingleton', value: single });
  }
  if (from.kind === 'number' || from.text === '-') return made(c, from, { nodeType: 'MatchValue', value: number(c) });
  if (from.kind === 'string') return made(c, from, { nodeType: 'MatchValue', value: primary(c) });
  if (from.text === '{') return mapping(c);
  if (take(c, '[') || take(c, '(')) {
    const close = from.text === '[' ? ']' : ')';
    const patterns = list(c, starPattern, begins);
    const comma = c.pieces[c.at - 1].text === ',';
    want(c, close);
    const group = close === ')' && patterns.length === 1 && !comma && patterns[0].nodeType !== 'MatchStar';
    return group ? patterns[0] : sequence(c, from, patterns);
  }
  if (!/^[.(=]$/.test(ahead(c).text)) {
    const to = captured(c);
    return made(c, from, { nodeType: 'MatchAs', name: to });
  }
  const value = dotted(c);
  if (is(c, '(')) return ofClass(c, from, value);
  return made(c, from, { nodeType: 'MatchValue', value });
}

/** A number with its sign, or two of them as a complex number. */
function number(c: Cursor): ExprNode {
  const value = operation(c, 5);
  const plain = (e: ExprNode): boolean => e.nodeType === 'Constant' || (e.nodeType === 'UnaryOp' && e.op === '-' && e.operand.nodeType === 'Constant');
  if (!plain(value) && !(value.nodeType === 'BinOp' && plain(value.left) && plain(value.right))) stop(placeOf(value));
  return value;
}

function dotted(c: Cursor): ExprNode {
  const from = here(c);
  const id = name(c);
  let value: ExprNode = made(c, from, { nodeType: 'Name', id, ctx: 'Load' });
  while (take(c, '.')) {
    const attr = name(c);
    value = made(c, from, { nodeType: 'Attribute' as const, value, attr, ctx: 'Load' as const });
  }
  return value;
}

function mapping(c: Cursor): PatternNode {
  const from = next(c);
  const keys: ExprNode[] = [];
  const patterns: PatternNode[] = [];
  let rest: string | undefined;
  while (!is(c, '}')) {
    if (rest !== undefined) stop(here(c));
    if (take(c, '**')) rest = name(c);
    else {
      keys.push(here(c).kind === 'name' && !SINGLETONS.has(here(c).text) ? dotted(c) : here(c).kind === 'number' || is(c, '-') ? number(c) : primary(c));
      want(c, ':');
      patterns.push(pattern(c));
    }
    if (!take(c, ',')) break;
  }
  want(c, '}');
  return made(c, from, { nodeType: 'MatchMapping', keys, patterns, rest });
}

function ofClass(c: Cursor, from: ReturnType<typeof here>, cls: ExprNode): PatternNode {
  next(c);
  const node = { nodeType: 'MatchClass' as const, cls, patterns: [] as PatternNode[], kwd_attrs: [] as string[], kwd_patterns: [] as PatternNode[] };
  while (!is(c, ')')) {
    if (ahead(c).text === '=') {
      node.kwd_attrs.push(name(c));
      next(c);
      node.kwd_patterns.push(pattern(c));
    } else if (node.kwd_attrs.length > 0) throw spanning('positional patterns follow keyword patterns', here(c));
    else node.patterns.push(pattern(c));
    if (!take(c, ',')) break;
  }
  want(c, ')');
  return made(c, from, node);
}
