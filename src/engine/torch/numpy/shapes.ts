/**
 * Making, joining and reshaping arrays, sorting, and the rest of the functions that are no ufunc and no reduction.
 *
 * By numpy's names: signature as declared → what it gives.
 */
import { part } from '../../python/packs.ts';
import { raise, Unsupported } from '../../python/errors.ts';
import { PyList, PyTuple } from '../../python/containers.ts';
import type { Body } from '../../python/native.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { empty, fromNumbers } from '../../tensor/create.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import { arrayOf, axesOf, axisOf, broadcast, cast, common, copyOf, newArray, type Operand, operand, quiet, result, run, shapeOf, lent } from './arrays.ts';
import { BINARY } from './elementwise.ts';
import { dtypeArg, promote } from './types.ts';
import { call } from '../runtime.ts';

export const rarer = part<typeof import('./rarer.ts')>('numpy-more', 'rarer');

const { float64, int64 } = DTYPES;
const arr = (t: Tensor): PyArray => new PyArray(t);
const list = (v: Value): readonly Value[] =>
  v instanceof PyList || v instanceof PyTuple
    ? v.items
    : Array.from({ length: arrayOf(v, 'a sequence').sizes[0] ?? 0 }, (_, i) => arr(run('select.int', arrayOf(v, 'a sequence'), 0, i)));
const number = (v: Value): number => {
  const u = unbox(v);
  return u instanceof PyFloat ? u.v : Number(u);
};
const isFloat = (v: Value): boolean => unbox(v) instanceof PyFloat;

const full = (sizes: readonly number[], value: Value, dtype: DType | null): PyArray => {
  const v = newArray(value, dtype);
  return arr(copyOf(run('expand', v, sizes, false)));
};
const filled =
  (value: number): Body =>
  (_vm, shape, dtype) =>
    arr(run('full', shapeOf(shape), value, dtypeArg(dtype) ?? float64));
const filledLike =
  (value: number): Body =>
  (_vm, a, dtype) => {
    const t = arrayOf(a, 'numpy.zeros_like');
    return arr(run('full', t.sizes, value, dtypeArg(dtype) ?? t.dtype));
  };

/** numpy's own count and values: start + i · step, each rounded once. */
function arange(start: Value, stop: Value, step: Value, dtype: Value): Value {
  const [from, to] = stop === null ? [0, number(start)] : [number(start), number(stop)];
  const by = step === null ? 1 : number(step);
  if (by === 0) raise('ZeroDivisionError', 'division by zero');
  const d = dtypeArg(dtype) ?? ([start, stop, step].some((v) => v !== null && isFloat(v)) ? float64 : int64);
  const n = Math.max(0, Math.ceil((to - from) / by));
  // The second element fixes the step that is really taken.
  const delta = from + by - from;
  return arr(
    fromNumbers(
      [n],
      d,
      Float64Array.from({ length: n }, (_, i) => (i === 0 ? from : i === 1 ? from + by : from + i * delta)),
    ),
  );
}

function linspace(start: Value, stop: Value, count: number, endpoint: boolean, retstep: boolean, dtype: Value): Value {
  if ([start, stop].some((v) => v instanceof PyList || v instanceof PyTuple || v instanceof PyArray)) throw new Unsupported('numpy.linspace between arrays');
  const [from, to] = [number(start), number(stop)];
  const parts = endpoint ? count - 1 : count;
  const delta = to - from;
  const step = delta / parts;
  const values = Float64Array.from({ length: count }, (_, i) => {
    if (parts <= 0) return i * delta + from;
    return step === 0 ? (i / parts) * delta + from : i * step + from;
  });
  if (endpoint && count > 1) values[count - 1] = to;
  const d = dtypeArg(dtype) ?? float64;
  if (d.category === 'int') values.forEach((v, i) => (values[i] = Math.floor(v)));
  const out = arr(fromNumbers([count], d, values));
  return retstep ? new PyTuple([out, new PyFloat(parts > 0 ? step : Number.NaN)]) : out;
}

