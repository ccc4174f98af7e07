/**
 * Functions of the torch module that few programs call: promotion, default device, print options, threads, autocast's
 * state, names of types, and the limits of number types. A pack of their own; their names stand in `functions.ts`.
 */
import { allowAttention } from '../aten/attention_backends.ts';
import { isInference } from '../dispatch/inference.ts';
import { PyTuple } from '../python/containers.ts';
import { raise, Unsupported } from '../python/errors.ts';
import type { PyNative } from '../python/functions.ts';
import { fn, wants } from '../python/native.ts';
import { PyType, typeOf } from '../python/types.ts';
import { PyComplex, PyFloat, unbox, type Value } from '../python/values.ts';
import { type Arg, resolve } from '../aten/op.ts';
import { type DType, DTYPES, int64 } from '../tensor/dtype.ts';
import { setPrintOptions } from '../tensor/print.ts';
import { canCast, CPP_TENSOR, defaults, type Operand, promoteTypes, resultType } from '../tensor/promotion.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { isSequence } from './arguments.ts';
import { arrayTools } from './array.ts';
import { toDType, toInt, toScalar, toValue } from './convert.ts';
import { deviceOf } from './device.ts';
import { asTensor, defaultGenerator } from './functions.ts';
import { finfoType, iinfoType } from './limits.ts';
import { PyDType, PyTensor, size, wrap, wrapDevice, wrapDType } from './objects.ts';
import { call, one, runtime } from './runtime.ts';
import { nonzero } from './tensor/methods.ts';
import { truthOf } from './tensor/operators.ts';

/** A device's type by its name, with PyTorch's complaint about others. */
const isCuda = (v: Value): boolean => deviceOf(v)?.type === ('cuda' as string);
/** What autocast would use on CUDA, which is not there. */
const cudaDTypes = new WeakMap<object, DType>();
const deviceNamed = (v: Value): boolean => typeof unbox(v) === 'string' && deviceOf(v) !== null;

function operand(v: Value): Operand {
  if (v instanceof PyTensor) return v.t;
  const u = unbox(v);
  if (u instanceof PyComplex) return 'complex';
  wants(typeof u === 'number' || typeof u === 'bigint' || typeof u === 'boolean' || u instanceof PyFloat);
  if (typeof u === 'bigint') toScalar(u);
  return typeof u === 'boolean' ? 'bool' : u instanceof PyFloat ? 'float' : 'int';
}

function shapeItems(v: Value): number[] {
  return (isSequence(v) ? v.items : [v]).map((x) => {
    wants(typeof unbox(x) === 'number');
    return Number(unbox(x));
  });
}

function typename(v: Value): string {
  if (v instanceof PyTensor) return String(typeName(v));
  const t = v instanceof PyType ? v : typeOf(v);
  return t.module === '' || t.module === 'builtins' || t.module === '__builtin__' ? t.name : `${t.module}.${t.qualname}`;
}
const typeName = (v: PyTensor): string => `torch.${CPP_TENSOR[v.t.dtype.name] ?? 'Tensor'}`;

/** Questions about types are operators with rows of their own in PyTorch, though no tensor takes part. */
const PROMOTE = resolve({
  schema: 'promote_types(ScalarType type1, ScalarType type2) -> ScalarType',
  kind: 'kernel',
  meta: () => null,
  kernel: (_out: null, a: DType, b: DType) => promoteTypes(a, b) as never,
});
const CAN_CAST = resolve({
  schema: 'can_cast(ScalarType from_, ScalarType to) -> bool',
  kind: 'kernel',
  meta: () => null,
  kernel: (_out: null, a: DType, b: DType) => canCast(a, b),
});

const RESULT = resolve({
  schema: 'result_type.Scalar_Scalar(Scalar scalar1, Scalar scalar2) -> ScalarType',
  kind: 'kernel',
  meta: () => null,
  kernel: (_out: null, a: Arg, b: Arg) => resultType(operand(a as Value), operand(b as Value)) as never,
});

/** Only with no tensor among them is it an operator that leaves a row. */
function resultOf(a: Value, b: Value): Value {
  if (a instanceof PyTensor || b instanceof PyTensor) return wrapDType(resultType(operand(a), operand(b)));
  operand(a);
  operand(b);
  return toValue(runtime().dispatcher.dispatch(RESULT, [a as Arg, b as Arg]));
}

