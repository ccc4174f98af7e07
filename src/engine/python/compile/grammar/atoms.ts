/** What operators join: names, literals, displays, comprehensions, and calls, subscripts and attributes of them. */
import { complexType, Ellipsis } from '../../types.ts';
import { PyComplex, PyFloat, type Value } from '../../values.ts';
import type { Comprehension, ExprNode } from '../ast.ts';
import { syntaxError } from '../syntax.ts';
import { callArguments } from './calls.ts';
import { ahead, begins, type Cursor, here, is, list, made, name, next, placeOf, stop, take, want } from './cursor.ts';
import { aim, disjunction, expression, operation, starNamed, targets, tupled, yieldOr } from './expressions.ts';
import { strings } from './strings.ts';

/** An atom with its calls, subscripts and attributes. */
export function primary(c: Cursor): ExprNode {
  const from = here(c);
  let value = atom(c);
  for (;;) {
    if (take(c, '.')) {
      const attr = name(c);
      value = made(c, from, { nodeType: 'Attribute', value, attr, ctx: 'Load' });
    } else if (is(c, '(')) {
      const { args, keywords } = callArguments(c);
      value = made(c, from, { nodeType: 'Call', func: value, args, keywords });
    } else if (take(c, '[')) {
      const slice = subscripts(c);
      want(c, ']');
      value = made(c, from, { nodeType: 'Subscript', value, slice, ctx: 'Load' });
    } else return value;
  }
}

/** What stands in the brackets of a subscript; one star alone is a tuple too. */
function subscripts(c: Cursor): ExprNode {
  const from = here(c);
  const slice = tupled(c, subscript, (c) => begins(c) || is(c, ':'));
  return slice.nodeType === 'Starred' ? made(c, from, { nodeType: 'Tuple', elts: [slice], ctx: 'Load' }) : slice;
}

function subscript(c: Cursor): ExprNode {
  const from = here(c);
  const part = (): ExprNode | undefined => (begins(c) ? expression(c) : undefined);
  const lower = is(c, ':') ? undefined : starNamed(c);
  if (!take(c, ':')) return lower ?? stop(from);
  const upper = part();
  const step = take(c, ':') ? part() : undefined;
  return made(c, from, { nodeType: 'Slice', lower, upper, step });
}

const SINGLE = new Map<string, Value>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['...', Ellipsis],
]);

function constant(c: Cursor, value: Value): ExprNode {
  const from = next(c);
  return made(c, from, { nodeType: 'Constant', value });
}

function atom(c: Cursor): ExprNode {
  const from = here(c);
  const { kind, text } = from;
  if (kind === 'string') return strings(c);
  if (kind === 'number') return constant(c, numberOf(text));
  if (SINGLE.has(text)) return constant(c, SINGLE.get(text) as Value);
  if (text === '(') return parenthesized(c);
  if (text === '[') {
    next(c);
    const { elts, generators } = elements(c, ']');
    return generators.length > 0 ? made(c, from, { nodeType: 'ListComp', elt: elts[0], generators }) : made(c, from, { nodeType: 'List', elts, ctx: 'Load' });
  }
  if (text === '{') return braces(c);
  const id = name(c);
  return made(c, from, { nodeType: 'Name', id, ctx: 'Load' });
}

/** The value of a number as it is written. */
export function numberOf(literal: string): Value {
  const text = literal.replaceAll('_', '');
  if (/^0[xob]/i.test(text)) return whole(text);
  if (/j$/i.test(text)) return new PyComplex(complexType, 0, Number(text.slice(0, -1)));
  return /[.e]/i.test(text) ? new PyFloat(Number(text)) : whole(text);
}
const whole = (text: string): Value => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

/** What stands in a list, a set or a call's brackets: elements, or one element and where it comes from. */
function elements(c: Cursor, end: string, first?: ExprNode): { elts: ExprNode[]; generators: Comprehension[] } {
  const elts = first ? [first] : begins(c) ? [starNamed(c)] : [];
  const generators = elts.length === 1 ? comprehensions(c) : [];
  if (generators.length > 0 && elts[0].nodeType === 'Starred') stop(placeOf(elts[0]));
  if (generators.length === 0 && elts.length === 1 && take(c, ',')) elts.push(...list(c, starNamed, begins));
  want(c, end);
  return { elts, generators };
}

/** The clauses `for … in … if …` after an element; none where it stands alone. */
export function comprehensions(c: Cursor): Comprehension[] {
  const found: Comprehension[] = [];
  while (is(c, 'for') || (is(c, 'async') && ahead(c).text === 'for')) {
    const is_async = take(c, 'async');
    next(c);
    const target = aim(targets(c), 'Store');
    want(c, 'in');
    const iter = disjunction(c);
    const ifs: ExprNode[] = [];
    while (take(c, 'if')) ifs.push(disjunction(c));
    found.push({ nodeType: 'Comprehension', target, iter, ifs, is_async });
  }
  return found;
}

/** A group, a tuple or a generator expression. */
function parenthesized(c: Cursor): ExprNode {
  const from = next(c);
  if (is(c, 'yield')) {
    const inner = yieldOr(c, expression);
    want(c, ')');
    return inner;
  }
  const { elts, generators } = elements(c, ')');
  if (generators.length > 0) return made(c, from, { nodeType: 'GeneratorExp', elt: elts[0], generators });
  const group = elts.length === 1 && c.pieces[c.at - 2].text !== ',';
  if (!group) return made(c, from, { nodeType: 'Tuple', elts, ctx: 'Load' });
  if (elts[0].nodeType === 'Starred') syntaxError('cannot use starred expression here', elts[0]);
  return elts[0];
}

/** A dict, a set or a comprehension of one. */
function braces(c: Cursor): ExprNode {
  const from = next(c);
  const keys: (ExprNode | null)[] = [];
  const values: ExprNode[] = [];
  while (!is(c, '}')) {
    if (take(c, '**')) {
      keys.push(null);
      values.push(operation(c));
    } else {
      const key = starNamed(c);
      if (keys.length === 0 && !is(c, ':')) {
        const { elts, generators } = elements(c, '}', key);
        return generators.length > 0 ? made(c, from, { nodeType: 'SetComp', elt: key, generators }) : made(c, from, { nodeType: 'Set', elts });
      }
      want(c, ':');
      const value = expression(c);
      const generators = keys.length === 0 ? comprehensions(c) : [];
      if (generators.length > 0) {
        want(c, '}');
        return made(c, from, { nodeType: 'DictComp', key, value, generators });
      }
      keys.push(key);
      values.push(value);
    }
    if (!take(c, ',')) break;
  }
  want(c, '}');
  return made(c, from, { nodeType: 'Dict', keys, values });
}
