/** Powers of floats, by the project's own function: `**` of JavaScript leaves the last digit to the machine. */
import { pow as rounded } from './elementary/rounded.ts';

export function pow(a: number, b: number): number {
  if (b === 0.5 && a >= 0 && Number.isFinite(a)) return Math.sqrt(a) + 0;
  if (b === -1) return 1 / a;
  if (b === 2) return a * a;
  return rounded(a, b);
}
