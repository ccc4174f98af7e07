/**
 * What programs see of capture: `torch.compile`, `torch.compiler`, `torch._dynamo` with its config and exceptions.
 *
 * Registered with the evaluator's importer, beside the torch layer's own modules. What is left out raises by name.
 */
import { imported } from '../python/importer.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { raise, Unsupported } from '../python/errors.ts';
import { PyBoundMethod, PyFunction, PyModule, PyNative, type NativeGen } from '../python/functions.ts';
import { fn, raw } from '../python/native.ts';
import { typeOf } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { Compiler } from './compile.ts';
import { CONFIG_NAMES } from './config.ts';
import { type Answer, CaptureContext, type CompileOptions, type Stance } from './context.ts';
import { markers } from './marks.ts';
import {
  backendCompilerFailed,
  failOnRecompileLimitHit,
  internalError,
  recompileError,
  torchDynamoException,
  torchRuntimeError,
  unsupportedType,
  userErrorType,
} from './errors.ts';
import type { CaptureTag, Verdict } from './natives.ts';
import { part } from '../python/packs.ts';
import { OPTIMIZED_MODULE } from './optimized-module.ts';

/** The part of torch._dynamo that is written in Python, loaded when it is asked for. */
const EVAL_FRAME = 'torch._dynamo.eval_frame';
const cond = part<typeof import('./cond.ts').cond>('tracing', 'cond');

const marked = (f: PyNative, verdict: Verdict): PyNative => {
  f.tag = { kind: 'capture', verdict } satisfies CaptureTag;
  f.module = 'torch';
  return f;
};

function moduleOf(name: string, entries: Record<string, Value>): PyModule {
  const m = new PyModule(name);
  for (const [k, v] of Object.entries(entries)) m.attrs.set(k, v);
  const refuse = (n: string): never => {
    if (n.startsWith('__')) raise('AttributeError', `module '${name}' has no attribute '${n}'`);
    throw new Unsupported(`${name}.${n}`);
  };
  m.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (_vm, n: string) => refuse(n)),
  );
  return m;
}

