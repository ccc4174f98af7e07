/**
 * The less frequent instructions, one function a row. Each finds `frame.sp` and `frame.next` as they are to be when it
 * succeeds without calling; SWITCHED says that another frame is on top now.
 */
import { bind, delAttr, getAttr } from './attr.ts';
import { Breakpoint } from './breakpoint.ts';
import type { Code } from './code.ts';
import { PyDict, PyList, PySet, PySlice, PyTuple } from './containers.ts';
import { enterCall } from './call.ts';
import { contains } from './contains.ts';
import { excType, PyError, PyException, raise, Unsupported } from './errors.ts';
import { egPush, egReraise, egSplit } from './exceptgroup.ts';
import { NativeFrame, type Fiber, type Frame } from './frame.ts';
import { EXHAUSTED, isGen, PyFunction, PyGenerator, PyModule, PyNative, type NativeGen, type NativeResult, type PyCell } from './functions.ts';
import { formatValue } from './formatvalue.ts';
import { resolveKey } from './hash.ts';
import { importFrom, importName } from './importer.ts';
import { collect, getIter, iterNext, itemsOf } from './iterate.ts';
import { tryKey } from './keys.ts';
import { matchClass, matchKeys } from './matching.ts';
import { Op, type OpName } from './opcodes.ts';
import { mergeInto, setOrder } from './setorder.ts';
import { delItem } from './subscript.ts';
import { PyTraceback } from './tracebackobject.ts';
import { PyType, typeOf } from './types.ts';
import { setAttrIn, delAttrIn, type Value } from './values.ts';
import type { VM } from './vm.ts';

export const SWITCHED = Symbol('switched');
type Handler = (vm: VM, fiber: Fiber, frame: Frame, arg: number) => typeof SWITCHED | void;

/** Pushes a result over `drop` operands, or runs the generator first. */
function give(fiber: Fiber, frame: Frame, drop: number, r: NativeResult, mode: NativeFrame['mode'] = 'push'): typeof SWITCHED | void {
  frame.sp -= drop;
  if (isGen(r)) {
    fiber.frames.push(new NativeFrame(r, '', mode));
    return SWITCHED;
  }
  if (mode === 'push') frame.stack[frame.sp++] = r;
}
const top = (f: Frame, n = 1): Value => f.stack[f.sp - n] as Value;
const pop = (f: Frame): Value => f.stack[--f.sp] as Value;
const push = (f: Frame, v: Value): void => {
  f.stack[f.sp++] = v;
};

/** Runs the exception through the frame's blocks and goes on there, or leaves the frame. */
function reraise(exc: PyException): never {
  throw new PyError(exc, true);
}

function unbound(frame: Frame, i: number): never {
  raise('UnboundLocalError', `cannot access local variable '${frame.code.varNames[i]}' where it is not associated with a value`);
}

