/**
 * Nothing typed is lost: the text of each program is kept in this browser while it differs from the original. Where
 * nothing can be kept, the text lives in memory until the page is left.
 */
import { inBrowser } from './kept.ts';

const PREFIX = 'atlas.draft.';
const memory = new Map<string, string>();

/** Drafts that belong to no example: the reader's own program, one from a link, one from a file. None overwrites another. */
export const OWN = 'own';
export const SHARED = 'shared';
export const FILE = 'file';
/** What the reader's own program was before new ones were begun: a list of texts, the latest first. */
const EARLIER = 'own.earlier';
/** Of more than these the oldest goes. */
const KEPT = 20;

/** What a new program begins with: the device idiom that runs everywhere, and something to see. */
export const STARTER = `import torch

device = torch.accelerator.current_accelerator() or torch.device("cpu")

x = torch.arange(6.0).reshape(2, 3).to(device)
print(x)
`;

/** The reader's earlier programs, the latest first. */
export function earlierPrograms(): string[] {
  const kept = readDraft(EARLIER);
  if (kept === null) return [];
  try {
    const list: unknown = JSON.parse(kept);
    if (Array.isArray(list) && list.every((x) => typeof x === 'string')) return list;
  } catch {
    // One text alone, as it was kept before there was a list.
  }
  return [kept];
}

/** Puts `next` in the place of the reader's own program, which joins the earlier ones. */
export function takeOwn(next: string): void {
  const mine = readDraft(OWN);
  const had = mine !== null && mine.trim() !== '' && mine !== STARTER ? [mine] : [];
  const list = [...new Set([...had, ...earlierPrograms()])].filter((text) => text !== next).slice(0, KEPT);
  // A store that is full gives up the oldest first; where nothing is stored the page itself remembers all.
  let n = list.length;
  while (n > 0 && !keepDraft(EARLIER, JSON.stringify(list.slice(0, n)))) n--;
  if (n === 0) keepDraft(EARLIER, JSON.stringify(list));
  keepDraft(OWN, next);
}

/** Begins a new program; answers whether there is an earlier one to go back to. */
export function beginNew(): boolean {
  takeOwn(STARTER);
  return earlierPrograms().length > 0;
}

export const readDraft = (id: string): string | null => memory.get(id) ?? inBrowser.read(PREFIX + id);

/** Keeps a draft; answers whether it will outlast the page. */
export function keepDraft(id: string, text: string): boolean {
  const kept = inBrowser.keep(PREFIX + id, text);
  if (kept) memory.delete(id);
  else memory.set(id, text); // the page itself remembers
  return kept;
}

export function dropDraft(id: string): void {
  memory.delete(id);
  inBrowser.drop(PREFIX + id);
}
