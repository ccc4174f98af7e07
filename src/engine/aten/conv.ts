/**
 * Convolution in one, two and three dimensions, plain and transposed, grouped and dilated, with its backward operator.
 *
 * Everything runs as three dimensions over columns (im2col) and matrix products. Leaves out: complex numbers. The names
 * that programs call: `conv_forms.ts`.
 */
import { type Working } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { gemm, transposed } from '../tensor/gemm.ts';
import { CPP } from '../tensor/promotion.ts';
import { numelOf } from '../tensor/strides.ts';
import { emptySuggested, suggestsChannelsLast } from './making.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';
import { derivative, type OpDef } from './op.ts';
import { read, write } from './work.ts';
import { col2im, im2col, three, type Window } from './conv_window.ts';

interface ConvArgs {
  stride: Sizes;
  padding: Sizes;
  dilation: Sizes;
  transposed: boolean;
  outputPadding: Sizes;
  groups: number;
}

/** What `convolution` and its backward take after their tensors, in the order of the schema. */
export type Geometry = [stride: Sizes, padding: Sizes, dilation: Sizes, transposed: boolean, outputPadding: Sizes, groups: number];
const GEOMETRY = 'SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups';

function outputSizes(input: Tensor, weight: Tensor, o: ConvArgs): number[] {
  const spatial = input.sizes.slice(2).map((n, i) => {
    const k = weight.sizes[i + 2];
    return o.transposed
      ? (n - 1) * o.stride[i] - 2 * o.padding[i] + o.dilation[i] * (k - 1) + o.outputPadding[i] + 1
      : Math.floor((n + 2 * o.padding[i] - o.dilation[i] * (k - 1) - 1) / o.stride[i]) + 1;
  });
  return [input.sizes[0], o.transposed ? weight.sizes[1] * o.groups : weight.sizes[0], ...spatial];
}

/** `check_shape_forward` of Convolution.cpp, and the lengths it expands before. */
function check(input: Tensor, weight: Tensor, bias: Tensor | null, o: ConvArgs): void {
  const n = weight.dim - 2;
  if (n <= 0) throw runtimeError('weight should have at least three dimensions');
  if (o.groups <= 0) throw runtimeError('non-positive groups is not supported');
  for (const [name, values] of [
    ['stride', o.stride],
    ['padding', o.padding],
    ['dilation', o.dilation],
  ] as const) {
    if (values.length !== n)
      throw runtimeError(
        `expected ${name} to be a single integer value or a list of ${n} values to match the convolution dimensions, but got ${name}=${list(values)}`,
      );
  }
  if (o.padding.some((p) => p < 0)) throw runtimeError('negative padding is not supported');
  if (o.stride.some((s) => s <= 0)) throw runtimeError('non-positive stride is not supported');
  if (o.dilation.some((d) => d < 0)) throw runtimeError('dilation should be greater than zero');
  if (o.dilation.includes(0)) throw runtimeError(`dilation should be greater than zero, but got ${list(o.dilation)}`);
  if (input.dim !== weight.dim) {
    throw runtimeError(
      `Expected ${weight.dim}-dimensional input for ${weight.dim}-dimensional weight ${list(weight.sizes)}, but got ${input.dim}-dimensional input of size ${list(input.sizes)} instead`,
    );
  }
  if (weight.sizes[0] < o.groups || weight.sizes[0] % o.groups !== 0) {
    const few = weight.sizes[0] < o.groups;
    // The second message puts the sizes into brackets twice.
    throw runtimeError(
      `Given groups=${o.groups}, expected weight to be ${few ? 'at least' : 'divisible by'} ${o.groups} at dimension 0, but got weight of size ${few ? list(weight.sizes) : `[${list(weight.sizes)}]`} instead`,
    );
  }
  const biased = (elements: number): void => {
    if (bias && (bias.dim !== 1 || bias.sizes[0] !== elements)) {
      throw runtimeError(
        `Given ${o.transposed ? 'transposed=1, ' : ''}weight of size ${list(weight.sizes)}, expected bias to be 1-dimensional with ${elements} elements, but got bias of size ${list(bias.sizes)} instead`,
      );
    }
  };
  if (!o.transposed) {
    if (input.sizes[1] !== weight.sizes[1] * o.groups) {
      throw runtimeError(
        `Given groups=${o.groups}, weight of size ${list(weight.sizes)}, expected input${list(input.sizes)} to have ${weight.sizes[1] * o.groups} channels, but got ${input.sizes[1]} channels instead`,
      );
    }
    biased(weight.sizes[0]);
    checkKernel(weight, o);
    const bad = input.sizes.slice(2).some((n, i) => n + 2 * o.padding[i] < o.dilation[i] * (weight.sizes[i + 2] - 1) + 1);
    if (bad) {
      const [a, b] = [input.sizes.slice(2).map((n, i) => n + 2 * o.padding[i]), weight.sizes.slice(2).map((k, i) => o.dilation[i] * (k - 1) + 1)];
      throw runtimeError(
        `Calculated padded input size per channel: (${a.join(' x ')}). Kernel size: (${b.join(' x ')}). Kernel size can't be greater than actual input size`,
      );
    }
  } else {
    if (input.sizes[1] !== weight.sizes[0]) {
      throw runtimeError(
        `Given transposed=1, weight of size ${list(weight.sizes)}, expected input${list(input.sizes)} to have ${weight.sizes[0]} channels, but got ${input.sizes[1]} channels instead`,
      );
    }
    biased(weight.sizes[1] * o.groups);
    checkKernel(weight, o);
  }
}

