/**
 * Linked highlighting: which drawn things are one and the same thing seen from another side.
 *
 * Every drawing carries its own key: `s12` a step, `L9` a line, `g0-1` a graph, `n0-1-3` a node of it, `b0-0` a break,
 * `q2` a partition, `x3` a crossing, `c1` a collective, `v:h` a variable, `r2` a rank. Pointing at a key lights all
 * keys that share a step with it.
 */
import type { RankRun, RunModel } from './run.ts';
import { nodesOf } from '../../engine/report/nodes.ts';
import { graphKey } from './run.ts';

export const stepKey = (i: number): string => `s${i}`;
export const lineKey = (line: number): string => `L${line}`;
export const graphKeyOf = (frame: number, graph: number): string => `g${graphKey(frame, graph)}`;
export const nodeKey = (frame: number, graph: number, node: number): string => `n${graphKey(frame, graph)}-${node}`;
export const breakKey = (frame: number, index: number): string => `b${frame}-${index}`;
export const partKey = (i: number): string => `q${i}`;
export const crossKey = (i: number): string => `x${i}`;
export const collKey = (i: number): string => `c${i}`;
/** Names of inner frames hold a space (`f: x`); keys stand in a list parted by spaces. */
export const varKey = (name: string): string => `v:${name.replaceAll(' ', '_')}`;

/** Which drawings are lit, by their keys. */
export interface Lit {
  has(key: string): boolean;
}

/** Indexes for what few steps have. What every step has (its number, its line, its partition) is found without any. */
interface Links {
  /** Steps of a node, a break, a variable. */
  rare: ReadonlyMap<string, readonly number[]>;
  /** Keys of crossings and collectives, by step. */
  crossed: ReadonlyMap<number, readonly string[]>;
  /** Partitions in order; they do not overlap. */
  parts: readonly { first: number; last: number }[];
  /** Ties that need no step: a node of a graph that was traced but has no step of its own. */
  ties: ReadonlyMap<string, readonly string[]>;
}

const cache = new WeakMap<RankRun, Links>();

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Keys of a step beside those that every step has: its graph, the line that called that, node, break, variables. */
function rareKeys(rank: RankRun, i: number): string[] {
  const step = rank.steps[i]!;
  const keys: string[] = [];
  if (step.frame !== undefined) {
    if (step.kind === 'break') {
      const b = (rank.frames[step.frame]?.breaks ?? []).findIndex((row) => row.line === step.line);
      if (b >= 0) keys.push(breakKey(step.frame, b));
    } else if (step.graph !== undefined && step.node !== undefined && !step.backward) keys.push(nodeKey(step.frame, step.graph, step.node));
  }
  for (const name in step.vars) keys.push(varKey(name));
  return keys;
}

function build(model: RunModel, rank: RankRun): Links {
  const rare = new Map<string, number[]>();
  const crossed = new Map<number, string[]>();
  const ties = new Map<string, string[]>();
  const tie = (a: string, b: string): void => {
    push(ties, a, b);
    push(ties, b, a);
  };
  rank.steps.forEach((step, i) => {
    if (step.vars || step.frame !== undefined) for (const key of rareKeys(rank, i)) push(rare, key, i);
  });
  rank.frames.forEach((frame, f) => {
    frame.graphs.forEach((graph, g) => {
      (nodesOf(graph) ?? []).forEach((node, n) => {
        const key = nodeKey(f, g, n);
        if (node.line !== null) tie(key, lineKey(node.line));
        tie(key, graphKeyOf(f, g));
      });
    });
    frame.breaks.forEach((row, b) => tie(breakKey(f, b), lineKey(row.line)));
  });
  const own = rank.rank === model.ranks[0]?.rank;
  if (own) model.report.crossings.forEach((c, i) => push(crossed, c.step, crossKey(i)));
  rank.collectiveRows.forEach((c, i) => push(crossed, c.step, collKey(i)));
  return { rare, crossed, parts: own ? model.report.partitions : [], ties };
}

