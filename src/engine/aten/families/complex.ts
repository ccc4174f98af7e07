/** Operator families: complex numbers and Fourier transforms. */
import '../effort_rules.ts';
import { COMPLEX } from '../complex/ops.ts';
import { FFT } from '../fft/composites.ts';
import { FFT_KERNELS } from '../fft/kernels.ts';
import { STFT } from '../fft/stft.ts';
import type { OpDef } from '../op.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [COMPLEX, FFT_KERNELS, FFT, STFT];
