/** Making images smaller without aliases: the filters of `interpolate(antialias=True)` (UpSampleKernel.cpp). */
import { sin } from '../tensor/math/index.ts';
import type { OpDef } from './op.ts';
import { family, type Filter } from './upsample.ts';

const sinc = (x: number): number => (x === 0 ? 1 : sin(Math.PI * x) / (Math.PI * x));
const LINEAR: Filter = { size: 2, weight: (x) => Math.max(1 - Math.abs(x), 0) };
const CUBIC: Filter = {
  size: 4,
  weight: (d) => {
    const x = Math.abs(d);
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  },
};
const LANCZOS: Filter = { size: 6, weight: (x) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0) };

export const FILTERED: readonly OpDef[] = [
  ...family('_upsample_bilinear2d_aa', 2, LINEAR, 'UpsampleBilinear2DAa'),
  ...family('_upsample_bicubic2d_aa', 2, CUBIC, 'UpsampleBicubic2DAa'),
  ...family('_upsample_lanczos2d_aa', 2, LANCZOS, 'UpsampleLanczos2DAa'),
];
