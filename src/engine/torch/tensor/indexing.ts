/**
 * `x[index]` and `x[index] = value`: which select, slice, unsqueeze, index and index_put_ an index turns into.
 *
 * Idea: ATen/TensorIndexing.h and python_variable_indexing.cpp, including what is optimised away (a full slice inside a
 * tuple) and what is not (`x[:]` alone), so that the operator rows are PyTorch's.
 * Leaves out: uint8 masks, tracing.
 */
import { PyRange, PySlice, PyTuple, PyList } from '../../python/containers.ts';
import { raise } from '../../python/errors.ts';
import { Ellipsis } from '../../python/types.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { oneOf } from '../../aten/making.ts';
import { fill } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { isSequence, tpName } from '../arguments.ts';
import { item, toInt } from '../convert.ts';
import { PyArray, scalarDType } from '../array.ts';
import { fromData } from '../data.ts';
import { PyTensor, deviceName } from '../objects.ts';
import { call, one, runtime } from '../runtime.ts';

/** INT64_MAX as the nearest double: "to the end". */
const MAX = 2 ** 63;

type Index =
  | { kind: 'int'; i: number | bigint }
  | { kind: 'slice'; start: number; stop: number; step: number }
  | { kind: 'ellipsis' }
  | { kind: 'none' }
  | { kind: 'bool'; on: boolean }
  | { kind: 'tensor'; t: Tensor }
  /** A list or an array: it becomes a tensor when its turn comes, after the indices before it. */
  | { kind: 'sequence'; v: Value };

function bound(v: Value, fallback: number): number {
  if (v === null) return fallback;
  const u = unbox(v);
  if (typeof u === 'number' || typeof u === 'bigint' || typeof u === 'boolean') return Number(u);
  if (u instanceof PyTensor) return Number(toInt(u));
  return raise('TypeError', 'slice indices must be integers or None or have an __index__ method');
}

function sliceIndex(s: PySlice): Index {
  const step = bound(s.step, 1);
  if (step === 0) raise('ValueError', 'slice step cannot be zero');
  if (step < 0) raise('ValueError', 'step must be greater than zero');
  return { kind: 'slice', start: bound(s.start, 0), stop: bound(s.stop, MAX), step };
}

function indexOf(v: Value): Index {
  const u = unbox(v);
  if (typeof u === 'number') return { kind: 'int', i: u };
  if (typeof u === 'bigint') return { kind: 'int', i: u };
  if (typeof u === 'boolean') return { kind: 'bool', on: u };
  if (u === null) return { kind: 'none' };
  if (u === Ellipsis) return { kind: 'ellipsis' };
  if (u instanceof PySlice) return sliceIndex(u);
  if (u instanceof PyTensor) return { kind: 'tensor', t: u.t };
  if (typeof u === 'string') raise('TypeError', "new(): invalid data type 'str'");
  if (isSequence(u) || u instanceof PyRange || u instanceof PyArray) return { kind: 'sequence', v: u };
  return raise('IndexError', `only integers, slices (\`:\`), ellipsis (\`...\`), None and long or byte Variables are valid indices (got ${tpName(v)})`);
}

/** Old numpy style: a short list holding slices, tensors or sequences is a tuple of indices. */
function asTuple(v: Value): readonly Value[] {
  if (v instanceof PyTuple) return v.items;
  if (!(v instanceof PyList) || v.items.length >= 32) return [v];
  const nested = v.items.some((x) => x === null || x === Ellipsis || x instanceof PySlice || x instanceof PyTensor || isSequence(x));
  return nested ? v.items : [v];
}

function dimensionsOf(items: readonly Index[]): number {
  let n = 0;
  for (const x of items) {
    if (x.kind === 'int' || x.kind === 'slice' || x.kind === 'sequence') n++;
    else if (x.kind === 'tensor') n += x.t.dtype.name === 'bool' || x.t.dtype.name === 'uint8' ? x.t.dim : 1;
  }
  return n;
}

function select(t: Tensor, dim: number, i: number | bigint, realDim: number): Tensor {
  if (i === 0 && dim === 0 && t.dim === 0) {
    raise('IndexError', 'invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number');
  }
  const n = t.sizes[dim] ?? 0; // behind a second ellipsis
  if (typeof i === 'bigint') toInt(i);
  if (i >= n || i < -n) raise('IndexError', `index ${i} is out of bounds for dimension ${realDim} with size ${n}`);
  return one('select.int', t, dim, i);
}

function slice(t: Tensor, dim: number, s: Index & { kind: 'slice' }, optimise: boolean): Tensor {
  const n = t.sizes[dim];
  if (optimise && s.start === 0 && s.step === 1 && (runtime().dispatcher.wholeSlice?.(n, s.stop) ?? s.stop >= n)) return t;
  return one('slice.Tensor', t, dim, s.start, s.stop, s.step);
}

function boolIndex(on: boolean, t: Tensor): Tensor {
  if (!on) return one('empty.memory_format', [0], int64, null, t.device);
  return one('fill_.Scalar', one('empty.memory_format', [1], int64, null, t.device), 0);
}

