/**
 * Functions of the torch module that PyTorch binds by hand: making tensors from data, process-wide switches, questions
 * about types. Names in the generated signature table need no entry here.
 */
import { PyTuple } from '../python/containers.ts';
import { raise, Unsupported } from '../python/errors.ts';
import { PyNative } from '../python/functions.ts';
import { complaints, fn, wants } from '../python/native.ts';
import { NeedsPack, part } from '../python/packs.ts';
import { PyType, typeOf } from '../python/types.ts';
import { PyFloat, unbox, type Value } from '../python/values.ts';
import { random } from '../aten/context.ts';
import { resolve } from '../aten/op.ts';
import type { Generator } from '../tensor/index.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { DType } from '../tensor/dtype.ts';
import { setPrintOptions } from '../tensor/print.ts';
import { canCast, CPP_TENSOR, defaults, promoteTypes, resultType, type Operand } from '../tensor/promotion.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Phase } from '../report/types.ts';
import { isSequence } from './arguments.ts';
import { arrayTools } from './array.ts';
import { toDType, toInt, toValue } from './convert.ts';
import { fromData } from './data.ts';
import { deviceOf } from './device.ts';
import { detached, seenWhole } from './inference.ts';
import { PyGenerator } from './generator.ts';
import { MADE, setRequiresGrad } from './grad.ts';
import { PyDType, PyTensor, size, tensorBaseType, wrap, wrapDevice, wrapDType } from './objects.ts';
import { notInference, one, runtime } from './runtime.ts';
import { convert, nonzero } from './tensor/methods.ts';
import { truthOf } from './tensor/operators.ts';

/** The default generator of the running rank. */
export const defaultGenerator = (): Generator => random.generator;

/** A device's type by its name, with PyTorch's complaint about others. */
const deviceNamed = (v: Value): boolean => typeof unbox(v) === 'string' && deviceOf(v) !== null;

const dtypeOrNull = (v: Value, fn: string): DType | null => (v === null ? null : toDType(v, fn));

/** `torch.tensor` of a tensor. */
function copied(t: Tensor, device: Device | null, dtype: DType | null): Tensor {
  if (seenWhole(t)) return detached(one('to.device', t, device ?? t.device, dtype ?? t.dtype, false, true, null));
  return convert(t, { device, dtype, nonBlocking: false, copy: true, memoryFormat: null });
}

function tensorFrom(data: Value, dtype: Value, device: Value, requiresGrad: boolean, fn = 'tensor'): PyTensor {
  const d = dtypeOrNull(dtype, fn);
  const copy = fn === 'tensor';
  const dev = device === null ? null : deviceOf(device);
  if (data instanceof PyTensor) {
    const x = runtime().dispatcher.belowAutograd(() => copied(one('detach', data.t), dev, d));
    if (requiresGrad) setRequiresGrad(x, true, MADE);
    return wrap(x);
  }
  const made = fromData(data, { dtype: d, device: dev, copy });
  const t = copy ? detached(made) : made;
  if (requiresGrad) setRequiresGrad(t, true, MADE);
  return wrap(t);
}

function asTensor(data: Value, dtype: Value, device: Value, fn: string): PyTensor {
  if (!(data instanceof PyTensor)) return tensorFrom(data, dtype, device, false, fn);
  const t = convert(data.t, {
    device: device === null ? null : deviceOf(device),
    dtype: dtypeOrNull(dtype, fn),
    nonBlocking: false,
    copy: false,
    memoryFormat: null,
  });
  return t === data.t ? data : wrap(t);
}

