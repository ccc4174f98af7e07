/**
 * Sampling an image or a volume at given places: `grid_sample`, its gradients, and the grids of affine maps.
 *
 * Places are in [-1, 1] along each axis, the last axis of the image first. Idea and order of steps: ATen/native/
 * GridSampler.h (place to coordinate, padding rule, corners with weights). One code serves 2 and 3 dimensions: corners
 * are the product of the corners of each axis. Every step is rounded to the type of the image, as PyTorch's vector code
 * rounds, half types too.
 */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';
import type { Round } from './elementwise.ts';
import { type Arg, type BackwardContext, type Call, derivative, type OpDef } from './op.ts';
import { read, roundingOf, write } from './work.ts';

/** Modes; 0 is bilinear. */
const [NEAREST, BICUBIC] = [1, 2];
const [ZEROS, BORDER] = [0, 1];

/** A value and its slope in the coordinate that it came from. */
interface Slope {
  readonly x: number;
  readonly d: number;
}

function unnormalize(place: number, size: number, align: boolean, r: Round): Slope {
  const d = (align ? size - 1 : size) / 2;
  const x = r(r(place + 1) * d);
  return { x: align ? x : r(x - 0.5), d };
}

function clip({ x, d }: Slope, size: number): Slope {
  if (!(x > 0)) return { x: 0, d: 0 };
  return x >= size - 1 ? { x: size - 1, d: 0 } : { x, d };
}

/** Folds a coordinate back between two mirrors, given as twice their places. */
function reflect({ x, d }: Slope, twiceLow: number, twiceHigh: number): Slope {
  if (twiceLow === twiceHigh) return { x: 0, d: 0 };
  const [low, span] = [twiceLow / 2, (twiceHigh - twiceLow) / 2];
  const from = x - low;
  const far = Math.abs(from);
  const sign = from < 0 ? -d : d;
  const extra = far % span;
  return Math.floor(far / span) % 2 === 0 ? { x: extra + low, d: sign } : { x: span - extra + low, d: -sign };
}

function padded(c: Slope, size: number, padding: number, align: boolean): Slope {
  let r = c;
  if (padding === BORDER) r = clip(c, size);
  else if (padding !== ZEROS) r = clip(align ? reflect(c, 0, 2 * (size - 1)) : reflect(c, -1, 2 * size - 1), size);
  // Too large for an int, or no number: outside of every image.
  return Number.isFinite(r.x) && Math.abs(r.x) < 2 ** 31 - 1 ? r : { x: -100, d: r.d };
}

/** A corner along one axis: its index (-1: outside), weight, and the weight's slope in the place. */
interface Corner {
  readonly at: number;
  readonly w: number;
  readonly dw: number;
}

const inside = (i: number, size: number): number => (i >= 0 && i < size ? i : -1);

const even = (x: number): number => {
  const f = Math.floor(x);
  return x - f < 0.5 || (x - f === 0.5 && f % 2 === 0) ? f : f + 1;
};

/** Keys' cubic with A = -0.75 for the taps -1, 0, 1, 2, and its slopes. */
function cubic(t: number): { w: number[]; dw: number[] } {
  const A = -0.75;
  const near = (x: number): number => ((A + 2) * x - (A + 3)) * x * x + 1;
  const far = (x: number): number => ((A * x - 5 * A) * x + 8 * A) * x - 4 * A;
  const dNear = (x: number): number => (3 * (A + 2) * x - 2 * (A + 3)) * x;
  const dFar = (x: number): number => (3 * A * x - 10 * A) * x + 8 * A;
  return { w: [far(t + 1), near(t), near(1 - t), far(2 - t)], dw: [dFar(t + 1), dNear(t), -dNear(1 - t), -dFar(2 - t)] };
}

function corners(place: number, size: number, mode: number, padding: number, align: boolean, r: Round): Corner[] {
  const raw = unnormalize(place, size, align, r);
  if (mode === BICUBIC) {
    const from = Math.floor(raw.x);
    const { w, dw } = cubic(r(raw.x - from));
    return w.map((v, k) => {
      const at = padded({ x: from - 1 + k, d: 0 }, size, padding, align).x;
      return { at: inside(Math.trunc(at), size), w: r(v), dw: dw[k] * raw.d };
    });
  }
  const c = padded(raw, size, padding, align);
  if (mode === NEAREST) return [{ at: inside(even(c.x), size), w: 1, dw: 0 }];
  const low = Math.floor(c.x);
  const w = r(c.x - low);
  return [
    { at: inside(low, size), w: r(1 - w), dw: -c.d },
    { at: inside(low + 1, size), w, dw: c.d },
  ];
}

interface Shape {
  readonly batch: number;
  readonly channels: number;
  /** Of the image and of the result, outermost first. */
  readonly image: Sizes;
  readonly out: Sizes;
}

