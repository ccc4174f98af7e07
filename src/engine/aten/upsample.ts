/** Resizing images: nearest, linear in one to three dimensions, cubic, with their backward operators; by filters: upsample_filters.ts. */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import { PyFloat } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Sizes } from './dims.ts';
import { type Arg, derivative, type OpDef, type Scalar } from './op.ts';
import { emptySuggested } from './making.ts';
import { numberOf, read, roundingOf, write } from './work.ts';

/** Input places and their weights for one output place along one dimension. */
type Taps = { at: number; w: number }[];
type Mode = 'nearest' | '_nearest_exact' | 'linear' | 'cubic' | Filter;

/** The type that scales and weights are computed in: float64 for itself, float32 for all others. */
type Round = (x: number) => number;
const exact: Round = (x) => x;

function scaleOf(r: Round, given: Scalar | null, input: number, output: number, align: boolean): number {
  if (align) return output > 1 ? r((input - 1) / (output - 1)) : 0;
  const s = given === null ? 0 : numberOf(given);
  return s > 0 ? r(1 / s) : r(input / output);
}

const A = -0.75;
const near = (x: number): number => ((A + 2) * x - (A + 3)) * x * x + 1;
const far = (x: number): number => ((A * x - 5 * A) * x + 8 * A) * x - 4 * A;

/** How far a filter reaches on both sides together, and what it weighs at a distance. */
export interface Filter {
  readonly size: number;
  readonly weight: (x: number) => number;
}

/** Without aliases: the filter is as wide as what one output place stands for (UpSampleKernel.cpp, `_compute_weights_aa`). */
function spread(r: Round, filter: Filter, input: number, output: number, scale: number): Taps[] {
  const support = r(scale >= 1 ? r((filter.size / 2) * scale) : filter.size / 2);
  const inverse = scale >= 1 ? r(1 / scale) : 1;
  return Array.from({ length: output }, (_, i): Taps => {
    const center = r(scale * (i + 0.5));
    const first = Math.max(Math.trunc(r(center - support) + 0.5), 0);
    const count = Math.max(Math.min(Math.trunc(r(center + support) + 0.5), input) - first, 0);
    const weights = Array.from({ length: count }, (_, j) => r(filter.weight(r((j + first - center + 0.5) * inverse))));
    const total = weights.reduce((a, b) => r(a + b), 0);
    return weights.map((w, j) => ({ at: first + j, w: total === 0 ? w : r(w / total) }));
  });
}

function taps(r: Round, mode: Mode, input: number, output: number, align: boolean, given: Scalar | null): Taps[] {
  const scale = scaleOf(r, given, input, output, align);
  if (typeof mode === 'object') return spread(r, mode, input, output, scale);
  return Array.from({ length: output }, (_, i): Taps => {
    if (mode === 'nearest') return [{ at: output === input ? i : Math.min(Math.floor(r(i * scale)), input - 1), w: 1 }];
    if (mode === '_nearest_exact') return [{ at: Math.min(Math.floor(r(r(i + 0.5) * scale)), input - 1), w: 1 }];
    const real = align ? r(scale * i) : r(r(scale * r(i + 0.5)) - 0.5);
    if (mode === 'linear') {
      if (output === input) return [{ at: i, w: 1 }];
      const x = Math.max(real, 0);
      const lo = Math.min(Math.floor(x), input - 1);
      const hi = lo + (lo < input - 1 ? 1 : 0);
      const f = Math.min(Math.max(r(x - lo), 0), 1);
      return [
        { at: lo, w: r(1 - f) },
        { at: hi, w: f },
      ];
    }
    const base = Math.floor(real);
    const t = real - base;
    const clip = (p: number): number => Math.min(Math.max(p, 0), input - 1);
    return [
      { at: clip(base - 1), w: far(t + 1) },
      { at: clip(base), w: near(t) },
      { at: clip(base + 1), w: near(1 - t) },
      { at: clip(base + 2), w: far(2 - t) },
    ];
  });
}

