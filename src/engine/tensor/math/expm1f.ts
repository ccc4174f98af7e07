/**
 * expm1, log1p and tanh in float32 steps, as the C library computes `expm1f`, `log1pf`, `tanhf`.
 *
 * glibc's float form of fdlibm, every operation rounded: what `torch.expm1`, `torch.log1p`, softplus and the tanh form of
 * GELU go through at the reference numerics (`torch.tanh` itself uses MKL's vector library: round a double there).
 */

const fround = Math.fround;
const F32 = new Float32Array(1);
const I32 = new Int32Array(F32.buffer);

function bitsOf(x: number): number {
  F32[0] = x;
  return I32[0];
}

function fromBits(bits: number): number {
  I32[0] = bits;
  return F32[0];
}

const LN2_HI = fround(6.9313812256e-1);
const LN2_LO = fround(9.0580006145e-6);
const INV_LN2 = fround(1.4426950216);
const Q = Float32Array.of(-3.3333335072e-2, 1.5873016091e-3, -7.936507609e-5, 4.0082177293e-6, -2.0109921195e-7);

/** z·(c0 + z·(c1 + …)) */
function polynomial(z: number, c: Float32Array): number {
  let sum = c[c.length - 1];
  for (let i = c.length - 2; i >= 0; i--) sum = fround(c[i] + fround(z * sum));
  return fround(z * sum);
}

export function expm1F32(v: number): number {
  if (v !== v) return v;
  if (v > 88.72283935546875) return Infinity;
  if (v <= -18.714973449707031) return -1;
  const a = Math.abs(v);
  if (a < 2 ** -25) return v;
  let x = v;
  let c = 0;
  let k = 0;
  if (a > 0.3465735912322998) {
    k = a < 1.0397207736968994 ? (v < 0 ? -1 : 1) : Math.trunc(fround(fround(INV_LN2 * v) + (v < 0 ? -0.5 : 0.5)));
    const hi = fround(v - fround(k * LN2_HI));
    const lo = fround(k * LN2_LO);
    x = fround(hi - lo);
    c = fround(fround(hi - x) - lo);
  }
  const half = fround(0.5 * x);
  const square = fround(x * half);
  const r1 = fround(1 + polynomial(square, Q));
  const t = fround(3 - fround(r1 * half));
  let e = fround(square * fround(fround(r1 - t) / fround(6 - fround(x * t))));
  if (k === 0) return fround(x - fround(fround(x * e) - square));
  e = fround(fround(x * fround(e - c)) - c);
  e = fround(e - square);
  if (k === -1) return fround(fround(0.5 * fround(x - e)) - 0.5);
  if (k === 1) {
    return x < -0.25 ? fround(-2 * fround(e - fround(x + 0.5))) : fround(1 + fround(2 * fround(x - e)));
  }
  if (k <= -2 || k > 56) return fround(fround(1 - fround(e - x)) * 2 ** k - 1);
  if (k < 23) return fround(fround(fround(1 - 2 ** -k) - fround(e - x)) * 2 ** k);
  return fround(fround(fround(x - fround(e + 2 ** -k)) + 1) * 2 ** k);
}

export function tanhF32(x: number): number {
  if (x !== x) return x;
  const a = Math.abs(x);
  if (a < 2 ** -55) return x;
  let z = 1;
  if (a < 22) {
    const t = expm1F32(fround((a >= 1 ? 2 : -2) * a));
    z = a >= 1 ? fround(1 - fround(2 / fround(t + 2))) : fround(-t / fround(t + 2));
  }
  return x < 0 ? -z : z;
}

const L = Float32Array.of(6.6666668653e-1, 4.0000000596e-1, 2.8571429849e-1, 2.2222198546e-1, 1.818357259e-1, 1.5313838422e-1, 1.479819864e-1);

export function log1pF32(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const a = Math.abs(x);
  if (a < 2 ** -15) return a < 2 ** -24 ? x : fround(x - fround(fround(x * x) * 0.5));
  let f = x;
  let k = 0;
  let c = 0;
  let fraction = 1;
  if (!(x < 0.41421365737915039 && (x > 0 || x > -0.29289346933364868))) {
    const u = x < 9007199254740992 ? fround(1 + x) : x;
    let bits = bitsOf(u);
    k = (bits >> 23) - 127;
    if (x < 9007199254740992) c = fround((k > 0 ? fround(1 - fround(u - x)) : fround(x - fround(u - 1))) / u);
    bits &= 0x007fffff;
    fraction = bits;
    if (bits < 0x3504f7) {
      f = fround(fromBits(bits | 0x3f800000) - 1);
    } else {
      k++;
      f = fround(fromBits(bits | 0x3f000000) - 1);
      fraction = (0x00800000 - bits) >> 2;
    }
  }
  const half = fround(fround(0.5 * f) * f);
  const high = fround(k * LN2_HI);
  const low = fround(fround(k * LN2_LO) + c);
  if (fraction === 0) {
    if (f === 0) return k === 0 ? 0 : fround(high + fround(c + fround(k * LN2_LO)));
    const r = fround(half * fround(1 - fround(fround(0.6666666666666667) * f)));
    return k === 0 ? fround(f - r) : fround(high - fround(fround(r - low) - f));
  }
  const s = fround(f / fround(2 + f));
  const r = polynomial(fround(s * s), L);
  const sum = fround(s * fround(half + r));
  return k === 0 ? fround(f - fround(half - sum)) : fround(high - fround(fround(half - fround(sum + low)) - f));
}
