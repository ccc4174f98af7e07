/**
 * The journal of changes: one list of undos for every change to a Python object or a tensor storage.
 *
 * While a journal is open each mutator records how to take its change back. Rolling back to a mark restarts a trace;
 * committing keeps the changes (decision 2). Nested journals are marks in one list.
 * Leaves out: redo. Stepping back in the page reads recorded values and needs no engine.
 */

type Undo = () => void;

class Journal {
  /** True while changes are recorded: mutators test it first, so that plain runs pay one branch. */
  open = false;
  private depth = 0;
  private undos: Undo[] = [];
  private targets: object[] = [];

  begin(): number {
    this.depth++;
    this.open = true;
    return this.undos.length;
  }

  record(target: object, undo: Undo): void {
    this.undos.push(undo);
    this.targets.push(target);
  }

  /** Objects changed since `mark`, in order, with repeats. */
  changedSince(mark: number): readonly object[] {
    return this.targets.slice(mark);
  }

  /** Takes back everything since `mark` and closes the section that `begin` opened. */
  rollback(mark: number): void {
    while (this.undos.length > mark) {
      (this.undos.pop() as Undo)();
      this.targets.pop();
    }
    this.end();
  }

  /** Keeps everything since `mark`; an outer section can still take it back. */
  commit(_mark: number): void {
    this.end();
  }

  private end(): void {
    this.depth--;
    if (this.depth === 0) {
      this.open = false;
      this.undos = [];
      this.targets = [];
    }
  }
}

export const journal = new Journal();
