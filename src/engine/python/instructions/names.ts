/** Names, attributes and imports: what is not inline in the main loop. */
import { callSpecial, delAttr, getAttr } from '../attr.ts';
import { PyDict } from '../containers.ts';
import { excType, raise, unnamed } from '../errors.ts';
import type { Frame } from '../frame.ts';
import { isGen, type NativeGen, type NativeResult } from '../functions.ts';
import { importFrom, importName } from '../importer.ts';
import { part } from '../packs.ts';
import { delAttrIn, setAttrIn, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { give, pop, push, top, type Instructions } from './operands.ts';

/** What the mapping's `__setitem__` kept is what the class body reads back. */
function* storeInto(vm: VM, f: Frame, mapping: PyDict, name: string, value: Value): NativeGen {
  const r = callSpecial(vm, mapping, '__setitem__', [name, value]) as NativeResult;
  if (isGen(r)) yield* r;
  const kept = mapping.get(name);
  if (kept === undefined) f.names?.delete(name);
  else f.names?.set(name, kept);
  return null;
}

function lookUp(vm: VM, f: Frame, o: Value, name: string): NativeResult {
  try {
    return getAttr(vm, o, name);
  } catch (error) {
    vm.monitor?.missing(f, o, name, error);
    throw error;
  }
}

const imports = part<typeof import('../star.ts')>('language', 'star');

export const names: Instructions = {
  LOAD_METHOD(vm, fiber, f, arg) {
    const o = top(f);
    const name = f.code.names[arg];
    const r = vm.monitor === null ? getAttr(vm, o, name) : lookUp(vm, f, o, name);
    if (isGen(r)) return give(fiber, f, 1, r, 'push-null');
    f.sp--;
    push(f, vm.monitor === null ? r : vm.monitor.load(f, 'attr', o, name, r));
    f.stack[f.sp++] = undefined;
  },
  LOAD_NAME(vm, _fiber, f, arg) {
    const name = f.code.names[arg];
    push(f, nameIn(vm, f, name));
  },
  STORE_NAME(vm, fiber, f, arg) {
    const name = f.code.names[arg];
    if (f.mapping !== null) return give(fiber, f, 1, storeInto(vm, f, f.mapping, name, top(f)), 'drop');
    (f.names as Map<string, Value>).set(name, pop(f));
  },
  DELETE_NAME(_vm, _fiber, f, arg) {
    const name = f.code.names[arg];
    if (!f.names?.delete(name)) unnamed(name);
  },
  DELETE_GLOBAL(_vm, _fiber, f, arg) {
    const name = f.code.names[arg];
    if (!delAttrIn(f.module, f.module.attrs, name)) unnamed(name);
  },
  DELETE_FAST(_vm, _fiber, f, arg) {
    if (f.locals[arg] === undefined) unbound(f, arg);
    f.locals[arg] = undefined;
  },
  DELETE_DEREF(_vm, _fiber, f, arg) {
    f.cells[arg].set(undefined);
  },
  DELETE_ATTR(vm, fiber, f, arg) {
    const r = delAttr(vm, top(f), f.code.names[arg]);
    f.sp -= 1;
    if (r !== null) return give(fiber, f, 0, r, 'drop');
  },
  LOAD_CLASSDEREF(_vm, _fiber, f, arg) {
    const n = f.code.cellVars.length;
    const name = arg < n ? f.code.cellVars[arg] : f.code.freeVars[arg - n];
    const own = f.names?.get(name);
    const v = own !== undefined ? own : f.cells[arg].value;
    if (v === undefined) raise('NameError', `cannot access free variable '${name}' where it is not associated with a value in enclosing scope`);
    push(f, v);
  },
  LOAD_CLOSURE(_vm, _fiber, f, arg) {
    push(f, f.cells[arg]);
  },
  LOAD_ASSERTION_ERROR(_vm, _fiber, f) {
    push(f, excType('AssertionError'));
  },
  SETUP_ANNOTATIONS(_vm, _fiber, f) {
    const names = f.names ?? f.module.attrs;
    if (!names.has('__annotations__')) names.set('__annotations__', new PyDict());
  },
  COPY(_vm, _fiber, f, arg) {
    push(f, top(f, arg));
  },
  IMPORT_NAME(vm, fiber, f, arg) {
    return give(fiber, f, 2, importName(vm, f, f.code.names[arg], top(f), top(f, 2) as number));
  },
  IMPORT_FROM(vm, fiber, f, arg) {
    return give(fiber, f, 0, importFrom(vm, top(f), f.code.names[arg]));
  },
  IMPORT_STAR(vm, fiber, f) {
    const store = (n: string, v: Value) => (f.names ? f.names.set(n, v) : setAttrIn(f.module, f.module.attrs, n, v));
    return give(fiber, f, 1, imports().star(vm, top(f), store), 'drop');
  },
};

function unbound(frame: Frame, i: number): never {
  raise('UnboundLocalError', `cannot access local variable '${frame.code.varNames[i]}' where it is not associated with a value`);
}

function nameIn(vm: VM, f: Frame, name: string): Value {
  const own = f.names?.get(name);
  if (own !== undefined) return own;
  const global = f.module.attrs.get(name);
  if (global !== undefined) return global;
  const builtin = vm.builtins.attrs.get(name);
  if (builtin !== undefined) return builtin;
  unnamed(name);
}
