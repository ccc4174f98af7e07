/** `*` and `**` in displays and calls, with the messages of both. */
import { PyDict, PyList, PySet, PyTuple } from '../containers.ts';
import { raise } from '../errors.ts';
import { PyFunction, PyNative, type NativeGen } from '../functions.ts';
import { resolveKey } from '../hash.ts';
import { collect, itemsOf } from '../iterate.ts';
import { PyType, typeOf } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { getAttrNow, give, top, type Instructions } from './operands.ts';

export const spread: Instructions = {
  LIST_EXTEND(vm, fiber, f, arg) {
    const list = top(f, 1 + (arg & 255)) as PyList;
    const v = top(f);
    const items = itemsOf(v);
    if (items === null) return give(fiber, f, 1, extend(vm, list, v, arg > 255 ? (f.stack[f.sp - 4] as Value) : null), 'drop');
    for (const x of items) list.items.push(x);
    f.sp--;
  },
  LIST_TO_TUPLE(_vm, fiber, f) {
    return give(fiber, f, 1, new PyTuple((top(f) as PyList).items));
  },
  SET_UPDATE(vm, fiber, f, arg) {
    return give(fiber, f, 1, updateSet(vm, top(f, 1 + arg) as PySet, top(f)), 'drop');
  },
  DICT_UPDATE(vm, fiber, f, arg) {
    return give(fiber, f, 1, mergeDict(vm, top(f, 1 + arg) as PyDict, top(f), null), 'drop');
  },
  DICT_MERGE(vm, fiber, f, arg) {
    const [fn, v] = [f.stack[f.sp - 1 - arg - 3] as Value, top(f)];
    // `f(*args, **kwargs)` without keywords, as most calls are that are handed on.
    return give(fiber, f, 1, v instanceof PyDict && v.size === 0 ? null : mergeDict(vm, top(f, 1 + arg) as PyDict, v, fn), 'drop');
  },
};

function* extend(vm: VM, list: PyList, v: Value, fn: Value | null): NativeGen {
  if (typeOf(v).lookup('__iter__') === undefined && typeOf(v).lookup('__getitem__') === undefined) {
    raise('TypeError', `${fn === null ? 'Value' : `${callName(fn)} argument`} after * must be an iterable, not ${typeOf(v).tp}`);
  }
  for (const x of yield* collect(vm, v)) list.items.push(x);
  return null;
}

function* updateSet(vm: VM, s: PySet, v: Value): NativeGen {
  for (const x of yield* collect(vm, v)) s.dict.put(yield* resolveKey(vm, s.dict, x), x, null);
  return null;
}

/** `{**v}` and `f(**v)`; for calls (`fn` given) a repeated key is an error. */
function* mergeDict(vm: VM, d: PyDict, v: Value, fn: Value | null): NativeGen {
  let rows: [Value, Value][];
  if (v instanceof PyDict) rows = v.size === 0 ? [] : v.entries();
  else {
    const keys = typeOf(v).lookup('keys');
    if (keys === undefined) {
      raise(
        'TypeError',
        fn === null ? `'${typeOf(v).tp}' object is not a mapping` : `${callName(fn)} argument after ** must be a mapping, not ${typeOf(v).tp}`,
      );
    }
    rows = [];
    for (const k of yield* collect(vm, yield* vm.call(getAttrNow(vm, v, 'keys'), []))) {
      rows.push([k, yield* vm.call(getAttrNow(vm, v, '__getitem__'), [k])]);
    }
  }
  for (const [k, x] of rows) {
    const key = yield* resolveKey(vm, d, k);
    if (fn !== null && typeof k === 'string' && d.at(key) !== undefined) raise('TypeError', `${callName(fn)} got multiple values for keyword argument '${k}'`);
    d.put(key, k, x);
  }
  return null;
}

/** A callee in messages about `*` and `**`: with its module unless built in. */
function callName(fn: Value): string {
  if (fn instanceof PyFunction) return `${String(fn.module.attrs.get('__name__'))}.${fn.qualname}()`;
  if (fn instanceof PyType) return fn.heap ? `${fn.module}.${fn.qualname}()` : `${fn.name}()`;
  if (fn instanceof PyNative) return `${fn.module === 'builtins' ? '' : `${fn.module}.`}${fn.owner ? `${fn.owner.name}.` : ''}${fn.name}()`;
  return `${typeOf(fn).tp} object`;
}
