/**
 * `TorchDispatchMode`: a program's own code at the place below autograd where every operator comes by.
 *
 * Idea: torch/utils/_python_dispatch.py and PythonFallbackKernel.cpp. While the handler runs, operators pass by autograd,
 * and the modes opened before it see them. Arguments are handed over as `parseIValuesToPyArgsKwargs` does: those at the
 * end that have their default are left away; the types are none, since no class here has `__torch_dispatch__`. Leaves out: classes with `__torch_dispatch__`, compiled functions.
 */
import type { Arg, Op, Ret } from '../aten/op.ts';
import type { SchemaArg } from '../aten/schema.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Mode } from '../dispatch/backend.ts';
import { factory } from './bind.ts';
import { getAttr } from '../python/attr.ts';
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import { isGen, PyModule } from '../python/functions.ts';
import { fn } from '../python/native.ts';
import { PyFloat, PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { Tensor } from '../tensor/tensor.ts';
import { toValue } from './convert.ts';
import { PyGenerator } from './generator.ts';
import { LAYOUTS, MEMORY_FORMATS, PyDType, PyTensor } from './objects.ts';
import { overload } from './ops_module.ts';
import { runtime } from './runtime.ts';

/** A Scalar that is given as a float differs from a default that is an int. */
const same = (a: Arg, b: Arg, base: string): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => same(x as Arg, b[i] as Arg, base));
  if (base === 'Scalar' && a instanceof PyFloat !== b instanceof PyFloat) return false;
  const plain = (v: Arg): unknown => (v instanceof PyFloat ? v.v : v);
  return plain(a) === plain(b);
};

function valueOf(a: Arg, s: SchemaArg): Value {
  if (Array.isArray(a)) return new PyList(a.map((x) => valueOf(x as Arg, s)));
  if (typeof a === 'string') {
    if (s.base === 'Layout') return LAYOUTS.get(a) as Value;
    if (s.base === 'MemoryFormat') return MEMORY_FORMATS.get(a) as Value;
    return a;
  }
  if (typeof a === 'number' && s.base === 'float') return new PyFloat(a);
  // An end that was left open.
  if (typeof a === 'number' && a >= 2 ** 63) return 2n ** 63n - 1n;
  if (s.base === 'Generator' && a !== null) return new PyGenerator(a as object);
  return toValue(a);
}

/** What the argument parser fills in where a tensor is made: the host, and no pinned memory. */
function filled(op: Op, args: readonly Arg[]): readonly Arg[] {
  const { positions, tensors } = op.sig;
  // The gradient that a backward starts from is made in Python.
  const seed = op.overload === 'ones_like' && args[positions.get('memory_format') as number] === 'preserve_format';
  if (factory.op !== op && !seed) return args;
  factory.op = null;
  const pin = positions.get('pin_memory');
  if (pin === undefined) return args;
  const made = op.sig.args.map((_, i) => args[i] ?? null);
  made[pin] ??= false;
  const device = positions.get('device') as number;
  if (tensors.length === 0) made[device] ??= { type: 'cpu', index: null };
  return made;
}

/** Positional and keyword arguments of a call, without those at the end that have their default. */
function handed(op: Op, given: readonly Arg[]): { places: Value[]; named: PyDict } {
  const { sig } = op;
  const args = filled(op, given);
  const places = sig.args.filter((a) => !a.kwarg);
  const isDefault = (i: number): boolean => sig.args[i].hasDefault && same(args[i] ?? null, sig.args[i].def, sig.args[i].base);
  let n = places.length;
  while (n > 0 && isDefault(n - 1)) n--;
  const named = new PyDict();
  sig.args.forEach((a, i) => {
    if (a.kwarg && !isDefault(i)) named.set(a.name, valueOf(args[i] ?? null, a));
  });
  return { places: places.slice(0, n).map((a, i) => valueOf(args[i] ?? null, a)), named };
}

function result(v: Value): Ret {
  if (v instanceof PyTensor) return v.t;
  if (v instanceof PyDType) return v.d as never;
  if (v instanceof PyTuple || v instanceof PyList) return v.items.map((x) => result(x) as Tensor);
  if (v === null || typeof v === 'number' || typeof v === 'boolean' || typeof v === 'bigint' || v instanceof PyFloat) return v;
  throw new Unsupported('a result of __torch_dispatch__ that is neither tensor nor number');
}

class ProgramMode implements Mode {
  private readonly vm: VM;
  private readonly d: Dispatcher;
  private readonly handler: PyInstance;
  constructor(vm: VM, d: Dispatcher, handler: PyInstance) {
    this.vm = vm;
    this.d = d;
    this.handler = handler;
  }

  call(op: Op, args: readonly Arg[]): Ret {
    const { d, vm } = this;
    if (vm.monitor !== null || d.tracing) throw new Unsupported('TorchDispatchMode in a compiled function');
    const { top } = d;
    // Below autograd: what the handler calls goes to the modes opened before, and to the back end.
    d.top = (o, a) => (o.kind === 'composite' && o.composite ? o.composite(d.call, ...(a as never[])) : d.belowModes(o, a));
    try {
      const { places, named } = handed(op, args);
      const f = getAttr(vm, this.handler, '__torch_dispatch__');
      if (isGen(f)) throw new Unsupported('__torch_dispatch__ found by __getattr__');
      return result(vm.callNow(f, [overload(op), new PyTuple([]), new PyTuple(places), named]));
    } finally {
      d.top = top;
    }
  }
}

/** `torch._C._dispatch_modes`: what torch/utils/_python_dispatch.py calls. */
export function makeModes(): PyModule {
  const m = new PyModule('torch._C._dispatch_modes');
  const list = [
    fn('push(mode, /)', (vm, mode: PyInstance) => {
      const d = runtime().dispatcher;
      if (vm.monitor !== null) throw new Unsupported('TorchDispatchMode in a compiled function');
      d.pushMode(new ProgramMode(vm, d, mode));
      factory.op = null;
      return null;
    }),
    fn('pop()', () => {
      runtime().dispatcher.popMode();
      return null;
    }),
  ];
  for (const f of list) m.attrs.set(f.name, f);
  return m;
}
