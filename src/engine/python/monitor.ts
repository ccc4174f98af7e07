/** What watches the evaluator while a function is traced (torch.compile): every read, store, test, call and comparison. */
import type { Frame } from './frame.ts';
import type { Value } from './values.ts';

/** `cell`, `local`, …: where the value stands. */
export type Place = 'local' | 'global' | 'cell' | 'attr' | 'subscr';

/** Consulted while a function is traced; null otherwise. A method may throw: the frame stays at its instruction. */
export interface Monitor {
  /** A value was read. `base`: object for `attr` and `subscr`, null otherwise. Returns the value to use. */
  load(frame: Frame, kind: Place, base: Value, key: Value, value: Value): Value;
  /** A jump, `not` or `and`/`or` is about to test this value. Returns the value that a plain jump tests instead. */
  truth(frame: Frame, value: Value): Value;
  /** Any call by an instruction, before it happens. Returns what is called instead (mostly `fn` itself). */
  call(frame: Frame, fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Value;
  store(frame: Frame, kind: Place, base: Value, key: Value, value: Value): void;
  /** A loop, comprehension or unpacking starts on this value. */
  iter(frame: Frame, iterable: Value): void;
  /** A binary operator (an index of `BINARY_OPS`; -1: a minus sign, in which `b` is none) gave `result`, a number, of numbers. */
  arithmetic(operator: number, a: Value, b: Value, result: Value): void;
  /** Two ints are compared. */
  compare(frame: Frame, operator: number, a: number, b: number): void;
  /** At least one of the compared values is a float. */
  compareFloats(frame: Frame, operator: number, a: Value, b: Value): void;
  /** `{n}` of an f-string is about to become text, which stands in this slot of the operand stack. */
  format(frame: Frame, n: number, slot: number): void;
  /** The texts from this slot on are about to be joined. */
  join(frame: Frame, slot: number): void;
  /** `container[key]` failed with this; a method that returns lets it be. */
  missingItem(frame: Frame, container: Value, key: Value, error: unknown): void;
  /** Looking up `name` for `o.name(…)` failed with this; a method that returns lets it be. */
  missing(frame: Frame, o: Value, name: string, error: unknown): void;
  /** `key in container` */
  contains(frame: Frame, container: Value, key: Value): void;
}
