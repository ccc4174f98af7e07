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