function joined(arrays: readonly Tensor[], axis: number, dtype: DType | null = null): Tensor {
  if (arrays.length === 0) raise('ValueError', 'need at least one array to concatenate');
  const d = dtype ?? arrays.map((t) => t.dtype).reduce(promote);
  if (arrays.some((t) => t.dim === 0)) raise('ValueError', 'zero-dimensional arrays cannot be concatenated');
  const [first] = arrays;
  const at = axisOf(axis, first.dim);
  arrays.forEach((t, k) => {
    if (t.dim !== first.dim) {
      raise(
        'ValueError',
        `all the input arrays must have same number of dimensions, but the array at index 0 has ${first.dim} dimension(s) and the array at index ${k} has ${t.dim} dimension(s)`,
      );
    }
    t.sizes.forEach((s, i) => {
      if (i !== at && s !== first.sizes[i]) {
        raise(
          'ValueError',
          `all the input array dimensions except for the concatenation axis must match exactly, but along dimension ${i}, the array at index 0 has size ${first.sizes[i]} and the array at index ${k} has size ${s}`,
        );
      }
    });
  });
  return run(
    'cat',
    arrays.map((t) => cast(t, d)),
    at,
  );
}

function stacked(arrays: readonly Tensor[], axis: number): Tensor {
  if (arrays.length === 0) raise('ValueError', 'need at least one array to stack');
  if (arrays.some((t) => t.sizes.join() !== arrays[0].sizes.join())) raise('ValueError', 'all input arrays must have the same shape');
  const d = arrays.map((t) => t.dtype).reduce(promote);
  return run(
    'stack',
    arrays.map((t) => cast(t, d)),
    axisOf(axis, arrays[0].dim + 1),
  );
}
const arraysOf = (v: Value): Tensor[] => list(v).map((x) => arrayOf(x, 'numpy.concatenate'));
const atLeast = (t: Tensor, dim: number): Tensor => (t.dim >= dim ? t : run('reshape', t, [...new Array<number>(dim - t.dim).fill(1), ...t.sizes]));

export function reshape(t: Tensor, shape: Value[]): Value {
  const sizes = shape.length === 1 ? shapeOf(shape[0]) : shape.flatMap(shapeOf);
  const known = sizes.filter((s) => s !== -1).reduce((a, b) => a * b, 1);
  const open = sizes.filter((s) => s === -1).length;
  if (open > 1) raise('ValueError', 'can only specify one unknown dimension');
  if (open === 0 ? known !== t.numel : known === 0 || t.numel % known !== 0) {
    // numpy leaves an open dimension in front out of its words, and calls others newaxis (`convert_shape_to_string`).
    const words = sizes.slice(sizes.findIndex((s) => s >= 0)).map((s) => (s < 0 ? 'newaxis' : s));
    raise('ValueError', `cannot reshape array of size ${t.numel} into shape (${words.join(',')}${sizes.length === 1 ? ',' : ''})`);
  }
  return arr(run('reshape', t, sizes));
}

export function transpose(t: Tensor, axes: Value): Value {
  const order = axes === null ? t.sizes.map((_, d) => t.dim - 1 - d) : (axesOf(axes, t.dim) as number[]);
  if (order.length !== t.dim) raise('ValueError', "axes don't match array");
  return arr(run('permute', t, order));
}

function splitAt(t: Tensor, places: Value, axis: number, even: boolean): Value {
  const d = axisOf(axis, t.dim);
  const n = t.sizes[d];
  let bounds: number[];
  if (typeof unbox(places) === 'number') {
    const k = number(places);
    if (even && n % k !== 0) raise('ValueError', 'array split does not result in an equal division');
    const [small, extra] = [Math.floor(n / k), n % k];
    bounds = [0];
    for (let i = 0; i < k; i++) bounds.push(bounds[i] + small + (i < extra ? 1 : 0));
  } else bounds = [0, ...shapeOf(places).map((p) => (p < 0 ? p + n : Math.min(p, n))), n];
  return new PyList(bounds.slice(1).map((to, i) => arr(run('slice.Tensor', t, d, bounds[i], Math.max(to, bounds[i]), 1))));
}

export function sort(t: Tensor, axis: Value): Tensor {
  const flat = axis === null ? run('reshape', t, [-1]) : t;
  return quiet(() => (call('sort.stable', flat, true, axis === null ? 0 : axisOf(number(axis), t.dim), false) as Tensor[])[0]);
}

export function clip(t: Tensor, low: Value, high: Value): Tensor {
  let x: Operand = { t, weak: null };
  for (const [bound, name] of [
    [low, 'maximum'],
    [high, 'minimum'],
  ] as const) {
    if (bound === null) continue;
    const o = operand(bound);
    if (!o) throw new Unsupported('numpy.clip with such a bound');
    x = { t: BINARY[name](x, o), weak: null };
  }
  return x.t;
}

