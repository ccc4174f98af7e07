/** Expressions: operators by their strength, conditions, lambdas, what stands between commas, targets. */
import type { ExprNode } from '../ast.ts';
import { primary } from './atoms.ts';
import { parameters } from './calls.ts';
import { ahead, begins, type Cursor, here, is, list, made, placeOf, stop, take, want } from './cursor.ts';

/** Operators from the weakest to the strongest. */
const STRENGTH = new Map(['|', '^', '&', '<< >>', '+ -', '* / // % @'].flatMap((ops, i) => ops.split(' ').map((op) => [op, i + 1] as const)));
const COMPARES = new Set(['<', '>', '==', '>=', '<=', '!=', 'in', 'is']);

/** Operators from `|` upward: all that a target may hold. */
export function operation(c: Cursor, least = 1): ExprNode {
  const from = here(c);
  let left = unary(c);
  for (;;) {
    const op = here(c).text;
    const strength = STRENGTH.get(op) ?? 0;
    if (strength < least) return left;
    c.at++;
    const right = operation(c, strength + 1);
    left = made(c, from, { nodeType: 'BinOp', left, op, right });
  }
}

function unary(c: Cursor): ExprNode {
  const from = here(c);
  const op = from.text;
  if (op === '-' || op === '+' || op === '~') {
    c.at++;
    const operand = unary(c);
    return made(c, from, { nodeType: 'UnaryOp', op, operand });
  }
  const awaits = take(c, 'await');
  const value = primary(c);
  const left: ExprNode = awaits ? made(c, from, { nodeType: 'Await', value }) : value;
  if (!take(c, '**')) return left;
  const right = unary(c);
  return made(c, from, { nodeType: 'BinOp', left, op: '**', right });
}

function compareOp(c: Cursor): string | null {
  const op = here(c).text;
  if (op === 'not' && ahead(c).text === 'in') {
    c.at += 2;
    return 'not in';
  }
  if (!COMPARES.has(op)) return null;
  c.at++;
  return op === 'is' && take(c, 'not') ? 'is not' : op;
}

function comparison(c: Cursor): ExprNode {
  const from = here(c);
  if (take(c, 'not')) {
    const operand = comparison(c);
    return made(c, from, { nodeType: 'UnaryOp', op: 'not', operand });
  }
  const left = operation(c);
  const ops: string[] = [];
  const comparators: ExprNode[] = [];
  for (let op = compareOp(c); op !== null; op = compareOp(c)) {
    ops.push(op);
    comparators.push(operation(c));
  }
  return ops.length === 0 ? left : made(c, from, { nodeType: 'Compare', left, ops, comparators });
}

/** `or` over `and` over `not`: what a comprehension goes over. */
export function disjunction(c: Cursor, op = 'or'): ExprNode {
  const from = here(c);
  const one = (): ExprNode => (op === 'or' ? disjunction(c, 'and') : comparison(c));
  const values = [one()];
  while (take(c, op)) values.push(one());
  return values.length === 1 ? values[0] : made(c, from, { nodeType: 'BoolOp', op, values });
}

export function expression(c: Cursor): ExprNode {
  const from = here(c);
  if (take(c, 'lambda')) {
    const args = parameters(c, ':');
    want(c, ':');
    const body = expression(c);
    return made(c, from, { nodeType: 'Lambda', args, body });
  }
  const body = disjunction(c);
  if (!take(c, 'if')) return body;
  const test = disjunction(c);
  want(c, 'else');
  const orelse = expression(c);
  return made(c, from, { nodeType: 'IfExp', test, body, orelse });
}

/** An expression that may be `name := value`. */
export function named(c: Cursor): ExprNode {
  const from = here(c);
  const target = expression(c);
  if (!is(c, ':=')) return target;
  // Another target is refused by `checks.ts`, in CPython's words.
  if (target.nodeType === 'Name') {
    if (from.text === '(') stop(here(c));
    target.ctx = 'Store';
  }
  c.at++;
  const value = expression(c);
  return made(c, from, { nodeType: 'NamedExpr', target, value });
}

/** A star and what `of` reads, or what `other` reads. */
export function starred(c: Cursor, other: (c: Cursor) => ExprNode, of: (c: Cursor) => ExprNode = operation): ExprNode {
  const from = here(c);
  if (!take(c, '*')) return other(c);
  const value = of(c);
  return made(c, from, { nodeType: 'Starred', value, ctx: 'Load' });
}
export const starNamed = (c: Cursor): ExprNode => starred(c, named);
export const starExpression = (c: Cursor): ExprNode => starred(c, expression);

/** One thing, or a tuple where a comma follows. */
export function tupled(c: Cursor, one: (c: Cursor) => ExprNode, more = begins): ExprNode {
  const from = here(c);
  const first = one(c);
  if (!take(c, ',')) return first;
  const elts = [first, ...list(c, one, more)];
  return made(c, from, { nodeType: 'Tuple', elts, ctx: 'Load' });
}

export const expressions = (c: Cursor): ExprNode => tupled(c, starExpression);
export const targets = (c: Cursor): ExprNode => tupled(c, (c) => starred(c, operation));

/** The right side of an assignment, and what an expression statement holds. */
export function yieldOr(c: Cursor, other: (c: Cursor) => ExprNode): ExprNode {
  const from = here(c);
  if (!take(c, 'yield')) return other(c);
  if (take(c, 'from')) {
    const value = expression(c);
    return made(c, from, { nodeType: 'YieldFrom', value });
  }
  const value = begins(c) ? expressions(c) : undefined;
  return made(c, from, { nodeType: 'Yield', value });
}

/** Makes an expression a target; stops at the part that cannot be one. */
export function aim(e: ExprNode, ctx: 'Store' | 'Del'): ExprNode {
  switch (e.nodeType) {
    case 'Tuple':
    case 'List':
      for (const x of e.elts) aim(x, ctx);
      break;
    case 'Starred':
      if (ctx === 'Store') {
        aim(e.value, ctx);
        break;
      }
      return stop(placeOf(e));
    case 'Name':
    case 'Attribute':
    case 'Subscript':
      break;
    default:
      stop(placeOf(e));
  }
  e.ctx = ctx;
  return e;
}
