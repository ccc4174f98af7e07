/**
 * The flags of a command of the house. `--help` prints the comment its file opens with, so that the two cannot part; a flag
 * that is not known, a name where none is taken and a value that is none of those allowed end it with status 2.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** A flag that is there or not, one with a whole number from 1, one with a word of a list. */
type Kind = 'switch' | 'count' | readonly string[];
type Value<K> = K extends 'switch' ? boolean : K extends readonly (infer W)[] ? W : number;
type Flags<T> = { -readonly [N in keyof T]?: Value<T[N]> };

class Wrong extends Error {}

/** What `args` say, or why they say nothing. */
export function readFlags<const T extends Record<string, Kind>>(args: string[], kinds: T, named: boolean): { flags: Flags<T>; names: string[] } {
  const options = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { type: kind === 'switch' ? 'boolean' : 'string' } as const]));
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args, options, allowPositionals: named });
  } catch (error) {
    throw new Wrong((error as Error).message);
  }
  const flags = Object.entries(parsed.values).map(([name, value]) => [name, valueOf(name, kinds[name] as Kind, value)]);
  return { flags: Object.fromEntries(flags) as Flags<T>, names: parsed.positionals };
}

function valueOf(name: string, kind: Kind, value: unknown): unknown {
  if (kind === 'count') {
    if (!/^[1-9]\d{0,8}$/.test(String(value))) throw new Wrong(`--${name} takes a whole number from 1, not ${value}`);
    return Number(value);
  }
  if (Array.isArray(kind) && !kind.includes(value)) throw new Wrong(`--${name} takes ${kind.join(' or ')}, not ${value}`);
  return value;
}

/** The comment that a file opens with, without its stars. */
const opening = (file: string): string =>
  /\/\*\*\s*\n([\s\S]*?)\s*\*\//
    .exec(readFileSync(file, 'utf8'))?.[1]
    ?.replace(/^ ?\* ?/gm, '')
    .trim() ?? '';

/** The flags of the command that this process is; `file` is the command's own, `named` where it takes names beside flags. */
export function flagsOf<const T extends Record<string, Kind>>(file: string, kinds: T, named = false): { flags: Flags<T>; names: string[] } {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(opening(file));
    process.exit(0);
  }
  try {
    return readFlags(args, kinds, named);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    console.error(`${error.message}\n--help says what there is.`);
    process.exit(2);
  }
}