/** A kernel without extent (`slow_conv2d_shape_check` and the like; oneDNN's refusal of one in groups is not kept). */
function checkKernel(weight: Tensor, o: ConvArgs): void {
  const k = weight.sizes.slice(2);
  if (o.groups > 1 || k.every((n) => n > 0)) return;
  const said = k.length === 3 ? `: ${k.join(' x ')} (TxHxW)` : ` kernel_height: ${k.length === 1 ? 1 : k[0]} kernel_width: ${k[k.length - 1]}`;
  throw runtimeError(`kernel size should be greater than zero, but got${said}`);
}

/** A tensor's type as `toString()` of older names prints it. */
const typeString = (t: Tensor): string =>
  t.dtype.name === 'bfloat16' || t.dtype.category === 'complex' ? `CPU${CPP[t.dtype.name]}Type` : `torch.${CPP[t.dtype.name]}Tensor`;

/**
 * Whether the convolution goes to oneDNN (`use_mkldnn` of Convolution.cpp, one thread), which words its refusal its own way.
 * As on a processor with AVX-512 but without arithmetic of float16 (`mkldnn_fp16_device_check`): most that there are.
 */
function usesLibrary(x: Tensor, w: Tensor, o: ConvArgs): boolean {
  if (x.dtype.name === 'bfloat16') return true;
  if (x.dtype.name !== 'float32') return false;
  const strided = o.stride.some((s) => s !== 1) || o.dilation.some((d) => d !== 1);
  const [k1, k2] = [w.sizes[w.dim - 1], w.dim > 3 ? w.sizes[w.dim - 2] : 1];
  if (!strided && x.sizes[0] < 16 && k1 === 1 && k2 === 1) return false;
  return o.groups > 1 || (k1 > 3 && k2 > 3) || x.sizes[0] > 1 || x.sizes.slice(0, 4).reduce((a, b) => a * b, 1) > 20480;
}

/** What the kernels refuse: types that differ, truth values, an output padding that is too large. */
function kernelCheck(x: Tensor, w: Tensor, o: ConvArgs): void {
  if (x.dtype !== w.dtype) {
    if (usesLibrary(x, w, o))
      throw runtimeError(
        `Input type (${typeString(x)}) and weight type (${typeString(w)}) should be the same or input should be a MKLDNN tensor and weight is a dense tensor`,
      );
    if (x.dtype.category === 'complex') throw runtimeError(`Input type (${typeString(x)}) and weight type (${typeString(w)}) should be the same`);
    if (x.dtype.category !== 'bool') throw runtimeError(`expected scalar type ${CPP[x.dtype.name]} but found ${CPP[w.dtype.name]}`);
  }
  if (x.dtype.category === 'bool') throw notImplementedFor('slow_conv2d_cpu', 'Bool');
  if (o.transposed && o.outputPadding.some((p, i) => p >= o.stride[i] && p >= o.dilation[i])) {
    const axes = o.stride.length === 3 ? ['depth', 'height', 'width'] : ['height', 'width'];
    const row = (name: string, values: Sizes, fill: number): string =>
      axes.map((a, i) => `${name}_${a}: ${values.length === 1 && i === 0 ? fill : values[values.length === 1 ? 0 : i]}`).join(' ');
    throw runtimeError(
      `output padding must be smaller than either stride or dilation, but got ${row('output_padding', o.outputPadding, 0)} ${row('stride', o.stride, 1)} ${row('dilation', o.dilation, 1)}`,
    );
  }
}

