/**
 * The protocol of `__torch_function__`: classes over Tensor, objects that stand for tensors, and modes that see every call.
 *
 * Idea: torch/csrc/utils/python_arg_parser.cpp (`handle_torch_function_no_python_arg_parser`), torch/overrides.py,
 * `Tensor.__torch_function__` of torch/_tensor.py. A program without such a class pays nothing: the first class or mode
 * puts a look at the arguments before every function of torch, in its place, so that names taken earlier see it too.
 * Leaves out: `__torch_dispatch__`, compiled functions (refused by name).
 */
import { getAttr } from '../python/attr.ts';
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { isPyError, raise, Unsupported } from '../python/errors.ts';
import { imported } from '../python/importer.ts';
import { isGen, type NativeFn, type NativeGen, type NativeResult, PyClassMethod, PyFunction, PyGetSet, PyModule, PyNative } from '../python/functions.ts';
import { Frame } from '../python/frame.ts';
import { Op } from '../python/opcodes.ts';
import { defineType, fn, method, raw } from '../python/native.ts';
import { NotImplemented, PyType, typeOf, typeVersion } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { opTag } from './bind.ts';
import { PyTensor, tensorBaseType, tensorType } from './objects.ts';
import { one, unseen } from './runtime.ts';

interface State {
  /** Depth of calls in which nothing is overridden. */
  off: number;
  /** Open `TorchFunctionMode`s, innermost last. */
  readonly modes: Value[];
}

/** Programs that override something. */
const states = new WeakMap<VM, State>();
const watched = new WeakSet<object>();

const words = (text: string): readonly string[] => text.split(' ');

/** Methods that PyTorch writes in Python: they hand on keywords always. */
const IN_PYTHON = new Set(
  words(
    '__contains__ __deepcopy__ __floordiv__ __format__ __hash__ __len__ __rdiv__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rpow__ __rrshift__ ' +
      '__rsub__ backward dim_order istft lu norm register_hook register_post_accumulate_grad_hook resize split stft storage unflatten unique unique_consecutive',
  ),
);

/** Special methods and the method that is overridden in their place (python_variable_methods.cpp). */
const STANDS_FOR: Readonly<Record<string, string>> = {
  __radd__: 'add',
  __rmul__: 'mul',
  __truediv__: 'div',
  __rtruediv__: '__rdiv__',
  __mod__: 'remainder',
  __pow__: 'pow',
  __rand__: 'bitwise_and',
  __ror__: 'bitwise_or',
  __rxor__: 'bitwise_xor',
  __iadd__: 'add_',
  __isub__: 'sub_',
  __imul__: 'mul_',
  __itruediv__: 'div_',
  __ifloordiv__: 'floor_divide_',
  __imod__: 'remainder_',
  __ipow__: 'pow_',
  __pos__: 'positive',
  __str__: '__repr__',
  ...Object.fromEntries(words('add sub mul matmul lt le ne gt ge neg abs').map((n) => [`__${n}__`, n])),
};
/** Of these the ones that hand on keywords. */
const WITH_KEYWORDS = new Set(['__pow__', '__ipow__']);
/** Not overridden: they make no call of PyTorch's. */
const PLAIN = new Set(words('__new__ __init__ __init_subclass__ __torch_function__ as_subclass __dir__ __class__ __getattribute__ __setattr__'));
/** Functions bound by hand that modes see. */
const MADE = new Set(words('tensor as_tensor asarray from_numpy frombuffer complex polar result_type'));

const hook = (v: Value): Value | undefined => {
  if (!(v instanceof PyInstance) || v.cls === tensorType) return undefined;
  const owner = v.cls.mro.find((t) => t.dict.has('__torch_function__') || t.module === 'torch.nn.parameter');
  if (!owner || owner.module === 'torch.nn.parameter' || (v instanceof PyTensor && v.cls.module.startsWith('torch.'))) return undefined;
  return owner.dict.get('__torch_function__');
};

/**
 * Arguments that override, each type once, a class before those it is made of. `plain`: tensors of no class of their own
 * are named beside them, as functions written in Python do.
 */
