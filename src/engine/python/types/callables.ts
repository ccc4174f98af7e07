/** Functions, bound methods, natives, generators, code objects: what programs read from them. */
import { Code } from '../code.ts';
import { PyDict, PyTuple } from '../containers.ts';
import { isPyError, makeException, PyError, PyException, raise } from '../errors.ts';
import { bind } from '../attr.ts';
import { PyBoundMethod, PyCell, PyFunction, PyGenerator, PyNative, type NativeGen } from '../functions.ts';
import { extendType } from '../native.ts';
import { cellType, codeType, functionType, generatorType, methodDescriptorType, methodType, nativeType, PyType, typeOf } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { lookupAttr, attributeError } from '../attr.ts';

extendType(functionType, {
  raw: { __call__: (vm, args, kw) => vm.invoke(args[0], args.slice(1), kw) },
  methods: { '__get__(self, obj, owner=None, /)': (_vm, self, obj) => (obj === null ? self : new PyBoundMethod(obj, self)) },
  attrs: {
    __name__: [
      (_vm, f: PyFunction) => f.name,
      (_vm, f: PyFunction, v) => {
        f.name = v as string;
      },
    ],
    __qualname__: [
      (_vm, f: PyFunction) => f.qualname,
      (_vm, f: PyFunction, v) => {
        f.qualname = v as string;
      },
    ],
    __doc__: [
      (_vm, f: PyFunction) => f.doc,
      (_vm, f: PyFunction, v) => {
        f.doc = v ?? null;
      },
    ],
    __module__: [
      (_vm, f: PyFunction) => f.attrs.get('\0module') ?? f.module.attrs.get('__name__') ?? null,
      (_vm, f: PyFunction, v) => f.setAttr('\0module', v as Value),
    ],
    __defaults__: [
      (_vm, f: PyFunction) => (f.defaults.length > 0 ? new PyTuple(f.defaults) : null),
      (_vm, f: PyFunction, v) => {
        f.defaults = v instanceof PyTuple ? v.items : [];
      },
    ],
    __kwdefaults__: (_vm, f: PyFunction) => (f.kwdefaults ? PyDict.of(f.kwdefaults) : null),
    __code__: (_vm, f: PyFunction) => {
      f.code.pending?.();
      return f.code;
    },
    __globals__: (_vm, f: PyFunction) => f.module.namespace,
    __closure__: (_vm, f: PyFunction) => (f.closure.length > 0 ? new PyTuple(f.closure) : null),
    __annotations__: [
      (_vm, f: PyFunction) => (f.annotations ??= new PyDict()),
      (_vm, f: PyFunction, v) => {
        f.annotations = v as PyDict;
      },
    ],
  },
});

extendType(methodType, {
  create: (_vm, args) => new PyBoundMethod(args[2], args[1]),
  raw: { __init__: () => null, __call__: (vm, args, kw) => vm.invoke(args[0], args.slice(1), kw) },
  methods: {
    '__hash__(self, /)': () => 1,
  },
  attrs: {
    __self__: (_vm, m: PyBoundMethod) => m.self,
    __func__: (_vm, m: PyBoundMethod) => m.fn,
    __name__: (vm, m: PyBoundMethod) => lookupAttr(vm, m.fn, '__name__') ?? '?',
    __qualname__: (vm, m: PyBoundMethod) => lookupAttr(vm, m.fn, '__qualname__') ?? '?',
    __doc__: (vm, m: PyBoundMethod) => lookupAttr(vm, m.fn, '__doc__') ?? null,
    __module__: (vm, m: PyBoundMethod) => lookupAttr(vm, m.fn, '__module__') ?? null,
    __wrapped__: (vm, m: PyBoundMethod) => lookupAttr(vm, m.fn, '__wrapped__') ?? attributeError(m, '__wrapped__'),
  },
});

/** The native of a built-in method. */
function bare(f: PyNative | PyBoundMethod): PyNative {
  return f instanceof PyBoundMethod ? (f.fn as PyNative) : f;
}

