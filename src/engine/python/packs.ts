/**
 * Parts of the engine that are loaded by need. A layer asks for a pack by name; what is not there ends the run with
 * `NeedsPack`, whoever owns the run loads it and runs again from the start (a run is deterministic and leaves nothing).
 *
 * Not visible to programs: `except` catches Python exceptions only (errors.ts).
 */
export class NeedsPack extends Error {
  readonly pack: string;
  constructor(pack: string) {
    super(`pack ${pack} is not loaded`);
    this.name = 'NeedsPack';
    this.pack = pack;
  }
}

const provided = new Map<string, unknown>();

export const packs = {
  provide(name: string, value: unknown): void {
    provided.set(name, value);
  },
  has: (name: string): boolean => provided.has(name),
  require<T>(name: string): T {
    if (!provided.has(name)) throw new NeedsPack(name);
    return provided.get(name) as T;
  },
};

/**
 * A part of a pack by its name. The pack is asked for when the part is first used, not when this line runs:
 * `const complex = part<typeof import('./complex.ts')>('math', 'complex')` … `complex().power(a, b)`.
 */
export function part<T>(pack: string, name: string): () => T {
  let found: T | undefined;
  return () => (found ??= packs.require<Readonly<Record<string, T>>>(pack)[name]);
}

/** Source texts of Python modules, packed by area. */
export const textOf = (pack: string, key: string): string => packs.require<Readonly<Record<string, string>>>(pack)[key];

/** `pack name name …|pack …` as names with their packs; `end` is put behind each name. */
export const byPack = (text: string, end: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('|').flatMap((group) => {
      const [pack, ...names] = group.split(' ');
      return names.map((n) => [n + end, pack]);
    }),
  );
