/**
 * Coroutines and asynchronous generators, as generators of another type.
 *
 * `async def` is a function whose generator is turned into one of these when it is made; `await` is `yield from` over what
 * `awaitable` gives (compile/asynchronous.ts). What an asynchronous generator yields itself is in a box, what it awaits passes
 * through bare; `__anext__` and `asend` open the box. Leaves out: hooks of `sys`, warnings on coroutines never awaited,
 * finalizers of generators left open.
 */
import { callSpecial } from './attr.ts';
import { isPyError, makeException, PyError, raise, Unsupported } from './errors.ts';
import { PyBoundMethod, PyFunction, PyGenerator, type PyModule, type NativeGen, type NativeResult } from './functions.ts';
import { extendType, fn } from './native.ts';
import { makeModule } from './modules/util.ts';
import { newType, type PyType, typeOf } from './types.ts';
import { PyObject, type Value } from './values.ts';
import type { VM } from './vm.ts';

export const coroutineType = newType('coroutine');
export const asyncGeneratorType = newType('async_generator');
const stepType = newType('async_generator_asend');
const boxType = newType('async_generator_wrapped_value');
for (const t of [coroutineType, asyncGeneratorType, stepType]) t.subclassable = false;
// As a class of Python: what its StopIteration carries is asked for.
stepType.heap = true;

class Box extends PyObject {
  readonly cls = boxType;
  readonly value: Value;
  constructor(value: Value) {
    super();
    this.value = value;
  }
}

/** A step of an asynchronous generator that is awaited. */
class Step extends PyObject {
  readonly cls = stepType;
  readonly of: PyGenerator;
  readonly sent: Value;
  readonly thrown: PyError | null;
  readonly closes: boolean;
  begun = false;
  constructor(of: PyGenerator, sent: Value, thrown: PyError | null = null, closes = false) {
    super();
    this.of = of;
    this.sent = sent;
    this.thrown = thrown;
    this.closes = closes;
  }
}

const ended = (v: Value): PyError => new PyError(v === null ? makeException('StopIteration') : makeException('StopIteration', v));

function* step(vm: VM, s: Step, value: Value, error: PyError | null): NativeGen {
  const first = !s.begun;
  s.begun = true;
  if (s.of.frame === null) {
    if (s.closes) throw ended(null);
    if (error) throw error;
    raise('StopAsyncIteration');
  }
  let r: Value;
  try {
    r = yield* vm.resume(s.of, first && error === null && s.thrown === null ? s.sent : value, false, error ?? (first ? s.thrown : null));
  } catch (e) {
    if (s.closes && (isPyError(e, 'GeneratorExit') || isPyError(e, 'StopIteration'))) throw ended(null);
    if (isPyError(e, 'StopIteration')) raise('StopAsyncIteration');
    throw e;
  }
  if (!(r instanceof Box)) return r;
  if (s.closes) raise('RuntimeError', 'async generator ignored GeneratorExit');
  throw ended(r.value);
}

function errorOf(vm: VM, args: Value[]): PyError {
  const [t] = args;
  const made = typeOf(t).mro.some((b) => b.name === 'BaseException')
    ? t
    : vm.callNow(
        t,
        args.slice(1, 2).filter((v) => v !== null),
      );
  return new PyError(made as ConstructorParameters<typeof PyError>[0]);
}

extendType(stepType, {
  methods: {
    '__await__(self, /)': (_vm, s) => s,
    '__iter__(self, /)': (_vm, s) => s,
    '__next__(self, /)': (vm, s: Step) => step(vm, s, null, null),
    'send(self, value, /)': (vm, s: Step, v) => step(vm, s, v, null),
    'throw(self, *args)': function* (vm, s: Step, args) {
      return yield* step(vm, s, null, errorOf(vm, args));
    },
    'close(self, /)': () => null,
  },
});

const used = (g: PyGenerator): void => {
  if (g.frame === null && g.started) raise('RuntimeError', 'cannot reuse already awaited coroutine');
};

