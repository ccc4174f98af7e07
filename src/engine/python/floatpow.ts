/**
 * Powers of floats. JavaScript leaves the digits of `**` to the engine; V8 and C's library differ in the last bit for some
 * arguments. Integral exponents and square roots are taken care of here; the rest is `Math.pow`.
 */
export function pow(a: number, b: number): number {
  if (b === 0.5 && a >= 0 && Number.isFinite(a)) return Math.sqrt(a) + 0;
  if (b === 2) return a * a;
  if (b === 1) return a;
  if (b === -1) return 1 / a;
  return a ** b;
}
