/** Of numpy what fewer programs reach: `argsort`, `take`, `repeat`, and words of shapes that do not fit. */
import { raise, Unsupported } from '../../python/errors.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { fromNumbers } from '../../tensor/create.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import { arrayOf, axisOf, cast, copyOf, result, run, shapeOf, shapeText } from './arrays.ts';

const { int64 } = DTYPES;
const arr = (t: Tensor): PyArray => new PyArray(t);
const number = (v: Value): number => {
  const u = unbox(v);
  return u instanceof PyFloat ? u.v : Number(u);
};

/** Ascending with NaN last; the order of equal ones is the first come. */
const byValue = (a: number, b: number): number => (a === b ? 0 : Number.isNaN(a) ? (Number.isNaN(b) ? 0 : 1) : Number.isNaN(b) || a < b ? -1 : 1);

export function noProduct(a: Tensor, b: Tensor, matmul: boolean): never {
  const [m, n] = [a.sizes[a.dim - 1], b.sizes[Math.max(0, b.dim - 2)]];
  if (matmul) {
    raise(
      'ValueError',
      `matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size ${n} is different from ${m})`,
    );
  }
  return raise('ValueError', `shapes ${shapeText(a)} and ${shapeText(b)} not aligned: ${m} (dim ${a.dim - 1}) != ${n} (dim ${Math.max(0, b.dim - 2)})`);
}

export function noBroadcast(t: Tensor, to: readonly number[]): never {
  if (t.dim > to.length) raise('ValueError', 'input operand has more dimensions than allowed by the axis remapping');
  const wanted = `(${to.join(',')}${to.length === 1 ? ',' : ''})`;
  return raise(
    'ValueError',
    `operands could not be broadcast together with remapped shapes [original->remapped]: ${shapeText(t)}  and requested shape ${wanted}`,
  );
}

export function argsort(t: Tensor, axis: Value, kind: Value): Tensor {
  const flat = axis === null ? run('reshape', t, [-1]) : t;
  const d = axis === null ? 0 : axisOf(number(axis), t.dim);
  const front = run('movedim.int', flat, d, -1);
  const n = flat.sizes[d];
  const x = toFloat64(front);
  const out: number[] = [];
  for (let row = 0; row < x.length; row += n) {
    const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => byValue(x[row + a], x[row + b]) || a - b);
    if (kind !== 'stable' && kind !== 'mergesort' && order.some((p, i) => i > 0 && x[row + p] === x[row + order[i - 1]])) {
      throw new Unsupported("numpy.argsort of equal values (their order differs by machine; kind='stable' is modelled)");
    }
    out.push(...order);
  }
  return copyOf(run('movedim.int', fromNumbers(front.sizes, int64, out), -1, d));
}

export function take(t: Tensor, places: Value, axis: Value): Value {
  const p = cast(arrayOf(places, 'numpy.take'), int64);
  const flat = axis === null ? run('reshape', t, [-1]) : t;
  const d = axis === null ? 0 : axisOf(number(axis), t.dim);
  const wrapped = fromNumbers(
    p.sizes,
    int64,
    toFloat64(p).map((i) => {
      if (i < -flat.sizes[d] || i >= flat.sizes[d]) raise('IndexError', `index ${i} is out of bounds for axis ${d} with size ${flat.sizes[d]}`);
      return i < 0 ? i + flat.sizes[d] : i;
    }),
  );
  return result(run('index.Tensor', flat, [...new Array<null>(d).fill(null), wrapped]));
}

export function repeat(t: Tensor, times: Value, axis: Value): Value {
  const flat = axis === null ? run('reshape', t, [-1]) : t;
  const d = axis === null ? 0 : axisOf(number(axis), t.dim);
  const counts = shapeOf(times);
  const each = (i: number): number => counts[counts.length === 1 ? 0 : i];
  const places = Array.from({ length: flat.sizes[d] }, (_, i) => new Array<number>(each(i)).fill(i)).flat();
  return arr(run('index_select', flat, d, fromNumbers([places.length], int64, places)));
}