/** Installs capture in a rank's evaluator. Call after the torch modules are registered, before the program starts. */
export function installCapture(vm: VM, d: Dispatcher, wrap: (t: Tensor) => Value, answer: Answer): CaptureContext {
  const cx = new CaptureContext(vm, d, wrap, answer);
  const compiler = new Compiler(cx);
  const compileFn = raw('compile', (_vm, args, kw) => torchCompile(compiler, args, kw));
  marked(compileFn, { unsupported: 'torch.compile inside a compiled function' });

  const condFn = marked(
    fn('cond(pred, true_fn, false_fn, operands=())', (_vm, ...args: Value[]) => cond()(cx, args[0], args[1], args[2], args[3])),
    'pure',
  );
  const makeTorch = vm.importer.natives.get('torch');
  if (makeTorch) {
    vm.registerModule('torch', (v) => {
      const m = makeTorch(v);
      m.attrs.set('compile', compileFn);
      m.attrs.set('cond', condFn);
      return m;
    });
  }
  const disable = marked(
    fn('disable(fn=None, recursive=True, *, reason=None)', (_vm, f: Value, recursive: Value) => {
      if (f === null)
        return marked(
          fn('disable(fn, /)', (_v, g: Value) => compiler.disable(g, recursive !== false)),
          'pure',
        );
      return compiler.disable(f, recursive !== false);
    }),
    'pure',
  );
  const setStance = marked(
    raw('set_stance', function* (_vm, args, kw) {
      const lib = yield* imported(vm, EVAL_FRAME);
      return yield* vm.call(lib.attrs.get('set_stance') as Value, args, kw);
    }),
    { unsupported: 'torch.compiler.set_stance() inside a compiled function' },
  );
  vm.registerModule('torch._dynamo._stance', () =>
    moduleOf('torch._dynamo._stance', {
      swap: fn('swap(stance, /)', (_vm, stance: string) => {
        const before = cx.stance;
        if (!STANCES.has(stance)) throw new Unsupported(`torch.compiler.set_stance('${stance}')`);
        cx.stance = stance as Stance;
        return before;
      }),
      strict: marked(
        fn('strict(on, /)', (_vm, on: Value) => {
          const before = cx.strict;
          cx.strict = on === true;
          return before;
        }),
        'pure',
      ),
    }),
  );
  const reset = marked(
    fn('reset()', () => {
      cx.reset();
      return null;
    }),
    { unsupported: 'torch._dynamo.reset() inside a compiled function' },
  );
  const isCompiling = marked(
    fn('is_compiling()', () => compiler.isCompiling()),
    'pure',
  );
  const nothing = (name: string): PyNative =>
    marked(
      raw(name, (_vm, args) => args[0] ?? null),
      'pure',
    );

  const fromLibrary = (name: string): PyNative =>
    marked(
      raw(name, function* (_vm, args, kw) {
        const lib = yield* imported(vm, EVAL_FRAME);
        return yield* vm.call(lib.attrs.get(name) as Value, args, kw);
      }),
      'pure',
    );
  const nonstrict = marked(
    fn('nonstrict_trace(traceable_fn)', (_vm, f: Value) => {
      if (!(f instanceof PyFunction)) throw new Unsupported('nonstrict_trace() of something that is no function of the program');
      cx.allowed.add(f);
      return f;
    }),
    { unsupported: 'torch._dynamo.nonstrict_trace() inside a compiled function' },
  );

  const allowInGraph = marked(
    raw('allow_in_graph', (_vm, [f]) => {
      for (const each of f instanceof PyList || f instanceof PyTuple ? f.items : [f]) if (each instanceof PyFunction) cx.allowed.add(each);
      return f;
    }),
    { unsupported: 'torch.compiler.allow_in_graph() inside a compiled function' },
  );

  vm.registerModule('torch._dynamo', (v) => {
    const m = moduleOf('torch._dynamo', {
      graph_break: marked(
        raw('graph_break', () => null),
        'userBreak',
      ),
      reset,
      disable,
      set_stance: setStance,
      explain: marked(
        raw('explain', function* (_vm, args, kw) {
          const lib = yield* imported(vm, 'torch.fx._explain');
          return yield* vm.call(lib.attrs.get('explain') as Value, args, kw);
        }),
        { unsupported: 'torch._dynamo.explain() inside a compiled function' },
      ),
      is_compiling: isCompiling,
      ...markers(cx, marked),
      error_on_graph_break: fromLibrary('error_on_graph_break'),
      nonstrict_trace: nonstrict,
      allow_in_graph: allowInGraph,
      config: configModule(
        cx,
        marked(
          raw('patch', function* (_vm, args, kw) {
            const lib = yield* imported(vm, EVAL_FRAME);
            return yield* vm.call(lib.attrs.get('ConfigPatch') as Value, args, kw);
          }),
          { unsupported: 'torch._dynamo.config.patch() inside a compiled function' },
        ),
      ),
      exc: excModule(),
    });
    v.importer.modules.set('torch._dynamo.config', m.attrs.get('config') as Value);
    v.importer.modules.set('torch._dynamo.exc', m.attrs.get('exc') as Value);
    return m;
  });
  vm.registerModule('torch.compiler', () =>
    moduleOf('torch.compiler', {
      disable,
      set_stance: setStance,
      reset,
      allow_in_graph: allowInGraph,
      is_compiling: isCompiling,
      is_dynamo_compiling: isCompiling,
      compile: compileFn,
      cudagraph_mark_step_begin: nothing('cudagraph_mark_step_begin'),
    }),
  );
  vm.registerSource(EVAL_FRAME, OPTIMIZED_MODULE, 'torch/_dynamo/eval_frame.py');
  return cx;
}

