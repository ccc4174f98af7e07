/**
 * Floats that a graph computes, as sympy holds them: sums, products and functions of sizes, of float arguments that changed,
 * and of numbers read from tensors.
 *
 * Idea: `Add.flatten`, `Mul.flatten` and `Basic.compare` of sympy, `promote2` of torch/fx/experimental/sym_node.py. What sympy
 * would make something simpler of is `Unknown`.
 */
import { nameOf } from './polynomials.ts';
import type { SizeSymbol } from './symbols.ts';

/** An expression as sympy holds it. `call`: `row` is the operator it becomes, null where there is none. `item`: the number of the tensor that was read. */
export type Tree =
  | { readonly kind: 'number'; readonly value: number; readonly whole: boolean; readonly key: string }
  | { readonly kind: 'symbol'; readonly symbol: SizeSymbol; readonly key: string }
  | { readonly kind: 'item'; readonly at: number; readonly key: string }
  | { readonly kind: 'call'; readonly row: string | null; readonly args: readonly Tree[]; readonly key: string };

export const FLOAT = 'prims.convert_element_type.default';
export const MUL = 'aten.mul.Tensor';
export const ADD = 'aten.add.Tensor';

export class Unknown extends Error {}

export const number = (value: number, whole: boolean): Tree => ({ kind: 'number', value, whole, key: `${value}${whole ? '' : 'f'}` });
export const symbolTree = (symbol: SizeSymbol): Tree => ({ kind: 'symbol', symbol, key: symbol.kind === 'float' ? `z${nameOf(symbol)}` : nameOf(symbol) });
export const itemTree = (at: number): Tree => ({ kind: 'item', at, key: `zuf${at}` });
export const call = (row: string | null, ...args: Tree[]): Tree => ({ kind: 'call', row, args, key: `${row}(${args.map((a) => a.key).join()})` });

/** The classes of sympy and PyTorch in the order of `Basic.compare`. */
function classOf(t: Tree): string {
  if (t.kind === 'number') return '0';
  if (t.kind !== 'call') return '1';
  if (t.row === MUL) return '3';
  if (t.row === ADD) return '4';
  if (t.row === null) return 'IntTrueDiv';
  if (t.row === FLOAT) return 'ToFloat';
  if (t.row === 'aten.true_divide.Tensor') return 'FloatTrueDiv';
  return t.row === 'aten.pow.Tensor_Tensor' ? 'FloatPow' : `OpaqueUnaryFn_${t.row.split('.')[1]}`;
}

function compare(a: Tree, b: Tree): number {
  const [x, y] = [classOf(a), classOf(b)];
  if (x !== y) return x < y ? -1 : 1;
  if (a.kind === 'call' && b.kind === 'call') {
    if (a.args.length !== b.args.length) return a.args.length - b.args.length;
    for (const [i, t] of a.args.entries()) {
      const c = compare(t, b.args[i]);
      if (c !== 0) return c;
    }
    return 0;
  }
  // Numbers compare by how they are stored.
  if (a.kind === 'number' && b.kind === 'number' && a.value !== b.value && !(a.whole && b.whole)) throw new Unknown();
  return a.kind === 'number' && b.kind === 'number' ? a.value - b.value : a.key < b.key ? -1 : Number(a.key > b.key);
}

/** `Add` or `Mul` of sympy: the numbers are one, and first. */
export function joined(row: string, a: Tree, b: Tree): Tree {
  const parts = [a, b].flatMap((t) => (t.kind === 'call' && t.row === row ? t.args : [t]));
  const numbers = parts.flatMap((t) => (t.kind === 'number' ? [t.value] : []));
  const rest = parts.filter((t) => t.kind !== 'number');
  const bare = (t: Tree): string =>
    row === ADD && t.kind === 'call' && t.row === MUL
      ? t.args
          .filter((x) => x.kind !== 'number')
          .map((x) => x.key)
          .join()
      : t.key;
  if (new Set(rest.map(bare)).size < rest.length) throw new Unknown();
  const value = numbers.reduce((x, y) => (row === ADD ? x + y : x * y), row === ADD ? 0 : 1);
  const whole = parts.every((t) => t.kind !== 'number' || t.whole);
  const distributes = row === MUL && whole && rest.some((t) => t.kind === 'call' && t.row === ADD);
  if (numbers.length > 0 && (value === 0 || (row === MUL && whole && value === 1) || distributes)) throw new Unknown();
  rest.sort(compare);
  return call(row, ...(numbers.length > 0 ? [number(value, whole)] : []), ...rest);
}

function isWhole(t: Tree): boolean {
  if (t.kind === 'number') return t.whole;
  if (t.kind === 'symbol') return t.symbol.kind === 'int';
  return t.kind === 'call' && (t.row === MUL || t.row === ADD) && t.args.every(isWhole);
}
const toFloat = (t: Tree): Tree => (!isWhole(t) ? t : t.kind === 'number' ? number(t.value, false) : call(FLOAT, t));

function negative(t: Tree): Tree {
  if (t.kind === 'number') return number(-t.value, t.whole);
  if (t.kind === 'call' && t.row === ADD) return t.args.map(negative).reduce((a, b) => joined(ADD, a, b));
  const [first, ...rest] = t.kind === 'call' && t.row === MUL ? t.args : [t];
  if (t.kind !== 'call' || t.row !== MUL || first.kind !== 'number') return call(MUL, number(-1, true), t);
  return first.value === -1 ? (rest.length === 1 ? rest[0] : call(MUL, ...rest)) : call(MUL, number(-first.value, first.whole), ...rest);
}

/** `Max` or `Min`: the number first. */
function extreme(row: string, x: Tree, y: Tree): Tree {
  if ([x, y].some((t) => t.kind === 'call' && t.row === row) || x.key === y.key) throw new Unknown();
  return call(row, ...[x, y].sort((a, b) => Number(b.kind === 'number') - Number(a.kind === 'number') || (a.key < b.key ? -1 : 1)));
}

export function operation(op: string, args: readonly Tree[]): Tree {
  const [a, b] = args;
  if (op === '/' && isWhole(a) && isWhole(b)) return call(null, a, b);
  const [x, y] = args.map(toFloat);
  if (op === 'float') return x;
  if (op === 'neg') return negative(x);
  if (op === '/') return call('aten.true_divide.Tensor', x, y);
  if (op === '**' && !(isWhole(a) && isWhole(b))) return call('aten.pow.Tensor_Tensor', x, y);
  if (op === '*') return joined(MUL, x, y);
  if (op === '+') return joined(ADD, x, y);
  if (op === '-') return joined(ADD, x, negative(y));
  if (op === 'max' || op === 'min') return extreme(`aten.${op}imum.default`, x, y);
  if (/^[a-z]/.test(op)) return call(`aten.${op}.default`, x);
  throw new Unknown();
}
