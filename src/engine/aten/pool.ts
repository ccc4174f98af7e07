/** Pooling: average, maximum and adaptive, in one to three dimensions, with their backward operators. */
import { int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import { isChannelsLastStrides } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { three } from './conv_window.ts';
import { emptySuggested } from './making.ts';
import { list, type Sizes } from './dims.ts';
import { type Call, derivative, type OpDef } from './op.ts';
import { adaptiveCheck, checked, checkMax1, notFor, oneInt, plan, type Pool, ranked1 } from './pool_checks.ts';
import { read, write } from './work.ts';

const prod = (s: Sizes): number => s.reduce((a, b) => a * b, 1);
const shapeOf = (self: Tensor, n: number, output: Sizes): number[] => [...self.sizes.slice(0, -n), ...output];

/** Calls `f(plane, output place, bounds)` for every window; bounds are [start, end) a dimension before clipping. */
function windows(self: Tensor, w: Pool, f: (plane: number, out: number, at: number[]) => void): void {
  const planes = prod(self.sizes.slice(0, -w.n));
  const [od, oh, ow] = three(w.output, 1);
  for (let c = 0; c < planes; c++) {
    let o = c * od * oh * ow;
    for (let z = 0; z < od; z++) for (let y = 0; y < oh; y++) for (let x = 0; x < ow; x++) f(c, o++, [z, y, x]);
  }
}

const extents = (self: Tensor, n: number): number[] => three(self.sizes.slice(-n), 1);

function maxKernel([out, idx]: Tensor[], self: Tensor, w: Pool): void {
  const x = read(self, self.dtype);
  const [D, H, W] = extents(self, w.n);
  const [k, s, p, d] = [three(w.k, 1), three(w.s, 1), three(w.p, 0), three(w.d, 1)];
  const [y, at] = [new Float64Array(out.numel), new Float64Array(out.numel)];
  windows(self, w, (c, o, pos) => {
    let best = -Infinity;
    let where = -1;
    for (let a = 0; a < k[0]; a++) {
      const iz = pos[0] * s[0] - p[0] + a * d[0];
      if (iz < 0 || iz >= D) continue;
      for (let b = 0; b < k[1]; b++) {
        const iy = pos[1] * s[1] - p[1] + b * d[1];
        if (iy < 0 || iy >= H) continue;
        for (let e = 0; e < k[2]; e++) {
          const ix = pos[2] * s[2] - p[2] + e * d[2];
          if (ix < 0 || ix >= W) continue;
          const i = (iz * H + iy) * W + ix;
          const v = x[c * D * H * W + i];
          if (where < 0 || v > best || v !== v) {
            best = v;
            where = i;
          }
        }
      }
    }
    y[o] = best;
    at[o] = where;
  });
  write(out, y);
  write(idx, at);
}

function scatterBack(out: Tensor, grad: Tensor, indices: Tensor, n: number): void {
  const [g, at] = [read(grad, grad.dtype), read(indices, indices.dtype)];
  const [I, O] = [prod(out.sizes.slice(-n)), prod(grad.sizes.slice(-n))];
  const y = new Float64Array(out.numel);
  for (let i = 0; i < g.length; i++) y[Math.floor(i / O) * I + at[i]] += g[i];
  write(out, y);
}

const maxPool = (n: 2 | 3): OpDef[] => {
  const tail = `int[${n}] kernel_size, int[${n}] stride=[], int[${n}] padding=0, int[${n}] dilation=1, bool ceil_mode=False`;
  const bare = tail.replaceAll(/=\[\]|=0|=1|=False/g, '');
  return [
    {
      schema: `max_pool${n}d_with_indices(Tensor self, ${tail}) -> (Tensor, Tensor)`,
      kind: 'kernel',
      meta: (self: Tensor, k: Sizes, s: Sizes, p: Sizes, d: Sizes, ceil: boolean) => {
        const shape = shapeOf(self, n, checked(self, n, k, s, p, d, ceil, `max_pool${n}d`).output);
        return [emptySuggested(self, shape), emptySuggested(self, shape, int64)];
      },
      kernel: (out: Tensor[], self: Tensor, k: Sizes, s: Sizes, p: Sizes, d: Sizes, ceil: boolean) => {
        notFor(self, `max_pool${n}d`, true);
        maxKernel(out, self, plan(self, n, k, s, p, d, ceil));
      },
      derivative: derivative(
        `MaxPool${n}DWithIndicesBackward0`,
        ['self', 'result1'],
        {
          self: (c) =>
            c.call.one(
              `max_pool${n}d_with_indices_backward`,
              c.g,
              c.t('self'),
              c.arg('kernel_size'),
              c.arg('stride'),
              c.arg('padding'),
              c.arg('dilation'),
              c.arg('ceil_mode'),
              c.results[1],
            ),
        },
        [1],
      ),
    },
    {
      schema: `max_pool${n}d_with_indices_backward(Tensor grad_output, Tensor self, ${bare}, Tensor indices) -> Tensor`,
      kind: 'kernel',
      meta: (_g: Tensor, self: Tensor) => emptySuggested(self, self.sizes),
      kernel: (out: Tensor, g: Tensor, _s: Tensor, _k: Sizes, _t: Sizes, _p: Sizes, _d: Sizes, _c: boolean, indices: Tensor) => scatterBack(out, g, indices, n),
    },
    {
      schema: `max_pool${n}d(Tensor self, ${tail}) -> Tensor`,
      kind: 'composite',
      composite: (call, self: Tensor, k: Sizes, s: Sizes, p: Sizes, d: Sizes, ceil: boolean) =>
        call.many(`max_pool${n}d_with_indices`, self, k, s, p, d, ceil)[0],
    },
  ];
};

const avgPool = (n: 2 | 3): OpDef[] => {
  const tail = `int[${n}] kernel_size, int[${n}] stride=[], int[${n}] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None`;
  const bare = `int[${n}] kernel_size, int[${n}] stride, int[${n}] padding, bool ceil_mode, bool count_include_pad, int? divisor_override`;
  const ones = new Array<number>(n).fill(1);
  const each = (
    self: Tensor,
    w: Pool,
    include: boolean,
    override: number | null,
    f: (c: number, o: number, lo: number[], hi: number[], size: number) => void,
  ): void => {
    const ext = extents(self, n);
    const [k, s, p] = [three(w.k, 1), three(w.s, 1), three(w.p, 0)];
    windows(self, w, (c, o, pos) => {
      const lo = pos.map((v, i) => v * s[i] - p[i]);
      const hi = lo.map((v, i) => Math.min(v + k[i], ext[i] + p[i]));
      const whole = prod(hi.map((h, i) => h - lo[i]));
      const [a, b] = [lo.map((v) => Math.max(v, 0)), hi.map((h, i) => Math.min(h, ext[i]))];
      const size = override ?? (include ? whole : prod(b.map((h, i) => h - a[i])));
      f(c, o, a, b, size);
    });
  };
  return [
    {
      schema: `avg_pool${n}d(Tensor self, ${tail}) -> Tensor`,
      kind: 'kernel',
      meta: (self: Tensor, k: Sizes, s: Sizes, p: Sizes, ceil: boolean, _i: boolean, override: number | null) => {
        if (override === 0) throw runtimeError('divisor must be not zero');
        return emptySuggested(self, shapeOf(self, n, checked(self, n, k, s, p, ones, ceil, `avg_pool${n}d`).output));
      },
      kernel: (out: Tensor, self: Tensor, k: Sizes, s: Sizes, p: Sizes, ceil: boolean, include: boolean, override: number | null) => {
        notFor(self, `avg_pool${n}d`, true);
        const w = plan(self, n, k, s, p, ones, ceil);
        const x = read(self, self.dtype);
        const [D, H, W] = extents(self, n);
        const r = x instanceof Float32Array ? Math.fround : (v: number): number => v;
        const y = new Float64Array(out.numel);
        each(self, w, include, override, (c, o, lo, hi, size) => {
          let sum = 0;
          for (let z = lo[0]; z < hi[0]; z++)
            for (let q = lo[1]; q < hi[1]; q++) for (let v = lo[2]; v < hi[2]; v++) sum = r(sum + x[((c * D + z) * H + q) * W + v]);
          y[o] = sum / size;
        });
        write(out, y);
      },
      derivative: derivative(`AvgPool${n}DBackward0`, ['self'], {
        self: (c) =>
          c.call.one(
            `avg_pool${n}d_backward`,
            c.g,
            c.t('self'),
            c.arg('kernel_size'),
            c.arg('stride'),
            c.arg('padding'),
            c.arg('ceil_mode'),
            c.arg('count_include_pad'),
            c.arg('divisor_override'),
          ),
      }),
    },
    {
      schema: `avg_pool${n}d_backward(Tensor grad_output, Tensor self, ${bare}) -> Tensor`,
      kind: 'kernel',
      meta: (_g: Tensor, self: Tensor) => emptySuggested(self, self.sizes),
      kernel: (out: Tensor, grad: Tensor, self: Tensor, k: Sizes, s: Sizes, p: Sizes, ceil: boolean, include: boolean, override: number | null) => {
        const w = plan(self, n, k, s, p, ones, ceil);
        const g = read(grad, grad.dtype);
        const [D, H, W] = extents(self, n);
        const y = new Float64Array(out.numel);
        each(self, w, include, override, (c, o, lo, hi, size) => {
          const v = g[o] / size;
          for (let z = lo[0]; z < hi[0]; z++) for (let q = lo[1]; q < hi[1]; q++) for (let e = lo[2]; e < hi[2]; e++) y[((c * D + z) * H + q) * W + e] += v;
        });
        write(out, y);
      },
    },
  ];
};

/** Bounds of an adaptive window. */
const from = (i: number, out: number, n: number): number => Math.floor((i * n) / out);
const to = (i: number, out: number, n: number): number => Math.ceil(((i + 1) * n) / out);

function adaptive(self: Tensor, output: Sizes, f: (c: number, o: number, lo: number[], hi: number[]) => void): void {
  const n = output.length;
  const ext = extents(self, n);
  const out = three(output, 1);
  windows(self, { n, k: [], s: [], p: [], d: [], output }, (c, o, pos) =>
    f(
      c,
      o,
      pos.map((v, i) => from(v, out[i], ext[i])),
      pos.map((v, i) => to(v, out[i], ext[i])),
    ),
  );
}

const adaptiveAvg = (n: 2 | 3): OpDef[] => [
  {
    schema: `_adaptive_avg_pool${n}d(Tensor self, SymInt[${n}] output_size) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, output: Sizes) => {
      adaptiveCheck(self, n, 'avg');
      return emptySuggested(self, shapeOf(self, n, output));
    },
    kernel: (out: Tensor, self: Tensor, output: Sizes) => {
      notFor(self, `adaptive_avg_pool${n}d`, false);
      const x = read(self, self.dtype);
      const [D, H, W] = extents(self, n);
      const y = new Float64Array(out.numel);
      adaptive(self, output, (c, o, lo, hi) => {
        let sum = 0;
        for (let z = lo[0]; z < hi[0]; z++) for (let q = lo[1]; q < hi[1]; q++) for (let v = lo[2]; v < hi[2]; v++) sum += x[((c * D + z) * H + q) * W + v];
        y[o] = sum / prod(hi.map((h, i) => h - lo[i]));
      });
      write(out, y);
    },
    derivative: derivative(`AdaptiveAvgPool${n}DBackward0`, ['self'], { self: (c) => c.call.one(`_adaptive_avg_pool${n}d_backward`, c.g, c.t('self')) }),
  },
  {
    schema: `_adaptive_avg_pool${n}d_backward(Tensor grad_output, Tensor self) -> Tensor`,
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => emptySuggested(self, self.sizes),
    kernel: (out: Tensor, grad: Tensor, self: Tensor) => {
      const g = read(grad, grad.dtype);
      const [D, H, W] = extents(self, n);
      const y = new Float64Array(out.numel);
      adaptive(self, grad.sizes.slice(-n), (c, o, lo, hi) => {
        const v = g[o] / prod(hi.map((h, i) => h - lo[i]));
        for (let z = lo[0]; z < hi[0]; z++) for (let q = lo[1]; q < hi[1]; q++) for (let e = lo[2]; e < hi[2]; e++) y[((c * D + z) * H + q) * W + e] += v;
      });
      write(out, y);
    },
  },
  {
    schema: `adaptive_avg_pool${n}d(Tensor self, SymInt[${n}] output_size) -> Tensor`,
    kind: 'composite',
    composite: (call, self: Tensor, o: Sizes) => {
      if (o.length !== n) throw runtimeError(`adaptive_avg_pool${n}d: output_size must be ${n}`);
      if (o.some((v) => v < 0))
        throw runtimeError(
          `adaptive_avg_pool${n}d: elements of output_size must be greater than or equal to 0 but received {${o.join(', ').replace(/, (\d+)$/, n === 3 ? ',$1' : ', $1')}}`,
        );
      if (o.every((v) => v === 1)) {
        const mean = call.one(
          'mean.dim',
          self,
          Array.from({ length: n }, (_, i) => -1 - i),
          true,
          null,
        );
        // The mean keeps the layout of what it came from, whose other strides a size of one no longer shows.
        const [N, C] = self.sizes;
        const ones = o.map(() => 1);
        return self.dim === n + 2 && isChannelsLastStrides(self.sizes, self.strides, n === 2 ? 4 : 5)
          ? call.one('as_strided_', mean, [N, C, ...ones], [C, 1, ...ones.map(() => C)], null)
          : mean;
      }
      return call.one(`_adaptive_avg_pool${n}d`, self, o);
    },
  },
];

const adaptiveMax = (n: 2 | 3): OpDef[] => [
  {
    schema: `adaptive_max_pool${n}d(Tensor self, int[${n}] output_size) -> (Tensor, Tensor)`,
    kind: 'kernel',
    meta: (self: Tensor, output: Sizes) => {
      if (output.length !== n) throw runtimeError(`adaptive_max_pool${n}d(): internal error: output_size.size() must be ${n}`);
      adaptiveCheck(self, n, 'max');
      const shape = shapeOf(self, n, output);
      if (output.some((v) => v < 0)) throw runtimeError(`Trying to create tensor with negative dimension ${output.find((v) => v < 0)}: ${list(shape)}`);
      return [emptySuggested(self, shape), emptySuggested(self, shape, int64)];
    },
    kernel: ([out, idx]: Tensor[], self: Tensor, output: Sizes) => {
      notFor(self, `adaptive_max_pool${n}d`, false);
      const x = read(self, self.dtype);
      const [D, H, W] = extents(self, n);
      const [y, at] = [new Float64Array(out.numel), new Float64Array(out.numel)];
      adaptive(self, output, (c, o, lo, hi) => {
        let [best, where] = [-Infinity, -1];
        for (let z = lo[0]; z < hi[0]; z++) {
          for (let q = lo[1]; q < hi[1]; q++) {
            for (let e = lo[2]; e < hi[2]; e++) {
              const i = (z * H + q) * W + e;
              const v = x[c * D * H * W + i];
              if (where < 0 || v > best || v !== v) [best, where] = [v, i];
            }
          }
        }
        y[o] = best;
        at[o] = where;
      });
      write(out, y);
      write(idx, at);
    },
    derivative: derivative(
      `AdaptiveMaxPool${n}DBackward0`,
      ['self', 'result1'],
      { self: (c) => c.call.one(`adaptive_max_pool${n}d_backward`, c.g, c.t('self'), c.results[1]) },
      [1],
    ),
  },
  {
    schema: `adaptive_max_pool${n}d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor`,
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => emptySuggested(self, self.sizes),
    kernel: (out: Tensor, g: Tensor, _s: Tensor, indices: Tensor) => scatterBack(out, g, indices, n),
  },
];

/** One dimension runs as two, with a dimension of one put in. */
function lift(call: Call, self: Tensor, f: (x: Tensor) => Tensor[]): Tensor[] {
  return f(call.unsqueeze(self, -2)).map((t) => call.squeeze(t, -2));
}

const UNPOOL: OpDef[] = ([2, 3] as const).map((n): OpDef => ({
  schema:
    n === 2
      ? 'max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor'
      : 'max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, indices: Tensor, output: Sizes) => {
    if (indices.dtype !== int64) throw runtimeError(`elements in indices should be type int64 but got: ${CPP[indices.dtype.name]}`);
    if (`${self.sizes}` !== `${indices.sizes}`)
      throw runtimeError(
        `Expected shape of indices to be same as that of the input tensor (${list(self.sizes)}) but got indices tensor with shape: ${list(indices.sizes)}`,
      );
    return emptySuggested(self, shapeOf(self, n, output));
  },
  kernel: (out: Tensor, self: Tensor, indices: Tensor, output: Sizes) => {
    const [x, at] = [read(self, self.dtype), read(indices, indices.dtype)];
    const [I, O] = [prod(self.sizes.slice(-n)), prod(output)];
    const y = new Float64Array(out.numel);
    for (let i = 0; i < x.length; i++) {
      if (at[i] < 0 || at[i] >= O) throw runtimeError(`Found an invalid max index: ${at[i]} (output volumes are of size ${output.join('x')})`);
      y[Math.floor(i / I) * O + at[i]] = x[i];
    }
    write(out, y);
  },
  derivative: derivative(`MaxUnpool${n}DBackward0`, ['indices'], {
    self: (c) => {
      const idx = c.t('indices');
      const k = c.call;
      const lead = idx.sizes.slice(0, -n);
      const flat = (t: Tensor): Tensor => k.reshape(k.contiguous(t), [...lead, -1]);
      return k.view(k.one('gather', flat(c.g), -1, flat(idx), false), idx.sizes);
    },
  }),
}));

export const POOLS: readonly OpDef[] = [
  ...maxPool(2),
  ...maxPool(3),
  ...avgPool(2),
  ...avgPool(3),
  ...adaptiveAvg(2),
  ...adaptiveAvg(3),
  ...adaptiveMax(2),
  ...adaptiveMax(3),
  ...UNPOOL,
  {
    schema:
      'max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)',
    kind: 'composite',
    composite: (call, self: Tensor, k: Sizes, s: Sizes, p: Sizes, d: Sizes, ceil: boolean) =>
      lift(call, self, (x) => call.many('max_pool2d_with_indices', x, [1, k[0]], [1, s[0] ?? k[0]], [0, p[0]], [1, d[0]], ceil)),
  },
  {
    schema: 'max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, k: Sizes, s: Sizes, p: Sizes, d: Sizes, ceil: boolean) => {
      checkMax1(self, k, s, p, d, ceil);
      if (!call.requiresGrad(self)) notFor(self, 'max_pool1d_impl', false);
      return call.many('max_pool1d_with_indices', self, k, s, p, d, ceil)[0];
    },
  },
  {
    schema: 'avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool ceil_mode=False, bool count_include_pad=True) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, k: Sizes, s: Sizes, p: Sizes, ceil: boolean, include: boolean) => {
      ranked1(self, 'avg_pool1d');
      oneInt('avg_pool1d', 'kernel_size', k);
      if (s.length > 0) oneInt('avg_pool1d', 'stride', s);
      oneInt('avg_pool1d', 'padding', p);
      return lift(call, self, (x) => [call.one('avg_pool2d', x, [1, k[0]], [1, s[0] ?? k[0]], [0, p[0]], ceil, include, null)])[0];
    },
  },
  {
    schema: 'adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, o: Sizes) => {
      ranked1(self, 'adaptive_avg_pool1d');
      oneInt('adaptive_avg_pool1d', 'output_size', o);
      return lift(call, self, (x) => [call.one('adaptive_avg_pool2d', x, [1, o[0]])])[0];
    },
  },
  {
    schema: 'adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)',
    kind: 'composite',
    composite: (call, self: Tensor, o: Sizes) => {
      ranked1(self, 'adaptive_max_pool1d');
      oneInt('adaptive_max_pool1d', 'output_size', o);
      return lift(call, self, (x) => call.many('adaptive_max_pool2d', x, [1, o[0]]));
    },
  },
];
