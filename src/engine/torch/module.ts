/**
 * The `torch` module and its native submodules. Names are made when first asked for.
 *
 * A name is looked for among the hand-bound functions, then the Python half (`EXPORTS`), then the signature table, then
 * the submodules. `torch._C` and its parts hold what the Python half calls.
 */
import { context } from '../aten/context.ts';
import { imported } from '../python/importer.ts';
import { Unsupported } from '../python/errors.ts';
import { getAttr } from '../python/attr.ts';
import { isGen, PyModule, type NativeGen, type PyFunction } from '../python/functions.ts';
import { fn, raw } from '../python/native.ts';
import { packs, part } from '../python/packs.ts';
import type { VM } from '../python/vm.ts';
import { PyFloat, type Value } from '../python/values.ts';
import { PyList, PyTuple } from '../python/containers.ts';
import { DTYPES, type DTypeName } from '../tensor/dtype.ts';
import { linalgErrorType } from '../tensor/errors.ts';
import { boundFunction, isAbsent, namesIn, type Space } from './bind.ts';
import { functionNamed } from './functions.ts';
import { generatorTorchType } from './generator.ts';
import { missing } from './known.ts';
import {
  deviceType,
  dtypeType,
  LAYOUTS,
  layoutType,
  MEMORY_FORMATS,
  memoryFormatType,
  PyNamed,
  sizeType,
  tensorBaseType,
  type PyTensor,
  tensorType,
  wrap,
  wrapDevice,
  wrapDType,
} from './objects.ts';
import { parseTo } from './to.ts';
import { legacyTypes } from './constructors.ts';
import { EXPORTS, SUBMODULES } from './names.ts';
import { runtime } from './runtime.ts';

const autograd = part<typeof import('./autograd_module.ts')>('autograd', 'module');
const lowName = part<(name: string) => Value>('data', 'lowName');
const shorten = part<typeof import('./registered.ts').shorten>('nn', 'shorten');

const DTYPE_ALIASES: Readonly<Record<string, DTypeName>> = {
  float: 'float32',
  double: 'float64',
  half: 'float16',
  long: 'int64',
  int: 'int32',
  short: 'int16',
  cfloat: 'complex64',
};

function module(name: string, entries: Record<string, Value> = {}): PyModule {
  const m = new PyModule(name);
  for (const [k, v] of Object.entries(entries)) m.attrs.set(k, v);
  return m;
}

const starOf = part<(module: string) => readonly string[]>('known', 'starOf');

/** A module of bound operators: `torch.linalg`, with the prefix of its names taken off. */
function operators(name: string, space: Exclude<Space, 'method'>, prefix: string): PyModule {
  const m = new PyModule(name);
  const known = namesIn(space);
  m.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (_vm, n: string) => {
      const spelled = [prefix + n, n];
      const full = spelled.find((s) => known.has(s)) ?? spelled.find((s) => isAbsent(space, s)) ?? missing(name, n);
      const f = boundFunction(space, full, n);
      m.setAttr(n, f);
      return f;
    }),
  );
  return m;
}

export function makeTorch(vm: VM): PyModule {
  const m = module('torch', {
    __version__: '2.13.0',
    Tensor: tensorType,
    dtype: dtypeType,
    device: deviceType,
    layout: layoutType,
    memory_format: memoryFormatType,
    Size: sizeType,
    Generator: generatorTorchType,
    newaxis: null,
    inf: new PyFloat(Number.POSITIVE_INFINITY),
    nan: new PyFloat(Number.NaN),
    pi: new PyFloat(Math.PI),
    e: new PyFloat(Math.E),
    ...Object.fromEntries(Object.values(DTYPES).map((d) => [d.name, wrapDType(d)])),
    ...Object.fromEntries(Object.entries(DTYPE_ALIASES).map(([k, d]) => [k, wrapDType(DTYPES[d])])),
    ...Object.fromEntries([...LAYOUTS, ...MEMORY_FORMATS]),
    legacy_contiguous_format: MEMORY_FORMATS.get('contiguous_format') as Value,
    ...legacyTypes,
  });
  m.attrs.set('__path__', new PyTuple([]));
  m.attrs.set(
    '__getattr__',
    raw('__getattr__', function* (_vm, args) {
      const name = args[0] as string;
      const f = functionNamed(name);
      if (f !== undefined) {
        m.setAttr(name, f);
        return f;
      }
      const from = EXPORTS.get(name);
      if (from) {
        const lib = yield* imported(vm, from);
        const v = yield* attribute(vm, lib, name);
        m.setAttr(name, v);
        return v;
      }
      const own = SAME.get(name) ?? name;
      if (functionNames.has(own) || (!SUBMODULES.has(name) && isAbsent('function', name))) {
        const b = boundFunction('function', own);
        m.setAttr(name, b);
        return b;
      }
      if (SUBMODULES.has(name)) return yield* imported(vm, `torch.${name}`);
      return name === '__all__' ? new PyList([...starOf()(m.name)].sort()) : missing('torch', name);
    }),
  );
  return m;
}

