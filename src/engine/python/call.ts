/**
 * Calls: binding arguments to parameters as CPython does, with its messages; making instances; starting frames.
 */
import { getAttr } from './attr.ts';
import { PyDict, PySet, PyTuple } from './containers.ts';
import { enter } from './control.ts';
import { raise, type PyError } from './errors.ts';
import { Frame, type Fiber } from './frame.ts';
import { isGen, PyBoundMethod, PyCell, PyFunction, PyGenerator, PyNative, PyStaticMethod, type NativeGen, type NativeResult } from './functions.ts';
import { objectNew, typeCall } from './objects.ts';
import { part } from './packs.ts';
import { OBJECT, spend } from './spend.ts';
import { PyType, typeOf, typeType } from './types.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

const faults = part<typeof import('./callfaults.ts')>('faults', 'calls');

/** Calls `f`: a native result, or undefined when a frame was pushed and will deliver. */
export function enterCall(vm: VM, fiber: Fiber, f: Value, args: Value[], kw: Map<string, Value> | null): NativeResult | undefined {
  for (;;) {
    if (f instanceof PyFunction) {
      if (f.short !== null && vm.monitor === null) {
        const r = f.short(vm, args, kw);
        if (r !== undefined) return r;
      }
      const locals = bindArguments(f, args, kw);
      const frame = newFrame(f, locals);
      if (f.code.isGenerator) return makeGenerator(f, frame);
      enter(vm, fiber, frame);
      return undefined;
    }
    if (f instanceof PyNative) return f.fn(vm, args, kw);
    if (f instanceof PyBoundMethod) {
      args = [f.self, ...args];
      f = f.fn;
      continue;
    }
    if (f instanceof PyType) {
      if (f.cls === typeType || f.cls.lookup('__call__') === typeType.dict.get('__call__')) {
        const r = enterType(vm, fiber, f, args, kw);
        return r;
      }
    }
    const call = typeOf(f).lookup('__call__');
    if (call === undefined) raise('TypeError', `'${typeOf(f).tp}' object is not callable`);
    if (call instanceof PyFunction || (call instanceof PyNative && call.isMethod)) {
      args = [f, ...args];
      f = call;
    } else if (call instanceof PyStaticMethod) f = call.fn;
    else {
      const bound = getAttr(vm, f, '__call__');
      if (isGen(bound)) return callLater(vm, bound, args, kw);
      f = bound;
    }
  }
}

function* callLater(vm: VM, f: NativeGen, args: Value[], kw: Map<string, Value> | null): NativeGen {
  return yield* vm.call(yield* f, args, kw);
}

function isAbstract(cls: PyType): boolean {
  const a = cls.dict.get('__abstractmethods__');
  return a instanceof PySet && a.size > 0;
}

/** A class call whose `__new__` is object's and whose `__init__` is Python runs as one plain frame. */
function enterType(vm: VM, fiber: Fiber, cls: PyType, args: Value[], kw: Map<string, Value> | null): NativeResult | undefined {
  if (cls.heap) {
    const make = cls.lookup('__new__');
    const init = cls.lookup('__init__');
    if (init instanceof PyFunction && init.code.pending !== null) init.code.pending();
    if (make === objectNew && init instanceof PyFunction && !init.code.isGenerator && !isAbstract(cls)) {
      spend(OBJECT);
      const self = cls.alloc(cls);
      const frame = newFrame(init, bindArguments(init, [self, ...args], kw));
      frame.instance = self;
      enter(vm, fiber, frame);
      return undefined;
    }
  }
  return typeCall(vm, cls, args, kw);
}

export function* thenInstance(r: NativeGen, instance: Value): NativeGen {
  yield* r;
  return instance;
}

export function* closeThenRaise(vm: VM, g: PyGenerator, error: PyError): NativeGen {
  const close = typeOf(g).lookup('close') as Value;
  yield* vm.call(close, [g]);
  throw error;
}

export function newFrame(f: PyFunction, locals: (Value | undefined)[]): Frame {
  const c = f.code;
  let cells: PyCell[];
  if (c.cellVars.length > 0) {
    cells = [];
    for (let i = 0; i < c.cellVars.length; i++) {
      const slot = c.cellArgs[i];
      cells.push(new PyCell(slot >= 0 ? locals[slot] : undefined));
    }
    for (const x of f.closure) cells.push(x);
  } else cells = f.closure as PyCell[];
  return new Frame(c, f.module, f, locals, cells);
}

export function makeGenerator(f: PyFunction, frame: Frame): PyGenerator {
  spend(OBJECT);
  const g = new PyGenerator(frame, f.name, f.qualname);
  frame.generator = g;
  f.code.closing?.made(g);
  return g;
}

/** Slots of the frame: parameters filled, other locals unbound. */
export function bindArguments(f: PyFunction, args: readonly Value[], kw: Map<string, Value> | null): (Value | undefined)[] {
  const c = f.code;
  if (c.pending !== null) c.pending();
  const total = c.varNames.length;
  const positional = c.argCount;
  const out: (Value | undefined)[] = [];
  const n = Math.min(args.length, positional);
  for (let i = 0; i < n; i++) out.push(args[i]);
  for (let i = n; i < total; i++) out.push(undefined);
  const named = positional + c.kwOnly;
  const extraKw = c.hasVarKw ? new PyDict() : null;
  if (kw !== null) {
    let posOnlyGiven: string[] | null = null;
    for (const [k, v] of kw) {
      let i = c.varNames.indexOf(k);
      if (i >= named) i = -1;
      if (i >= 0 && i < c.posOnly) {
        if (extraKw) i = -1;
        else {
          (posOnlyGiven ??= []).push(k);
          continue;
        }
      }
      if (i >= 0) {
        if (out[i] !== undefined) faults().twice(f, k);
        out[i] = v;
      } else if (extraKw) extraKw.set(k, v);
      else faults().unexpected(f, k);
    }
    if (posOnlyGiven) faults().positionalOnly(f, posOnlyGiven);
  }
  if (c.hasVarArgs) out[named] = new PyTuple(args.slice(positional));
  else if (args.length > positional) faults().tooMany(f, args.length, out);
  if (extraKw) out[named + (c.hasVarArgs ? 1 : 0)] = extraKw;
  const firstDefault = positional - f.defaults.length;
  let missing: string[] | null = null;
  for (let i = n; i < positional; i++) {
    if (out[i] !== undefined) continue;
    if (i >= firstDefault) out[i] = f.defaults[i - firstDefault];
    else (missing ??= []).push(c.varNames[i]);
  }
  if (missing) faults().missingArguments(f, missing, 'positional');
  for (let i = positional; i < named; i++) {
    if (out[i] !== undefined) continue;
    const d = f.kwdefaults?.get(c.varNames[i]);
    if (d !== undefined) out[i] = d;
    else (missing ??= []).push(c.varNames[i]);
  }
  if (missing) faults().missingArguments(f, missing, 'keyword-only');
  return out;
}
