/**
 * The error function in float32 steps, as the C library computes `erff`: what PyTorch's GELU goes through.
 *
 * glibc's form of fdlibm: the coefficients of `erf.ts` rounded to float32, every operation rounded. Wrong by one unit in a
 * few results of a hundred; `torch.erf` itself uses MKL's vector library instead.
 */
import { expF32 } from './single.ts';

const fround = Math.fround;
const F32 = new Float32Array(1);
const I32 = new Int32Array(F32.buffer);

const floats = (...c: number[]): Float32Array => Float32Array.from(c);

const PP = floats(1.2837916613e-1, -3.2504209876e-1, -2.8481749818e-2, -5.770270247e-3, -2.3763017452e-5);
const QQ = floats(1, 3.9791721106e-1, 6.50222525e-2, 5.0813062117e-3, 1.3249473704e-4, -3.9602282413e-6);
const PA = floats(-2.3621185683e-3, 4.1485610604e-1, -3.7220788002e-1, 3.1834661961e-1, -1.1089469492e-1, 3.5478305072e-2, -2.1663755178e-3);
const QA = floats(1, 1.0642088205e-1, 5.4039794207e-1, 7.1828655899e-2, 1.2617121637e-1, 1.3637083583e-2, 1.1984500103e-2);
const RA = floats(-9.8649440333e-3, -6.938585639e-1, -1.0558626175e1, -6.2375331879e1, -1.6239666748e2, -1.8460508728e2, -8.1287437439e1, -9.8143291473);
const SA = floats(1, 1.965127182e1, 1.3765776062e2, 4.3456588745e2, 6.4538726807e2, 4.2900814819e2, 1.0863500214e2, 6.5702495575, -6.0424413532e-2);
const RB = floats(-9.864943102e-3, -7.9928326607e-1, -1.7757955551e1, -1.6063638306e2, -6.3756646729e2, -1.0250950928e3, -4.8351919556e2);
const SB = floats(1, 3.0338060379e1, 3.2579251099e2, 1.5367296143e3, 3.1998581543e3, 2.553050293e3, 4.7452853394e2, -2.2440952301e1);
const ERX = fround(8.4506291151e-1);
const EFX = fround(1.2837916613e-1);

function horner(z: number, c: Float32Array): number {
  let sum = c[c.length - 1];
  for (let i = c.length - 2; i >= 0; i--) sum = fround(c[i] + fround(z * sum));
  return sum;
}

export function erfF32(x: number): number {
  if (x !== x) return x;
  const a = Math.abs(x);
  if (a < 0.84375) {
    if (a < 2 ** -28) return fround(x + fround(EFX * x));
    const z = fround(x * x);
    return fround(x + fround(x * fround(horner(z, PP) / horner(z, QQ))));
  }
  if (a < 1.25) {
    const s = fround(a - 1);
    const r = fround(ERX + fround(horner(s, PA) / horner(s, QA)));
    return x < 0 ? -r : r;
  }
  if (a >= 6) return x < 0 ? -1 : 1;
  const s = fround(1 / fround(a * a));
  const ratio = a < 2.857142925262451 ? fround(horner(s, RA) / horner(s, SA)) : fround(horner(s, RB) / horner(s, SB));
  F32[0] = a;
  I32[0] &= 0xfffff000;
  const z = F32[0];
  const head = expF32(fround(fround(-z * z) - 0.5625));
  const rest = expF32(fround(fround(fround(z - a) * fround(z + a)) + ratio));
  const r = fround(1 - fround(fround(head * rest) / a));
  return x < 0 ? -r : r;
}
