/** What CPython's symbol table says of names that are declared or bound where they may not be (Python/symtable.c). Lies in the pack `faults`. */
import { syntaxError } from './syntax.ts';

type Place = Parameters<typeof syntaxError>[1];

/** What is known of a name where a `global` or `nonlocal` of it is met. */
interface Known {
  readonly param: boolean;
  readonly used: boolean;
  readonly bound: boolean;
  /** Its first declaration. */
  readonly at: Place | null;
}

/** @param outermost it stands in the module itself */
export function misdeclared(name: string, word: 'global' | 'nonlocal', known: Known, outermost: boolean, at: Place): never {
  if (known.param) syntaxError(`name '${name}' is parameter and ${word}`, at);
  if (known.used) syntaxError(`name '${name}' is used prior to ${word} declaration`, at);
  if (known.bound) syntaxError(`name '${name}' is assigned to before ${word} declaration`, at);
  if (outermost && word === 'nonlocal') syntaxError('nonlocal declaration not allowed at module level', at);
  return syntaxError(`name '${name}' is nonlocal and global`, known.at ?? at);
}

export function rebinds(name: string, at: Place): never {
  return syntaxError(`assignment expression cannot rebind comprehension iteration variable '${name}'`, at);
}

export function inClassBody(at: Place): never {
  return syntaxError('assignment expression within a comprehension cannot be used in a class body', at);
}
