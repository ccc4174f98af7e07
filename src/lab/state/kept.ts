/**
 * What the browser keeps for the reader, as texts by name: in this browser, or with this tab alone. Storage may be full,
 * forbidden or absent, and where it is forbidden its very name throws. Nothing here throws: what is not kept reads as
 * null, and who must know is told by `keep`.
 */
export interface Kept {
  read: (name: string) => string | null;
  /** Whether it is kept. */
  keep: (name: string, text: string) => boolean;
  drop: (name: string) => void;
}

export function keptIn(storage: () => Storage | undefined): Kept {
  const guarded = <T>(use: (into: Storage) => T, or: T): T => {
    try {
      const into = storage();
      return into ? use(into) : or;
    } catch {
      return or;
    }
  };
  return {
    read: (name) => guarded((s) => s.getItem(name), null),
    keep: (name, text) => guarded((s) => (s.setItem(name, text), true), false),
    drop: (name) => guarded((s) => s.removeItem(name), undefined),
  };
}

// What is drawn at build has no browser around it.
export const built = typeof document === 'undefined';
export const inBrowser = keptIn(() => (built ? undefined : localStorage));
export const inTab = keptIn(() => (built ? undefined : sessionStorage));