function overriding(args: readonly Value[], kw: ReadonlyMap<string, Value> | null, plain = false): PyInstance[] {
  const found: PyInstance[] = [];
  const look = (v: Value): void => {
    if (hook(v) === undefined && !(plain && v instanceof PyTensor && v.cls === tensorType)) return;
    const o = v as PyInstance;
    if (found.some((f) => f.cls === o.cls)) return;
    const at = found.findIndex((f) => o.cls.isSubtype(f.cls));
    found.splice(at < 0 ? found.length : at, 0, o);
  };
  const all = (v: Value): void => (v instanceof PyTuple || v instanceof PyList ? v.items.forEach(look) : look(v));
  args.forEach(all);
  kw?.forEach(all);
  return found;
}

interface Asked {
  readonly func: Value;
  /** What no one took is worded as by the C++ half, with its name for the module; null: as by torch/overrides.py. */
  readonly from: string | null;
  readonly args: Value[];
  /** null: not handed on. */
  readonly kw: PyDict | null;
}

/** Asks the mode, then the arguments in their order. */
function* ask(vm: VM, state: State, { func, from, args, kw }: Asked, objects: readonly PyInstance[]): NativeGen {
  if (vm.monitor !== null) throw new Unsupported('__torch_function__ in a compiled function');
  const types = new PyTuple(objects.map((o) => o.cls));
  const given = (): Value[] => [func, types, new PyTuple(args), ...(kw ? [kw] : [])];
  const mode = state.modes.pop();
  if (mode !== undefined) {
    try {
      const r = (yield* vm.call((yield* attribute(vm, mode)) as Value, given())) as Value;
      if (r !== NotImplemented) return r;
    } finally {
      state.modes.push(mode);
    }
  }
  for (const o of objects) {
    if (o.cls === tensorType) continue;
    const r = (yield* vm.call((yield* attribute(vm, o)) as Value, given())) as Value;
    if (r !== NotImplemented) return r;
  }
  const { name } = func as PyNative;
  if (from === null) {
    const types = objects.map((o) => reprOf(o.cls)).join(', ');
    raise('TypeError', `no implementation found for '${moduleOf(func)}.${name}' on types that implement __torch_function__: [${types}]`);
  }
  return raise(
    'TypeError',
    `Multiple dispatch failed for '${from}.${name}'; all __torch_function__ handlers returned NotImplemented:\n\n${objects
      .map((o) => `  - tensor subclass ${reprOf(o.cls)}\n`)
      .join('')}\nFor more information, try re-running with TORCH_LOGS=not_implemented`,
  );
}

const moduleOf = (f: Value): string => (f instanceof PyFunction ? f.module.name : 'torch');
const reprOf = (t: PyType): string => `<class '${t.module}.${t.qualname}'>`;

const attribute = (vm: VM, o: Value): NativeGen => settled(getAttr(vm, o, '__torch_function__'));

function* settled(r: NativeResult): NativeGen {
  return isGen(r) ? yield* r : r;
}

const keywords = (kw: ReadonlyMap<string, Value> | null, always: boolean): PyDict | null => ((kw && kw.size > 0) || always ? PyDict.of(kw ?? []) : null);

const NONE: readonly PyInstance[] = [];
const mapOf = (d: PyDict): Map<string, Value> => new Map(d.keys().map((k) => [k as string, d.get(k) as Value]));

/** Puts the look before a function: `run` stays what it does. */
function look(run: NativeFn, func: (objects: readonly PyInstance[]) => Value, from: string, byModes: boolean, always: boolean): NativeFn {
  return (vm, args, kw) => {
    const state = states.get(vm);
    if (!state) return run(vm, args, kw);
    const objects = state.off > 0 ? NONE : overriding(args, kw);
    if (objects.length === 0 && !(byModes && state.modes.length > 0)) return run(vm, args, kw);
    return ask(vm, state, { func: func(objects), from, args: [...args], kw: keywords(kw, always) }, objects);
  };
}

const FROM: Readonly<Record<string, string>> = {
  function: 'torch',
  nn: 'torch.nn',
  linalg: 'torch.linalg',
  special: 'torch.special',
  fft: 'torch.fft',
  method: 'torch.Tensor',
};

function watchFunction(f: PyNative): void {
  if (watched.has(f) || !f.module.startsWith('torch') || f.name.startsWith('_')) return;
  watched.add(f);
  Object.assign(f, { fn: look(f.fn, () => f, FROM[opTag(f)?.space ?? 'function'], opTag(f) !== null || MADE.has(f.name), false) });
}

