/**
 * numpy's functions of elements as objects of their own class: called like others, and with the methods that fold, spread or
 * scatter them. The methods are Python (lib/numpy/_more.py), and so are the keywords (_keywords.py). Leaves out: `reduceat`.
 */
import { PyError, raise, Unsupported } from '../../python/errors.ts';
import { type NativeGen, PyNative } from '../../python/functions.ts';
import { imported } from '../../python/importer.ts';
import { PyList, PyTuple } from '../../python/containers.ts';
import { type Body, extendType, fn } from '../../python/native.ts';
import { newType, type PyType } from '../../python/types.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import { PyTensor } from '../objects.ts';
import { call } from '../runtime.ts';
import { quiet } from './arrays.ts';
import { BINARY } from './elementwise.ts';

const ufuncType = newType('ufunc', undefined, 'numpy');

class PyUfunc extends PyNative {
  override readonly cls: PyType = ufuncType;
}

export function ufuncOf(signature: string, body: Body): PyNative {
  const plain = fn(signature, body);
  const { name } = plain;
  const operands = name in BINARY ? 2 : 1;
  return new PyUfunc(name, (vm, args, kw) => (kw?.size || args.length > operands ? keyed(vm, name, operands, args, kw) : plain.fn(vm, args, kw)));
}

/** With `out=`, `where=`, `dtype=`, `casting=`. */
function* keyed(vm: VM, name: string, operands: number, args: Value[], kw: Map<string, Value> | null): NativeGen {
  if ([...args, ...(kw?.values() ?? [])].some((v) => v instanceof PyTensor)) throw new Unsupported(`numpy.${name} of a tensor with keywords`);
  return yield* inKeywords(vm, 'called', [name, operands, new PyTuple(args)], kw);
}

/** A function of lib/numpy/_keywords.py; an error shows none of its lines, since numpy's own code here is C. */
export function* inKeywords(vm: VM, f: string, args: Value[], kw: Map<string, Value> | null = null): NativeGen {
  try {
    return yield* vm.call((yield* imported(vm, 'numpy._keywords')).attrs.get(f) as Value, args, kw);
  } catch (e) {
    if (e instanceof PyError) e.exc.traceback.length = 0;
    throw e;
  }
}

const inPython =
  (name: string) =>
  (vm: VM, args: Value[], kw: Map<string, Value> | null): NativeGen =>
    folded(vm, name, args, kw);

function* folded(vm: VM, name: string, [self, ...args]: Value[], kw: Map<string, Value> | null): NativeGen {
  const f = self as PyUfunc;
  if (name !== '_at' && !(f.name in BINARY)) raise('ValueError', `${name.slice(1)} only supported for binary functions`);
  return yield* vm.call((yield* imported(vm, 'numpy._more')).attrs.get(name) as Value, [f.name, ...args], kw);
}

extendType(ufuncType, {
  methods: { '__repr__(self, /)': (_vm, f: PyUfunc) => `<ufunc '${f.name}'>` },
  raw: { reduce: inPython('_reduce'), accumulate: inPython('_accumulate'), outer: inPython('_outer'), at: inPython('_at') },
  attrs: {
    __name__: (_vm, f: PyUfunc) => f.name,
    nin: (_vm, f: PyUfunc) => (f.name in BINARY ? 2 : 1),
    nout: () => 1,
    nargs: (_vm, f: PyUfunc) => (f.name in BINARY ? 3 : 2),
  },
});

const argument = (v: Value): unknown => {
  if (v instanceof PyArray) return v.t;
  if (v instanceof PyList || v instanceof PyTuple) return v.items.map(argument);
  const u = unbox(v);
  return u instanceof PyFloat ? u.v : u;
};

/** An operator of the engine over arrays, leaving no row: what the Python half is made of. */
export const quietly: Body = (_vm, name: string, args: Value[]) => {
  const out = quiet(() => call(name, ...(args.map(argument) as Parameters<typeof call>[1][]))) as Tensor | Tensor[];
  if (!Array.isArray(out)) return new PyArray(out);
  if (out.length === 0) throw new Unsupported(`numpy over ${name}`);
  return new PyTuple(out.map((t) => new PyArray(t)));
};
