/** Arithmetic of complex numbers with CPython's results and messages. */
import * as elementary from './elementary/index.ts';
import { raise } from './errors.ts';
import { pow as floatPow } from './floatpow.ts';
import { floatRepr } from './numfmt.ts';
import { complexType } from './types.ts';
import { PyComplex, type Value } from './values.ts';

/** Integral powers by repeated squaring, as CPython does below 100. */
function smallPower(ar: number, ai: number, n: number): Value {
  let r = new PyComplex(complexType, 1, 0);
  let p = new PyComplex(complexType, ar, ai);
  for (let m = Math.abs(n); m > 0; m >>= 1) {
    if (m & 1) r = complexOp(2, r, p) as PyComplex;
    p = complexOp(2, p, p) as PyComplex;
  }
  return n >= 0 ? r : (complexOp(3, new PyComplex(complexType, 1, 0), r) as Value);
}

export function complexPow(ar: number, ai: number, br: number, bi: number): Value {
  if (br === 0 && bi === 0) return new PyComplex(complexType, 1, 0);
  if (bi === 0 && Number.isInteger(br) && Math.abs(br) <= 100) return smallPower(ar, ai, br);
  if (ar === 0 && ai === 0) {
    if (bi !== 0 || br < 0) raise('ZeroDivisionError', '0.0 to a negative or complex power');
    return new PyComplex(complexType, 0, 0);
  }
  const abs = Math.hypot(ar, ai);
  let len = floatPow(abs, br);
  const at = elementary.atan2(ai, ar);
  let phase = at * br;
  if (bi !== 0) {
    len *= elementary.exp(-at * bi);
    phase += bi * elementary.log(abs);
  }
  return new PyComplex(complexType, len * elementary.cos(phase), len * elementary.sin(phase));
}

export function complexOp(op: number, a: PyComplex, b: PyComplex): Value | undefined {
  const c = (re: number, im: number): PyComplex => new PyComplex(complexType, re, im);
  switch (op) {
    case 0:
      return c(a.re + b.re, a.im + b.im);
    case 1:
      return c(a.re - b.re, a.im - b.im);
    case 2:
      return c(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    case 3: {
      // Smith's method, as CPython.
      if (b.re === 0 && b.im === 0) raise('ZeroDivisionError', 'complex division by zero');
      if (Math.abs(b.re) >= Math.abs(b.im)) {
        const r = b.im / b.re;
        const d = b.re + b.im * r;
        return c((a.re + a.im * r) / d, (a.im - a.re * r) / d);
      }
      const r = b.re / b.im;
      const d = b.re * r + b.im;
      return c((a.re * r + a.im) / d, (a.im * r - a.re) / d);
    }
    case 6:
      return complexPow(a.re, a.im, b.re, b.im);
    default:
      return undefined;
  }
}

export function complexRepr(c: PyComplex): string {
  const part = (v: number): string => floatRepr(v).replace(/\.0$/, '');
  if (c.re === 0 && !Object.is(c.re, -0)) return `${part(c.im)}j`;
  const im = part(c.im);
  return `(${part(c.re)}${/^[-]/.test(im) ? '' : '+'}${im}j)`;
}