function linksOf(model: RunModel, rank: RankRun): Links {
  let links = cache.get(rank);
  if (!links) cache.set(rank, (links = build(model, rank)));
  return links;
}

/** The partition that holds step `i`, or -1. */
function partOf({ parts }: Links, i: number): number {
  let lo = 0;
  for (let hi = parts.length - 1; lo < hi;) {
    const mid = (lo + hi + 1) >> 1;
    if (parts[mid]!.first <= i) lo = mid;
    else hi = mid - 1;
  }
  const part = parts[lo];
  return part && part.first <= i && i <= part.last ? lo : -1;
}

const NONE: Lit = new Set<string>();

const launched = ({ kind }: { kind: string }): boolean => kind !== 'break';

/** The steps of a key, in order. */
function ownSteps(model: RunModel, rank: RankRun, links: Links, key: string): readonly number[] {
  const rest = key.slice(1);
  const n = Number(rest);
  switch (key[0]) {
    case 's':
      return n < rank.steps.length ? [n] : [];
    case 'L':
      return rank.byLine.get(n) ?? [];
    case 'g':
      return (rank.byGraph.get(rest) ?? []).filter((i) => launched(rank.steps[i]!));
    case 'q': {
      const part = links.parts[n];
      return part ? Array.from({ length: Math.min(part.last, rank.steps.length - 1) - part.first + 1 }, (_, k) => part.first + k) : [];
    }
    case 'x':
      return links.crossed.size > 0 && model.report.crossings[n] ? [model.report.crossings[n].step] : [];
    case 'c':
      return rank.collectiveRows[n] ? [rank.collectiveRows[n].step] : [];
    default:
      return links.rare.get(key) ?? [];
  }
}

/**
 * Everything that is the same thing as `key`, itself included. A line of a loop has as many steps as the loop has rounds,
 * so steps and lines are kept as numbers, and no key is written before it is asked for.
 */
export function counterparts(model: RunModel, rank: RankRun, key: string | null): Lit {
  if (!key) return NONE;
  const links = linksOf(model, rank);
  const steps = new Set(ownSteps(model, rank, links, key));
  const lines = new Set<number>();
  const graphs = new Map<number, Set<number>>();
  const parts = new Set<number>();
  const keys = new Set<string>([key, ...(links.ties.get(key) ?? [])]);
  for (const i of steps) {
    const step = rank.steps[i];
    if (!step) continue;
    lines.add(step.line);
    if (step.frame !== undefined && step.graph !== undefined && launched(step)) {
      (graphs.get(step.frame) ?? graphs.set(step.frame, new Set()).get(step.frame)!).add(step.graph);
      if (step.call !== undefined) lines.add(step.call);
    }
    if (step.vars || step.frame !== undefined) for (const k of rareKeys(rank, i)) keys.add(k);
    for (const k of links.crossed.get(i) ?? []) keys.add(k);
    const part = partOf(links, i);
    if (part >= 0) parts.add(part);
  }
  for (const [frame, of] of graphs) for (const graph of of) keys.add(graphKeyOf(frame, graph));
  for (const part of parts) keys.add(partKey(part));
  const numbers: Record<string, ReadonlySet<number>> = { s: steps, L: lines };
  return { has: (k) => keys.has(k) || (numbers[k[0]!]?.has(Number(k.slice(1))) ?? false) };
}

/** The steps of a key, for running to it. */
export function stepsOfKey(model: RunModel, rank: RankRun, key: string): readonly number[] {
  const links = linksOf(model, rank);
  for (const k of [key, ...(links.ties.get(key) ?? [])]) {
    const steps = ownSteps(model, rank, links, k);
    if (steps.length > 0) return steps;
  }
  return [];
}

/** Makes the indexes ahead of their first use. */
export const prepareLinks = (model: RunModel, rank: RankRun): void => void linksOf(model, rank);