/** Operators: a TypeError says that they do not know the operand. */
const OPERATORS = new Set(
  words('add sub mul truediv floordiv mod pow matmul and or xor lshift rshift lt le eq ne gt ge').flatMap((n) => [`__${n}__`, `__r${n}__`, `__i${n}__`]),
);

const answering =
  (asked: NativeFn): NativeFn =>
  (vm, args, kw) => {
    const r = asked(vm, args, kw);
    return isGen(r) ? orNothing(r) : r;
  };

function* orNothing(r: NativeGen): NativeGen {
  try {
    return yield* r;
  } catch (e) {
    if (isPyError(e, 'TypeError')) return NotImplemented;
    throw e;
  }
}

/** `x @ 2`: refused by its arguments before anything is asked. */
const forTensors =
  (asked: NativeFn, plain: NativeFn): NativeFn =>
  (vm, args, kw) =>
    args[1] instanceof PyTensor || hook(args[1]) !== undefined ? asked(vm, args, kw) : plain(vm, args, kw);

/** `Tensor.__iter__` is Python: what it calls is overridden, not itself. */
const iterating = (plain: NativeFn): NativeFn =>
  function* (vm, args, kw) {
    const state = states.get(vm);
    if (!state || state.off > 0 || overriding(args, null).length === 0) return yield* settled(plain(vm, args, kw));
    const method = function* (name: string, ...rest: Value[]): NativeGen {
      return yield* vm.call((yield* settled(getAttr(vm, args[0], name))) as Value, rest);
    };
    if ((yield* method('dim')) === 0) return yield* settled(plain(vm, args, kw));
    const parts = (yield* method('unbind', 0)) as Value;
    return yield* vm.call(vm.builtins.attrs.get('iter') as Value, [parts]);
  };

function watchMethod(type: PyType, name: string, f: PyNative): void {
  if (watched.has(f) || PLAIN.has(name)) return;
  watched.add(f);
  const stand = STANDS_FOR[name] ?? name;
  const always = IN_PYTHON.has(stand) || WITH_KEYWORDS.has(name);
  // `==` of a tensor with a stranger is found by another name than that of a class over Tensor.
  const of = (objects: readonly PyInstance[]): Value => type.lookup(name === '__eq__' && !(objects[0] instanceof PyTensor) ? 'eq' : stand) ?? f;
  const { fn: plain } = f;
  const repr = stand === '__repr__';
  const asked = look(repr ? (vm, args) => plain(vm, args, null) : plain, of, FROM.method, true, always);
  const told = name === '__matmul__' ? forTensors(asked, plain) : asked;
  const seen = OPERATORS.has(name) ? answering(told) : name === '__iter__' ? iterating(plain) : told;
  Object.assign(f, {
    fn: repr
      ? (((vm, args) =>
          seen(vm, args, args.length === 1 && overriding(args, null).length > 0 ? new Map([['tensor_contents', null as Value]]) : null)) satisfies NativeFn)
      : seen,
  });
}

function watchAttribute(name: string, a: PyGetSet): void {
  if (watched.has(a)) return;
  watched.add(a);
  const { get, set } = a;
  const read = new PyNative('__get__', (vm, [self]) => get(vm, self));
  const write = new PyNative('__set__', (vm, [self, v]) => (set?.(vm, self, v), null));
  read.owner = write.owner = a.cls;
  UNWRAPPED.set(read, name === 'grad' || name === '_grad' || name === '_base');
  const reading = look(read.fn, () => read, FROM.method, true, false);
  Object.assign(a, { get: (vm: VM, self: Value) => reading(vm, [self], null) });
  if (set) {
    const writing = look(write.fn, () => write, FROM.method, true, false);
    // A setter runs to its end at once.
    Object.assign(a, {
      set: (vm: VM, self: Value, v: Value | undefined) => (v === undefined ? set(vm, self, v) : void vm.finish(writing(vm, [self, v], null))),
    });
  }
}

/** Results of these are given as they are (`get_default_nowrap_functions`). */
const UNWRAPPED = new WeakMap<PyNative, boolean>();

