/**
 * The `frames` rows of the report: one a `torch.compile` result, filled while its calls run.
 *
 * What counts where: a graph counts for the outermost compiled call in progress; a break or a recompile only when the
 * frame being compiled is of the program's own file.
 */
import type { FrameRow, GraphRow } from '../report/types.ts';
import type { BreakKind } from './breaks.ts';
import type { BreakWords } from './break-words.ts';

export class Rows {
  readonly rows: FrameRow[] = [];
  private readonly stack: Row[] = [];

  get current(): Row | null {
    return this.stack[this.stack.length - 1] ?? null;
  }

  enter(row: Row): void {
    if (!this.rows.includes(row.row)) this.rows.push(row.row);
    row.row.compiles.push(0);
    this.stack.push(row);
  }

  leave(): void {
    this.stack.pop();
  }
}

export class Row {
  readonly row: FrameRow;
  /** The first frame of the program that was converted: whether that gave code. */
  private top: boolean | null = null;

  constructor(name: string, line: number | null) {
    this.row = { name, line: line as number, compiles: [], graphs: [], breaks: [], skipped: false, recompiles: [], guards: [] };
  }

  get call(): number {
    return this.row.compiles.length;
  }

  graph(graph: GraphRow): number {
    this.row.compiles[this.row.compiles.length - 1]++;
    this.row.graphs.push(graph);
    this.row.skipped = false;
    return this.row.graphs.length - 1;
  }

  /** A graph for a back end that takes it as Dynamo made it: the report counts those that AOTAutograd sees. */
  handed(graph: GraphRow): void {
    (this.row.handed ??= []).push({ call: this.call, graph });
  }

  /** A frame of the program was converted (`ok`) or left to eager. */
  converted(ok: boolean): void {
    if (this.top !== null) return;
    this.top = ok;
    this.row.skipped = !ok && this.row.graphs.length === 0;
  }

  break(line: number | null, kind: BreakKind, { reason, hint }: BreakWords): void {
    const { breaks } = this.row;
    if (breaks.some((b) => b.line === line && b.id === kind.id)) return;
    breaks.push({ line: line as number, id: kind.id, reason: `${kind.type}. ${reason}`, hint });
  }

  recompile(guard: string): void {
    this.row.recompiles.push({ call: this.call, guard });
  }
}