/** The window that a plain convolution sees; for a transposed one, image and result change places. */
function windowOf(image: Sizes, result: Sizes, weight: Tensor, o: ConvArgs): Window {
  return {
    input: three(image.slice(2), 1),
    output: three(result.slice(2), 1),
    kernel: three(weight.sizes.slice(2), 1),
    stride: three(o.stride, 1),
    padding: three(o.padding, 0),
    dilation: three(o.dilation, 1),
  };
}

const part = (w: Working, at: number, n: number): Working => w.subarray(at, at + n);
const asF = (w: Working): Float64Array => w as Float64Array;

/** Columns times weights: the result of a plain convolution. */
function forward(x: Working, xs: Sizes, w: Working, weight: Tensor, out: Working, os: Sizes, o: ConvArgs): void {
  const win = windowOf(xs, os, weight, o);
  const [K, L, I] = [numelOf(win.kernel), numelOf(win.output), numelOf(win.input)];
  const [N, C, O, G] = [xs[0], xs[1], os[1], o.groups];
  const [cg, og] = [C / G, O / G];
  for (let n = 0; n < N; n++) {
    for (let g = 0; g < G; g++) {
      const col = im2col(x, (n * C + g * cg) * I, cg, win);
      out.set(gemm('nn', og, L, cg * K, asF(part(w, g * og * cg * K, og * cg * K)), asF(col)), (n * O + g * og) * L);
    }
  }
}

/** Weights transposed times gradient, scattered back: the gradient of the image, or a transposed convolution. */
function inputGrad(g: Working, gs: Sizes, w: Working, weight: Tensor, image: Working, is: Sizes, o: ConvArgs): void {
  const win = windowOf(is, gs, weight, o);
  const [K, L, I] = [numelOf(win.kernel), numelOf(win.output), numelOf(win.input)];
  const [N, O, C, G] = [gs[0], gs[1], is[1], o.groups];
  const [cg, og] = [C / G, O / G];
  for (let k = 0; k < G; k++) {
    const wt = transposed(part(w, k * og * cg * K, og * cg * K), og, cg * K);
    for (let n = 0; n < N; n++) {
      const col = gemm('nn', cg * K, L, og, asF(wt), asF(part(g, (n * O + k * og) * L, og * L)));
      col2im(col, image, (n * C + k * cg) * I, cg, win);
    }
  }
}

/** Gradient times columns: the gradient of the weights. */
function weightGrad(g: Working, gs: Sizes, x: Working, xs: Sizes, weight: Tensor, dw: Float64Array, o: ConvArgs): void {
  const win = windowOf(xs, gs, weight, o);
  const [K, L, I] = [numelOf(win.kernel), numelOf(win.output), numelOf(win.input)];
  const [N, O, C, G] = [gs[0], gs[1], xs[1], o.groups];
  const [cg, og] = [C / G, O / G];
  for (let n = 0; n < N; n++) {
    for (let k = 0; k < G; k++) {
      const col = im2col(x, (n * C + k * cg) * I, cg, win);
      const made = gemm('nt', og, cg * K, L, asF(part(g, (n * O + k * og) * L, og * L)), asF(col));
      const at = k * og * cg * K;
      for (let i = 0; i < made.length; i++) dw[at + i] += made[i];
    }
  }
}

/** A single number of stride, padding or dilation stands for every dimension of the weight. */
const argsOf = (weight: Tensor, [stride, padding, dilation, transposedConv, outputPadding, groups]: Geometry): ConvArgs => {
  if (weight.dim < 3) throw runtimeError('weight should have at least three dimensions');
  const full = (s: Sizes): Sizes => (s.length === 1 ? new Array<number>(weight.dim - 2).fill(s[0]) : s);
  return { stride: full(stride), padding: full(padding), dilation: full(dilation), transposed: transposedConv, outputPadding: full(outputPadding), groups };
};

