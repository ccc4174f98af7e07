/**
 * The ranks of a run and the collectives they meet in.
 *
 * Ranks are coroutines, the lowest runnable one first (decision 5). A collective is matched by its group and by how many
 * the rank has issued on that group before, as NCCL and gloo match them. A rank that arrives before its peers throws
 * `Suspend`: nothing of the instruction has happened yet, and it is executed again once the peers are there. An
 * instruction that runs several collectives finds the results it already had in a log.
 * Leaves out: asynchronous work handles that overlap, timeouts.
 */
import { Suspend } from '../python/errors.ts';

/** Ranks that meet, in order. Two groups of the same ranks are told apart by their key. */
export interface Group extends ReadonlyArray<number> {
  readonly key?: string;
}

/** Why a rank waits. */
export interface Waiting {
  readonly what: string;
  readonly rank: number;
  readonly meeting: Meeting;
}

/** What a rank brings to a meeting: enough to check that all mean the same, and the payload. */
export interface Contribution {
  /** `all_reduce(sum)`, `broadcast(0)` …: equal on every rank of the group, or nobody proceeds. */
  readonly kind: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly line: number;
  readonly payload: unknown;
}

export interface Meeting {
  readonly group: Group;
  readonly sequence: number;
  readonly arrived: Map<number, Contribution>;
  /** Set once all have arrived and agree: one result a rank, in group order. */
  results: unknown[] | null;
}

interface RankState {
  /** Collectives issued on each group so far. */
  readonly issued: Map<string, number>;
  /** Results of the current instruction's collectives, replayed when it is executed again. */
  log: unknown[];
  cursor: number;
  /** The unit of work the log belongs to. */
  unit: string;
  /** The next meeting starts the same unit again. */
  again: boolean;
}

export class World {
  readonly size: number;
  private readonly meetings = new Map<string, Meeting>();
  private readonly ranks: RankState[];

  constructor(size: number) {
    this.size = size;
    this.ranks = Array.from({ length: size }, () => ({ issued: new Map(), log: [], cursor: 0, unit: '', again: false }));
  }

  /** The rank is resumed: its instruction will be executed again from the start. */
  retry(rank: number): void {
    const state = this.ranks[rank] as RankState;
    state.cursor = 0;
    state.again = true;
  }

  /**
   * Meets the group. Returns this rank's result, or throws `Suspend`.
   * @param unit names the unit of work that is executed again as a whole if it has to wait
   * @param finish one result a rank from all contributions, in group order; called once
   */
  meet(rank: number, unit: string, group: Group, mine: Contribution, finish: (all: Contribution[]) => unknown[]): unknown {
    const state = this.ranks[rank] as RankState;
    if (state.again) {
      state.again = false;
      state.unit = unit;
    } else if (state.unit !== unit) {
      state.unit = unit;
      state.log = [];
      state.cursor = 0;
    }
    if (state.cursor < state.log.length) return state.log[state.cursor++];
    const id = `${group.key ?? ''}:${group.join()}`;
    const sequence = state.issued.get(id) ?? 0;
    const key = `${id}#${sequence}`;
    let meeting = this.meetings.get(key);
    if (!meeting) {
      meeting = { group, sequence, arrived: new Map(), results: null };
      this.meetings.set(key, meeting);
    }
    if (!meeting.arrived.has(rank)) meeting.arrived.set(rank, mine);
    if (!meeting.results && meeting.arrived.size === group.length && agree(meeting)) {
      meeting.results = finish(group.map((r) => (meeting as Meeting).arrived.get(r) as Contribution));
    }
    if (!meeting.results) throw new Suspend({ what: mine.kind, rank, meeting } as Waiting);
    state.issued.set(id, sequence + 1);
    const result = meeting.results[group.indexOf(rank)];
    state.log.push(result);
    state.cursor++;
    return result;
  }

  /** A blocked rank may go on. */
  isReady(block: Waiting): boolean {
    const { meeting } = block;
    return meeting.results !== null || (meeting.arrived.size === meeting.group.length && agree(meeting));
  }
}

function agree(meeting: Meeting): boolean {
  const [first, ...rest] = [...meeting.arrived.values()] as [Contribution, ...Contribution[]];
  return rest.every((c) => c.kind === first.kind);
}

/** Who waits for whom, in words, lowest rank first: `rank 0 waits in all_reduce (line 9) for rank 1`. */
export function explainHang(blocked: readonly Waiting[], ended: readonly number[]): string {
  const where = (r: number, here: Meeting): string => {
    if (ended.includes(r)) return ' (which has ended)';
    const other = blocked.find((w) => w.rank === r);
    if (!other || other.meeting === here) return '';
    const mine = other.meeting.arrived.get(r) as Contribution;
    return ` (which waits in ${mine.kind} of another group on line ${mine.line})`;
  };
  return blocked
    .map(({ rank, meeting }) => {
      const mine = meeting.arrived.get(rank) as Contribution;
      const missing = meeting.group.filter((r) => !meeting.arrived.has(r));
      const differing = [...meeting.arrived].filter(([r, c]) => r !== rank && c.kind !== mine.kind);
      const because = missing.length
        ? `for ${missing.map((r) => `rank ${r}${where(r, meeting)}`).join(', ')}`
        : `because ${differing.map(([r, c]) => `rank ${r} is in ${c.kind} (line ${c.line})`).join(', ')}`;
      return `rank ${rank} waits in ${mine.kind} (line ${mine.line}) ${because}`;
    })
    .join('\n');
}
