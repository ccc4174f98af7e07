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

const PP = floats(1.2837916613e-01, -3.2504209876e-01, -2.8481749818e-02, -5.7702702470e-03, -2.3763017452e-05);
const QQ = floats(1, 3.9791721106e-01, 6.5022252500e-02, 5.0813062117e-03, 1.3249473704e-04, -3.9602282413e-06);
const PA = floats(-2.3621185683e-03, 4.1485610604e-01, -3.7220788002e-01, 3.1834661961e-01, -1.1089469492e-01, 3.5478305072e-02, -2.1663755178e-03);
const QA = floats(1, 1.0642088205e-01, 5.4039794207e-01, 7.1828655899e-02, 1.2617121637e-01, 1.3637083583e-02, 1.1984500103e-02);
const RA = floats(-9.8649440333e-03, -6.9385856390e-01, -1.0558626175e+01, -6.2375331879e+01, -1.6239666748e+02, -1.8460508728e+02, -8.1287437439e+01, -9.8143291473);
const SA = floats(1, 1.9651271820e+01, 1.3765776062e+02, 4.3456588745e+02, 6.4538726807e+02, 4.2900814819e+02, 1.0863500214e+02, 6.5702495575, -6.0424413532e-02);
const RB = floats(-9.8649431020e-03, -7.9928326607e-01, -1.7757955551e+01, -1.6063638306e+02, -6.3756646729e+02, -1.0250950928e+03, -4.8351919556e+02);
const SB = floats(1, 3.0338060379e+01, 3.2579251099e+02, 1.5367296143e+03, 3.1998581543e+03, 2.5530502930e+03, 4.7452853394e+02, -2.2440952301e+01);
const ERX = fround(8.4506291151e-01);
const EFX = fround(1.2837916613e-01);

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