function dot(a: Tensor, b: Tensor, matmul: boolean): Value {
  const d = promote(a.dtype, b.dtype);
  if (!matmul && (a.dim === 0 || b.dim === 0)) return result(run('mul.Tensor', cast(a, d), cast(b, d)));
  if (a.sizes[a.dim - 1] !== b.sizes[Math.max(0, b.dim - 2)]) rarer().noProduct(a, b, matmul);
  if (!matmul && (a.dim > 2 || b.dim > 2)) throw new Unsupported('numpy.dot of more than two dimensions');
  return result(run('matmul', cast(a, d), cast(b, d)));
}

const lower =
  (overload: string): Body =>
  (_vm, a, k) =>
    arr(run(overload, arrayOf(a, 'numpy.tril'), number(k)));

function where(c: Value, x: Value, y: Value): Value {
  const condition = run('ne.Scalar', arrayOf(c, 'numpy.where'), 0);
  if (x === undefined) return places(condition);
  const a = lent(x);
  const b = lent(y);
  if (!a || !b) throw new Unsupported('numpy.where of such values');
  const d = common([a, b]);
  broadcast(condition, a.t, b.t);
  return arr(run('where.self', condition, cast(a.t, d), cast(b.t, d)));
}

/** `nonzero`: one array of places a dimension. */
export function places(t: Tensor): Value {
  const rows = run('nonzero', t);
  return new PyTuple(t.sizes.map((_, d) => arr(copyOf(run('select.int', rows, 1, d)))));
}

const close = (a: Value, b: Value, rtol: Value, atol: Value, equalNan: Value): Tensor => {
  const [x, y] = [cast(arrayOf(a, 'numpy.isclose'), float64), cast(arrayOf(b, 'numpy.isclose'), float64)];
  broadcast(x, y);
  return run('isclose', x, y, number(rtol), number(atol), equalNan === true);
};
const truth = (t: Tensor): boolean => toFloat64(run('all', t))[0] !== 0;