extendType(coroutineType, {
  methods: {
    '__await__(self, /)': (_vm, g: PyGenerator) => {
      used(g);
      return g;
    },
    'send(self, value, /)': (vm, g: PyGenerator, v) => {
      used(g);
      return vm.resume(g, v);
    },
    'throw(self, *args)': function* (vm, g: PyGenerator, args) {
      used(g);
      return yield* vm.resume(g, null, false, errorOf(vm, args));
    },
    'close(self, /)': function* (vm, g: PyGenerator) {
      if (g.frame === null || !g.started) {
        g.frame = null;
        g.started = true;
        return null;
      }
      try {
        yield* vm.resume(g, null, false, new PyError(makeException('GeneratorExit')));
      } catch (e) {
        if (isPyError(e, 'GeneratorExit') || isPyError(e, 'StopIteration')) return null;
        throw e;
      }
      return raise('RuntimeError', 'coroutine ignored GeneratorExit');
    },
  },
  attrs: {
    __name__: (_vm, g: PyGenerator) => g.name,
    __qualname__: (_vm, g: PyGenerator) => g.qualname,
    cr_running: (_vm, g: PyGenerator) => g.running,
  },
});

extendType(asyncGeneratorType, {
  methods: {
    '__aiter__(self, /)': (_vm, g) => g,
    '__anext__(self, /)': (_vm, g: PyGenerator) => new Step(g, null),
    'asend(self, value, /)': (_vm, g: PyGenerator, v) => new Step(g, v),
    'athrow(self, *args)': (vm, g: PyGenerator, args) => new Step(g, null, errorOf(vm, args)),
    'aclose(self, /)': (_vm, g: PyGenerator) => {
      if (!g.started) g.frame = null;
      return new Step(g, null, new PyError(makeException('GeneratorExit')), true);
    },
  },
  attrs: {
    __name__: (_vm, g: PyGenerator) => g.name,
    __qualname__: (_vm, g: PyGenerator) => g.qualname,
    ag_running: (_vm, g: PyGenerator) => g.running,
  },
});

/** What the functions of a code make. */
const kinds = new WeakMap<object, PyType>();

function turns(f: Value, cls: PyType): Value {
  const { code } = f as PyFunction;
  code.pending?.();
  code.isGenerator = true;
  kinds.set(code, cls);
  const made = (g: PyGenerator): void => {
    (g as { cls: PyType }).cls = cls;
  };
  code.closing = { handlers: code.closing?.handlers ?? [], made, left: () => null };
  return f;
}

function awaitable(vm: VM, o: Value): NativeResult {
  if (o instanceof PyGenerator && o.cls === (coroutineType as PyType)) {
    used(o);
    return o;
  }
  const r = callSpecial(vm, o, '__await__', []);
  return r ?? raise('TypeError', `object ${typeOf(o).tp} can't be used in 'await' expression`);
}

function iterated(vm: VM, o: Value): NativeResult {
  return callSpecial(vm, o, '__aiter__', []) ?? raise('TypeError', `'async for' requires an object with __aiter__ method, got ${typeOf(o).tp}`);
}

function next(vm: VM, o: Value): NativeResult {
  return callSpecial(vm, o, '__anext__', []) ?? raise('TypeError', `'async for' requires an iterator with __anext__ method, got ${typeOf(o).tp}`);
}

/** `__aenter__` or `__aexit__` of a context manager, bound. */
function managing(o: Value, name: string): Value {
  const f = typeOf(o).lookup(name);
  if (f === undefined) raise('TypeError', `'${typeOf(o).tp}' object does not support the asynchronous context manager protocol`);
  if (!(f instanceof PyFunction)) throw new Unsupported(`${name} that is no function`);
  return new PyBoundMethod(o, f);
}

export const coroutine = fn('coroutine(f, /)', (_vm, f) => turns(f, coroutineType));
export const asyncGenerator = fn('async_generator(f, /)', (_vm, f) => turns(f, asyncGeneratorType));
export const natives = {
  awaitable: fn('awaitable(o, /)', awaitable),
  iterated: fn('aiter(o, /)', iterated),
  next: fn('anext(o, /)', next),
  enter: fn('aenter(o, /)', (_vm, o) => managing(o, '__aenter__')),
  exit: fn('aexit(o, /)', (_vm, o) => managing(o, '__aexit__')),
  box: fn('box(v=None, /)', (_vm, v) => new Box(v)),
};

const isCoroutine = (o: Value): boolean => o instanceof PyGenerator && o.cls === (coroutineType as PyType);

export function coroutinesModule(): PyModule {
  return makeModule('_coroutines', {
    functions: [
      coroutine,
      natives.awaitable,
      fn('is_coroutine(o, /)', (_vm, o) => isCoroutine(o)),
      fn('made_by(f, /)', (_vm, f) => {
        const g = f instanceof PyBoundMethod ? f.fn : f;
        return (g instanceof PyFunction && kinds.get(g.code)?.name) || null;
      }),
    ],
  });
}