const shapeOf = (input: Tensor, grid: Tensor): Shape => ({
  batch: input.sizes[0],
  channels: input.sizes[1],
  image: input.sizes.slice(2),
  out: grid.sizes.slice(1, -1),
});
const prod = (s: Sizes): number => s.reduce((a, b) => a * b, 1);

/**
 * For each place of each result: `f(n, place, at, w, dw)` for each set of corners inside the image; `at` is the offset
 * in a channel, `dw` the slope of the weight along each axis of the grid.
 */
function eachCorner(
  s: Shape,
  grid: ArrayLike<number>,
  mode: number,
  padding: number,
  align: boolean,
  r: Round,
  f: (n: number, place: number, at: number, w: number, dw: readonly number[]) => void,
): void {
  const rank = s.image.length;
  const places = prod(s.out);
  for (let n = 0; n < s.batch; n++) {
    for (let p = 0; p < places; p++) {
      // The grid names the last axis first.
      const axes = s.image.map((size, a) => corners(grid[(n * places + p) * rank + (rank - 1 - a)], size, mode, padding, align, r));
      const walk = (a: number, at: number, w: number, dw: readonly number[]): void => {
        if (a === rank) {
          f(n, p, at, w, dw);
          return;
        }
        for (const c of axes[a]) if (c.at >= 0) walk(a + 1, at * s.image[a] + c.at, r(w * c.w), [...dw.map((d) => d * c.w), w * c.dw]);
      };
      walk(0, 0, 1, []);
    }
  }
}

function check(input: Tensor, grid: Tensor): void {
  const both = `but got input with sizes ${list(input.sizes)} and grid with sizes ${list(grid.sizes)}`;
  if (input.sizes[0] !== grid.sizes[0]) throw runtimeError(`grid_sampler(): expected grid and input to have same batch size, ${both}`);
  if (grid.sizes[grid.dim - 1] !== input.dim - 2) {
    throw runtimeError(`grid_sampler(): expected grid to have size ${input.dim - 2} in last dimension, but got grid with sizes ${list(grid.sizes)}`);
  }
  input.sizes.slice(2).forEach((n, i) => {
    if (n <= 0)
      throw runtimeError(
        `grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes ${list(input.sizes)} with dimension ${i + 2} being empty`,
      );
  });
}

function checkRank(input: Tensor, grid: Tensor, rank: number, mode: number): void {
  if (input.dim !== rank || grid.dim !== rank) {
    throw runtimeError(
      `grid_sampler(): expected ${rank}D input and grid with same number of dimensions, but got input with sizes ${list(input.sizes)} and grid with sizes ${list(grid.sizes)}`,
    );
  }
  if (rank === 5 && mode === BICUBIC) throw runtimeError('grid_sampler(): bicubic interpolation only supports 4D input');
}

const ARGS = 'Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners';

function sampler(name: string, rank: number): OpDef[] {
  const back = `${name}_backward`;
  const gradients = (c: BackwardContext): (Tensor | null)[] =>
    c.call.many(back, c.g, c.t('input'), c.t('grid'), c.arg('interpolation_mode'), c.arg('padding_mode'), c.arg('align_corners'), [
      c.needs('input'),
      c.needs('grid'),
    ]);
  return [
    {
      schema: `${name}(${ARGS}) -> Tensor`,
      kind: 'kernel',
      meta: (input: Tensor, grid: Tensor, mode: number) => {
        check(input, grid);
        checkRank(input, grid, rank, mode);
        return empty([input.sizes[0], input.sizes[1], ...grid.sizes.slice(1, -1)], input.dtype, { device: input.device });
      },
      kernel: (out: Tensor, input: Tensor, grid: Tensor, mode: number, padding: number, align: boolean) => {
        const s = shapeOf(input, grid);
        const [x, g] = [read(input, input.dtype), read(grid, grid.dtype)];
        const [area, places] = [prod(s.image), prod(s.out)];
        const o = new Float64Array(out.numel);
        const r = roundingOf(input.dtype);
        eachCorner(s, g, mode, padding, align, r, (n, p, at, w) => {
          for (let c = 0; c < s.channels; c++) {
            const to = (n * s.channels + c) * places + p;
            o[to] = r(o[to] + r(x[(n * s.channels + c) * area + at] * w));
          }
        });
        write(out, o);
      },
      derivative: derivative(rank === 4 ? 'GridSampler2DBackward0' : 'GridSampler3DBackward0', ['input', 'grid'], { 'input, grid': gradients }),
    },
    {
      schema: `${back}(Tensor grad_output, ${ARGS}, bool[2] output_mask) -> (Tensor, Tensor)`,
      kind: 'kernel',
      meta: (_g: Tensor, input: Tensor, grid: Tensor, _m: number, _p: number, _a: boolean, mask: readonly boolean[]) =>
        [mask[0] ? empty(input.sizes, input.dtype, { device: input.device }) : null, empty(grid.sizes, grid.dtype, { device: grid.device })] as Tensor[],
      kernel: ([gi, gg]: Tensor[], grad: Tensor, input: Tensor, grid: Tensor, mode: number, padding: number, align: boolean) => {
        const s = shapeOf(input, grid);
        const [y, x, g] = [read(grad, grad.dtype), read(input, input.dtype), read(grid, grid.dtype)];
        const [area, places, rank_] = [prod(s.image), prod(s.out), s.image.length];
        const [dx, dg] = [new Float64Array(input.numel), new Float64Array(grid.numel)];
        eachCorner(s, g, mode, padding, align, roundingOf(input.dtype), (n, p, at, w, dw) => {
          let dot = 0;
          for (let c = 0; c < s.channels; c++) {
            const cell = (n * s.channels + c) * area + at;
            const slope = y[(n * s.channels + c) * places + p];
            dx[cell] += slope * w;
            dot += slope * x[cell];
          }
          for (let a = 0; a < rank_; a++) dg[(n * places + p) * rank_ + (rank_ - 1 - a)] += dot * dw[a];
        });
        if (gi) write(gi, dx);
        write(gg, dg);
      },
    },
  ];
}

