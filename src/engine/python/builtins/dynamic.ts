/**
 * `exec`, `eval` and `compile`: texts run in given namespaces.
 *
 * As in CPython, names of the text are globals when one dict is given, and those of a class body when there are two: code
 * nested in it sees the globals alone. Leaves out: trees of `ast`, mode 'single', flags, code objects of functions.
 */
import { Code } from '../code.ts';
import { compileExpression, compileModule } from '../compile/index.ts';
import { PyDict, PyNamespace } from '../containers.ts';
import { raise, Unsupported } from '../errors.ts';
import { Frame } from '../frame.ts';
import { PyModule, type NativeGen } from '../functions.ts';
import { Op } from '../opcodes.ts';
import { typeOf } from '../types.ts';
import { PyBytes, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

/** A dict of the program seen as a map of names; changes to either are changes to both. */
class Names extends Map<string, Value> {
  readonly dict: PyDict;
  constructor(dict: PyDict) {
    super();
    this.dict = dict;
  }
  override get size(): number {
    return this.dict.size;
  }
  override get(name: string): Value | undefined {
    return this.dict.get(name);
  }
  override has(name: string): boolean {
    return this.dict.has(name);
  }
  override set(name: string, value: Value): this {
    this.dict.set(name, value);
    return this;
  }
  override delete(name: string): boolean {
    return this.dict.delete(name);
  }
  override clear(): void {
    this.dict.clear();
  }
  override keys(): MapIterator<string> {
    return (this.dict.keys() as string[]).values() as MapIterator<string>;
  }
  override values(): MapIterator<Value> {
    return this.dict.values().values() as MapIterator<Value>;
  }
  override entries(): MapIterator<[string, Value]> {
    return (this.dict.entries() as [string, Value][]).values() as MapIterator<[string, Value]>;
  }
  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }
  override forEach(f: (value: Value, name: string, map: Map<string, Value>) => void): void {
    for (const [k, v] of this.entries()) f(v, k, this);
  }
}

const namesOf = (d: PyDict): Map<string, Value> => (d instanceof PyNamespace ? d.attrMap : new Names(d));

const scopes = new WeakMap<PyDict, PyModule>();

/** The module whose names are the dict's: functions that a text defines keep it, and with it the dict. */
function scopeOf(vm: VM, d: PyDict): PyModule {
  if (d instanceof PyNamespace && d.owner instanceof PyModule) return d.owner;
  let m = scopes.get(d);
  if (m === undefined) {
    m = new PyModule('?');
    Object.defineProperty(m, 'attrs', { value: namesOf(d) });
    Object.defineProperty(m, 'namespace', { value: d });
    scopes.set(d, m);
  }
  if (!d.has('__builtins__')) d.set('__builtins__', vm.builtins.namespace);
  return m;
}

/** The dict behind what `locals()` shows of a frame, so that a text's stores are seen again. */
export const shownNames = (f: Frame, names: Map<string, Value>): PyDict => (names instanceof Names ? names.dict : new PyNamespace(f, names));

const NAMED: Readonly<Record<number, number>> = {
  [Op.LOAD_GLOBAL]: Op.LOAD_NAME,
  [Op.STORE_GLOBAL]: Op.STORE_NAME,
  [Op.DELETE_GLOBAL]: Op.DELETE_NAME,
};

/** The same code with names of its own beside the globals. */
function withNames(code: Code): Code {
  if (/^\s*global\b/m.test(code.source ?? '')) throw new Unsupported('exec with locals of a text that declares names global');
  const own = Object.assign(new Code(), code);
  own.ops = code.ops.map((op, i) => (i % 2 === 0 ? (NAMED[op] ?? op) : op));
  return own;
}

function callerFrame(vm: VM): Frame {
  return vm.fiber?.frames.findLast((x) => x instanceof Frame) as Frame;
}

function textIn(source: Value, what: string): string {
  const s = unbox(source);
  if (typeof s === 'string') return s;
  if (s instanceof PyBytes) return new TextDecoder().decode(s.data);
  return raise('TypeError', `${what} arg 1 must be a string, bytes or code object`);
}

/** CPython finds no lines of a text that is in no file. */
function hidden(code: Code): Code {
  if (code.source === null) return code;
  code.source = null;
  for (const c of code.consts) if (c instanceof Code) hidden(c);
  return code;
}

const whole = (text: string, file: string): Code => compileModule(text, file);

function* runIn(vm: VM, what: 'exec' | 'eval', code: Code, globals: Value, names: Value, here: () => Value): NativeGen {
  if (!code.isModule || code.freeVars.length > 0) throw new Unsupported(`${what} of a function's code`, vm.currentLine());
  if (globals !== null && !(globals instanceof PyDict))
    raise('TypeError', what === 'exec' ? `exec() globals must be a dict, not ${typeOf(globals).tp}` : 'globals must be a dict');
  if (names !== null && !(names instanceof PyDict)) throw new Unsupported(`${what} with locals that are no dict`, vm.currentLine());
  const f = callerFrame(vm);
  const own = names ?? globals ?? (here() as PyDict);
  const scope = globals === null ? f.module : scopeOf(vm, globals);
  const apart = own instanceof PyNamespace ? own.attrMap !== scope.attrs : own !== globals;
  const frame = new Frame(hidden(apart ? withNames(code) : code), scope, null, [], []);
  if (apart) frame.names = namesOf(own);
  return yield* vm.runFrame(frame);
}

export function* execute(vm: VM, source: Value, globals: Value, names: Value, closure: Value, here: () => Value): NativeGen {
  if (closure !== null) throw new Unsupported('exec with closure=', vm.currentLine());
  yield* runIn(vm, 'exec', source instanceof Code ? source : whole(textIn(source, 'exec()'), '<string>'), globals, names, here);
  return null;
}

export function* evaluate(vm: VM, source: Value, globals: Value, names: Value, here: () => Value): NativeGen {
  return yield* runIn(vm, 'eval', source instanceof Code ? source : compileExpression(textIn(source, 'eval()')), globals, names, here);
}

export function compileText(vm: VM, source: Value, filename: Value, mode: Value, flags: Value): Value {
  if (flags !== 0) throw new Unsupported('compile with flags', vm.currentLine());
  const text = textIn(source, 'compile()');
  const file = textIn(filename, 'compile()');
  if (mode === 'exec') return whole(text, file);
  if (mode === 'eval') return compileExpression(text, file);
  if (mode === 'single') throw new Unsupported("compile in mode 'single'", vm.currentLine());
  return raise('ValueError', "compile() mode must be 'exec', 'eval' or 'single'");
}
