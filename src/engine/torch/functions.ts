/**
 * Functions of the torch module that PyTorch binds by hand: making tensors from data, process-wide switches, questions
 * about types. Names in the generated signature table need no entry here.
 */
import { PyNative } from '../python/functions.ts';
import { complaints, fn, wants } from '../python/native.ts';
import { NeedsPack, part } from '../python/packs.ts';
import { type Value } from '../python/values.ts';
import { random } from '../aten/context.ts';
import type { Generator } from '../tensor/index.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { DType } from '../tensor/dtype.ts';
import { defaults } from '../tensor/promotion.ts';
import type { Phase } from '../report/types.ts';
import { toDType } from './convert.ts';
import { fromData } from './data.ts';
import { deviceOf } from './device.ts';
import { detached, seenWhole } from './inference.ts';
import { PyGenerator } from './generator.ts';
import { MADE, noPinned, setRequiresGrad } from './grad.ts';
import { PyTensor, tensorBaseType, wrap, wrapDType } from './objects.ts';
import { one, runtime } from './runtime.ts';
import { convert } from './tensor/methods.ts';

/** The default generator of the running rank. */
export const defaultGenerator = (): Generator => random.generator;

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

export function asTensor(data: Value, dtype: Value, device: Value, fn: string): PyTensor {
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

const list: PyNative[] = [
  fn('tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False)', (_vm, data, dtype, device, rg, pin) =>
    pin === true ? noPinned() : tensorFrom(data, dtype, device, rg),
  ),
  fn('as_tensor(data, *, dtype=None, device=None, requires_grad=False)', (_vm, data, dtype, device) => asTensor(data, dtype, device, 'as_tensor')),
  fn('is_tensor(obj)', (_vm, v) => v instanceof PyTensor),
  fn('numel(input, /)', (_vm, v: PyTensor) => v.t.numel),
  fn('manual_seed(seed)', function* (vm, seed) {
    // `int(seed)`, with its errors.
    defaultGenerator().manualSeed((yield* vm.call(vm.builtins.attrs.get('int') as Value, [seed])) as number | bigint);
    return new PyGenerator(defaultGenerator());
  }),
  fn('get_default_dtype()', () => wrapDType(defaults.dtype)),
  fn('is_grad_enabled()', () => runtime().dispatcher.gradMode),
  fn('_set_grad_enabled(on, /)', (_vm, on: boolean) => {
    wants(typeof on === 'boolean');
    runtime().dispatcher.gradMode = on;
    return null;
  }),
  fn('_set_phase(phase, /)', (_vm, phase: Phase) => {
    const { dispatcher } = runtime();
    const before = dispatcher.phase;
    if (before !== 'backward') dispatcher.phase = phase;
    return before;
  }),
];

/** Functions and types that few programs ask for (`late_functions.ts`). */
const LATE: ReadonlySet<string> = new Set(
  'typename is_storage vander asarray from_numpy nonzero is_floating_point is_complex is_signed is_conj is_neg is_inference is_same_size is_nonzero initial_seed get_rng_state set_rng_state seed set_default_dtype is_inference_mode_enabled _set_inference_mode set_default_device get_default_device set_printoptions promote_types result_type can_cast broadcast_shapes set_num_threads get_num_threads set_num_interop_threads get_num_interop_threads use_deterministic_algorithms are_deterministic_algorithms_enabled set_float32_matmul_precision get_float32_matmul_precision set_flush_denormal is_autocast_enabled get_autocast_dtype is_autocast_cache_enabled _set_autocast _set_sdp clear_autocast_cache _has_compatible_shallow_copy_type broadcast_tensors _check compile finfo iinfo'.split(
    ' ',
  ),
);
const late = part<ReadonlyMap<string, Value>>('torch-more', 'NAMES');

const words = part<typeof import('./misfits.ts')>('faults', 'misfits');
complaints.of = (vm, f, args, kw, error) => {
  if (!(error instanceof NeedsPack) && (f.owner === tensorBaseType || functionNamed(f.name) === f)) words().complain(vm, f, args, kw, error);
};

const FUNCTIONS: ReadonlyMap<string, PyNative> = new Map(list.map((f) => [f.name, f]));
export const functionNamed = (name: string): Value | undefined => FUNCTIONS.get(name) ?? (LATE.has(name) ? late().get(name) : undefined);
for (const f of list) f.module = 'torch';

/** All of them. */
export const functionsNamed = (): string[] => [...FUNCTIONS.keys(), ...LATE];
