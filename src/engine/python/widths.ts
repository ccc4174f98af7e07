/**
 * Characters that stand in two columns of a terminal (Unicode 14, East Asian Width wide and full, as Python 3.11's
 * `unicodedata` has it), for marks under a line. Leaves out: what Unicode has not assigned.
 */
const WIDE =
  '3cw 2n 3i3 1 e 1 5b 3 4 0 3 0 ei 1 m 1 1f b 18 0 k 0 e 0 9 1 i 1 6 1 9 0 6 0 m 0 8 1 2 0 5 0 3 0 8 0 5 1 t 0 10 0 2 0 5 2 2 0 1q 2 p 0 f 0 nw 1 1g 0 5 ' +
  '0 mj ce 3 ee 9 5f3 1t h52 wq s hw 8mb 6l9 d5 mv 9 n 1n 46 2n 3k 6 m4a d97 c21 0 5n 0 5b 0 3 9 2u 80 d 8 2 1x 2 l d 16 5 4 d g 4 0 4 1y 2 0 2 56 3 1q e ' +
  '3 2 n j 0 r 1 e 0 2f 2c 1d 1x 7 0 4 2 3 a c 1 8 8 6c g 7w 1a 2 9 2 54 35 3q zu 1idm';

/** Ends of the ranges in turn, each as the distance from the one before, in base 36. */
let ends: number[] | null = null;

/** The number of columns that a text takes. */
export function displayWidth(text: string): number {
  let n = 0;
  for (const c of text) n += c < '\u1100' ? 1 : isWide(c.codePointAt(0) as number) ? 2 : 1;
  return n;
}

function isWide(code: number): boolean {
  let sum = 0;
  ends ??= WIDE.split(' ').map((d) => (sum += Number.parseInt(d, 36)));
  for (let i = 0; i < ends.length && ends[i] <= code; i += 2) if (code <= ends[i + 1]) return true;
  return false;
}
