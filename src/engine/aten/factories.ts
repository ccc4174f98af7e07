/**
 * Making tensors: empty, zeros, full, arange, linspace, eye, and the `_like` and `new_` forms.
 *
 * Every factory has a row of its own in a trace. Leaves out: layouts other than strided.
 */
import { spend } from '../python/spend.ts';
import { PyFloat } from '../python/values.ts';
import { copyInto, fill, fromBigInts, fromWorking } from '../tensor/access.ts';
import { empty, emptyStrided } from '../tensor/create.ts';
import { type DType, int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { pow as powOf } from '../tensor/math/index.ts';
import { defaults } from '../tensor/promotion.ts';
import { type Device, Tensor } from '../tensor/tensor.ts';
import type { Sizes } from './dims.ts';
import { likeFormat, make, number, oneOf, channelsLast } from './making.ts';
import { type Arg, derivative, type OpDef, type Scalar } from './op.ts';
import { outOf } from './variants.ts';
import { kindOf, numberOf, read, roundingOf, scalarType } from './work.ts';

const OPTIONS = 'ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None';

const filled = (name: string, value: number): OpDef[] => [
  {
    schema: `${name}(SymInt[] size, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => {
      if (name === 'zeros' && size.some((s) => s < 0)) throw runtimeError('zeros: Dimension size must be non-negative.');
      return make(size, dtype, device);
    },
    kernel: (out: Tensor) => fill(out, value),
  },
  {
    schema: `${name}_like(Tensor self, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, format: string | null) => likeFormat(self, format, dtype, device),
    kernel: (out: Tensor) => fill(out, value),
  },
  {
    schema: `new_${name}(Tensor self, SymInt[] size, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, size: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => make(size, dtype ?? self.dtype, device ?? self.device),
    kernel: (out: Tensor) => fill(out, value),
  },
];

function arangeLength(start: Scalar, end: Scalar, step: Scalar): number {
  const [a, b, s] = [numberOf(start), numberOf(end), numberOf(step)];
  if (s === 0) throw runtimeError('step must be nonzero');
  if (!Number.isFinite(a) || !Number.isFinite(b)) throw runtimeError(`unsupported range: ${show(a)} -> ${show(b)}`);
  if ((s > 0 && a > b) || (s < 0 && a < b)) throw runtimeError('upper bound and lower bound inconsistent with step sign');
  return Math.ceil((b - a) / s);
}

const show = (x: number): string => (Number.isNaN(x) ? 'nan' : x === Infinity ? 'inf' : x === -Infinity ? '-inf' : String(x));

const rangeType = (...xs: Scalar[]): DType => (xs.some((x) => kindOf(x) === 'float') ? defaults.dtype : int64);

function arangeMeta(start: Scalar, end: Scalar, step: Scalar, dtype: DType | null, _l: Arg, device: Device | null): Tensor {
  const d = dtype ?? rangeType(start, end, step);
  if (d.category === 'int') for (const x of [start, end, step]) if (typeof x === 'bigint') number(x, int64);
  return make([arangeLength(start, end, step)], d, device);
}

function arangeKernel(out: Tensor, start: Scalar, _end: Scalar, step: Scalar): void {
  if (out.dtype.category === 'int' && kindOf(start) !== 'float' && kindOf(step) !== 'float') {
    const [a, s] = [BigInt(start as number), BigInt(step as number)];
    fromBigInts(
      out,
      BigInt64Array.from({ length: out.numel }, (_, i) => a + BigInt(i) * s),
    );
    return;
  }
  const [a, s] = [numberOf(start), numberOf(step)];
  fromWorking(
    out,
    Float64Array.from({ length: out.numel }, (_, i) => (out.dtype.category === 'int' ? Math.trunc(a) + i * Math.trunc(s) : a + i * s)),
  );
}

function linspaceKernel(out: Tensor, start: Scalar, end: Scalar, steps: number): void {
  // Every step is rounded to the type asked for, half types as well (`scalar_t step`, RangeFactoriesKernel.cpp).
  const r = roundingOf(out.dtype);
  const [a, b] = [numberOf(start), numberOf(end)];
  if (steps === 1) {
    fill(out, a);
    return;
  }
  const step = r(r(r(b) - r(a)) / r(steps - 1));
  const half = Math.floor(steps / 2);
  const w = Float64Array.from({ length: steps }, (_, i) => (i < half ? r(r(a) + r(step * r(i))) : r(r(b) - r(step * r(steps - i - 1)))));
  fromWorking(out, out.dtype.category === 'float' ? w : w.map(Math.trunc));
}

/** Ends that are tensors of one number. */
function linspaceOf(form: string): OpDef {
  const [start, end] = form.split('_');
  const number = (x: Tensor | Scalar): Scalar => (x instanceof Tensor ? new PyFloat(read(x, x.dtype)[0]) : x);
  return {
    schema: `linspace.${form}(${start} start, ${end} end, int steps, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (a: Tensor | Scalar, b: Tensor | Scalar, steps: number, dtype: DType | null, _l: Arg, device: Device | null) => {
      const got = [a, b].flatMap((x, i) => (x instanceof Tensor ? [{ name: i === 0 ? 'start' : 'end', dim: x.dim }] : []));
      if (got.some((x) => x.dim !== 0)) {
        const words = got.map((x) => `${x.name} with ${x.dim} dimension(s)`).join(' and ');
        throw runtimeError(`linspace only supports 0-dimensional start and end tensors, but got ${words}.`);
      }
      if (steps < 0) throw runtimeError('number of steps must be non-negative');
      return make([steps], dtype, device);
    },
    kernel: (out: Tensor, a: Tensor | Scalar, b: Tensor | Scalar, steps: number) => linspaceKernel(out, number(a), number(b), steps),
  };
}

const triangle = (name: 'tril' | 'triu'): OpDef[] => {
  const def: OpDef = {
    schema: `${name}(Tensor self, SymInt diagonal=0) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor) => {
      if (self.dim < 2) throw runtimeError(`${name}: input tensor must have at least 2 dimensions`);
      return empty(self.sizes, self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, k: number) => {
      copyInto(out, self);
      const [rows, cols] = [self.sizes[self.dim - 2], self.sizes[self.dim - 1]];
      const bytes = out.storage.bytes() as Uint8Array;
      const size = out.dtype.itemsize;
      for (let at = 0; at < out.numel; at += rows * cols) {
        for (let i = 0; i < rows; i++) {
          const cut = Math.min(Math.max(name === 'tril' ? i + k + 1 : i + k, 0), cols);
          const from = at + i * cols + (name === 'tril' ? cut : 0);
          const to = at + i * cols + (name === 'tril' ? cols : cut);
          bytes.fill(0, (out.offset + from) * size, (out.offset + to) * size);
        }
      }
    },
    derivative: derivative(name === 'tril' ? 'TrilBackward0' : 'TriuBackward0', [], { self: (c) => c.call.one(name, c.g, c.arg('diagonal')) }),
  };
  return [
    def,
    outOf(def),
    {
      schema: `${name}_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!)`,
      kind: 'kernel',
      meta: (self: Tensor) => self,
      kernel: (self: Tensor, _s: Tensor, k: number) => {
        const t = (def.meta as (t: Tensor) => Tensor)(self);
        (def.kernel as (o: Tensor, t: Tensor, k: number) => void)(t, self, k);
        copyInto(self, t);
      },
      derivative: def.derivative as NonNullable<OpDef['derivative']>,
    },
  ];
};

const indices = (name: 'tril_indices' | 'triu_indices'): OpDef => {
  /** Of row `i` the columns that count: from the first up to, but without, the second. */
  const within = (i: number, col: number, k: number): [number, number] =>
    name === 'tril_indices' ? [0, Math.max(0, Math.min(col, i + k + 1))] : [Math.max(0, Math.min(col, i + k)), col];
  const count = (row: number, col: number, k: number): number => {
    let n = 0;
    for (let i = 0; i < row; i++) {
      const [from, to] = within(i, col, k);
      n += to - from;
    }
    return n;
  };
  return {
    schema: `${name}(int row, int col, int offset=0, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor`,
    kind: 'kernel',
    meta: (row: number, col: number, k: number, dtype: DType | string | null, _l: Arg, device: Device | null) => {
      if (row < 0) throw runtimeError(`row must be non-negative, got${row}`);
      if (col < 0) throw runtimeError(`col must be non-negative, got${col}`);
      spend(row);
      return make([2, count(row, col, k)], typeof dtype === 'string' || dtype === null ? int64 : dtype, device);
    },
    kernel: (out: Tensor, row: number, col: number, k: number) => {
      const n = out.sizes[1];
      const w = new Float64Array(2 * n);
      for (let i = 0, at = 0; i < row; i++) {
        const [from, to] = within(i, col, k);
        for (let j = from; j < to; j++, at++) [w[at], w[n + at]] = [i, j];
      }
      fromWorking(out, w);
    },
  };
};

const eyeMeta = (n: number, m: number, dtype: DType | null, _l: Arg, device: Device | null): Tensor => {
  if (n < 0) throw runtimeError(`n must be greater or equal to 0, got ${n}`);
  if (m < 0) throw runtimeError(`m must be greater or equal to 0, got ${m}`);
  return make([n, m], dtype, device);
};
const eyeKernel = (out: Tensor, n: number, m: number): void => {
  const w = new Float64Array(n * m);
  for (let i = 0; i < Math.min(n, m); i++) w[i * m + i] = 1;
  fromWorking(out, w);
};

export const FACTORIES: readonly OpDef[] = [
  {
    schema: `empty.memory_format(SymInt[] size, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, format: string | null) =>
      format?.startsWith('channels') ? channelsLast(size, format, dtype ?? defaults.dtype, device ? { device } : {}) : make(size, dtype, device),
  },
  {
    schema: `empty_like(Tensor self, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, format: string | null) => likeFormat(self, format, dtype, device),
  },
  {
    schema: `new_empty(Tensor self, SymInt[] size, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, size: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => make(size, dtype ?? self.dtype, device ?? self.device),
  },
  {
    schema: `empty_strided(SymInt[] size, SymInt[] stride, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, stride: Sizes, dtype: DType | null, _l: Arg, device: Device | null) =>
      emptyStrided([...size], [...stride], dtype ?? defaults.dtype, device ? { device } : {}),
  },
  {
    schema: `new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, size: Sizes, stride: Sizes, dtype: DType | null, _l: Arg, device: Device | null) =>
      emptyStrided([...size], [...stride], dtype ?? self.dtype, { device: device ?? self.device }),
  },
  {
    schema: `empty_permuted(SymInt[] size, int[] physical_layout, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, layout: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => {
      const strides = new Array<number>(size.length);
      let step = 1;
      for (let i = size.length - 1; i >= 0; i--) {
        strides[layout[i]] = step;
        step *= size[layout[i]];
      }
      return emptyStrided(size, strides, dtype ?? defaults.dtype, device ? { device } : {});
    },
  },
  ...filled('zeros', 0),
  ...filled('ones', 1),
  {
    schema: `full(SymInt[] size, Scalar fill_value, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, value: Scalar, dtype: DType | null, _l: Arg, device: Device | null) => make(size, dtype ?? scalarType(value), device),
    kernel: (out: Tensor, _s: Sizes, value: Scalar) => fill(out, oneOf(value, out)),
  },
  {
    schema: `full_like(Tensor self, Scalar fill_value, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, _v: Scalar, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, format: string | null) =>
      likeFormat(self, format, dtype, device),
    kernel: (out: Tensor, _s: Tensor, value: Scalar) => fill(out, oneOf(value, out)),
  },
  {
    schema: `new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, size: Sizes, _v: Scalar, dtype: DType | null, _l: Arg, device: Device | null) =>
      make(size, dtype ?? self.dtype, device ?? self.device),
    kernel: (out: Tensor, _s: Tensor, _z: Sizes, value: Scalar) => fill(out, oneOf(value, out)),
  },
  {
    schema: `scalar_tensor(Scalar s, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (_s: Scalar, dtype: DType | null, _l: Arg, device: Device | null) => make([], dtype, device),
    kernel: (out: Tensor, value: Scalar) => fill(out, oneOf(value, out)),
  },
  {
    schema: `arange(Scalar end, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (end: Scalar, dtype: DType | null, l: Arg, device: Device | null) => arangeMeta(0, end, 1, dtype, l, device),
    kernel: (out: Tensor, end: Scalar) => arangeKernel(out, 0, end, 1),
  },
  {
    schema: `arange.start(Scalar start, Scalar end, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (start: Scalar, end: Scalar, dtype: DType | null, l: Arg, device: Device | null) => arangeMeta(start, end, 1, dtype, l, device),
    kernel: (out: Tensor, start: Scalar, end: Scalar) => arangeKernel(out, start, end, 1),
  },
  {
    schema: `arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: arangeMeta,
    kernel: arangeKernel,
  },
  {
    schema: `linspace(Scalar start, Scalar end, int steps, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (_a: Scalar, _b: Scalar, steps: number, dtype: DType | null, _l: Arg, device: Device | null) => {
      if (steps < 0) throw runtimeError('number of steps must be non-negative');
      return make([steps], dtype, device);
    },
    kernel: linspaceKernel,
  },
  ...['Tensor_Tensor', 'Tensor_Scalar', 'Scalar_Tensor'].map(linspaceOf),
  {
    schema: `logspace(Scalar start, Scalar end, int steps, float base=10.0, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (_a: Scalar, _b: Scalar, steps: number, _base: Scalar, dtype: DType | null, _l: Arg, device: Device | null) => {
      if (steps < 0) throw runtimeError('number of steps must be non-negative');
      return make([steps], dtype, device);
    },
    kernel: (out: Tensor, start: Scalar, end: Scalar, steps: number, base: Scalar) => {
      const [a, b, z] = [numberOf(start), numberOf(end), numberOf(base)];
      const step = steps > 1 ? (b - a) / (steps - 1) : 0;
      const half = Math.floor(steps / 2);
      const e = Float64Array.from({ length: steps }, (_, i) => powOf(z, i < half || steps === 1 ? a + step * i : b - step * (steps - i - 1)));
      fromWorking(out, out.dtype.category === 'float' ? e : e.map(Math.trunc));
    },
  },
  {
    schema: `eye(SymInt n, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (n: number, d: DType | null, l: Arg, v: Device | null) => eyeMeta(n, n, d, l, v),
    kernel: (out: Tensor, n: number) => eyeKernel(out, n, n),
  },
  { schema: `eye.m(SymInt n, SymInt m, *, ${OPTIONS}) -> Tensor`, kind: 'kernel', meta: eyeMeta, kernel: eyeKernel },
  ...triangle('tril'),
  ...triangle('triu'),
  indices('tril_indices'),
  indices('triu_indices'),
];
