/**
 * Resizing of images while AOTAutograd traces: indices and weights computed in the graph, pixels taken by `_unsafe_index`.
 *
 * PyTorch prefers these Python decompositions (`_upsample_nearest`, `_upsample_linear`, `upsample_bicubic2d` of
 * torch/_decomp/decompositions.py) to its kernels there. Leaves out: half types and integers (computed in a wider type),
 * antialiasing.
 */
import type { Arg, Call, Ret } from '../aten/op.ts';
import { PyFloat } from '../python/values.ts';
import { float32, int64 } from '../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';

type Scale = number | null;
type Composite = (call: Call, ...args: Arg[]) => Ret;

const real = (x: number): PyFloat => new PyFloat(x);
const numberOf = (x: Arg): number => (x instanceof PyFloat ? x.v : Number(x));

function checked(input: Tensor): Tensor {
  if (input.dtype.name !== 'float32' && input.dtype.name !== 'float64') throw new Unsupported(`resizing ${input.dtype.name} images inside a compiled graph`);
  return input;
}

const taken = (call: Call, input: Tensor, at: Tensor[]): Tensor => call.one('_unsafe_index.Tensor', input, [null, null, ...at]);

function nearest(call: Call, input: Tensor, size: readonly number[], scales: readonly Scale[], exact: boolean): Tensor {
  const n = size.length;
  const at = size.map((out, d) => {
    const from = input.sizes[2 + d];
    const given = scales[d];
    const scale = given !== null && given > 0 ? from / (from * given) : from / out;
    const places = call.one('arange', out, float32, null, input.device, null);
    let index = call.one('to.dtype', call.one('mul.Tensor', call.one('add.Tensor', places, real(exact ? 0.5 : 0)), real(scale)), int64);
    for (let i = d + 1; i < n; i++) index = call.unsqueeze(index, -1);
    return index;
  });
  return call.contiguous(taken(call, checked(input), at));
}

const scaleOf = (from: number, to: number, corners: boolean, given: Scale): number =>
  corners ? (to > 1 ? (from - 1) / (to - 1) : 0) : given !== null && given > 0 ? 1 / given : from / to;

const places = (call: Call, input: Tensor, n: number): Tensor => call.one('to.dtype', call.one('arange', n, null, null, input.device, null), input.dtype);

/** Where an output place lies in the input. */
function source(call: Call, scale: number, at: Tensor, corners: boolean): Tensor {
  if (corners) return call.one('mul.Tensor', at, scale === 0 ? 0 : real(scale));
  return call.one('sub.Tensor', call.one('mul.Tensor', call.one('add.Tensor', at, real(0.5)), real(scale)), real(0.5));
}

function linear(call: Call, input: Tensor, size: readonly number[], corners: boolean, scales: readonly Scale[]): Tensor {
  const n = size.length;
  const axes = size.map((out, d) => {
    const from = checked(input).sizes[2 + d];
    const x = call.one('clamp', source(call, scaleOf(from, out, corners, scales[d]), places(call, input, out), corners), real(0), null);
    const flat = call.view(x, [out, ...Array<number>(n - 1 - d).fill(1)]);
    const low = call.one('to.dtype', flat, int64);
    return { x: flat, low, high: call.one('clamp', call.one('add.Tensor', low, 1), null, from - 1) };
  });
  let values = Array.from({ length: 2 ** n }, (_, k) =>
    taken(
      call,
      input,
      axes.map((a, d) => ((k >> (n - 1 - d)) & 1 ? a.high : a.low)),
    ),
  );
  for (const a of axes.toReversed()) {
    const weight = call.one('clamp', call.one('sub.Tensor', a.x, a.low), real(0), real(1));
    values = Array.from({ length: values.length / 2 }, (_, k) => {
      const [v1, v2] = [values[2 * k], values[2 * k + 1]];
      return call.one('add.Tensor', v1, call.one('mul.Tensor', call.one('sub.Tensor', v2, v1), weight));
    });
  }
  return call.contiguous(values[0]);
}

const A = -0.75;

