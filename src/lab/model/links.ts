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

interface Links {
  /** All keys of a step. */
  ofStep: string[][];
  /** All steps of a key. */
  steps: Map<string, number[]>;
  /** Ties that need no step: a node of a graph that was traced but has no step of its own. */
  ties: Map<string, string[]>;
}

const cache = new WeakMap<RankRun, Links>();

function tie(map: Map<string, string[]>, a: string, b: string): void {
  (map.get(a) ?? map.set(a, []).get(a)!).push(b);
  (map.get(b) ?? map.set(b, []).get(b)!).push(a);
}

function build(model: RunModel, rank: RankRun): Links {
  const ofStep: string[][] = rank.steps.map((s, i) => [stepKey(i), lineKey(s.line)]);
  const ties = new Map<string, string[]>();
  rank.steps.forEach((step, i) => {
    const keys = ofStep[i]!;
    if (step.frame !== undefined && step.graph !== undefined && step.kind !== 'break') {
      keys.push(graphKeyOf(step.frame, step.graph));
      if (step.call !== undefined && step.call !== step.line) keys.push(lineKey(step.call));
      if (step.node !== undefined && !step.backward) keys.push(nodeKey(step.frame, step.graph, step.node));
    }
    if (step.kind === 'break' && step.frame !== undefined) {
      const breaks = rank.frames[step.frame]?.breaks ?? [];
      const b = breaks.findIndex((row) => row.line === step.line);
      if (b >= 0) keys.push(breakKey(step.frame, b));
    }
    for (const name of Object.keys(step.vars ?? {})) keys.push(varKey(name));
  });
  rank.frames.forEach((frame, f) => {
    frame.graphs.forEach((graph, g) => {
      (nodesOf(graph) ?? []).forEach((node, n) => {
        const key = nodeKey(f, g, n);
        if (node.line !== null) tie(ties, key, lineKey(node.line));
        tie(ties, key, graphKeyOf(f, g));
      });
    });
    frame.breaks.forEach((row, b) => tie(ties, breakKey(f, b), lineKey(row.line)));
  });
  if (rank.rank === model.ranks[0]?.rank) {
    model.report.partitions.forEach((p, i) => {
      for (let s = p.first; s <= p.last && s < ofStep.length; s++) ofStep[s]!.push(partKey(i));
    });
    model.report.crossings.forEach((c, i) => ofStep[c.step]?.push(crossKey(i)));
  }
  rank.collectiveRows.forEach((c, i) => ofStep[c.step]?.push(collKey(i)));
  const steps = new Map<string, number[]>();
  ofStep.forEach((keys, i) => {
    for (const key of keys) (steps.get(key) ?? steps.set(key, []).get(key)!).push(i);
  });
  return { ofStep, steps, ties };
}

function linksOf(model: RunModel, rank: RankRun): Links {
  let links = cache.get(rank);
  if (!links) cache.set(rank, (links = build(model, rank)));
  return links;
}

const NONE: ReadonlySet<string> = new Set();

/** Everything that is the same thing as `key`, itself included. */
export function counterparts(model: RunModel, rank: RankRun, key: string | null): ReadonlySet<string> {
  if (!key) return NONE;
  const links = linksOf(model, rank);
  const out = new Set<string>([key]);
  for (const s of links.steps.get(key) ?? []) for (const k of links.ofStep[s]!) out.add(k);
  for (const k of links.ties.get(key) ?? []) out.add(k);
  return out;
}

/** The steps of a key, for running to it. */
export function stepsOfKey(model: RunModel, rank: RankRun, key: string): readonly number[] {
  const links = linksOf(model, rank);
  const own = links.steps.get(key);
  if (own) return own;
  for (const k of links.ties.get(key) ?? []) {
    const steps = links.steps.get(k);
    if (steps) return steps;
  }
  return [];
}