function walk(lead: number, input: Sizes, output: Sizes, all: Taps[][], f: (out: number, from: number, w: number) => void): void {
  const n = input.length;
  const go = (d: number, o: number, i: number, w: number): void => {
    if (d === n) {
      f(o, i, w);
      return;
    }
    for (let p = 0; p < output[d]; p++) for (const t of all[d][p]) go(d + 1, o * output[d] + p, i * input[d] + t.at, w * t.w);
  };
  for (let c = 0; c < lead; c++) go(0, c, c, 1);
}

/** As `Interpolate` nests: the sum over a dimension is weighed by the one before. */
function gathered(x: ArrayLike<number>, lead: number, input: Sizes, output: Sizes, all: Taps[][], y: Float64Array): void {
  const n = input.length;
  const at = new Array<number>(n);
  const sum = (d: number, i: number): number => {
    if (d === n) return x[i];
    let total = 0;
    for (const t of all[d][at[d]]) total += t.w * sum(d + 1, i * input[d] + t.at);
    return total;
  };
  const go = (d: number, o: number, c: number): void => {
    if (d === n) y[o] = sum(0, c);
    else for (at[d] = 0; at[d] < output[d]; at[d]++) go(d + 1, o * output[d] + at[d], c);
  };
  for (let c = 0; c < lead; c++) go(0, c, c);
}

/** One dimension after the other, the last first, each rounded to the type (`separable_upsample_generic_Nd_kernel_impl`). */
function separately(x: ArrayLike<number>, lead: number, input: Sizes, all: Taps[][], round: (v: number) => number): ArrayLike<number> {
  const sizes = [...input];
  let from = x;
  for (let d = input.length - 1; d >= 0; d--) {
    const outer = sizes.slice(0, d).reduce((a, b) => a * b, lead);
    const inner = sizes.slice(d + 1).reduce((a, b) => a * b, 1);
    const [n, places] = [sizes[d], all[d]];
    const to = new Float64Array(outer * places.length * inner);
    for (let o = 0; o < outer; o++)
      for (const [p, parts] of places.entries())
        for (let k = 0; k < inner; k++) {
          let sum = 0;
          for (const { at, w } of parts) sum = round(sum + round(from[(o * n + at) * inner + k] * w));
          to[(o * places.length + p) * inner + k] = sum;
        }
    sizes[d] = places.length;
    from = to;
  }
  return from;
}

const DIMS: Readonly<Record<number, readonly string[]>> = { 1: ['scales'], 2: ['scales_h', 'scales_w'], 3: ['scales_d', 'scales_h', 'scales_w'] };