/** The four weights of a cubic at distances `t` and `1 - t`, two at a time. */
function weights(call: Call, t: Tensor): Tensor[] {
  const near = call.one('stack', [t, call.one('rsub.Scalar', t, real(1))], 0);
  const far = call.one('stack', [call.one('add.Tensor', t, real(1)), call.one('rsub.Scalar', t, real(2))], 0);
  const mul = (x: Tensor, y: Tensor | number): Tensor => call.one('mul.Tensor', x, typeof y === 'number' ? real(y) : y);
  const sub = (x: Tensor, y: number): Tensor => call.one('sub.Tensor', x, real(y));
  const outer = sub(mul(call.one('add.Tensor', mul(sub(mul(far, A), 5 * A), far), real(8 * A)), far), 4 * A);
  const inner = call.one('add.Tensor', mul(mul(sub(mul(near, A + 2), A + 3), near), near), 1);
  const [w0, w3] = call.many('unbind.int', outer, 0);
  const [w1, w2] = call.many('unbind.int', inner, 0);
  return [w0, w1, w2, w3];
}

function cubic(call: Call, input: Tensor, size: readonly number[], corners: boolean, scales: readonly Scale[]): Tensor {
  const [high, wide] = checked(input).sizes.slice(2);
  const i = places(call, input, size[0]);
  const j = places(call, input, size[1]);
  const x = source(call, scaleOf(wide, size[1], corners, scales[1]), j, corners);
  const y = call.unsqueeze(source(call, scaleOf(high, size[0], corners, scales[0]), i, corners), -1);
  const [xf, yf] = [call.one('floor', x), call.one('floor', y)];
  const between = (a: Tensor, b: Tensor): Tensor => call.one('clamp', call.one('sub.Tensor', a, b), real(0), real(1));
  const ty = between(y, yf);
  const tx = between(x, xf);
  const [xi, yi] = [call.one('to.dtype', xf, int64), call.one('to.dtype', yf, int64)];
  const four = (at: Tensor): Tensor[] => [call.one('sub.Tensor', at, 1), at, call.one('add.Tensor', at, 1), call.one('add.Tensor', at, 2)];
  const [ys, xs] = [four(yi), four(xi)];
  const [wx, wy] = [weights(call, tx), weights(call, ty)];
  const sum = (values: Tensor[], by: Tensor[]): Tensor => {
    let all = call.one('mul.Tensor', values[0], by[0]);
    for (let k = 1; k < values.length; k++) all = call.one('add.Tensor', all, call.one('mul.Tensor', values[k], by[k]));
    return all;
  };
  const rows = ys.map((row) =>
    sum(
      xs.map((column) => {
        const r = call.one('clamp', row, 0, high - 1);
        return taken(call, input, [r, call.one('clamp', column, 0, wide - 1)]);
      }),
      wx,
    ),
  );
  return call.contiguous(sum(rows, wy));
}

/** Output size and scales of a `.vec` overload. */
function given(input: Tensor, size: Arg, factors: Arg): { size: number[]; scales: Scale[] } {
  const spatial = input.sizes.slice(2);
  if (size) return { size: size as number[], scales: spatial.map(() => null) };
  if (!factors) throw runtimeError('Must specify exactly one of output_size and scale_factors');
  const scales = (factors as Arg[]).map(numberOf);
  return { size: spatial.map((s, i) => Math.trunc(s * scales[i])), scales };
}

const scalesOf = (args: readonly Arg[]): Scale[] => args.map((s) => (s === null ? null : numberOf(s)));

function plain(name: string, exact: boolean): Record<string, Composite> {
  return {
    [`${name}.vec`]: (call, input, size, factors) => {
      const g = given(input as Tensor, size, factors);
      return nearest(call, input as Tensor, g.size, g.scales, exact);
    },
    [name]: (call, input, size, ...scales) => nearest(call, input as Tensor, size as number[], scalesOf(scales), exact),
  };
}

function weighted(name: string, f: typeof linear): Record<string, Composite> {
  return {
    [`${name}.vec`]: (call, input, size, corners, factors) => {
      const g = given(input as Tensor, size, factors);
      return f(call, input as Tensor, g.size, corners as boolean, g.scales);
    },
    [name]: (call, input, size, corners, ...scales) => f(call, input as Tensor, size as number[], corners as boolean, scalesOf(scales)),
  };
}

export const UPSAMPLING: Readonly<Record<string, Composite>> = {
  ...plain('upsample_nearest1d', false),
  ...plain('upsample_nearest2d', false),
  ...plain('upsample_nearest3d', false),
  ...plain('_upsample_nearest_exact1d', true),
  ...plain('_upsample_nearest_exact2d', true),
  ...plain('_upsample_nearest_exact3d', true),
  ...weighted('upsample_linear1d', linear),
  ...weighted('upsample_bilinear2d', linear),
  ...weighted('upsample_trilinear3d', linear),
  ...weighted('upsample_bicubic2d', cubic),
};