const convolution: OpDef = {
  schema: `convolution(Tensor input, Tensor weight, Tensor? bias, ${GEOMETRY}) -> Tensor`,
  kind: 'kernel',
  meta: (input: Tensor, weight: Tensor, bias: Tensor | null, ...geometry: Geometry) => {
    const o = argsOf(weight, geometry);
    check(input, weight, bias, o);
    return emptySuggested(suggestsChannelsLast(weight) ? weight : input, outputSizes(input, weight, o), input.dtype);
  },
  kernel: (out: Tensor, input: Tensor, weight: Tensor, bias: Tensor | null, ...geometry: Geometry) => {
    const o = argsOf(weight, geometry);
    kernelCheck(input, weight, o);
    const [x, w] = [read(input, input.dtype), read(weight, weight.dtype)];
    const b = bias ? read(bias, bias.dtype) : null;
    const y = x instanceof Float32Array ? new Float32Array(out.numel) : new Float64Array(out.numel);
    if (o.transposed) inputGrad(x, input.sizes, w, weight, y, out.sizes, o);
    else forward(x, input.sizes, w, weight, y, out.sizes, o);
    if (b) {
      const L = numelOf(out.sizes.slice(2));
      for (let i = 0; i < y.length; i++) y[i] += b[Math.floor(i / L) % b.length];
    }
    write(out, y);
  },
  derivative: derivative('ConvolutionBackward0', ['input', 'weight'], {
    'input, weight, bias': (c) => {
      const bias = c.arg<{ sizes: Sizes } | null>('bias');
      return c.call.many(
        'convolution_backward',
        c.g,
        c.t('input'),
        c.t('weight'),
        bias ? bias.sizes : [0],
        c.arg('stride'),
        c.arg('padding'),
        c.arg('dilation'),
        c.arg('transposed'),
        c.arg('output_padding'),
        c.arg('groups'),
        [c.needs('input'), c.needs('weight'), c.needs('bias')],
      );
    },
  }),
};

const backward: OpDef = {
  schema: `convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, ${GEOMETRY}, bool[3] output_mask) -> (Tensor, Tensor, Tensor)`,
  kind: 'kernel',
  meta: (g: Tensor, input: Tensor, weight: Tensor, biasSizes: Sizes | null, ...rest: unknown[]) => {
    const mask = rest[rest.length - 1] as boolean[];
    const last = [input, weight].find(suggestsChannelsLast);
    return [
      mask[0] ? (last ? emptySuggested(last, input.sizes, input.dtype) : empty(input.sizes, input.dtype, { device: input.device })) : null,
      // As the library computes it: a parameter's own layout is restored when the gradient is kept.
      mask[1] ? (last ? emptySuggested(last, weight.sizes, weight.dtype) : empty(weight.sizes, weight.dtype, { device: weight.device })) : null,
      mask[2] ? empty(biasSizes ?? [g.sizes[1]], g.dtype, { device: g.device }) : null,
    ] as Tensor[];
  },
  kernel: (
    [dx, dw, db]: (Tensor | null)[],
    grad: Tensor,
    input: Tensor,
    weight: Tensor,
    _b: Sizes | null,
    ...[stride, padding, dilation, t, op, groups]: Geometry
  ) => {
    const o = argsOf(weight, [stride, padding, dilation, t, op, groups]);
    const [g, x, w] = [read(grad, grad.dtype), read(input, input.dtype), read(weight, weight.dtype)];
    if (dx) {
      const y = g instanceof Float32Array ? new Float32Array(dx.numel) : new Float64Array(dx.numel);
      if (t) forward(g, grad.sizes, w, weight, y, input.sizes, o);
      else inputGrad(g, grad.sizes, w, weight, y, input.sizes, o);
      write(dx, y);
    }
    if (dw) {
      const acc = new Float64Array(dw.numel);
      if (t) weightGrad(x, input.sizes, g, grad.sizes, weight, acc, o);
      else weightGrad(g, grad.sizes, x, input.sizes, weight, acc, o);
      write(dw, acc);
    }
    if (db) {
      const L = numelOf(grad.sizes.slice(2));
      const C = grad.sizes[1];
      const acc = new Float64Array(C);
      for (let i = 0; i < g.length; i++) acc[Math.floor(i / L) % C] += g[i];
      write(db, acc);
    }
  },
};

export const CONVOLUTION: readonly OpDef[] = [convolution, backward];