function asked(op: typeof PROMOTE, a: Value, b: Value): Value {
  const [from, to] = [a, b].map((d) => {
    wants(d instanceof PyDType || d instanceof PyType);
    return toDType(d);
  });
  return toValue(runtime().dispatcher.dispatch(op, [from, to]));
}

/** Powers of the numbers, a column each (native/TensorFactories.cpp); integers become int64, as `cumprod` gives. */
function vander(x: PyTensor, n: Value, increasing: boolean): Value {
  const { t } = x;
  if (t.dim !== 1) raise('RuntimeError', 'x must be a one-dimensional tensor.');
  const columns = n === null ? t.sizes[0] : toInt(n);
  if (columns < 0) raise('RuntimeError', 'N must be non-negative.');
  const { dispatcher } = runtime();
  const type = dispatcher.dispatch(PROMOTE, [t.dtype, int64]);
  const made = one('empty.memory_format', [t.sizes[0], columns], type, null, t.device, null, null);
  if (columns > 0) call('fill_.Scalar', one('select.int', made, 1, 0), 1);
  if (columns > 1) {
    const rest = (): Tensor => one('slice.Tensor', made, 1, 1, null, 1);
    const first = rest();
    call('copy_', first, one('unsqueeze', t, 1), false);
    const into = rest();
    call('copy_', into, one('cumprod', rest(), 1, null), false);
  }
  return wrap(increasing ? made : one('flip', made, [1]));
}

