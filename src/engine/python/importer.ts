/**
 * Modules: native ones made by TypeScript, source ones run by the evaluator, packages, and `from … import`.
 */
import { compileLibrary, compileModule } from './compile/index.ts';
import type { Code } from './code.ts';
import { PyDict, PyTuple } from './containers.ts';
import { enter } from './control.ts';
import { PyError, raise, Unsupported } from './errors.ts';
import { Fiber, Frame } from './frame.ts';
import { isGen, type NativeGen, type NativeResult, PyModule, type Request } from './functions.ts';
import { lookupAttr } from './attr.ts';
import { part } from './packs.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export interface SourceModule {
  source: string | (() => string);
  filename: string;
  pkg: boolean;
}

export class Importer {
  /** `sys.modules`. */
  readonly modules = new PyDict();
  readonly natives: Map<string, (vm: VM) => PyModule> = new Map();
  readonly sources: Map<string, SourceModule> = new Map();
  private readonly vm: VM;
  constructor(vm: VM) {
    this.vm = vm;
  }

  frameFor(code: Code, module: PyModule): Frame {
    return new Frame(code, module, null, [], []);
  }

  moduleFor(name: string, filename: string | null, doc: Value): PyModule {
    const m = new PyModule(name);
    m.filename = filename;
    m.attrs.set('__doc__', doc);
    m.attrs.set('__builtins__', this.vm.builtins);
    if (filename !== null) m.attrs.set('__file__', filename);
    return m;
  }

  mainFiber(file: string, filename: string): Fiber {
    // As CPython reads a file: no byte order mark, and every end of line is a newline.
    const source = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
    const code = compileModule(source, filename);
    const main = this.moduleFor('__main__', filename, code.doc);
    this.modules.set('__main__', main);
    this.vm.programFile = filename;
    const fiber = new Fiber();
    enter(this.vm, fiber, this.frameFor(code, main));
    return fiber;
  }

  exists(name: string): boolean {
    return this.modules.has(name) || this.natives.has(name) || this.sources.has(name);
  }
}

const unmodelled = part<typeof import('./stdlist.ts').UNMODELLED_MODULES>('known', 'modules');
const unmodelledPackages = part<typeof import('./stdlist.ts').UNMODELLED_PACKAGES>('known', 'packages');
const notFound = part<typeof import('./submodules.ts').notFound>('known', 'notFound');
const mustExist = part<typeof import('./submodules.ts').mustExist>('known', 'mustExist');
export const placeholderModule = part<typeof import('./placeholder.ts').placeholderModule>('known', 'placeholderModule');

/** Known and not modelled; a package only where the program does not reckon with its absence. */
function placeable(vm: VM, top: string): boolean {
  if (unmodelled().has(top)) return true;
  const frame = vm.fiber?.frames.findLast((f) => f instanceof Frame);
  return unmodelledPackages().has(top) && (frame === undefined || frame.blocks.length === 0);
}

/** Imports a dotted name and gives the module it names. */
export function importModule(vm: VM, name: string): NativeResult {
  const hit = vm.importer.modules.get(name);
  if (hit !== undefined && hit !== null) return hit;
  return load(vm, name);
}

/** The same for generators: the module, imported where it is not yet. */
export function* imported(vm: VM, name: string): Generator<Request, PyModule, Value> {
  const r = importModule(vm, name);
  return (isGen(r) ? yield* r : r) as PyModule;
}

function* load(vm: VM, name: string): NativeGen {
  const imp = vm.importer;
  if (imp.modules.get(name) === null) notFound()(name, true);
  const dot = name.lastIndexOf('.');
  let parent: Value = null;
  if (dot > 0) {
    const r = importModule(vm, name.slice(0, dot));
    parent = isGen(r) ? yield* r : r;
    const again = imp.modules.get(name);
    if (again !== undefined) return again;
  }
  let module: Value;
  const native = imp.natives.get(name);
  const src = imp.sources.get(name);
  if (src) {
    const code = compileLibrary(typeof src.source === 'string' ? src.source : src.source(), src.filename);
    // A native of the same name comes first: the source finds its natives in its own namespace.
    const m = native ? native(vm) : imp.moduleFor(name, src.filename, code.doc);
    m.filename = src.filename;
    if (!m.attrs.has('__builtins__')) m.attrs.set('__builtins__', vm.builtins);
    m.attrs.set('__file__', src.filename);
    m.attrs.set('__package__', src.pkg ? name : name.slice(0, Math.max(0, dot)));
    if (src.pkg) m.attrs.set('__path__', new PyTuple([]));
    imp.modules.set(name, m);
    try {
      yield* vm.runFrame(imp.frameFor(code, m));
    } catch (e) {
      imp.modules.delete(name);
      throw e;
    }
    module = m;
  } else if (native) {
    module = native(vm);
    imp.modules.set(name, module);
  } else {
    if (parent instanceof PyModule) {
      const attr = parent.attrs.get(name.slice(dot + 1));
      if (attr instanceof PyModule) return attr;
    }
    mustExist()(name);
    if (!placeable(vm, name.split('.')[0])) notFound()(name);
    module = placeholderModule()(name);
    imp.modules.set(name, module);
  }
  if (parent instanceof PyModule) parent.setAttr(name.slice(dot + 1), module);
  return module;
}

/** IMPORT_NAME: `import a.b` binds `a`; `from a.b import c` wants `a.b` with its submodules. */
export function* importName(vm: VM, frame: Frame, name: string, fromList: Value, level: number): NativeGen {
  let full = name;
  if (level > 0) {
    const pkg = frame.module.attrs.get('__package__');
    let base = typeof pkg === 'string' ? pkg : '';
    if (base === '') raise('ImportError', 'attempted relative import with no known parent package');
    for (let i = 1; i < level; i++) base = base.slice(0, Math.max(0, base.lastIndexOf('.')));
    full = name === '' ? base : `${base}.${name}`;
  }
  const r = importModule(vm, full);
  const m = isGen(r) ? yield* r : r;
  if (fromList === null) {
    if (!name.includes('.')) return m;
    const top = importModule(vm, full.slice(0, full.indexOf('.')));
    return isGen(top) ? yield* top : top;
  }
  for (const n of (fromList as PyTuple).items) {
    const sub = `${full}.${n as string}`;
    if (n !== '*' && m instanceof PyModule && !m.attrs.has(n as string) && vm.importer.exists(sub)) {
      const s = importModule(vm, sub);
      if (isGen(s)) yield* s;
    }
  }
  return m;
}

const missing = part<typeof import('./placeholder.ts').missingName>('known', 'missingName');
const placeholder = part<typeof import('./placeholder.ts').placeholder>('known', 'placeholder');

/** IMPORT_FROM. A name that the real module has and the modelled one lacks may be imported; its use is refused. */
export function importFrom(vm: VM, m: Value, name: string): NativeResult {
  try {
    const r = lookupAttr(vm, m, name);
    if (r !== undefined) return isGen(r) ? orImportError(r, m, name) : r;
  } catch (e) {
    return standIn(e, m, name);
  }
  return missing()(m, name);
}

function standIn(e: unknown, m: Value, name: string): Value {
  if (e instanceof Unsupported && m instanceof PyModule && e.construct === `${m.name}.${name}`) return placeholder()(e.construct);
  if (e instanceof PyError && e.name === 'AttributeError') return missing()(m, name);
  throw e;
}

function* orImportError(r: NativeGen, m: Value, name: string): NativeGen {
  try {
    return yield* r;
  } catch (e) {
    return standIn(e, m, name);
  }
}
