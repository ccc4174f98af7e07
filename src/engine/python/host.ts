/**
 * What the evaluator needs from outside: somewhere to write, a clock, an environment.
 */
export interface Host {
  write(text: string): void;
  writeError(text: string): void;
  /** Simulated seconds since the epoch (`time.time()`). */
  time?(): number;
  env?: ReadonlyMap<string, string>;
  argv?: readonly string[];
  maxSteps?: number;
  /** Told now and then on which line the program stands. */
  progress?: ((line: number) => void) | undefined;
}