export const FUNCTIONS: Readonly<Record<string, Body>> = {
  'array(object, dtype=None, *, copy=True, order=None, ndmin=0)': (_vm, v, dtype, copy, _order, ndmin) =>
    arr(atLeast(newArray(v, dtypeArg(dtype), copy !== false), ndmin)),
  'asarray(a, dtype=None, order=None)': (_vm, v, dtype) =>
    v instanceof PyArray && (dtype === null || dtypeArg(dtype) === v.t.dtype) ? v : arr(newArray(v, dtypeArg(dtype), false)),
  'asanyarray(a, dtype=None, order=None)': (_vm, v, dtype) => arr(newArray(v, dtypeArg(dtype), false)),
  'ascontiguousarray(a, dtype=None)': (_vm, v, dtype) => arr(run('contiguous', newArray(v, dtypeArg(dtype), false), null)),
  'copy(a, order=None)': (_vm, a) => arr(copyOf(arrayOf(a, 'numpy.copy'))),
  'zeros(shape, dtype=None, order=None)': filled(0),
  'ones(shape, dtype=None, order=None)': filled(1),
  'empty(shape, dtype=None, order=None)': (_vm, shape, dtype) => arr(empty(shapeOf(shape), dtypeArg(dtype) ?? float64, { fake: false })),
  'full(shape, fill_value, dtype=None, order=None)': (_vm, shape, v, dtype) => full(shapeOf(shape), v, dtypeArg(dtype)),
  'zeros_like(a, dtype=None)': filledLike(0),
  'ones_like(a, dtype=None)': filledLike(1),
  'empty_like(a, dtype=None)': filledLike(0),
  'full_like(a, fill_value, dtype=None)': (_vm, a, v, dtype) => {
    const t = arrayOf(a, 'numpy.full_like');
    return full(t.sizes, v, dtypeArg(dtype) ?? t.dtype);
  },
  'eye(N, M=None, k=0, dtype=None)': (_vm, n, m, k, dtype) => {
    const cols = m === null ? number(n) : number(m);
    const rows = number(n);
    const values = Float64Array.from({ length: rows * cols }, (_, i) => ((i % cols) - Math.floor(i / cols) === number(k) ? 1 : 0));
    return arr(fromNumbers([rows, cols], dtypeArg(dtype) ?? float64, values));
  },
  'identity(n, dtype=None)': (vm, n, dtype) => FUNCTIONS['eye(N, M=None, k=0, dtype=None)'](vm, n, null, 0, dtype),
  'arange(start, stop=None, step=None, dtype=None)': (_vm, a, b, c, d) => arange(a, b, c, d),
  'linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None)': (_vm, a, b, n, endpoint, retstep, dtype) =>
    linspace(a, b, number(n), endpoint !== false, retstep === true, dtype),
  'concatenate(arrays, axis=0, out=None, *, dtype=None)': (_vm, a, axis, _out, dtype) =>
    arr(
      axis === null
        ? joined(
            arraysOf(a).map((t) => run('reshape', t, [-1])),
            0,
            dtypeArg(dtype),
          )
        : joined(arraysOf(a), number(axis), dtypeArg(dtype)),
    ),
  'stack(arrays, axis=0)': (_vm, a, axis) => arr(stacked(arraysOf(a), number(axis))),
  'vstack(tup)': (_vm, a) =>
    arr(
      joined(
        arraysOf(a).map((t) => atLeast(t, 2)),
        0,
      ),
    ),
  'hstack(tup)': (_vm, a) => {
    const all = arraysOf(a).map((t) => atLeast(t, 1));
    return arr(joined(all, all[0]?.dim === 1 ? 0 : 1));
  },
  'append(arr, values, axis=None)': (_vm, a, v, axis) => {
    const both = [arrayOf(a, 'numpy.append'), arrayOf(v, 'numpy.append')];
    return arr(
      axis === null
        ? joined(
            both.map((t) => run('reshape', t, [-1])),
            0,
          )
        : joined(both, number(axis)),
    );
  },
  'split(ary, indices_or_sections, axis=0)': (_vm, a, n, axis) => splitAt(arrayOf(a, 'numpy.split'), n, number(axis), true),
  'array_split(ary, indices_or_sections, axis=0)': (_vm, a, n, axis) => splitAt(arrayOf(a, 'numpy.array_split'), n, number(axis), false),
  'reshape(a, shape)': (_vm, a, shape) => reshape(arrayOf(a, 'numpy.reshape'), [shape]),
  'ravel(a)': (_vm, a) => arr(run('reshape', arrayOf(a, 'numpy.ravel'), [-1])),
  'transpose(a, axes=None)': (_vm, a, axes) => transpose(arrayOf(a, 'numpy.transpose'), axes),
  'swapaxes(a, axis1, axis2)': (_vm, a, x, y) => {
    const t = arrayOf(a, 'numpy.swapaxes');
    return arr(run('transpose.int', t, axisOf(number(x), t.dim), axisOf(number(y), t.dim)));
  },
  'moveaxis(a, source, destination)': (_vm, a, from, to) => {
    const t = arrayOf(a, 'numpy.moveaxis');
    return arr(run('movedim.intlist', t, axesOf(from, t.dim) as number[], axesOf(to, t.dim) as number[]));
  },
  'expand_dims(a, axis)': (_vm, a, axis) => {
    let t = arrayOf(a, 'numpy.expand_dims');
    const dim = t.dim + (axis instanceof PyTuple || axis instanceof PyList ? axis.items.length : 1);
    for (const d of (axesOf(axis, dim) as number[]).sort((p, q) => p - q)) t = run('unsqueeze', t, d);
    return arr(t);
  },
  'squeeze(a, axis=None)': (_vm, a, axis) => {
    const t = arrayOf(a, 'numpy.squeeze');
    const axes = axesOf(axis, t.dim);
    if (axes?.some((d) => t.sizes[d] !== 1)) raise('ValueError', 'cannot select an axis to squeeze out which has size not equal to one');
    return arr(
      run(
        'view',
        t,
        t.sizes.filter((s, d) => (axes ? !axes.includes(d) : s !== 1)),
      ),
    );
  },
  'broadcast_to(array, shape)': (_vm, a, shape) => {
    const t = arrayOf(a, 'numpy.broadcast_to');
    const to = shapeOf(shape);
    if (t.dim > to.length || t.sizes.some((s, d) => s !== 1 && s !== to[to.length - t.dim + d])) rarer().noBroadcast(t, to);
    return arr(run('expand', t, to, false));
  },
  'tile(A, reps)': (_vm, a, reps) => {
    const t = arrayOf(a, 'numpy.tile');
    const r = shapeOf(reps);
    const dim = Math.max(t.dim, r.length);
    return arr(run('repeat', atLeast(t, dim), [...new Array<number>(dim - r.length).fill(1), ...r]));
  },
  'repeat(a, repeats, axis=None)': (_vm, a, n, axis) => rarer().repeat(arrayOf(a, 'numpy.repeat'), n, axis),
  'flip(m, axis=None)': (_vm, a, axis) => {
    const t = arrayOf(a, 'numpy.flip');
    return new PyArray(run('flip', t, axesOf(axis, t.dim) ?? t.sizes.map((_, d) => d)), true);
  },
  'roll(a, shift, axis=None)': (_vm, a, shift, axis) => {
    const t = arrayOf(a, 'numpy.roll');
    if (axis === null) return arr(run('reshape', run('roll', run('reshape', t, [-1]), [number(shift)], [0]), [...t.sizes]));
    return arr(run('roll', t, shapeOf(shift), axesOf(axis, t.dim) as number[]));
  },
  'where(condition, x=…, y=…, /)': (_vm, c, x, y) => where(c, x, y),
  'nonzero(a)': (_vm, a) => places(run('ne.Scalar', arrayOf(a, 'numpy.nonzero'), 0)),
  'argwhere(a)': (_vm, a) => arr(run('nonzero', arrayOf(a, 'numpy.argwhere'))),
  'flatnonzero(a)': (_vm, a) => arr(run('reshape', run('nonzero', run('reshape', arrayOf(a, 'numpy.flatnonzero'), [-1])), [-1])),
  'count_nonzero(a)': (_vm, a) => result(run('sum', run('ne.Scalar', arrayOf(a, 'numpy.count_nonzero'), 0), null)),
  'clip(a, a_min=None, a_max=None)': (_vm, a, low, high) => result(clip(arrayOf(a, 'numpy.clip'), low, high)),
  'take(a, indices, axis=None)': (_vm, a, p, axis) => rarer().take(arrayOf(a, 'numpy.take'), p, axis),
  'sort(a, axis=-1)': (_vm, a, axis) => arr(sort(arrayOf(a, 'numpy.sort'), axis)),
  'argsort(a, axis=-1, kind=None)': (_vm, a, axis, kind) => arr(rarer().argsort(arrayOf(a, 'numpy.argsort'), axis, kind)),
  "searchsorted(a, v, side='left')": (_vm, a, v, side) =>
    result(run('searchsorted.Tensor', arrayOf(a, 'numpy.searchsorted'), arrayOf(v, 'numpy.searchsorted'), false, side === 'right')),
  'diff(a, n=1, axis=-1)': (_vm, a, n, axis) => arr(run('diff', arrayOf(a, 'numpy.diff'), number(n), number(axis))),
  'tril(m, k=0)': lower('tril'),
  'triu(m, k=0)': lower('triu'),
  'diag(v, k=0)': lower('diag'),
  'outer(a, b)': (_vm, a, b) => {
    const x = run('reshape', arrayOf(a, 'numpy.outer'), [-1, 1]);
    return arr(BINARY.multiply({ t: x, weak: null }, { t: run('reshape', arrayOf(b, 'numpy.outer'), [1, -1]), weak: null }));
  },
  'dot(a, b)': (_vm, a, b) => dot(arrayOf(a, 'numpy.dot'), arrayOf(b, 'numpy.dot'), false),
  'matmul(x1, x2, /)': (_vm, a, b) => dot(arrayOf(a, 'numpy.matmul'), arrayOf(b, 'numpy.matmul'), true),
  'isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)': (_vm, a, b, r, t, n) => result(close(a, b, r, t, n)),
  'allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)': (_vm, a, b, r, t, n) => truth(close(a, b, r, t, n)),
  'array_equal(a1, a2)': (_vm, a, b) => {
    const [x, y] = [arrayOf(a, 'numpy.array_equal'), arrayOf(b, 'numpy.array_equal')];
    return x.sizes.join() === y.sizes.join() && truth(BINARY.equal({ t: x, weak: null }, { t: y, weak: null }));
  },
  'shape(a)': (_vm, a) => new PyTuple([...arrayOf(a, 'numpy.shape').sizes]),
  'ndim(a)': (_vm, a) => arrayOf(a, 'numpy.ndim').dim,
  'size(a)': (_vm, a) => arrayOf(a, 'numpy.size').numel,
  'isscalar(element)': (_vm, v) => !(v instanceof PyArray) && operand(v) !== undefined && !(v instanceof PyList) && !(v instanceof PyTuple),
  'atleast_1d(a)': (_vm, a) => arr(atLeast(arrayOf(a, 'numpy.atleast_1d'), 1)),
  'atleast_2d(a)': (_vm, a) => arr(atLeast(arrayOf(a, 'numpy.atleast_2d'), 2)),
};
