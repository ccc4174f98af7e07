/**
 * The ranks of a run and the collectives they meet in.
 *
 * Ranks are coroutines, the lowest runnable one first (decision 5). A collective is matched by its group and by how many
 * the rank has issued on that group before, as NCCL and gloo match them. A rank that arrives before its peers throws
 * `Suspend`: nothing of the instruction has happened yet, and it is executed again once the peers are there. An
 * instruction that runs several collectives finds the results it already had in a log.
 * A collective with a work handle is brought by `post` and waited for by `collect`. Leaves out: timeouts.
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
  /** For a rank that waits for one of several meetings: whether any can go on. */
  readonly ready?: (() => boolean) | undefined;
  /** It only asks whether the meeting is over: when all others wait too it goes on with a no. */
  readonly asks?: boolean | undefined;
}

/** What a rank brings to a meeting: enough to check that all mean the same, and the payload. */
export interface Contribution {
  /** `all_reduce(sum)`, `broadcast(0)` …: equal on every rank of the group, or nobody proceeds. */
  readonly kind: string;
  /** The call as this rank made it, where that differs from `kind`: `recv from 1`. */
  readonly called?: string | undefined;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly line: number;
  readonly payload: unknown;
  /** Name to be counted once it has happened; null: counted already, or never. */
  readonly counts: string | null;
}

export interface Meeting {
  readonly group: Group;
  readonly sequence: number;
  readonly arrived: Map<number, Contribution>;
  /** Set once all have arrived and agree: one result a rank, in group order. */
  results: unknown[] | null;
  /** How many have gone on: after the last one nobody asks for it by its place any more. */
  left: number;
}

interface RankState {
  /** Collectives issued on each group so far. */
  readonly issued: Map<string, number>;
  /** Results of the current instruction's collectives, replayed when it is executed again. */
  log: unknown[];
  cursor: number;
  /** The unit of work the log belongs to. */
  unit: number;
  /** The next meeting starts the same unit again. */
  again: boolean;
  /** What it asked for has not happened, and nobody else can go on; how many had been told so before. */
  told: boolean;
  turn: number;
}

export class World {
  readonly size: number;
  readonly meetings = new Map<string, Meeting>();
  readonly ranks: readonly RankState[];
  private turns = 0;

  constructor(size: number) {
    this.size = size;
    this.ranks = Array.from({ length: size }, () => ({ issued: new Map(), log: [], cursor: 0, unit: -1, again: false, told: false, turn: 0 }));
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
  meet(rank: number, unit: number, group: Group, mine: Contribution, finish: (all: Contribution[]) => unknown[]): unknown {
    return this.once(rank, unit, () => {
      const meeting = this.arrive(rank, group, mine, finish);
      const result = resultOf(meeting, rank);
      this.left(rank, meeting);
      return result;
    });
  }

  /** Brings a contribution and goes on: the meeting to `collect` from later. */
  post(rank: number, unit: number, group: Group, mine: Contribution, finish: (all: Contribution[]) => unknown[]): Meeting {
    return this.once(rank, unit, () => {
      const meeting = this.arrive(rank, group, mine, finish);
      this.left(rank, meeting);
      return meeting;
    }) as Meeting;
  }

  /** This rank's result of a meeting it has posted to, or throws `Suspend`. @param line where it waits */
  collect(rank: number, unit: number, meeting: Meeting, line: number): unknown {
    this.stateIn(rank, unit);
    const mine = meeting.arrived.get(rank) as Contribution;
    if (!meeting.results) meeting.arrived.set(rank, { ...mine, line });
    return resultOf(meeting, rank);
  }

  /** Whether a meeting is over, after the others have done all they can. */
  isOver(rank: number, unit: number, meeting: Meeting): boolean {
    return this.once(rank, unit, () => {
      const state = this.ranks[rank] as RankState;
      const { told } = state;
      state.told = false;
      if (meeting.results) return true;
      if (told) return false;
      throw new Suspend({ what: 'is_completed', rank, meeting, ready: () => meeting.results !== null, asks: true } as Waiting);
    }) as boolean;
  }

  /** Of ranks that only ask, the one that was told longest ago is told no. */
  tell(asking: readonly Waiting[]): number | undefined {
    const [first] = [...asking].sort((a, b) => (this.ranks[a.rank] as RankState).turn - (this.ranks[b.rank] as RankState).turn);
    if (!first) return undefined;
    const state = this.ranks[first.rank] as RankState;
    state.told = true;
    state.turn = ++this.turns;
    return first.rank;
  }

  /** Does something once in a unit of work, however often the unit is executed. */
  once(rank: number, unit: number, act: () => unknown): unknown {
    const state = this.stateIn(rank, unit);
    if (state.cursor === state.log.length) state.log.push(act());
    return state.log[state.cursor++];
  }

  /** The rank's state, with the log of this unit of work. */
  private stateIn(rank: number, unit: number): RankState {
    const state = this.ranks[rank] as RankState;
    if (!state.again && state.unit !== unit) {
      state.log = [];
      state.cursor = 0;
    }
    state.again = false;
    state.unit = unit;
    return state;
  }

  /** The rank's next meeting with this group, with its contribution; settled if it was the last. */
  private arrive(rank: number, group: Group, mine: Contribution, finish: (all: Contribution[]) => unknown[]): Meeting {
    const id = idOf(group);
    const sequence = (this.ranks[rank] as RankState).issued.get(id) ?? 0;
    const key = `${id}#${sequence}`;
    let meeting = this.meetings.get(key);
    if (!meeting) {
      meeting = { group, sequence, arrived: new Map(), results: null, left: 0 };
      this.meetings.set(key, meeting);
    }
    const { arrived } = meeting;
    if (!arrived.has(rank)) arrived.set(rank, mine);
    if (!meeting.results && arrived.size === group.length && agree(meeting)) meeting.results = finish(group.map((r) => arrived.get(r) as Contribution));
    return meeting;
  }

  private left(rank: number, meeting: Meeting): void {
    const id = idOf(meeting.group);
    (this.ranks[rank] as RankState).issued.set(id, meeting.sequence + 1);
    // What is over and done with is not kept: a loop may meet very often.
    if (++meeting.left === meeting.group.length) this.meetings.delete(`${id}#${meeting.sequence}`);
  }

  /** A blocked rank may go on. */
  isReady(block: Waiting): boolean {
    const { meeting, ready } = block;
    if (ready) return ready();
    return meeting.results !== null || (meeting.arrived.size === meeting.group.length && agree(meeting));
  }
}

export const idOf = (group: Group): string => `${group.key ?? ''}:${group.join()}`;

function resultOf(meeting: Meeting, rank: number): unknown {
  if (!meeting.results) throw new Suspend({ what: (meeting.arrived.get(rank) as Contribution).kind, rank, meeting } as Waiting);
  return meeting.results[meeting.group.indexOf(rank)];
}

function agree(meeting: Meeting): boolean {
  const [first, ...rest] = [...meeting.arrived.values()] as [Contribution, ...Contribution[]];
  return rest.every((c) => c.kind === first.kind);
}