const table: Partial<Record<OpName, Handler>> = {
  SETUP_WITH(_vm, _fiber, f, arg) {
    f.blocks.push(arg, f.sp - 1);
  },
  CALL_EX(vm, fiber, f, arg) {
    const kwDict = arg === 1 ? (top(f) as PyDict) : null;
    const tuple = top(f, arg === 1 ? 2 : 1) as PyTuple;
    const drop = arg === 1 ? 4 : 3;
    const self = f.stack[f.sp - drop + 1];
    let fn = f.stack[f.sp - drop] as Value;
    const args = self === undefined ? [...tuple.items] : [self, ...tuple.items];
    let kw: Map<string, Value> | null = null;
    if (kwDict && kwDict.size > 0) {
      kw = new Map();
      for (const [k, v] of kwDict.entries()) {
        if (typeof k !== 'string') raise('TypeError', 'keywords must be strings');
        kw.set(k, v);
      }
    }
    if (vm.monitor) fn = vm.monitor.call(f, fn, args, kw);
    const sp = f.sp;
    f.sp -= drop;
    let r: NativeResult | undefined;
    try {
      r = enterCall(vm, fiber, fn, args, kw);
    } catch (e) {
      f.sp = sp;
      throw e;
    }
    return r === undefined ? SWITCHED : give(fiber, f, 0, r);
  },
  LOAD_NAME(vm, _fiber, f, arg) {
    const name = f.code.names[arg];
    push(f, nameIn(vm, f, name));
  },
  STORE_NAME(_vm, _fiber, f, arg) {
    (f.names as Map<string, Value>).set(f.code.names[arg], pop(f));
  },
  DELETE_NAME(_vm, _fiber, f, arg) {
    const name = f.code.names[arg];
    if (!f.names?.delete(name)) raise('NameError', `name '${name}' is not defined`);
  },
  DELETE_GLOBAL(_vm, _fiber, f, arg) {
    const name = f.code.names[arg];
    if (!delAttrIn(f.module, f.module.attrs, name)) raise('NameError', `name '${name}' is not defined`);
  },
  DELETE_FAST(_vm, _fiber, f, arg) {
    if (f.locals[arg] === undefined) unbound(f, arg);
    f.locals[arg] = undefined;
  },
  DELETE_DEREF(_vm, _fiber, f, arg) {
    f.cells[arg].set(undefined);
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
  MAKE_FUNCTION(_vm, _fiber, f, arg) {
    const code = pop(f) as Code;
    const closure = arg & 8 ? ((pop(f) as PyTuple).items as unknown as PyCell[]) : [];
    const annotations = arg & 4 ? (pop(f) as PyDict) : null;
    const kwDefaults = arg & 2 ? new Map((pop(f) as PyDict).entries() as [string, Value][]) : null;
    const defaults = arg & 1 ? (pop(f) as PyTuple).items : [];
    const fn = new PyFunction(code, f.module, closure, defaults, kwDefaults);
    fn.annotations = annotations;
    push(f, fn);
  },
  LOAD_BUILD_CLASS(vm, _fiber, f) {
    push(f, vm.builtins.attrs.get('__build_class__') as Value);
  },
  BREAKPOINT(_vm, _fiber, f) {
    throw new Breakpoint(f);
  },
  CONTAINS(vm, fiber, f, arg) {
    vm.monitor?.contains(f, top(f), top(f, 2));
    return give(fiber, f, 2, contains(vm, top(f), top(f, 2), arg === 1));
  },
  DELETE_SUBSCR(vm, fiber, f) {
    const r = delItem(vm, top(f, 2), top(f));
    f.sp -= 2;
    if (r !== null) return give(fiber, f, 0, r, 'drop');
  },
  DELETE_ATTR(vm, fiber, f, arg) {
    const r = delAttr(vm, top(f), f.code.names[arg]);
    f.sp -= 1;
    if (r !== null) return give(fiber, f, 0, r, 'drop');
  },
  BUILD_MAP(vm, fiber, f, arg) {
    const items = f.stack.slice(f.sp - 2 * arg, f.sp) as Value[];
    const d = new PyDict();
    for (let i = 0; i < items.length; i += 2) {
      const k = tryKey(items[i]);
      if (k === undefined) return give(fiber, f, 2 * arg, buildMap(vm, d, items, i));
      d.put(k, items[i], items[i + 1]);
    }
    return give(fiber, f, 2 * arg, d);
  },
  BUILD_SET(vm, fiber, f, arg) {
    const n = arg & 0xfffff;
    const r = buildSet(vm, f.stack.slice(f.sp - n, f.sp) as Value[]);
    if (arg === n || isGen(r)) return give(fiber, f, n, r);
    // The compiler rebuilds the constant once from its own order.
    const merged = new PySet();
    mergeInto(merged, new PySet(setOrder(r as PySet)));
    return give(fiber, f, n, merged);
  },
  BUILD_SLICE(_vm, fiber, f, arg) {
    const parts = f.stack.slice(f.sp - arg, f.sp) as Value[];
    return give(fiber, f, arg, new PySlice(parts[0], parts[1], arg === 3 ? parts[2] : null));
  },
  BUILD_STRING(_vm, fiber, f, arg) {
    return give(fiber, f, arg, (f.stack.slice(f.sp - arg, f.sp) as string[]).join(''));
  },
  FORMAT(vm, fiber, f, arg) {
    const spec = arg & 4 ? (top(f) as string) : '';
    const drop = arg & 4 ? 2 : 1;
    return give(fiber, f, drop, formatValue(vm, top(f, drop), spec, arg & 3));
  },
  LIST_EXTEND(vm, fiber, f, arg) {
    const list = top(f, 1 + (arg & 255)) as PyList;
    const v = top(f);
    const items = itemsOf(v);
    if (items === null) return give(fiber, f, 1, extend(vm, list, v, arg > 255 ? (f.stack[f.sp - 4] as Value) : null), 'drop');
    for (const x of items) list.items.push(x);
    f.sp--;
  },
  SET_UPDATE(vm, fiber, f, arg) {
    return give(fiber, f, 1, updateSet(vm, top(f, 1 + arg) as PySet, top(f)), 'drop');
  },
  DICT_UPDATE(vm, fiber, f, arg) {
    return give(fiber, f, 1, mergeDict(vm, top(f, 1 + arg) as PyDict, top(f), null), 'drop');
  },
  DICT_MERGE(vm, fiber, f, arg) {
    const fn = f.stack[f.sp - 1 - arg - 3] as Value;
    return give(fiber, f, 1, mergeDict(vm, top(f, 1 + arg) as PyDict, top(f), fn), 'drop');
  },
  SET_ADD(vm, fiber, f, arg) {
    const s = top(f, 1 + arg) as PySet;
    const v = top(f);
    const k = tryKey(v);
    if (k === undefined) return give(fiber, f, 1, addKey(vm, s.dict, v, null), 'drop');
    s.dict.put(k, v, null);
    f.sp--;
  },
  MAP_ADD(vm, fiber, f, arg) {
    const d = top(f, 2 + arg) as PyDict;
    const key = top(f, 2);
    const k = tryKey(key);
    if (k === undefined) return give(fiber, f, 2, addKey(vm, d, key, top(f)), 'drop');
    d.put(k, key, top(f));
    f.sp -= 2;
  },
  LIST_TO_TUPLE(_vm, fiber, f) {
    return give(fiber, f, 1, new PyTuple((top(f) as PyList).items));
  },
  UNPACK_EX(vm, fiber, f, arg) {
    const v = top(f);
    vm.monitor?.iter(f, v);
    const before = arg & 255;
    const after = arg >> 8;
    const items = itemsOf(v);
    if (items === null) {
      // Collected into a list, then once more.
      f.next = f.pc;
      return give(fiber, f, 1, collectList(vm, v));
    }
    if (items.length < before + after) {
      raise('ValueError', `not enough values to unpack (expected at least ${before + after}, got ${items.length})`);
    }
    f.sp--;
    for (let i = 0; i < after; i++) push(f, items[items.length - 1 - i]);
    push(f, new PyList(items.slice(before, items.length - after)));
    for (let i = before - 1; i >= 0; i--) push(f, items[i]);
  },
  RAISE(vm, fiber, f, arg) {
    if (arg === 3) reraise(pop(f) as PyException);
    if (arg === 0) {
      for (let i = fiber.frames.length - 1; i >= 0; i--) {
        const h = fiber.frames[i];
        if (!(h instanceof NativeFrame) && h.handled) reraise(h.handled);
      }
      raise('RuntimeError', 'No active exception to reraise');
    }
    const cause = arg === 2 ? top(f) : undefined;
    const exc = top(f, arg);
    if (exc instanceof PyException && (cause === undefined || cause === null || cause instanceof PyException)) raiseWith(exc, cause);
    return give(fiber, f, arg, makeAndRaise(vm, exc, cause));
  },
  PUSH_EXC(_vm, _fiber, f) {
    const exc = top(f) as PyException;
    f.stack[f.sp - 1] = f.handled;
    f.handled = exc;
  },
  LOAD_EXC(_vm, _fiber, f) {
    push(f, f.handled);
  },
  POP_EXC(_vm, _fiber, f) {
    f.handled = pop(f) as PyException | null;
  },
  END_FINALLY(_vm, _fiber, f) {
    const exc = f.handled as PyException;
    f.handled = pop(f) as PyException | null;
    reraise(exc);
  },
  RESTORE_RERAISE(_vm, _fiber, f) {
    const exc = pop(f) as PyException;
    f.handled = pop(f) as PyException | null;
    reraise(exc);
  },
  CHECK_EXC_MATCH(_vm, fiber, f) {
    return give(fiber, f, 2, excMatches(top(f, 2) as PyException, top(f)));
  },
  WITH_LOOKUP(vm, _fiber, f) {
    const m = top(f);
    const t = typeOf(m);
    const enter = t.lookup('__enter__');
    const exit = t.lookup('__exit__');
    if (enter === undefined) raise('TypeError', `'${t.name}' object does not support the context manager protocol`);
    if (exit === undefined) raise('TypeError', `'${t.name}' object does not support the context manager protocol (missed __exit__ method)`);
    const e = bind(vm, exit, m, t);
    const n = bind(vm, enter, m, t);
    if (isGen(e) || isGen(n)) throw new Unsupported('a context manager whose __enter__ or __exit__ is a computed attribute');
    f.sp--;
    push(f, e);
    push(f, n);
    f.stack[f.sp++] = undefined;
  },
  WITH_EXIT(vm, fiber, f) {
    return give(fiber, f, 1, vm.invoke(top(f), [null, null, null]));
  },
  WITH_EXCEPT(vm, fiber, f) {
    const exc = f.handled as PyException;
    return give(fiber, f, 0, vm.invoke(top(f, 2), [exc.cls, exc, new PyTraceback(exc.traceback.slice())]));
  },
  IMPORT_NAME(vm, fiber, f, arg) {
    return give(fiber, f, 2, importName(vm, f, f.code.names[arg], top(f), top(f, 2) as number));
  },
  IMPORT_FROM(vm, fiber, f, arg) {
    return give(fiber, f, 0, importFrom(vm, top(f), f.code.names[arg]));
  },
  IMPORT_STAR(_vm, _fiber, f) {
    const m = pop(f) as PyModule;
    const all = m.attrs.get('__all__');
    const names = all instanceof PyList || all instanceof PyTuple ? (all.items as string[]) : [...m.attrs.keys()].filter((n) => !n.startsWith('_'));
    for (const n of names) {
      const v = m.attrs.get(n);
      if (v === undefined) raise('AttributeError', `module '${m.name}' has no attribute '${n}'`);
      if (f.names) f.names.set(n, v);
      else setAttrIn(f.module, f.module.attrs, n, v);
    }
  },
  YIELD_FROM_ITER(vm, fiber, f) {
    const v = top(f);
    return v instanceof PyGenerator ? undefined : give(fiber, f, 1, getIter(vm, v));
  },
  SEND(vm, fiber, f) {
    const it = top(f, 2);
    const v = pop(f);
    if (it instanceof PyGenerator) {
      const r = vm.enterGenerator(fiber, it, v, true, null);
      if (r === undefined) return SWITCHED;
      push(f, r);
      return;
    }
    fiber.returned = null;
    return give(fiber, f, 0, v === null ? iterNextWithValue(vm, fiber, it) : sendTo(vm, fiber, it, v));
  },
  SEND_CHECK(_vm, fiber, f, arg) {
    if (top(f) !== EXHAUSTED) return;
    f.sp -= 2;
    push(f, fiber.returned);
    f.next = arg;
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
  MATCH_SEQUENCE(_vm, _fiber, f) {
    const v = top(f);
    push(f, v instanceof PyList || v instanceof PyTuple || typeOf(v).name === 'range' || typeOf(v).name === 'deque');
  },
  MATCH_MAPPING(_vm, _fiber, f) {
    push(f, top(f) instanceof PyDict);
  },
  MATCH_KEYS(vm, fiber, f) {
    return give(fiber, f, 0, matchKeys(vm, top(f, 2) as PyDict, top(f) as PyTuple));
  },
  MATCH_CLASS(vm, fiber, f, arg) {
    return give(fiber, f, 3, matchClass(vm, top(f, 3), top(f, 2), arg, top(f) as PyTuple));
  },
  MATCH_LENGTH(_vm, _fiber, f, arg) {
    const n = (itemsOf(top(f)) as Value[]).length;
    push(f, arg & 1 ? n >= arg >> 1 : n === arg >> 1);
  },
  GET_INDEX(_vm, _fiber, f, arg) {
    push(f, (itemsOf(top(f)) as Value[]).at(arg) as Value);
  },
  MATCH_SLICE(_vm, _fiber, f, arg) {
    const items = itemsOf(top(f)) as Value[];
    push(f, new PyList(items.slice(arg & 255, items.length - (arg >> 8))));
  },
  MATCH_REST(_vm, fiber, f) {
    const d = new PyDict();
    d.putAll(top(f, 2) as PyDict);
    for (const k of (top(f) as PyTuple).items) d.delete(k);
    return give(fiber, f, 2, d);
  },
  EG_SPLIT(vm, fiber, f) {
    return egSplit(vm, fiber, f);
  },
  EG_PUSH(_vm, _fiber, f) {
    egPush(f);
  },
  EG_RERAISE(vm, _fiber, f) {
    egReraise(vm, f);
  },
};

function nameIn(vm: VM, f: Frame, name: string): Value {
  const own = f.names?.get(name);
  if (own !== undefined) return own;
  const global = f.module.attrs.get(name);
  if (global !== undefined) return global;
  const builtin = vm.builtins.attrs.get(name);
  if (builtin !== undefined) return builtin;
  raise('NameError', `name '${name}' is not defined`);
}

function* buildMap(vm: VM, d: PyDict, items: Value[], from: number): NativeGen {
  for (let i = from; i < items.length; i += 2) d.put(yield* resolveKey(vm, d, items[i]), items[i], items[i + 1]);
  return d;
}

function buildSet(vm: VM, items: Value[]): NativeResult {
  const s = new PySet();
  for (let i = 0; i < items.length; i++) {
    const k = tryKey(items[i]);
    if (k === undefined) return restOfSet(vm, s, items, i);
    s.dict.put(k, items[i], null);
  }
  return s;
}
function* restOfSet(vm: VM, s: PySet, items: Value[], from: number): NativeGen {
  for (let i = from; i < items.length; i++) s.dict.put(yield* resolveKey(vm, s.dict, items[i]), items[i], null);
  return s;
}
function* addKey(vm: VM, d: PyDict, k: Value, v: Value): NativeGen {
  d.put(yield* resolveKey(vm, d, k), k, v);
  return null;
}
function* extend(vm: VM, list: PyList, v: Value, fn: Value | null): NativeGen {
  if (typeOf(v).lookup('__iter__') === undefined && typeOf(v).lookup('__getitem__') === undefined) {
    raise('TypeError', `${fn === null ? 'Value' : `${callName(fn)} argument`} after * must be an iterable, not ${typeOf(v).name}`);
  }
  for (const x of yield* collect(vm, v)) list.items.push(x);
  return null;
}
function* collectList(vm: VM, v: Value): NativeGen {
  const t = typeOf(v);
  if (t.lookup('__iter__') === undefined && t.lookup('__getitem__') === undefined && itemsOf(v) === null) {
    raise('TypeError', `cannot unpack non-iterable ${t.name} object`);
  }
  return new PyList([...(yield* collect(vm, v))]);
}
export function* updateSet(vm: VM, s: PySet, v: Value): NativeGen {
  for (const x of yield* collect(vm, v)) s.dict.put(yield* resolveKey(vm, s.dict, x), x, null);
  return null;
}

/** A callee in messages about `*` and `**`: with its module unless built in. */
function callName(fn: Value): string {
  if (fn instanceof PyFunction) return `${String(fn.module.attrs.get('__name__'))}.${fn.qualname}()`;
  if (fn instanceof PyType) return fn.heap ? `${fn.module}.${fn.qualname}()` : `${fn.name}()`;
  if (fn instanceof PyNative) return `${fn.module === 'builtins' ? '' : `${fn.module}.`}${fn.owner ? `${fn.owner.name}.` : ''}${fn.name}()`;
  return `${typeOf(fn).name} object`;
}

/** `{**v}` and `f(**v)`; for calls (`fn` given) a repeated key is an error. */
export function* mergeDict(vm: VM, d: PyDict, v: Value, fn: Value | null): NativeGen {
  const call = fn === null ? '' : callName(fn);
  let rows: [Value, Value][];
  if (v instanceof PyDict) rows = v.entries();
  else {
    const keys = typeOf(v).lookup('keys');
    if (keys === undefined) {
      raise('TypeError', fn === null ? `'${typeOf(v).name}' object is not a mapping` : `${call} argument after ** must be a mapping, not ${typeOf(v).name}`);
    }
    rows = [];
    for (const k of yield* collect(vm, yield* vm.call(getAttrNow(vm, v, 'keys'), []))) {
      rows.push([k, yield* vm.call(getAttrNow(vm, v, '__getitem__'), [k])]);
    }
  }
  for (const [k, x] of rows) {
    if (fn !== null && typeof k === 'string' && d.has(k)) raise('TypeError', `${call} got multiple values for keyword argument '${k}'`);
    d.put(yield* resolveKey(vm, d, k), k, x);
  }
  return null;
}
function getAttrNow(vm: VM, o: Value, name: string): Value {
  const r = getAttr(vm, o, name);
  if (isGen(r)) throw new Unsupported(`computed attribute ${name} here`);
  return r;
}

function raiseWith(exc: PyException, cause: Value | undefined): never {
  if (cause !== undefined) {
    exc.cause = cause;
    exc.suppressContext = true;
  }
  throw new PyError(exc);
}

/** `raise Type` makes the instance first. */
function* makeAndRaise(vm: VM, exc: Value, cause: Value | undefined): NativeGen {
  const made = exc instanceof PyType && exc.isSubtype(excType('BaseException')) ? yield* vm.call(exc, []) : exc;
  if (!(made instanceof PyException)) raise('TypeError', 'exceptions must derive from BaseException');
  let why: Value | undefined = cause;
  if (why instanceof PyType && why.isSubtype(excType('BaseException'))) why = yield* vm.call(why, []);
  if (why !== undefined && why !== null && !(why instanceof PyException)) raise('TypeError', 'exception causes must derive from BaseException');
  raiseWith(made, why);
}

function excMatches(exc: PyException, type: Value): boolean {
  if (type instanceof PyTuple) return type.items.some((t) => excMatches(exc, t));
  if (!(type instanceof PyType) || !type.isSubtype(excType('BaseException'))) {
    raise('TypeError', 'catching classes that do not inherit from BaseException is not allowed');
  }
  return exc.cls.isSubtype(type);
}

/** A step of a non-generator in `yield from`: StopIteration's value is the result. */
function* iterNextWithValue(vm: VM, fiber: Fiber, it: Value): NativeGen {
  if (typeOf(it).heap) return yield* sendTo(vm, fiber, it, null);
  const r = iterNext(vm, it);
  return isGen(r) ? yield* r : r;
}
function* sendTo(vm: VM, fiber: Fiber, it: Value, v: Value): NativeGen {
  try {
    return yield* vm.call(v === null ? getAttrNow(vm, it, '__next__') : getAttrNow(vm, it, 'send'), v === null ? [] : [v]);
  } catch (e) {
    if (!(e instanceof PyError) || e.name !== 'StopIteration') throw e;
    fiber.returned = e.exc.args.items[0] ?? null;
    return EXHAUSTED;
  }
}

export const slowOps: Handler[] = [];
for (const [name, h] of Object.entries(table)) slowOps[Op[name as OpName]] = h as Handler;