export function family(name: string, n: number, mode: Mode, title: string): OpDef[] {
  const align = mode === 'linear' || mode === 'cubic' || typeof mode === 'object';
  const names = DIMS[n];
  const scales = names.map((s) => `float? ${s}=None`).join(', ');
  const rest = `${align ? 'bool align_corners, ' : ''}${scales}`;
  const split = (args: Arg[]): { corners: boolean; given: (Scalar | null)[] } =>
    align ? { corners: args[0] as boolean, given: args.slice(1) as (Scalar | null)[] } : { corners: false, given: args as (Scalar | null)[] };
  const all = (t: Tensor, input: Sizes, output: Sizes, args: Arg[]): Taps[][] => {
    const { corners, given } = split(args);
    return output.map((o, d) => taps(t.dtype.name === 'float64' ? exact : Math.fround, mode, input[d], o, corners, given[d] ?? null));
  };
  const lead = (s: Sizes): number => s[0] * s[1];
  return [
    {
      schema: `${name}(Tensor self, SymInt[${n}] output_size, ${rest}) -> Tensor`,
      kind: 'kernel',
      meta: (self: Tensor, output: Sizes) => {
        if (self.dim !== n + 2) throw runtimeError(`It is expected input_size equals to ${n + 2}, but got size ${self.dim}`);
        const named = (s: Sizes): string => s.map((v, i) => `${'DHW'[i + 3 - n]}: ${v}`).join(', ');
        if ([...output, ...self.sizes.slice(2)].some((o) => o <= 0))
          throw runtimeError(
            `Input and output sizes should be greater than 0, but got input (${named(self.sizes.slice(2))})${n === 1 ? ' and' : ''} output (${named(output)})`,
          );
        return emptySuggested(self, [...self.sizes.slice(0, 2), ...output]);
      },
      kernel: (out: Tensor, self: Tensor, output: Sizes, ...args: Arg[]) => {
        const x = read(self, self.dtype);
        if (typeof mode === 'object') {
          write(out, separately(x, lead(self.sizes), self.sizes.slice(2), all(self, self.sizes.slice(2), output, args), roundingOf(self.dtype)));
          return;
        }
        const y = new Float64Array(out.numel);
        gathered(x, lead(self.sizes), self.sizes.slice(2), output, all(self, self.sizes.slice(2), output, args), y);
        write(out, y);
      },
      derivative: derivative(`${title}Backward0`, [], {
        self: (c) =>
          c.call.one(
            `${name}_backward`,
            c.g,
            c.arg('output_size'),
            c.like('self').sizes,
            ...(align ? [c.arg('align_corners')] : []),
            ...names.map((s) => c.arg(s)),
          ),
      }),
    },
    {
      schema: `${name}_backward(Tensor grad_output, SymInt[${n}] output_size, SymInt[${n + 2}] input_size, ${rest}) -> Tensor`,
      kind: 'kernel',
      meta: (g: Tensor, _o: Sizes, input: Sizes) => (mode === 'cubic' ? empty(input, g.dtype, { device: g.device }) : emptySuggested(g, input)),
      kernel: (out: Tensor, grad: Tensor, output: Sizes, input: Sizes, ...args: Arg[]) => {
        const g = read(grad, grad.dtype);
        const y = new Float64Array(out.numel);
        const round = typeof mode === 'object' ? roundingOf(grad.dtype) : (v: number): number => v;
        walk(lead(input), input.slice(2), output, all(grad, input.slice(2), output, args), (o, i, w) => (y[i] = round(y[i] + round(round(w) * g[o]))));
        write(out, y);
      },
    },
    {
      schema: `${name}.vec(Tensor input, SymInt[]? output_size, ${align ? 'bool align_corners, ' : ''}float[]? scale_factors) -> Tensor`,
      kind: 'composite',
      composite: (call, input: Tensor, output: Sizes | null, ...args: Arg[]) => {
        const factors = args[args.length - 1] as Scalar[] | null;
        const spatial = input.sizes.slice(2);
        if (output === null && factors === null) throw runtimeError('Must specify exactly one of output_size and scale_factors');
        const size = output ?? spatial.map((s, i) => Math.trunc(s * numberOf((factors as Scalar[])[i])));
        const given = names.map((_, i) => (factors ? new PyFloat(numberOf(factors[i])) : null));
        return call.one(name, input, size, ...(align ? [args[0]] : []), ...given);
      },
    },
  ];
}

export const UPSAMPLES: readonly OpDef[] = [
  ...[1, 2, 3].flatMap((n) => family(`upsample_nearest${n}d`, n, 'nearest', `UpsampleNearest${n}D`)),
  ...[1, 2, 3].flatMap((n) => family(`_upsample_nearest_exact${n}d`, n, '_nearest_exact', `UpsampleNearestExact${n}D`)),
  ...family('upsample_linear1d', 1, 'linear', 'UpsampleLinear1D'),
  ...family('upsample_bilinear2d', 2, 'linear', 'UpsampleBilinear2D'),
  ...family('upsample_trilinear3d', 3, 'linear', 'UpsampleTrilinear3D'),
  ...family('upsample_bicubic2d', 2, 'cubic', 'UpsampleBicubic2D'),
];
