/**
 * The reader's own operator table, made by content/operators/read_table.py on a Trainium machine. It is kept in this
 * browser and nowhere else, laid over the engine's table in every run of the page, and can be removed.
 */
import { inBrowser } from './kept.ts';

export const STATES = ['kernel', 'view', 'composite', 'host', 'refused'] as const;
export type OwnState = (typeof STATES)[number];

export interface OwnTable {
  torch: string;
  torchNeuronx: string;
  /** `aten::add.Tensor` to what becomes of it. */
  ops: Record<string, OwnState>;
  /** What a program of the reader's executed, and what of it fell back; null where it was not asked. */
  executed: string[] | null;
  fallback: string[] | null;
}

const KEY = 'atlas-own-operators';
/** Letters; ten times what the script prints. */
export const LARGEST = 4_000_000;

const names = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.length < 200) : null;

/** Why a text is no such table; the page has the words. `name` is what was strange in it. */
export interface NoTable {
  why: 'ownTooLarge' | 'ownNoJson' | 'ownOther' | 'ownStrange' | 'ownEmpty' | 'ownNoDevice';
  name?: string;
}

export function parseOwn(text: string): OwnTable | NoTable {
  if (text.length > LARGEST) return { why: 'ownTooLarge' };
  let data: Record<string, unknown>;
  try {
    // A terminal may have said something before the table, and its prompt after it.
    data = JSON.parse(text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1 || undefined)) as Record<string, unknown>;
  } catch {
    return { why: 'ownNoJson' };
  }
  if (data?.['atlas'] !== 'operators' || data['version'] !== 1 || typeof data['ops'] !== 'object' || !data['ops']) return { why: 'ownOther' };
  const ops: Record<string, OwnState> = {};
  for (const [name, state] of Object.entries(data['ops'] as Record<string, unknown>)) {
    if (!/^[a-z_]\w*::\w+(?:\.\w+)?$/.test(name) || !STATES.includes(state as OwnState)) return { why: 'ownStrange', name: name.slice(0, 60) };
    ops[name] = state as OwnState;
  }
  // What really fell back counts more than what the dispatcher's table promises.
  const fallback = names(data['fallback']);
  for (const op of fallback ?? []) if (Object.hasOwn(ops, op)) ops[op] = 'host';
  if (!Object.keys(ops).length) return { why: 'ownEmpty' };
  // Without the device's package every operator would be said to run on the host.
  if (data['torch_neuronx'] == null) return { why: 'ownNoDevice' };
  return {
    torch: String(data['torch'] ?? 'unknown').slice(0, 40),
    torchNeuronx: String(data['torch_neuronx']).slice(0, 40),
    ops,
    executed: names(data['executed']),
    fallback,
  };
}

/** What was kept, if it is a table. */
export function ownOf(text: string | null): OwnTable | null {
  try {
    const table = text ? (JSON.parse(text) as OwnTable | null) : null;
    // Another version of this page, or a hand, may have written it: what is no state is no table.
    return table?.ops && Object.values(table.ops).every((state) => STATES.includes(state)) ? table : null;
  } catch {
    return null;
  }
}

export const loadOwn = (): OwnTable | null => ownOf(inBrowser.read(KEY));

export function saveOwn(table: OwnTable): boolean {
  const kept = inBrowser.keep(KEY, JSON.stringify(table));
  if (kept) tell();
  return kept;
}

export function removeOwn(): void {
  inBrowser.drop(KEY);
  tell();
}

const CHANGED = 'atlas-own-operators';
/** Other parts of this page hear of it too; the browser tells other pages only. */
const tell = () => globalThis.dispatchEvent?.(new Event(CHANGED));

/** Calls `changed` when the table comes, goes or is another, in this page or in another one. */
export function watchOwn(changed: () => void): () => void {
  const other = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) changed();
  };
  addEventListener(CHANGED, changed);
  addEventListener('storage', other);
  return () => {
    removeEventListener(CHANGED, changed);
    removeEventListener('storage', other);
  };
}

/** As the engine takes it: `aten.add.Tensor` to "runs on the host". What PyTorch takes apart never gets there. */
export const overlayOf = (table: OwnTable): [string, boolean][] =>
  Object.entries(table.ops).flatMap(([name, state]): [string, boolean][] => {
    if (state !== 'kernel' && state !== 'host') return [];
    const [space, rest] = name.split('::') as [string, string];
    return [[`${space}.${rest.includes('.') ? rest : `${rest}.default`}`, state === 'host']];
  });