const list: PyNative[] = [
  fn('is_storage(obj)', () => false),
  fn('typename(obj)', (_vm, v) => typename(v)),
  fn('is_complex(input)', (_vm, v: PyTensor) => v.t.dtype.category === 'complex'),
  fn('is_signed(input)', (_vm, v: PyTensor) => v.t.dtype.name !== 'uint8' && v.t.dtype.name !== 'bool'),
  fn('is_conj(input)', (_vm, v: PyTensor) => v.t.conj),
  fn('is_neg(input)', (_vm, v) => (wants(v instanceof PyTensor), false)),
  fn('is_inference(input)', (_vm, v) => (wants(v instanceof PyTensor), isInference((v as PyTensor).t))),
  fn('vander(x, N=None, increasing=False)', (_vm, x, n, up) => (wants(x instanceof PyTensor), vander(x as PyTensor, n, up === true))),
  fn('is_same_size(input, other)', (_vm, a: PyTensor, b: PyTensor) => String(a.t.sizes) === String(b.t.sizes)),
  fn('is_nonzero(input)', (_vm, v: PyTensor) => truthOf(v.t)),
  fn('seed()', () => {
    throw new Unsupported('torch.seed (a random seed is not reproducible)');
  }),
  fn('initial_seed()', () => defaultGenerator().initialSeed()),
  fn('get_rng_state()', () => wrap(defaultGenerator().getState())),
  fn('set_rng_state(new_state)', (_vm, s: PyTensor) => {
    defaultGenerator().setState(s.t);
    return null;
  }),
  fn('is_floating_point(input)', (_vm, v: PyTensor) => v.t.dtype.category === 'float'),
  fn('asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False)', (_vm, data, dtype, device) => asTensor(data, dtype, device, 'asarray')),
  fn('from_numpy(ndarray, /)', (_vm, a) => wrap(one('lift_fresh', arrayTools().fromArray(a)))),
  fn('nonzero(input, *, as_tuple=False)', (_vm, v: PyTensor, asTuple) => nonzero(v.t, asTuple)),
  fn('set_default_dtype(d)', (_vm, d: PyDType) => {
    wants(d instanceof PyDType);
    if (d.d.category !== 'float') raise('TypeError', 'only floating-point types are supported as the default type');
    defaults.dtype = d.d;
    return null;
  }),
  fn('is_inference_mode_enabled()', () => runtime().dispatcher.inferenceMode),
  fn('_set_inference_mode(on, /)', (_vm, on: boolean) => {
    runtime().dispatcher.inferenceMode = on;
    runtime().dispatcher.inferenceUsed ||= on as boolean;
    return null;
  }),
  fn('set_default_device(device)', (_vm, d: Value) => {
    runtime().defaultDevices.splice(0, 1, ...(d === null ? [] : [deviceOf(d)]));
    return null;
  }),
  fn('get_default_device()', () => wrapDevice(runtime().defaultDevices.at(-1) ?? { type: 'cpu', index: null })),
  fn(
    'set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None)',
    (_vm, precision, threshold, edgeitems, linewidth, profile, sciMode) => {
      const digits = Number(unbox(precision));
      if (digits < 0 || digits > 100) throw new Unsupported(`torch.set_printoptions(precision=${digits})`);
      setPrintOptions({
        precision: precision && Number(unbox(precision)),
        threshold: threshold instanceof PyFloat ? threshold.v : threshold,
        edgeitems,
        linewidth,
        profile,
        sci_mode: sciMode,
      });
      return null;
    },
  ),
  fn('promote_types(type1, type2)', (_vm, a, b) => asked(PROMOTE, a, b)),
  fn('result_type(tensor1, tensor2)', (_vm, a, b) => resultOf(unbox(a), unbox(b))),
  fn('can_cast(from_, to)', (_vm, a, b) => asked(CAN_CAST, a, b)),
  fn('broadcast_shapes(*shapes)', (_vm, args: Value[]) => size(args.map(shapeItems).reduce((a, b) => broadcastSizes(a, b), [] as number[]))),
  fn('set_num_threads(n, /)', (_vm, n) => (wants(typeof unbox(n) === 'number'), null)),
  fn('get_num_threads()', () => 1),
  fn('set_num_interop_threads(n, /)', (_vm, n) => (wants(typeof unbox(n) === 'number'), null)),
  fn('get_num_interop_threads()', () => 1),
  fn('use_deterministic_algorithms(mode, *, warn_only=False)', (_vm, on) => (wants(typeof on === 'boolean'), null)),
  fn('are_deterministic_algorithms_enabled()', () => false),
  fn('set_float32_matmul_precision(precision)', (_vm, p) => (wants(typeof unbox(p) === 'string'), null)),
  fn('get_float32_matmul_precision()', () => 'highest'),
  fn('set_flush_denormal(mode, /)', (_vm, on) => (wants(typeof on === 'boolean'), true)),
  // Asked for no device it is CUDA's state.
  fn(
    'is_autocast_enabled(device_type=…)',
    (_vm, d) => (wants(d === undefined || deviceNamed(d)), d !== undefined && !isCuda(d) && runtime().dispatcher.autocast.enabled),
  ),
  fn('get_autocast_dtype(device_type)', (_vm, d) => {
    wants(deviceNamed(d));
    const { autocast } = runtime().dispatcher;
    return wrapDType(isCuda(d) ? (cudaDTypes.get(autocast) ?? DTYPES.float16) : autocast.dtype);
  }),
  fn('is_autocast_cache_enabled()', () => runtime().dispatcher.autocast.cacheEnabled),
  fn('_set_autocast(enabled, dtype, cache, cuda=None, /)', (_vm, enabled: boolean, dtype: PyDType | null, cache: boolean, cuda: PyDType | null) => {
    const { autocast } = runtime().dispatcher;
    autocast.enabled = enabled;
    if (dtype) autocast.dtype = dtype.d;
    autocast.cacheEnabled = cache;
    if (cuda) cudaDTypes.set(autocast, cuda.d);
    return null;
  }),
  fn('_set_sdp(flash, math, /)', (_vm, flash, math) => (allowAttention(runtime().dispatcher.call, flash === true, math === true), null)),
  fn('clear_autocast_cache()', () => {
    runtime().dispatcher.autocast.clearCache();
    return null;
  }),
  fn('_has_compatible_shallow_copy_type(a, b, /)', (_vm, a: PyTensor, b: PyTensor) => a.t.device.type === b.t.device.type || a.t.device.type !== 'meta'),
  fn('broadcast_tensors(*tensors)', (_vm, tensors: Value[]) => {
    const given = tensors.map((t) => (t as PyTensor).t);
    const shape = given.map((t) => t.sizes).reduce((p, q) => broadcastSizes(p, q), [] as readonly number[]);
    return new PyTuple(given.map((t) => wrap(String(t.sizes) === String(shape) ? t : one('expand', t, shape))));
  }),
  fn('_check(cond, message=None)', (vm, cond: boolean, message: Value) => {
    if (cond) return null;
    return raise(
      'RuntimeError',
      message === null
        ? 'Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement request to PyTorch.)'
        : String(vm.callNow(message, [])),
    );
  }),
  fn('compile(model=None, **kw)', () => {
    throw new Unsupported('torch.compile');
  }),
];

export const NAMES: ReadonlyMap<string, Value> = new Map<string, Value>([...list.map((f) => [f.name, f] as const), ['finfo', finfoType], ['iinfo', iinfoType]]);
for (const f of list) f.module = 'torch';