/** All indices but tensors applied; the tensors land in `advanced` at their dimensions. */
function applyAll(self: Tensor, items: readonly Index[], advanced: (Tensor | null)[]): Tensor {
  const specified = dimensionsOf(items);
  if (specified > self.dim) raise('IndexError', `too many indices for tensor of dimension ${self.dim}`);
  let t = self;
  let dim = 0;
  const record = (x: Tensor): void => {
    while (advanced.length < dim) advanced.push(null);
    advanced[dim++] = x;
  };
  items.forEach((x, realDim) => {
    switch (x.kind) {
      case 'int':
        t = select(t, dim, x.i, realDim);
        return;
      case 'slice':
        t = slice(t, dim++, x, true);
        return;
      case 'ellipsis':
        dim += self.dim - specified;
        return;
      case 'none':
        t = one('unsqueeze', t, dim++);
        return;
      case 'bool':
        t = one('unsqueeze', t, dim);
        record(boolIndex(x.on, t));
        return;
      case 'sequence':
        record(fromData(x.v, { infer: 'index' }));
        return;
      default:
        if (x.t.dim === 0 && x.t.batch === null && x.t.dtype.category === 'int' && x.t.dtype.name !== 'uint8') {
          t = select(t, dim, Number(item(x.t)), realDim);
        } else if (x.t.dim === 0 && x.t.dtype.name === 'bool') {
          t = one('unsqueeze', t, dim);
          record(boolIndex(item(x.t) === true, t));
        } else record(x.t);
    }
  });
  return t;
}

const onDevice = (list: readonly (Tensor | null)[]): (Tensor | null)[] => [...list];

export function getItem(self: Tensor, key: Value): Tensor {
  const simple = key instanceof PyTuple || isSequence(key) || key instanceof PyArray || key instanceof PyRange || key instanceof PyTensor ? null : indexOf(key);
  if (simple) {
    if (simple.kind === 'none') return one('unsqueeze', self, 0);
    if (simple.kind === 'ellipsis') return one('alias', self);
    if (simple.kind === 'int') {
      if (self.dim === 0) {
        if (simple.i === 0) return select(self, 0, 0, 0);
        raise('IndexError', `index ${simple.i} is out of bounds for dimension 0 with size 0`);
      }
      return select(self, 0, simple.i, 0);
    }
    if (simple.kind === 'slice') {
      if (self.dim === 0) raise('IndexError', 'slice() cannot be applied to a 0-dim tensor.');
      return slice(self, 0, simple, false);
    }
    if (simple.kind === 'bool') {
      const t = one('unsqueeze', self, 0);
      return one('index.Tensor', t, [boolIndex(simple.on, t)]);
    }
  }
  const advanced: (Tensor | null)[] = [];
  const t = applyAll(self, asTuple(key).map(indexOf), advanced);
  if (advanced.length > 0) return one('index.Tensor', t, onDevice(advanced));
  return t === self ? one('alias', t) : t;
}

/** A value to be stored: a tensor, or a number as a 0-d tensor of the destination's type. */
function valueTensor(self: Tensor, v: Value): Tensor {
  const u = unbox(v);
  if (u instanceof PyTensor) return u.t;
  // numpy's scalars are no Python numbers, but for float64.
  const python = scalarDType(v) === undefined || scalarDType(v)?.name === 'float64';
  if (python && (typeof u === 'number' || typeof u === 'bigint' || typeof u === 'boolean' || u instanceof PyFloat)) {
    const t = empty([], self.dtype, { fake: false });
    fill(t, oneOf(typeof u === 'bigint' ? toInt(u) : u, t));
    return one('lift_fresh', t);
  }
  return raise('TypeError', `can't assign a ${tpName(v)} to a torch.${options(self)}`);
}

function options(t: Tensor): string {
  const names: Record<string, string> = {
    float32: 'FloatTensor',
    float64: 'DoubleTensor',
    int64: 'LongTensor',
    int32: 'IntTensor',
    bool: 'BoolTensor',
    bfloat16: 'BFloat16Tensor',
    float16: 'HalfTensor',
  };
  return `${t.device.type === 'cpu' ? '' : `${deviceName(t.device)}.`}${names[t.dtype.name] ?? 'Tensor'}`;
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((s, i) => s === b[i]);

function withoutLeadingOnes(sizes: readonly number[]): readonly number[] {
  let i = 0;
  while (i < sizes.length && sizes[i] === 1) i++;
  return sizes.slice(i);
}

function copyTo(dst: Tensor, src: Tensor): void {
  if (same(dst.sizes, src.sizes)) {
    call('copy_', dst, src);
    return;
  }
  if (src.dim === 0 && src.device.type === 'cpu') {
    call('fill_.Tensor', dst, src);
    return;
  }
  const flat = one('view', src, withoutLeadingOnes(src.sizes));
  call('copy_', dst, same(flat.sizes, dst.sizes) ? flat : one('expand', flat, dst.sizes));
}

export function setItem(self: Tensor, key: Value, v: Value): void {
  const value = valueTensor(self, v);
  if (key === false) return;
  const simple = key instanceof PyTuple || isSequence(key) || key instanceof PyArray || key instanceof PyRange || key instanceof PyTensor ? null : indexOf(key);
  if (simple) {
    if (simple.kind === 'ellipsis') return copyTo(self, value);
    if (simple.kind === 'none' || simple.kind === 'bool') return copyTo(one('unsqueeze', self, 0), value);
    if (simple.kind === 'int') return copyTo(select(self, 0, simple.i, 0), value);
    if (simple.kind === 'slice') {
      if (self.dim === 0) raise('IndexError', 'slice() cannot be applied to a 0-dim tensor.');
      return copyTo(slice(self, 0, simple, true), value);
    }
  }
  const advanced: (Tensor | null)[] = [];
  const items = asTuple(key).map(indexOf);
  const t = applyAll(self, items, advanced);
  if (advanced.length === 0) return copyTo(t, value);
  const flat = withoutLeadingOnes(value.sizes);
  call('index_put_', t, onDevice(advanced), same(flat, value.sizes) ? value : one('view', value, flat));
}