for (const t of [nativeType, methodDescriptorType]) {
  extendType(t, {
    raw: { __call__: (vm, args, kw) => vm.invoke(args[0], args.slice(1), kw) },
    attrs: {
      __name__: (_vm, f: PyNative | PyBoundMethod) => bare(f).name,
      __qualname__: (_vm, f: PyNative | PyBoundMethod) => (bare(f).owner ? `${bare(f).owner?.name}.${bare(f).name}` : bare(f).name),
      __doc__: (_vm, f: PyNative | PyBoundMethod) => bare(f).doc,
      __module__: (_vm, f: PyNative | PyBoundMethod) => (f instanceof PyBoundMethod ? null : f.isMethod ? attributeError(f, '__module__') : f.module),
      __self__: (_vm, f: PyNative | PyBoundMethod) => (f instanceof PyBoundMethod ? f.self : f.isMethod ? attributeError(f, '__self__') : null),
      __objclass__: (_vm, f: PyNative | PyBoundMethod) => bare(f).owner ?? attributeError(f, '__objclass__'),
    },
  });
}
extendType(methodDescriptorType, {
  methods: {
    '__get__(self, obj, owner=None, /)': (vm, self: PyNative, obj, owner) =>
      bind(vm, self, obj === null ? undefined : obj, owner instanceof PyType ? owner : typeOf(obj)),
  },
});

/** `throw(type, value, tb)`: the exception to raise in the generator. */
function* thrown(vm: VM, args: Value[]): NativeGen {
  const [t, v] = args;
  if (t instanceof PyException) return t;
  if (t instanceof PyType && t.mro.some((b) => b.name === 'BaseException')) {
    if (v instanceof PyException) return v;
    return yield* vm.call(t, v === undefined || v === null ? [] : v instanceof PyTuple ? [...v.items] : [v]);
  }
  raise('TypeError', `exceptions must be classes or instances deriving from BaseException, not ${typeOf(t).tp}`);
}

extendType(generatorType, {
  methods: {
    '__iter__(self, /)': (_vm, g) => g,
    '__next__(self, /)': (vm, g: PyGenerator) => vm.resume(g, null),
    'send(self, value, /)': (vm, g: PyGenerator, v) => vm.resume(g, v),
    'throw(self, *args)': function* (vm, g: PyGenerator, args) {
      const exc = (yield* thrown(vm, args)) as PyException;
      return yield* vm.resume(g, null, false, new PyError(exc));
    },
    'close(self, /)': function* (vm, g: PyGenerator) {
      if (g.frame === null || !g.started) {
        g.frame = null;
        return null;
      }
      try {
        yield* vm.resume(g, null, false, new PyError(makeException('GeneratorExit')));
      } catch (e) {
        if (isPyError(e, 'GeneratorExit') || isPyError(e, 'StopIteration')) return null;
        throw e;
      }
      raise('RuntimeError', 'generator ignored GeneratorExit');
    },
  },
  attrs: {
    __name__: (_vm, g: PyGenerator) => g.name,
    __qualname__: (_vm, g: PyGenerator) => g.qualname,
    gi_running: (_vm, g: PyGenerator) => g.running,
    gi_frame: (_vm, g: PyGenerator) => (g.frame === null ? null : g.frame.code),
  },
});

extendType(cellType, {
  attrs: {
    cell_contents: [(_vm, c: PyCell) => (c.value === undefined ? raise('ValueError', 'Cell is empty') : c.value), (_vm, c: PyCell, v) => c.set(v)],
  },
});

extendType(codeType, {
  attrs: {
    co_name: (_vm, c: Code) => c.name,
    co_qualname: (_vm, c: Code) => c.qualname,
    co_filename: (_vm, c: Code) => c.filename,
    co_firstlineno: (_vm, c: Code) => c.firstLine,
    co_argcount: (_vm, c: Code) => c.argCount,
    co_posonlyargcount: (_vm, c: Code) => c.posOnly,
    co_kwonlyargcount: (_vm, c: Code) => c.kwOnly,
    co_varnames: (_vm, c: Code) => new PyTuple(c.varNames),
    co_names: (_vm, c: Code) => new PyTuple(c.names),
    co_freevars: (_vm, c: Code) => new PyTuple(c.freeVars),
    co_cellvars: (_vm, c: Code) => new PyTuple(c.cellVars),
    co_flags: (_vm, c: Code) => 3 | (c.hasVarArgs ? 4 : 0) | (c.hasVarKw ? 8 : 0) | (c.isGenerator ? 32 : 0),
  },
});