/** A function of torch.nn.functional: its text stays, and what is called under its name looks first. */
function* watchPython(vm: VM, f: PyFunction, stub: Value): NativeGen {
  if (watched.has(f)) return null;
  watched.add(f);
  const { code, module, closure, defaults, kwdefaults } = f;
  const original = new PyFunction(code, module, closure, defaults, kwdefaults);
  // Those of torch.nn.init hand on all by keyword.
  const required = module.name === INIT ? 0 : code.argCount - defaults.length;
  const fallback = code.argCount - defaults.length;
  const names = code.varNames.slice(0, code.argCount + code.kwOnly);
  const call = new PyNative(f.name, (v, [args, kw]) => {
    const given = (args as PyTuple).items;
    const named = mapOf(kw as PyDict);
    const state = states.get(v) as State;
    if (state.modes.length === 0 && (state.off > 0 || overriding(given, named).length === 0)) return v.call(original, [...given], named);
    const objects = state.off > 0 ? NONE : overriding(given, named, true);
    if (code.hasVarArgs || given.length > names.length) return ask(v, state, { func: f, from: null, args: [...given], kw: PyDict.of(named) }, objects);
    const of = (i: number): Value =>
      i < given.length ? given[i] : (named.get(names[i]) ?? (i < code.argCount ? defaults[i - fallback] : kwdefaults?.get(names[i])) ?? null);
    const rest = new Map(names.slice(required).map((n, i) => [n, of(required + i)]));
    return ask(v, state, { func: f, from: null, args: names.slice(0, required).map((_, i) => of(i)), kw: PyDict.of(rest) }, objects);
  });
  // A compiled function goes through it as through the function's own text.
  call.tag = { kind: 'capture', verdict: 'pure' };
  const made = (yield* vm.call(stub, [call])) as PyFunction;
  Object.assign(f, { code: made.code, closure: made.closure, defaults: [], kwdefaults: null });
  return null;
}

/** Every name of a module, those there are and those that come. */
function* watchModule(vm: VM, m: PyModule, stub: Value): NativeGen {
  for (const v of [...m.attrs.values()]) {
    if (v instanceof PyNative && v.name !== '__getattr__') watchFunction(v);
    else if (v instanceof PyFunction && v.module === m && (m.name === INIT ? OF_INIT.has(v.name) : !v.name.startsWith('_') || v.name === '_assert'))
      yield* watchPython(vm, v, stub);
  }
  const later = m.attrs.get('__getattr__');
  if (!(later instanceof PyNative) || watched.has(later)) return null;
  watched.add(later);
  const find = later.fn;
  Object.assign(later, {
    fn: function* (v: VM, args: Value[], kw: Map<string, Value> | null): NativeGen {
      const found = yield* settled(find(v, args, kw));
      if (found instanceof PyNative) watchFunction(found);
      return found;
    } satisfies NativeFn,
  });
  return null;
}

const INIT = 'torch.nn.init';
const OF_INIT = new Set(words('uniform_ normal_ constant_ kaiming_uniform_'));
const MODULES = ['torch', 'torch._C._nn', 'torch.linalg', 'torch.special', 'torch.fft', 'torch.functional', 'torch.nn.functional', INIT];

/** Puts the look before every function, once a program. */
export function* install(vm: VM): NativeGen {
  if (states.has(vm)) return null;
  states.set(vm, { off: 0, modes: [] });
  const stub = (yield* imported(vm, 'torch.overrides')).attrs.get('_stub') as Value;
  tensorType.dict.set('__torch_function__', new PyClassMethod(standard));
  tensorType.dict.set('as_subclass', asSubclass);
  typeVersion.n++;
  for (const type of [tensorBaseType, tensorType])
    for (const [name, f] of type.dict) {
      if (f instanceof PyNative) watchMethod(type, name, f);
      else if (f instanceof PyGetSet) watchAttribute(name, f);
    }
  for (const name of MODULES) yield* watchModule(vm, yield* imported(vm, name), stub);
  return null;
}

/** A class was made: those that override need the look from here on. */
export function* classMade(vm: VM, cls: PyType): NativeGen {
  if (cls.dict.has('__torch_dispatch__')) throw new Unsupported('__torch_dispatch__');
  return yield* install(vm);
}