function operand(v: Value): Operand {
  if (v instanceof PyTensor) return v.t;
  const u = unbox(v);
  wants(typeof u === 'number' || typeof u === 'bigint' || typeof u === 'boolean' || u instanceof PyFloat);
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

function asked(op: typeof PROMOTE, a: Value, b: Value): Value {
  const [from, to] = [a, b].map((d) => {
    wants(d instanceof PyDType || d instanceof PyType);
    return toDType(d);
  });
  return toValue(runtime().dispatcher.dispatch(op, [from, to]));
}

const list: PyNative[] = [
  fn('tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False)', (_vm, data, dtype, device, rg) => tensorFrom(data, dtype, device, rg)),
  fn('as_tensor(data, *, dtype=None, device=None, requires_grad=False)', (_vm, data, dtype, device) => asTensor(data, dtype, device, 'as_tensor')),
  fn('asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False)', (_vm, data, dtype, device) => asTensor(data, dtype, device, 'asarray')),
  fn('from_numpy(ndarray, /)', (_vm, a) => wrap(one('lift_fresh', arrayTools().fromArray(a)))),
  fn('is_tensor(obj)', (_vm, v) => v instanceof PyTensor),
  fn('is_storage(obj)', () => false),
  fn('typename(obj)', (_vm, v) => typename(v)),
  fn('is_floating_point(input)', (_vm, v: PyTensor) => v.t.dtype.category === 'float'),
  fn('is_complex(input)', (_vm, v: PyTensor) => v.t.dtype.category === 'complex'),
  fn('is_signed(input)', (_vm, v: PyTensor) => v.t.dtype.name !== 'uint8' && v.t.dtype.name !== 'bool'),
  fn('is_conj(input)', (_vm, v: PyTensor) => v.t.conj),
  fn('is_neg(input)', (_vm, v) => (wants(v instanceof PyTensor), false)),
  fn('is_inference(input)', (_vm, v) => (wants(v instanceof PyTensor), notInference())),
  fn('is_same_size(input, other)', (_vm, a: PyTensor, b: PyTensor) => String(a.t.sizes) === String(b.t.sizes)),
  fn('is_nonzero(input)', (_vm, v: PyTensor) => truthOf(v.t)),
  fn('numel(input, /)', (_vm, v: PyTensor) => v.t.numel),
  fn('nonzero(input, *, as_tuple=False)', (_vm, v: PyTensor, asTuple) => nonzero(v.t, asTuple)),
  fn('manual_seed(seed)', function* (vm, seed) {
    // `int(seed)`, with its errors.
    defaultGenerator().manualSeed(toInt(yield* vm.call(vm.builtins.attrs.get('int') as Value, [seed])));
    return new PyGenerator(defaultGenerator());
  }),
  fn('seed()', () => {
    throw new Unsupported('torch.seed (a random seed is not reproducible)');
  }),
  fn('initial_seed()', () => defaultGenerator().initialSeed()),
  fn('get_rng_state()', () => wrap(defaultGenerator().getState())),
  fn('set_rng_state(new_state)', (_vm, s: PyTensor) => {
    defaultGenerator().setState(s.t);
    return null;
  }),
  fn('get_default_dtype()', () => wrapDType(defaults.dtype)),
  fn('set_default_dtype(d)', (_vm, d: PyDType) => {
    wants(d instanceof PyDType);
    if (d.d.category !== 'float') raise('TypeError', 'only floating-point types are supported as the default type');
    defaults.dtype = d.d;
    return null;
  }),
  fn('set_default_device(device)', (_vm, d: Value) => {
    runtime().defaultDevices.splice(0, 1, ...(d === null ? [] : [deviceOf(d)]));
    return null;
  }),
  fn('get_default_device()', () => wrapDevice(runtime().defaultDevices.at(-1) ?? { type: 'cpu', index: null })),
  fn('is_grad_enabled()', () => runtime().dispatcher.gradMode),
  fn('is_inference_mode_enabled()', () => runtime().dispatcher.inferenceMode),
  fn('_set_grad_enabled(on, /)', (_vm, on: boolean) => {
    wants(typeof on === 'boolean');
    runtime().dispatcher.gradMode = on;
    return null;
  }),
  fn('_set_inference_mode(on, /)', (_vm, on: boolean) => {
    runtime().dispatcher.inferenceMode = on;
    runtime().dispatcher.inferenceUsed ||= on as boolean;
    return null;
  }),
  fn(
    'set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None)',
    (_vm, precision, threshold, edgeitems, linewidth, profile, sciMode) => {
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
  fn('result_type(tensor1, tensor2)', (_vm, a, b) => wrapDType(resultType(operand(a), operand(b)))),
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
  fn('is_autocast_enabled(device_type=…)', (_vm, d) => (wants(d === undefined || deviceNamed(d)), runtime().dispatcher.autocast.enabled)),
  fn('get_autocast_dtype(device_type)', (_vm, d) => (wants(deviceNamed(d)), wrapDType(runtime().dispatcher.autocast.dtype))),
  fn('is_autocast_cache_enabled()', () => runtime().dispatcher.autocast.cacheEnabled),
  fn('_set_autocast(enabled, dtype, cache, /)', (_vm, enabled: boolean, dtype: PyDType | null, cache: boolean) => {
    const { autocast } = runtime().dispatcher;
    autocast.enabled = enabled;
    if (dtype) autocast.dtype = dtype.d;
    autocast.cacheEnabled = cache;
    return null;
  }),
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
  fn('_set_phase(phase, /)', (_vm, phase: Phase) => {
    const { dispatcher } = runtime();
    const before = dispatcher.phase;
    if (before !== 'backward') dispatcher.phase = phase;
    return before;
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

const words = part<typeof import('./misfits.ts')>('faults', 'misfits');
complaints.of = (vm, f, args, kw, error) => {
  if (!(error instanceof NeedsPack) && (f.owner === tensorBaseType || FUNCTIONS.get(f.name) === f)) words().complain(vm, f, args, kw, error);
};

export const FUNCTIONS: ReadonlyMap<string, PyNative> = new Map(list.map((f) => [f.name, f]));
for (const f of list) f.module = 'torch';