/** Old names that PyTorch binds to the dense product. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['spmm', 'mm'],
  ['dsmm', 'mm'],
]);
const functionNames = namesIn('function');

function* attribute(vm: VM, lib: Value, name: string): NativeGen {
  const r = getAttr(vm, lib, name);
  return isGen(r) ? yield* r : r;
}

const inPack = (pack: string, make: string) => (): PyModule => packs.require<Record<string, () => PyModule>>(pack)[make]();

/** Native submodules by name; each is made on first import. */
export const NATIVE_MODULES: Readonly<Record<string, (vm: VM) => PyModule>> = {
  torch: makeTorch,
  'torch._C': () =>
    module('torch._C', {
      TensorBase: tensorBaseType,
      Generator: generatorTorchType,
      _LinAlgError: linalgErrorType,
      __getattr__: fn('__getattr__(name, /)', (_vm, name: string) => lowName()(name)),
      _missing: fn('_missing(module, name, /)', (_vm, owner: string, name: string) => missing(owner, name)),
      _import: fn('_import(name, /)', (v, name: string) => v.importModule(name)),
      // What stands for the numbers of a tensor that has none on shapes alone.
      _else: fn('_else(t, answer, /)', (_vm, p: PyTensor, answer: boolean | number) => {
        const t = context.known?.instead(p.t, answer);
        return t ? wrap(t) : p;
      }),
      // torch.autograd.Variable._execution_engine.queue_callback
      _queue_callback: fn('_queue_callback(callback, /)', (_vm, callback: Value) => {
        runtime().afterBackward.push(callback);
        return null;
      }),
      _shorten: fn('_shorten(get, set, init, /)', (_vm, get: PyFunction, set: PyFunction, init: PyFunction) => shorten()(get, set, init)),
      _refuse: fn('_refuse(what, /)', (_vm, what: string) => {
        throw new Unsupported(what.replace(' is not supported here', ''));
      }),
    }),
  'torch._C._nn': () => {
    const m = operators('torch._C._nn', 'nn', '');
    m.attrs.set(
      '_parse_to',
      raw('_parse_to', (_vm, args, kw) => {
        const o = parseTo(args, kw);
        const f = o.memoryFormat === null ? null : (MEMORY_FORMATS.get(o.memoryFormat) as PyNamed);
        return new PyTuple([o.device === null ? null : wrapDevice(o.device), o.dtype === null ? null : wrapDType(o.dtype), o.nonBlocking, f]);
      }),
    );
    return m;
  },
  'torch._C._linalg': () => operators('torch._C._linalg', 'linalg', 'linalg_'),
  'torch._C._autograd': () => autograd().makeAutograd(),
  'torch._C._functorch': inPack('func', 'makeFunctorch'),
  'torch._C._forward': inPack('forward', 'makeForward'),
  'torch._C._overrides': inPack('overrides', 'makeOverrides'),
  'torch._C._sparse': inPack('sparse', 'makeSparse'),
  'torch._C._dispatch_modes': inPack('modes', 'makeModes'),
  'torch._C._library': inPack('modes', 'makeLibrary'),
  'torch.ops': inPack('modes', 'makeOps'),
  'torch._C._serial': inPack('data', 'makeSerial'),
  'torch._C._script': inPack('data', 'makeScript'),
  'torch._C._dist': inPack('mesh', 'makeDist'),
  'torch._VF': () => operators('torch._VF', 'function', ''),
  'torch.special': () => operators('torch.special', 'special', 'special_'),
  'torch.fft': () => operators('torch.fft', 'fft', 'fft_'),
  'torch._C._accelerator': () =>
    module('torch._C._accelerator', {
      name: fn('name()', () => runtime().accelerator),
      sync: fn('sync()', () => {
        runtime().onSync('synchronize');
        return null;
      }),
    }),
};