const asSubclass = method('as_subclass(self, cls)', (_vm, self: PyTensor, cls: Value) => {
  if (!(cls instanceof PyType) || !cls.isSubtype(tensorBaseType)) raise('TypeError', `cls must be a type (got ${typeOf(cls).tp})`);
  return ofClass(self.t, cls as PyType);
});

/** The same numbers in an object of the class; no mode sees the alias (`THPVariable_as_subclass` puts them all away). */
const ofClass = (t: Tensor, cls: PyType): PyTensor =>
  new PyTensor(
    cls,
    unseen(() => one('alias', t)),
  );

/** Results become instances of the class (`_convert` of torch/_tensor.py). */
function converted(v: Value, cls: PyType): Value {
  if (cls === tensorType) return v;
  if (v instanceof PyTensor) return v.cls.isSubtype(cls) ? v : ofClass(v.t, cls);
  if (v instanceof PyTuple)
    return Object.assign(Object.create(Object.getPrototypeOf(v) as object) as PyTuple, v, { items: v.items.map((x) => converted(x, cls)) });
  if (v instanceof PyList) return new PyList(v.items.map((x) => converted(x, cls)));
  return v;
}

/** `Tensor.__torch_function__`: the function itself, and results of the caller's class. */
const standard = raw('__torch_function__', function* (vm, args, kw) {
  const named = (n: string, at: number): Value => args[at] ?? kw?.get(n) ?? null;
  const [cls, func, types] = [args[0] as PyType, named('func', 1), named('types', 2)];
  const given = named('args', 3) as PyTuple | null;
  const keys = named('kwargs', 4) as PyDict | null;
  if (!(types as PyTuple).items.every((t) => cls.isSubtype(t as PyType))) return NotImplemented;
  const state = states.get(vm) as State;
  state.off++;
  try {
    const r = (yield* vm.call(func, [...(given?.items ?? [])], keys ? mapOf(keys) : null)) as Value;
    return func instanceof PyNative && UNWRAPPED.get(func) === true ? r : converted(r, cls);
  } finally {
    state.off--;
  }
});

/** `torch._C._overrides`: what torch/overrides.py asks. */
export function makeOverrides(): PyModule {
  const m = new PyModule('torch._C._overrides');
  const state = (vm: VM): State => states.get(vm) as State;
  const list = [
    fn('install()', (v) => install(v)),
    fn('push(mode, /)', (v, mode) => (state(v).modes.push(mode), null)),
    fn('pop()', (v) => (state(v).modes.pop(), null)),
    fn('is_method(f, /)', (_v, f) => f instanceof PyNative && (f.isMethod || f.name === '__get__')),
    // How many names the caller of a special method unpacks into, where it does.
    fn('unpacked()', (v) => {
      const f = v.fiber?.frames.slice(0, -1).findLast((x) => x instanceof Frame);
      return f && f.code.ops[f.pc] === Op.UNPACK ? f.code.ops[f.pc + 1] : -1;
    }),
    fn('off(by, /)', (v, by: number) => ((state(v).off += by), null)),
    fn('overriding(args, /)', (v, args: PyTuple | PyList) => {
      const s = states.get(v);
      return s !== undefined && s.off === 0 && (s.modes.length > 0 || overriding(args.items, null).length > 0);
    }),
    fn('handle(func, relevant, args, kwargs, /)', (v, func, relevant: PyTuple | PyList, args: PyTuple, kwargs: PyDict) =>
      ask(v, state(v), { func, from: null, args: [...args.items], kw: kwargs }, overriding(relevant.items, null)),
    ),
  ];
  for (const f of list) m.attrs.set(f.name, f);
  return m;
}

class Disabled extends PyInstance {}

/** `torch._C.DisableTorchFunctionSubclass()`: inside, classes over Tensor override nothing. */
export const disabling = defineType('DisableTorchFunctionSubclass', {
  module: 'torch._C',
  create: (_vm, args) => new Disabled(args[0] as PyType),
  methods: {
    '__enter__(self)': (vm, self) => {
      const s = states.get(vm);
      if (s) s.off++;
      return self;
    },
    '__exit__(self, *exc)': (vm) => {
      const s = states.get(vm);
      if (s) s.off--;
      return null;
    },
  },
});