const OPTIONS = new Set(['model', 'fullgraph', 'dynamic', 'backend', 'mode', 'options', 'disable']);
const BACKENDS = new Set(['inductor', 'aot_eager', 'neuron', 'eager']);

function* torchCompile(compiler: Compiler, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const given = kw ?? new Map<string, Value>();
  for (const k of given.keys()) if (!OPTIONS.has(k)) raise('TypeError', `compile() got an unexpected keyword argument '${k}'`);
  const model = args[0] ?? given.get('model') ?? null;
  const backend = given.get('backend') ?? 'inductor';
  const own =
    backend instanceof PyFunction || backend instanceof PyBoundMethod || (backend instanceof PyInstance && typeOf(backend).lookup('__call__') !== undefined);
  if (!own && !(typeof backend === 'string' && BACKENDS.has(backend)))
    throw new Unsupported(`torch.compile(backend=${typeof backend === 'string' ? `'${backend}'` : '…'})`);
  if (given.get('options') instanceof PyDict) throw new Unsupported('torch.compile(options=…)');
  const dynamic = given.get('dynamic') ?? null;
  const options: CompileOptions = { fullgraph: given.get('fullgraph') === true, dynamic: dynamic as boolean | null, backend, neuron: backend === 'neuron' };
  const off = given.get('disable') === true;
  if (model === null) {
    return marked(
      raw('compile', (_vm, a) => compileOne(compiler, a[0], options, off)),
      'pure',
    );
  }
  return yield* compileOne(compiler, model, options, off);
}

function* compileOne(compiler: Compiler, model: Value, options: CompileOptions, off: boolean): NativeGen {
  if (off) return model;
  const { vm } = compiler.cx;
  if (!(model instanceof PyInstance) || !model.attrs.has('_modules')) return compiler.compile(model, options);
  const lib = yield* imported(vm, EVAL_FRAME);
  return yield* vm.call(lib.attrs.get('OptimizedModule') as Value, [model, compiler.compile(model, options)]);
}

const STANCES = new Set<string>(['default', 'force_eager', 'eager_on_recompile', 'fail_on_recompile'] satisfies Stance[]);

/** `torch._dynamo.config`: reads and writes of the names the engine knows; others refuse. */
function configModule(cx: CaptureContext, patch: Value): PyModule {
  const m = new PyModule('torch._dynamo.config');
  const { config } = cx;
  const { attrs } = m;
  // An alias in PyTorch too: one setting under two names.
  const of = (name: string): string => (name === 'cache_size_limit' ? 'recompile_limit' : name);
  const plain = Map.prototype as Map<string, Value>;
  attrs.get = (name) => plain.get.call(attrs, of(name));
  attrs.has = (name) => plain.has.call(attrs, of(name));
  attrs.set = (name, value) => {
    if (m.attrs.has('__getattr__') && !plain.has.call(attrs, of(name))) throw new Unsupported(`torch._dynamo.config.${name}`);
    return plain.set.call(attrs, of(name), value) as typeof attrs;
  };
  for (const [name, key] of Object.entries(CONFIG_NAMES)) attrs.set(name, config[key]);
  attrs.set('patch', patch);
  // Read where it is used: the module's attributes are the settings.
  cx.config = new Proxy(config, {
    get: (_target, key: string) => attrs.get(Object.keys(CONFIG_NAMES).find((n) => CONFIG_NAMES[n] === key) as string),
  });
  attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (_vm, n: string) => {
      throw new Unsupported(`torch._dynamo.config.${n}`);
    }),
  );
  return m;
}

function excModule(): PyModule {
  return moduleOf('torch._dynamo.exc', {
    Unsupported: unsupportedType,
    TorchDynamoException: torchDynamoException,
    TorchRuntimeError: torchRuntimeError,
    UserError: userErrorType,
    FailOnRecompileLimitHit: failOnRecompileLimitHit,
    RecompileError: recompileError,
    InternalTorchDynamoError: internalError,
    BackendCompilerFailed: backendCompilerFailed,
  });
}
