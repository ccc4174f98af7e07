/**
 * The Python that the evaluator runs, as a table for the site's subset page. Builtins, types, methods and modules are read
 * from the evaluator's own tables; syntax is listed here beside the refusals of the compiler.
 */
import { PyClassMethod, PyGetSet, PyModule, PyNative, PyStaticMethod } from './functions.ts';
import { NATIVES, registerStandardModules } from './modules/index.ts';
import { PACK_OF } from './packed/index.generated.ts';
import { UNMODELLED_NAMES } from './stdnames.ts';
import { UNMODELLED_MODULES, UNMODELLED_PACKAGES } from './stdlist.ts';
import { PyType } from './types.ts';
import { VM } from './vm.ts';

export interface SyntaxRow {
  construct: string;
  supported: boolean;
  note?: string;
}

export const SYNTAX: readonly SyntaxRow[] = [
  { construct: 'expressions: arithmetic, comparison chains, boolean, conditional, lambda, walrus', supported: true },
  { construct: 'literals: int of any size, float, complex, str, bytes, f-strings with formats and =', supported: true },
  { construct: 'displays and comprehensions: list, tuple, dict, set, generator', supported: true },
  { construct: 'assignment: chained, starred, unpacking, augmented, annotated', supported: true },
  { construct: 'functions: defaults, positional-only, keyword-only, *args, **kwargs, decorators, annotations', supported: true },
  { construct: 'closures, global, nonlocal, del', supported: true },
  { construct: 'classes: inheritance (C3), super, metaclasses, descriptors, properties, __slots__, __init_subclass__, __class_getitem__', supported: true },
  { construct: 'generators: yield, yield from, send, throw, close', supported: true },
  { construct: 'exceptions: try, except, except*, else, finally, raise from, assert', supported: true },
  { construct: 'with, several managers', supported: true },
  { construct: 'match: literal, capture, sequence, mapping, class, or, guard', supported: true },
  { construct: 'import, from … import, relative imports inside packages', supported: true },
  { construct: 'async def, await, async for, async with', supported: false, note: 'refused by name and line' },
  { construct: 'type statement, type parameters', supported: false, note: 'Python 3.12; the model is 3.11' },
  { construct: '__prepare__ with a mapping of its own', supported: false },
];

export interface ModuleRow {
  name: string;
  /** Public names that can be used. */
  names: string[];
  /** Names that CPython's module has and this one refuses. */
  refused: string[];
  half: 'native' | 'python' | 'both';
}

export interface Subset {
  syntax: readonly SyntaxRow[];
  functions: { name: string; signature: string | null }[];
  types: { name: string; methods: string[] }[];
  exceptions: string[];
  modules: ModuleRow[];
  refusedModules: string[];
}

function methodsOf(t: PyType): string[] {
  const usable = (v: unknown): boolean => v instanceof PyNative || v instanceof PyClassMethod || v instanceof PyStaticMethod || v instanceof PyGetSet;
  return [...t.dict]
    .filter(([n, v]) => !n.startsWith('_') && usable(v))
    .map(([n]) => n)
    .sort();
}

/** Reads the tables of a fresh evaluator. */
export function subset(): Subset {
  const vm = new VM({ write: () => {}, writeError: () => {} });
  registerStandardModules(vm);
  const functions: Subset['functions'] = [];
  const types: Subset['types'] = [];
  const exceptions: string[] = [];
  for (const [name, v] of vm.builtins.attrs) {
    if (name.startsWith('_')) continue;
    if (v instanceof PyNative) functions.push({ name, signature: v.signature });
    else if (v instanceof PyType && v.mro.some((t) => t.name === 'BaseException')) exceptions.push(name);
    else if (v instanceof PyType) types.push({ name, methods: methodsOf(v) });
  }
  const names = [...new Set([...Object.keys(NATIVES), ...Object.keys(PACK_OF)])].filter((n) => !n.startsWith('_') || n === '__future__').sort();
  const modules = names.map((name): ModuleRow => {
    const m = vm.finish(vm.importModule(name));
    const own = m instanceof PyModule ? [...m.attrs].filter(([n, v]) => !n.startsWith('_') && !(v instanceof PyModule)).map(([n]) => n) : [];
    const half = NATIVES[name] ? (PACK_OF[name] ? 'both' : 'native') : 'python';
    return { name, names: own.sort(), refused: UNMODELLED_NAMES[name]?.split(' ') ?? [], half };
  });
  const known = new Set(names);
  return {
    syntax: SYNTAX,
    functions,
    types,
    exceptions,
    modules,
    refusedModules: [...UNMODELLED_MODULES, ...UNMODELLED_PACKAGES].filter((n) => !known.has(n)).sort(),
  };
}
