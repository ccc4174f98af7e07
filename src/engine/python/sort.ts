/**
 * Stable sorting with Python's comparisons.
 *
 * Numbers and strings sort natively; anything else by a merge sort whose comparisons may run Python code. The number and
 * order of comparisons differ from CPython's timsort, which only a comparison with side effects could see.
 */
import { compareNumbers } from './arith.ts';
import { compareText, compareValues, LT } from './compare.ts';
import { isGen, type Request } from './functions.ts';
import { indexOf } from './subscript.ts';
import { isTrue } from './truth.ts';
import { PyFloat, type Value } from './values.ts';
import type { VM } from './vm.ts';

type Pair = readonly [Value, Value];

export function* sortItems(vm: VM, items: Value[], key: Value, order: Value): Generator<Request, void, Value> {
  const reverse = typeof order === 'boolean' ? order : (yield* indexOf(vm, order)) !== 0;
  let pairs: Pair[] = [];
  for (const v of items) pairs.push([key === null ? v : yield* vm.call(key, [v]), v]);
  vm.charge(items.length * 4);
  // Stability under reverse: reverse, sort, reverse.
  if (reverse) pairs.reverse();
  if (pairs.every(([k]) => typeof k === 'number')) pairs.sort((a, b) => (a[0] as number) - (b[0] as number));
  else if (pairs.every(([k]) => typeof k === 'string')) pairs.sort((a, b) => compareText(a[0] as string, b[0] as string));
  else if (pairs.every(([k]) => typeof k === 'number' || (k instanceof PyFloat && !Number.isNaN(k.v)))) {
    pairs.sort((a, b) => compareNumbers(a[0] as number, b[0] as number));
  } else pairs = yield* mergeSort(vm, pairs);
  if (reverse) pairs.reverse();
  for (let i = 0; i < pairs.length; i++) items[i] = pairs[i][1];
}

function* less(vm: VM, a: Value, b: Value): Generator<Request, boolean, Value> {
  vm.charge(4);
  const r = compareValues(vm, LT, a, b);
  const v = isGen(r) ? yield* r : r;
  return typeof v === 'boolean' ? v : yield* isTrue(vm, v);
}

function* mergeSort(vm: VM, list: Pair[]): Generator<Request, Pair[], Value> {
  if (list.length < 2) return list;
  const mid = list.length >> 1;
  const a = yield* mergeSort(vm, list.slice(0, mid));
  const b = yield* mergeSort(vm, list.slice(mid));
  const out: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) out.push((yield* less(vm, b[j][0], a[i][0])) ? b[j++] : a[i++]);
  while (i < a.length) out.push(a[i++]);
  while (j < b.length) out.push(b[j++]);
  return out;
}