/** Places of the pixels of an image, last axis first, and a one: `[batch, …image, rank + 1]` (AffineGridGenerator.cpp). */
function baseGrid(call: Call, like: Tensor, size: Sizes, align: boolean): Tensor {
  const image = size.slice(2);
  const rank = image.length;
  const grid = call.one('empty.memory_format', [size[0], ...image, rank + 1], like.dtype, 'strided', like.device, null, null);
  for (let a = 0; a < rank; a++) {
    const n = image[rank - 1 - a];
    const to = call.select(grid, -1, a);
    let line = call.one('linspace', -1, 1, n, like.dtype, 'strided', like.device, null);
    if (n <= 1) line = call.one('zeros', [1], like.dtype, 'strided', like.device, null);
    else if (!align) line = call.div(call.mul(line, n - 1), n);
    for (let i = 0; i < a; i++) line = call.one('unsqueeze_', line, -1);
    call('copy_', to, line, false);
  }
  call('fill_.Scalar', call.select(grid, -1, rank), 1);
  return grid;
}

const AFFINE: readonly OpDef[] = [
  {
    schema: 'affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor',
    kind: 'kernel',
    meta: (theta: Tensor, size: Sizes) => {
      if (size.length !== 4 && size.length !== 5) throw runtimeError('AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.');
      return empty([size[0], ...size.slice(2), size.length - 2], theta.dtype, { device: theta.device });
    },
    kernel: (out: Tensor, theta: Tensor, size: Sizes, align: boolean) => {
      const image = size.slice(2);
      const rank = image.length;
      const t = read(theta, theta.dtype);
      const places = prod(image);
      const o = new Float64Array(out.numel);
      const line = (n: number, i: number): number => (n <= 1 ? 0 : (-1 + (2 * i) / (n - 1)) * (align ? 1 : (n - 1) / n));
      for (let n = 0; n < size[0]; n++) {
        for (let p = 0; p < places; p++) {
          const at: number[] = [];
          for (let a = rank - 1, rest = p; a >= 0; rest = Math.floor(rest / image[a]), a--) at.push(line(image[a], rest % image[a]));
          at.push(1);
          for (let r = 0; r < rank; r++) {
            let v = 0;
            for (let k = 0; k <= rank; k++) v += at[k] * t[(n * rank + r) * (rank + 1) + k];
            o[(n * places + p) * rank + r] = v;
          }
        }
      }
      write(out, o);
    },
    derivative: derivative('AffineGridGeneratorBackward0', [], {
      theta: (c) => c.call.one('affine_grid_generator_backward', c.g, c.arg('size'), c.arg('align_corners')),
    }),
  },
  {
    schema: 'affine_grid_generator_backward(Tensor grad, SymInt[] size, bool align_corners) -> Tensor',
    kind: 'composite',
    composite: (call: Call, grad: Tensor, size: Sizes, align: boolean) => {
      const grid = baseGrid(call, grad, size, align);
      const [places, rank] = [prod(size.slice(2)), size.length - 2];
      const left = call.transpose(call.view(grid, [size[0], places, rank + 1]), 1, 2);
      return call.transpose(call.bmm(left, call.reshape(grad, [size[0], places, rank])), 1, 2);
    },
  },
];

export const GRID_SAMPLERS: readonly OpDef[] = [
  ...AFFINE,
  {
    schema: `grid_sampler(${ARGS}) -> Tensor`,
    kind: 'composite',
    composite: (call: Call, input: Tensor, ...rest: Arg[]) => call(input.dim === 4 ? 'grid_sampler_2d' : 'grid_sampler_3d', input, ...rest),
  },
  ...sampler('grid_sampler_2d', 4),
  ...sampler('grid_sampler_3d', 5),
];
