/**
 * Slices from the start in a tuple of indices (`x[:, :n]`). PyTorch gives the tensor itself where it knows that the end
 * is not before the length (`applySlice` of ATen/TensorIndexing.h: `TORCH_STATICALLY_KNOWN_TRUE(length <= stop)`). With
 * a symbol on one side alone it does not know, and the slice is an operator, whatever the numbers at hand are.
 *
 */

interface Met {
  readonly size: number;
  /** INT64_MAX where the program names no end. */
  readonly stop: number;
  readonly whole: boolean;
  /** Operators recorded before it. */
  readonly at: number;
}

const isOpen = ({ stop }: Met): boolean => stop > Number.MAX_SAFE_INTEGER;

export class WholeSlices {
  private readonly met: Met[] = [];
  private readonly operators: ReadonlySet<number>;
  private readonly wanted: ReadonlySet<number> | null;
  /** Those that gave the tensor itself. */
  readonly dropped = new Set<number>();
  /** Ends that moved while their length stayed, and the other way round. */
  private readonly alone = { stop: new Set<number>(), size: new Set<number>() };
  /** The end of a dropped slice is compared with the length. */
  onBound: (stop: number, size: number) => void = () => undefined;

  /** `operators`: known to be some; `dropped`: the ones an earlier run dropped, where this one has to do the same. */
  constructor(operators: ReadonlySet<number>, dropped: ReadonlySet<number> | null) {
    this.operators = operators;
    this.wanted = dropped;
  }

  /** Whether the next slice, of a dimension of this size, gives the tensor itself. */
  drops(size: number, stop: number, at: number): boolean {
    const i = this.met.length;
    const met: Met = { size, stop, whole: stop >= size, at };
    this.met.push(met);
    if (!met.whole || this.operators.has(i) || this.wanted?.has(i) === false) return false;
    this.dropped.add(i);
    if (!isOpen(met)) this.onBound(stop, size);
    return true;
  }

  /** Slices whose end or length is another in a run under another value. */
  moved(other: WholeSlices): number[] {
    return this.met.flatMap((m, i) => {
      const o = other.met[i];
      return o?.at === m.at && (o.size !== m.size || o.stop !== m.stop) ? [i] : [];
    });
  }

  /** What a run under another value in a symbol's place shows to be operators; `now`: their ends are no longer the lengths. */
  compare(other: WholeSlices, sameUpTo: (at: number) => boolean): { readonly open: readonly number[]; readonly now: readonly number[] } {
    const both = [...this.dropped].filter((i) => other.met[i]?.at === this.met[i].at);
    const { alone } = this;
    for (const i of both) {
      const [stop, size] = (['stop', 'size'] as const).map((k) => other.met[i][k] !== this.met[i][k]);
      if (stop !== size) alone[stop ? 'stop' : 'size'].add(i);
    }
    // Of an end and a length that are two symbols neither bounds the other.
    return {
      open: both.filter((i) => alone.size.has(i) && (isOpen(this.met[i]) || alone.stop.has(i))),
      now: both.filter((i) => !other.met[i].whole && sameUpTo(this.met[i].at)),
    };
  }
}
