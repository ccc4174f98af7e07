/**
 * Windows of spectral analysis: Hann, Hamming, Blackman, Bartlett, Kaiser; each is one row of a trace.
 *
 * The steps and their roundings follow native/TensorFactories.cpp: a periodic window is the symmetric one that is longer by
 * one, without its last number.
 */
import { copyInto, fill, fromWorking, toWorking } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { type DType, int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';

import { defaults } from '../tensor/promotion.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import { PyFloat } from '../python/values.ts';
import { below } from './below.ts';
import { make } from './making.ts';
import type { Arg, OpDef, Scalar } from './op.ts';
import { besselI0 } from './special_functions.ts';
import { numberOf, roundingOf } from './work.ts';

const OPTIONS = 'ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None';

/** Types as C++ names them. */
const C: Readonly<Record<string, string>> = {
  bool: 'bool',
  uint8: 'unsigned char',
  int8: 'signed char',
  int16: 'short int',
  int32: 'int',
  int64: 'long int',
};

const mul = (t: Tensor, by: number): Tensor => below.one('mul.Scalar', t, new PyFloat(by));
const add = (t: Tensor, by: number): Tensor => below.one('add.Scalar', t, new PyFloat(by), 1);
const cos = (t: Tensor): Tensor => below.one('cos', t);

/** 0, 1, … as the window's numbers, its length, its own parameters. */
type Shape = (ramp: Tensor, length: number, ...given: number[]) => Tensor;

/** `name(int window_length, …)` in each of its overloads; `parameters` with their defaults in the order they are added. */
function windowForms(name: string, parameters: readonly (readonly [string, number])[], shape: Shape, suffixes: readonly string[]): OpDef[] {
  return suffixes.map((suffix, given) => {
    const named = parameters.slice(0, Math.max(0, given - 1)).map(([p]) => `float ${p}`);
    const periodic = given > 0 ? ['bool periodic'] : [];
    return {
      schema: `${name}_window${suffix}(${['int window_length', ...periodic, ...named].join(', ')}, *, ${OPTIONS}) -> Tensor`,
      kind: 'kernel',
      meta: (length: number, ...rest: Arg[]) => {
        const [dtype, , device] = rest.slice(periodic.length + named.length) as [DType | null, Arg, Device | null];
        const d = dtype ?? defaults.dtype;
        if (d.category !== 'float')
          throw runtimeError(
            `${name}_window expects floating point dtypes, got: TensorOptions(dtype=${C[d.name]}, device=cpu, layout=Strided (default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))`,
          );
        if (length < 0) throw runtimeError(`${name}_window requires non-negative window_length, got window_length=${length}`);
        return make([length], d, device);
      },
      kernel: (out: Tensor, length: number, ...rest: Arg[]) => {
        if (length <= 1) return void fill(out, 1);
        const whole = given > 0 && rest[0] === false ? length : length + 1;
        const own = parameters.map(([, usual], i) => (i < named.length ? numberOf(rest[1 + i] as Scalar) : usual));
        const ramp = empty([whole], out.dtype, { device: out.device });
        copyInto(ramp, below.one('arange.start_step', 0, whole, 1, int64, 'strided', out.device, null));
        copyInto(out, below.one('slice.Tensor', shape(ramp, whole, ...own), 0, 0, length, 1));
      },
    };
  });
}

const cosine: Shape = (ramp, n, alpha, beta) => add(mul(cos(mul(ramp, (Math.PI * 2) / (n - 1))), -beta), alpha);

/** A Bessel function over a half ellipse. */
const kaiser: Shape = (ramp, n, beta) => {
  const r = roundingOf(ramp.dtype);
  const middle = r((n - 1) / 2);
  const shape = r(beta);
  const of = (v: number): number => {
    const part = r(r(v - middle) / middle);
    return r(r(besselI0(r(shape * r(Math.sqrt(r(1 - r(part * part))))))) / r(besselI0(shape)));
  };
  fromWorking(ramp, toWorking(ramp).map(of));
  return ramp;
};

export const WINDOWS: readonly OpDef[] = [
  ...windowForms('hann', [], (ramp, n) => cosine(ramp, n, 0.5, 0.5), ['', '.periodic']),
  ...windowForms(
    'hamming',
    [
      ['alpha', 0.54],
      ['beta', 0.46],
    ],
    cosine,
    ['', '.periodic', '.periodic_alpha', '.periodic_alpha_beta'],
  ),
  ...windowForms(
    'blackman',
    [],
    (ramp, n) => {
      const t = mul(ramp, Math.PI / (n - 1));
      return add(below.one('sub.Tensor', mul(cos(mul(t, 4)), 0.08), mul(cos(mul(t, 2)), 0.5), 1), 0.42);
    },
    ['', '.periodic'],
  ),
  ...windowForms(
    'bartlett',
    [],
    (ramp, n) => {
      const t = mul(ramp, 2 / (n - 1));
      const rise = ((n - 1) >> 1) + 1;
      const [up, down] = [below.one('slice.Tensor', t, 0, 0, rise, 1), below.one('slice.Tensor', t, 0, rise, n, 1)];
      return below.one('cat', [up, add(mul(down, -1), 2)], 0);
    },
    ['', '.periodic'],
  ),
  ...windowForms('kaiser', [['beta', 12]], kaiser, ['', '.periodic', '.beta']),
];
