/**
 * `a[…]` and `a[…] = v` on arrays: views for integers and slices, copies for arrays of places and masks.
 *
 * Where numpy differs from torch: an integer beside an array of places counts as one, a value is cast to the array's type,
 * steps may be negative (a copy here; writing through it is refused).
 */
import { PyList, PyRange, PySlice, PyTuple } from '../../python/containers.ts';
import { raise, Unsupported } from '../../python/errors.ts';
import { Ellipsis, typeOf } from '../../python/types.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { fromNumbers } from '../../tensor/create.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import { toInt } from '../convert.ts';
import { PyTensor } from '../objects.ts';
import { call } from '../runtime.ts';
import { arrayOf, cast, locked, newArray, quiet, result, run, shapeText } from './arrays.ts';

const isPlaces = (v: Value): boolean => v instanceof PyArray || v instanceof PyList || v instanceof PyRange || v instanceof PyTensor;

function place(i: number, size: number, axis: number): number {
  if (i < -size || i >= size) raise('IndexError', `index ${i} is out of bounds for axis ${axis} with size ${size}`);
  return i < 0 ? i + size : i;
}

const bound = (v: Value): number | null => {
  if (v === null) return null;
  const u = unbox(v);
  if (typeof u === 'number') return u;
  if (typeof u === 'boolean') return Number(u);
  // A place that torch.randint drew: read as `int()` reads it.
  if (u instanceof PyTensor) return Number(toInt(u));
  return raise('TypeError', 'slice indices must be integers or None or have an __index__ method');
};

/** Python's own reading of a slice. */
export function sliceBounds(s: PySlice, size: number): { start: number; step: number; count: number } {
  const step = bound(s.step) ?? 1;
  if (step === 0) raise('ValueError', 'slice step cannot be zero');
  const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
  const clip = (v: number | null, fallback: number): number => (v === null ? fallback : Math.min(Math.max(v < 0 ? v + size : v, low), high));
  const start = clip(bound(s.start), step > 0 ? 0 : size - 1);
  const stop = clip(bound(s.stop), step > 0 ? size : -1);
  return { start, step, count: Math.max(0, Math.ceil((stop - start) / step)) };
}

interface Chosen {
  t: Tensor;
  /** Places by axis of `t`, where there are any. */
  places: (Tensor | null)[] | null;
  reversed: boolean;
}

function placesOf(v: Value, size: (k: number) => number, axis: number): Tensor {
  const raw = v instanceof PyArray || v instanceof PyTensor ? arrayOf(v, 'an index') : newArray(v, null);
  if (raw.dtype === DTYPES.bool) {
    for (let k = 0; k < raw.dim; k++) {
      if (raw.sizes[k] !== size(k)) {
        raise(
          'IndexError',
          `boolean index did not match indexed array along axis ${axis + k}; size of axis is ${size(k)} but size of corresponding boolean axis is ${raw.sizes[k]}`,
        );
      }
    }
    return raw;
  }
  if (raw.numel === 0) return fromNumbers(raw.sizes, DTYPES.int64, []);
  if (raw.dtype.category !== 'int') raise('IndexError', 'arrays used as indices must be of integer (or boolean) type');
  for (const i of toFloat64(raw)) place(i, size(0), axis);
  return cast(raw, DTYPES.int64);
}

function choose(self: PyArray, key: Value): Chosen {
  const items = key instanceof PyTuple ? [...key.items] : [key];
  const advanced = items.some(isPlaces);
  const wide = (v: Value): number =>
    v instanceof PyArray && v.t.dtype === DTYPES.bool ? v.t.dim : v instanceof PyTensor && v.t.dtype === DTYPES.bool ? v.t.dim : 1;
  const used = items.reduce((n: number, v) => n + (v === null || v === Ellipsis ? 0 : wide(v)), 0);
  if (used > self.t.dim) raise('IndexError', `too many indices for array: array is ${self.t.dim}-dimensional, but ${used} were indexed`);
  let { t } = self;
  let axis = 0; // of self
  let at = 0; // of t
  let reversed = false;
  const places: (Tensor | null)[] = [];
  const note = (p: Tensor, n: number): void => {
    while (places.length < at) places.push(null);
    places.push(p);
    at += n;
    axis += n;
  };
  for (const v of items) {
    const u = unbox(v);
    if (u === null) t = run('unsqueeze', t, at++);
    else if (u === Ellipsis) {
      const skip = self.t.dim - used;
      at += skip;
      axis += skip;
    } else if (u instanceof PySlice) {
      const { start, step, count } = sliceBounds(u, t.sizes[at]);
      if (step > 0) t = run('slice.Tensor', t, at, start, start + count * step, step);
      else {
        const rows = Array.from({ length: count }, (_, i) => start + i * step);
        t = run('index_select', t, at, fromNumbers([count], DTYPES.int64, rows));
        reversed = true;
      }
      at++;
      axis++;
    } else if (typeof u === 'number') {
      const i = place(u, self.t.sizes[axis], axis);
      if (advanced) note(fromNumbers([], DTYPES.int64, [i]), 1);
      else {
        t = run('select.int', t, at, i);
        axis++;
      }
    } else if (isPlaces(v)) {
      const from = at;
      const shape = t.sizes;
      note(
        placesOf(v, (k) => shape[from + k], axis),
        wide(v),
      );
    } else if (u instanceof PyFloat || typeof u === 'string') {
      raise('IndexError', 'only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices');
    } else throw new Unsupported(`a numpy index of type ${typeOf(v).name}`);
  }
  return { t, places: advanced ? places : null, reversed };
}

export function getItem(self: PyArray, key: Value): Value {
  const { t, places, reversed } = choose(self, key);
  const out = places ? run('index.Tensor', t, places) : t;
  const scalarWanted = out.dim === 0 && !(key instanceof PyTuple ? key.items.includes(Ellipsis) : key === Ellipsis);
  return scalarWanted ? result(out) : new PyArray(out, reversed && !places);
}

export function setItem(self: PyArray, key: Value, v: Value): void {
  if (self.reversed) throw new Unsupported('writing through a numpy slice with a negative step');
  if (locked.has(self.t.storage)) raise('ValueError', 'assignment destination is read-only');
  const { t, places, reversed } = choose(self, key);
  if (reversed) throw new Unsupported('writing through a numpy slice with a negative step');
  const value = cast(v instanceof PyArray || v instanceof PyTensor ? arrayOf(v, 'a value') : newArray(v, null), self.t.dtype);
  if (places) {
    quiet(() => void call('index_put_', t, places, value));
    return;
  }
  let from = value;
  while (from.dim > t.dim && from.sizes[0] === 1) from = run('select.int', from, 0, 0);
  const fits = from.dim <= t.dim && from.sizes.every((s, i) => s === 1 || s === t.sizes[t.dim - from.dim + i]);
  if (!fits) raise('ValueError', `could not broadcast input array from shape ${shapeText(value)} into shape ${shapeText(t)}`);
  quiet(() => void call('copy_', t, from));
}
