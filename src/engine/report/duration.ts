/** Modelled time as it is written everywhere: no more digits than a model deserves, and nothing is called zero that is not. */

/** Microseconds that round to nothing at two digits after the point. */
const TINY = 0.01;

/** `1.4 ms`, `540 µs`, `0.35 µs`, `2.1 s`: two digits that count. */
export function duration(us: number): string {
  if (us === 0) return '0 µs';
  if (us < TINY) return `< ${TINY} µs`;
  if (us < 995) return `${two(us)} µs`;
  if (us < 995e3) return `${two(us / 1e3)} ms`;
  return `${two(us / 1e6)} s`;
}

const two = (n: number): string => (n >= 100 ? String(Math.round(n / 10) * 10) : String(Number(n.toPrecision(2))));
