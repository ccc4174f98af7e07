/**
 * Nothing typed is lost: the text of each program is kept in local storage while it differs from the original.
 * Storage may be full, forbidden or absent; then the text lives in memory until the page is left.
 */
const PREFIX = 'atlas.draft.';
const memory = new Map<string, string>();

/** Drafts that belong to no example: the reader's own program, one from a link, one from a file. None overwrites another. */
export const OWN = 'own';
export const SHARED = 'shared';
export const FILE = 'file';
/** What the reader's own program was before a new one was begun. */
export const EARLIER = 'own.earlier';

/** What a new program begins with: the device idiom that runs everywhere, and something to see. */
export const STARTER = `import torch

device = torch.accelerator.current_accelerator() or torch.device("cpu")

x = torch.arange(6.0).reshape(2, 3).to(device)
print(x)
`;

/** Begins a new program in the place of the reader's own; answers whether there is an earlier one to go back to. */
export function beginNew(): boolean {
  const mine = readDraft(OWN);
  if (mine !== null && mine.trim() !== '' && mine !== STARTER) keepDraft(EARLIER, mine);
  keepDraft(OWN, STARTER);
  return readDraft(EARLIER) !== null;
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function readDraft(id: string): string | null {
  try {
    return memory.get(id) ?? storage()?.getItem(PREFIX + id) ?? null;
  } catch {
    return memory.get(id) ?? null;
  }
}

/** Keeps a draft; answers whether it will outlast the page. */
export function keepDraft(id: string, text: string): boolean {
  try {
    const s = storage();
    if (s) {
      s.setItem(PREFIX + id, text);
      memory.delete(id);
      return true;
    }
  } catch {
    // Full or forbidden: the page itself remembers.
  }
  memory.set(id, text);
  return false;
}

export function dropDraft(id: string): void {
  memory.delete(id);
  try {
    storage()?.removeItem(PREFIX + id);
  } catch {
    // Storage that cannot be written holds no draft.
  }
}
