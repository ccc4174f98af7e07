/**
 * Work that one instruction does in bulk (a long list copied, two large ints multiplied), charged to the evaluator that
 * runs: natives below it have no hand on it. A step is what an instruction takes, some hundred nanoseconds at most.
 */

interface Payer {
  charge(steps: number): void;
  fines: number;
}

/** The evaluator that runs now. */
export const payer: { vm: Payer | null } = { vm: null };

export const spend = (steps: number): void => payer.vm?.charge(steps);

/** An object with a map of its own (an instance, a function, a dict's first row) takes some 200 bytes: kept, it is dear. */
export const OBJECT = 6;

/** Items that cost nothing worth counting beside the instruction itself. */
const FEW = 64;

/** A sequence of `n` items is made or copied: a step an item, for they also stay in memory. */
export function spendItems(n: number): void {
  if (n > FEW) spend(n);
}

/** A row of `n` values is made, one of very many. */
export const spendRow = (n: number): void => spend(4 + n);

/** `n` items are looked at, or compared. */
export function spendLooks(n: number): void {
  if (n > FEW) spend(n >> 2);
}

/** `n` characters or bytes are looked at, or copied. */
export function spendText(n: number): void {
  if (n > FEW) spend(n >> 4);
}

/** Words of 64 bits from which ints are charged. */
const LARGE = 64;

/** Two ints of so many bits are multiplied or divided: more than linear, less than quadratic in JavaScript's own code. */
export function spendInts(a: number, b: number): void {
  const [x, y] = [a / 64, b / 64];
  if (x + y > LARGE) spend(Math.ceil((x * y) / 2048 + (x + y) / 2));
}
