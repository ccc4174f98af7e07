/**
 * What may follow a dot, or stand in an import: members of the module that the name stands for in this program, as its
 * imports say; for another name what the program itself writes after it, and then what tensors have. Keywords, built-in
 * names and the names of the program come from the editor's own grammar. Left out: types of variables, which nobody
 * knows before the program runs.
 */

/** Names that a program may use, by module; `torch.Tensor` has what tensors have. */
export type Names = Readonly<Record<string, readonly string[]>>;

export interface Suggestion {
  name: string;
  /** What it is of. */
  of: string;
  kind: 'class' | 'function' | 'namespace' | 'property';
}

export interface Suggestions {
  /** Where the word begins that they complete. */
  from: number;
  list: Suggestion[];
}

const DOTTED = /(?:^|[^\w.)\]])((?:[A-Za-z_]\w*\.)+)(\w*)$/;
const FROM = /^\s*from\s+([\w.]+)\s+import\s+(?:\(\s*)?(?:[\w\s]+,\s*)*(\w*)$/;
const MODULE = /^\s*(?:import|from)\s+(?:[\w.\s]+,\s*)*([\w.]*)$/;

/** Whether the line before the word may call for suggestions: asked first, for the names are fetched for them. */
export const wantsNames = (line: string): boolean => DOTTED.test(line) || FROM.test(line) || MODULE.test(line);

/** What a name of the program stands for, where an import says so. */
function importsOf(text: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const [, what] of text.matchAll(/^\s*import\s+(.+)$/gm))
    for (const [, path, as] of what!.matchAll(/([\w.]+)(?:\s+as\s+(\w+))?/g)) out.set(as ?? path!.split('.')[0]!, as ? path! : path!.split('.')[0]!);
  for (const [, path, what] of text.matchAll(/^\s*from\s+([\w.]+)\s+import\s+\(?([^)\n#]*)/gm))
    for (const [, name, as] of what!.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)) out.set(as ?? name!, `${path}.${name}`);
  return out;
}

/** @param before the text before the caret; `text`: the whole program */
export function suggest(names: Names, text: string, before: string): Suggestions | null {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const at = before.length;
  const is = (name: string, path: string): Suggestion['kind'] =>
    Object.hasOwn(names, `${path}.${name}`) ? 'namespace' : /^[A-Z][a-z]/.test(name) ? 'class' : 'function';
  const membersOf = (path: string): Suggestion[] => (names[path] ?? []).map((name) => ({ name, of: path, kind: is(name, path) }));

  const taken = FROM.exec(line);
  if (taken) {
    const list = membersOf(taken[1]!);
    return list.length > 0 ? { from: at - taken[2]!.length, list } : null;
  }
  const module = MODULE.exec(line);
  if (module)
    return {
      from: at - module[1]!.length,
      list: Object.keys(names)
        .filter((name) => name !== 'torch.Tensor')
        .map((name) => ({ name, of: '', kind: 'namespace' })),
    };
  const dotted = DOTTED.exec(line);
  if (!dotted) return null;
  const from = at - dotted[2]!.length;
  const [first, ...rest] = dotted[1]!.slice(0, -1).split('.') as [string, ...string[]];
  const imported = importsOf(text).get(first);
  const path = [imported ?? first, ...rest].join('.');
  if (Object.hasOwn(names, path)) return { from, list: membersOf(path) };
  if (imported !== undefined) return null; // a class or function: nothing is known of what it has
  const written = new Set([...text.matchAll(new RegExp(`(?<![\\w.])${dotted[1]!.replaceAll('.', '\\.')}(\\w+)`, 'g'))].map((m) => m[1]!));
  written.delete(dotted[2]!);
  const own = [...written].map((name): Suggestion => ({ name, of: '', kind: 'property' }));
  const tensors = first === 'self' && rest.length === 0 ? [] : membersOf('torch.Tensor').filter(({ name }) => !written.has(name));
  return { from, list: [...own, ...tensors.map((s): Suggestion => ({ ...s, of: 'Tensor' }))] };
}
