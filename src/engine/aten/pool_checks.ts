/**
 * What pooling asks of its arguments: lengths of windows, and the checks before them in the order and words of Pool.h,
 * AdaptiveAveragePooling.cpp and MaxPooling.h.
 */
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import { wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';

const full = (s: Sizes, n: number): number[] => (s.length === 1 ? new Array<number>(n).fill(s[0]) : [...s]);

/** Output length of a window; in ceil mode the last window must start inside the input or its left padding. */
function poolLength(n: number, k: number, p: number, s: number, d: number, ceil: boolean): number {
  const raw = (n + 2 * p - d * (k - 1) - 1) / s;
  let out = (ceil ? Math.ceil(raw) : Math.floor(raw)) + 1;
  if (ceil && (out - 1) * s >= n + p) out--;
  return out;
}

export interface Pool {
  n: number;
  k: Sizes;
  s: Sizes;
  p: Sizes;
  d: Sizes;
  output: Sizes;
}

export function plan(self: Tensor, n: number, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, ceil: boolean): Pool {
  const k = full(kernel, n);
  const s = stride.length === 0 ? k : full(stride, n);
  const [p, d] = [full(padding, n), full(dilation, n)];
  const output = self.sizes.slice(-n).map((len, i) => poolLength(len, k[i], p[i], s[i], d[i], ceil));
  return { n, k, s, p, d, output };
}

/** A plan whose arguments are checked, in the order and words of Pool.h (`pooling_output_shape`, `pool2d_shape_check`, `pool3d_shape_check`). */
export function checked(self: Tensor, n: number, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, ceil: boolean, name: string): Pool {
  const several = `${name === 'avg_pool3d' ? '' : 'either '}be a single int, or a tuple of ${n === 2 ? 'two' : 'three'} ints`;
  const wrong = (s: Sizes, none = false): boolean => s.length !== 1 && s.length !== n && !(none && s.length === 0);
  if (wrong(kernel)) throw runtimeError(`${name}: kernel_size must ${several}`);
  if (wrong(stride, true)) throw runtimeError(`${name}: stride must ${several.replace('be a', 'be omitted, a')}`);
  if (wrong(padding)) throw runtimeError(`${name}: padding must ${several}`);
  if (wrong(dilation)) throw runtimeError(`${name}: dilation must be ${several.replace('be ', '')}`);
  const ranked = self.dim === n + 1 || self.dim === n + 2;
  if (name === 'avg_pool2d') wrapDim(-3, self.dim);
  else if (!ranked) throw runtimeError(`non-empty ${n + 1}D or ${n + 2}D (batch mode) tensor expected for input`);
  const { k, s, p, d } = plan(self, n, kernel, stride, padding, dilation, ceil);
  for (let i = 0; i < n; i++) {
    if (s[i] === 0) throw runtimeError('stride should not be zero');
    if (p[i] < 0) throw runtimeError(`pad must be non-negative, but got pad: ${p[i]}`);
    if (p[i] > Math.trunc(((k[i] - 1) * d[i] + 1) / 2))
      throw runtimeError(`pad should be at most half of effective kernel size, but got pad=${p[i]}, kernel_size=${k[i]} and dilation=${d[i]}`);
  }
  const axes = ['T', 'H', 'W'].slice(-n);
  const positive = (what: string, letter: string, values: Sizes): void => {
    if (values.some((v) => v <= 0))
      throw runtimeError(`${what} should be greater than zero, but got ${axes.map((a, i) => `${letter.replace('?', a)}: ${values[i]}`).join(' ')}`);
  };
  positive('kernel size', 'k?', k);
  positive('stride', 'd?', s);
  positive('dilation', 'dilation?', d);
  const output = plan(self, n, kernel, stride, padding, dilation, ceil).output;
  if (n === 2) {
    if (!ranked || self.sizes.slice(self.dim === 4 ? 1 : 0).includes(0))
      throw runtimeError(`Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:${list(self.sizes)}`);
  } else {
    if (self.sizes.slice(self.dim === 5 ? 1 : 0).includes(0)) {
      const fn = name === 'avg_pool3d' ? 'avg_pool3d()' : 'max_pool3d_with_indices_out_cpu_template()';
      throw runtimeError(
        `${fn}: Expected input's non-batch dimensions to have positive length, but input has a shape of ${list(self.sizes)} and non-batch dimension 0 has length zero!`,
      );
    }
    const image = self.sizes.slice(-3);
    if (name === 'avg_pool3d' && image.some((v, i) => v < k[i])) {
      const row = (letter: string, values: Sizes): string => axes.map((a, i) => `${letter}${a}: ${values[i]}`).join(' ');
      throw runtimeError(`input image (${row('', image)}) smaller than kernel size (${row('k', k)})`);
    }
  }
  if (output.some((o) => o < 1)) {
    const [c, ...spatial] = self.sizes.slice(-n - 1);
    throw runtimeError(`Given input size: (${[c, ...spatial].join('x')}). Calculated output size: (${[c, ...output].join('x')}). Output size is too small`);
  }
  return { n, k, s, p, d, output };
}

/** What a kernel has no code for. */
export function notFor(self: Tensor, name: string, ints: boolean): void {
  if (self.dtype.category === 'bool' || (self.dtype.category === 'int' && !ints)) throw notImplementedFor(name, CPP[self.dtype.name]);
}

/** Adaptive pooling of an input that is none, in the words of AdaptiveAveragePooling.cpp and AdaptiveMaxPooling2d.cpp. */
export function adaptiveCheck(self: Tensor, n: number, kind: 'avg' | 'max'): void {
  const name = `adaptive_${kind}_pool${n}d()`;
  if (self.dim !== n + 1 && self.dim !== n + 2)
    throw runtimeError(`${name}: Expected ${n + 1}D or ${n + 2}D tensor, but got${kind === 'max' ? ':' : ''} ${list(self.sizes)}`);
  const from = self.dim - n;
  const none = self.sizes.findIndex((s, i) => i >= from && s === 0);
  if (none >= 0)
    throw runtimeError(
      `${name}: Expected input to have non-zero size for non-batch dimensions, but input has sizes ${list(self.sizes)} with dimension ${none} being empty`,
    );
}

export const ranked1 = (self: Tensor, name: string): void => {
  if (self.dim !== 2 && self.dim !== 3)
    throw runtimeError(`Expected 2 to 3 dimensions, but got ${self.dim}-dimensional tensor for argument #1 'self' (while checking arguments for ${name})`);
};
export const oneInt = (name: string, what: string, s: Sizes): void => {
  if (s.length !== 1) throw runtimeError(`${name}() argument '${what}' should contain one int (got ${s.length})`);
};

/** `check_max_pool1d` of Pool.h. */
export function checkMax1(self: Tensor, k: Sizes, s: Sizes, p: Sizes, d: Sizes, ceil: boolean): void {
  const fail = (text: string): never => {
    throw runtimeError(`max_pool1d${text}`);
  };
  if ((self.dim !== 2 && self.dim !== 3) || self.sizes.slice(self.dim - 2).includes(0))
    fail(`: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:${list(self.sizes)}`);
  if (k.length !== 1) fail(`() kernel_size must be an int, list of ints or tuple of ints of size 1 but got size ${k.length}`);
  if (s.length > 1) fail(`() stride must be None, an int, list of ints, or tuple of ints of size 1 but got size ${s.length}`);
  if (p.length !== 1) fail(`() padding must be an int, list of ints, or tuple of ints of size 1 but got size ${p.length}`);
  if (d.length !== 1) fail(`() dilation must be an int, list of ints or tuple of ints of size 1 but got size ${d.length}`);
  const step = s[0] ?? k[0];
  if (k[0] <= 0) fail(`() kernel_size must be greater than zero, but got ${k[0]}`);
  if (step <= 0) fail(`() stride must be greater than zero, but got ${step}`);
  if (p[0] < 0) fail(`() padding must be non-negative, but got ${p[0]}`);
  if (p[0] > k[0] / 2) fail(`() padding should be at most half of kernel size, but got padding=${p[0]} and kernel_size=${k[0]}`);
  if (d[0] <= 0) fail(`() dilation must be greater than zero, but got ${d[0]}`);
  const length = poolLength(self.sizes[self.dim - 1], k[0], p[0], step, d[0], ceil);
  if (length <= 0) fail(`() Invalid computed output size: ${length}`);
}
