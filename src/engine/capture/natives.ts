/**
 * What a call of a native function means to a trace, by the function's name: harmless, or a row of the break table.
 *
 * Names are `builtins.print`, `list.append`, `torch.manual_seed`. Verdicts come from running each call inside a compiled
 * function on PyTorch 2.13. A native that no rule names is refused, so that a new one cannot pass for free of breaks.
 */
import { type PyFunction, PyNative } from '../python/functions.ts';
import type { Value } from '../python/values.ts';
import { type BreakName } from './breaks.ts';
import { tensorOf } from './guards.ts';

/** `pure`: runs as it is while tracing. */
export type Verdict = 'pure' | BreakName | { unsupported: string };

const words = (text: string): string[] => text.trim().split(/\s+/);

const PURE_BUILTINS = new Set(
  words(`
  abs all any ascii bin bool bytes callable chr classmethod complex delattr dict divmod enumerate eval filter float format
  frozenset getattr hasattr hash hex id int isinstance issubclass iter len list locals map max min next object oct ord pow
  _else _import property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
  __build_class__ __import__`),
);

/** Modules whose functions only compute. */
const PURE_MODULES = new Set(
  words(`
  math operator functools itertools collections copy dataclasses enum typing contextlib abc types numbers string re
  _operator _functools _collections _atlas bisect heapq`),
);

const SKIPPED_MODULES = new Set(words('time os random warnings sys io threading subprocess pathlib json pickle socket gc'));

const BY_NAME: Readonly<Record<string, Verdict>> = {
  'builtins.print': 'builtin',
  'builtins.input': 'builtin',
  'builtins.open': 'builtin',
  'builtins.exec': 'builtin',
  'builtins.__build_class__': 'classBody',
  'builtins.grad': 'autogradGrad',
  'builtins.backward': 'backward',
  'builtins.apply': 'pure',
  'builtins._missing': 'pure',
  'builtins._refuse': 'pure',
  'builtins.globals': 'builtin',
  'builtins.dir': 'builtin',
  'builtins.compile': 'builtin',
  'builtins.breakpoint': 'builtin',
  'torch.manual_seed': 'skipped',
  'torch.seed': 'skipped',
  'torch.initial_seed': 'skipped',
  'torch.set_rng_state': 'skipped',
  'torch.get_rng_state': 'skipped',
  'torch.get_num_threads': 'nonTensor',
  'torch.result_type': 'nonTensor',
  'torch._dynamo.graph_break': 'userBreak',
  'torch.save': 'skipped',
  'torch._C._autograd.grad': 'autogradGrad',
  'torch._C._autograd.backward': 'backward',
  'torch.grad': 'autogradGrad',
};

const TORCH_METHODS: Readonly<Record<string, Verdict>> = {
  item: 'item',
  tolist: 'tolist',
  retain_grad: 'retainGrad',
  backward: 'backward',
  is_pinned: 'nonTensor',
  numpy: { unsupported: 'Tensor.numpy() in a compiled function' },
};

/** Operators that change the shape of a tensor in place (`torch.Tag.inplace_view`). */
const RESHAPES_IN_PLACE = new Set(words('t_ transpose_ swapaxes_ swapdims_ unsqueeze_ squeeze_ as_strided_ resize_ detach_'));

/** Methods whose row depends on whether the tensor was made in the region. */
export function inPlaceVerdict(name: string, made: boolean): BreakName | null {
  if (!made && RESHAPES_IN_PLACE.has(name)) return 'inputMetadata';
  return made && name === 'resize_' ? 'resize' : null;
}

/** Torch natives that are no operators and only answer questions or set what the recorder keeps with each call. */
const PURE_TORCH = new Set(
  words(`
  is_tensor is_floating_point is_complex is_grad_enabled set_grad_enabled _set_grad_enabled is_inference_mode_enabled
  _set_inference_mode get_default_dtype set_default_dtype get_default_device set_default_device finfo iinfo typename numel
  nonzero size dim stride is_contiguous contiguous element_size storage_offset is_storage requires_grad_ detach_ type_as
  register_hook nelement ndimension broadcast_shapes broadcast_tensors promote_types can_cast get_device data_ptr
  untyped_storage storage is_available current_accelerator is_autocast_enabled get_autocast_dtype _set_autocast _set_sdp
  is_autocast_cache_enabled clear_autocast_cache type new_tensor tensor as_tensor asarray cpu neuron _parse_to name sync
  _check are_deterministic_algorithms_enabled get_float32_matmul_precision has_names is_set_to is_shared
  _has_compatible_shallow_copy_type is_complex synchronize split pin_memory to half float double bfloat16 int long short bool byte char expand_as view_as`),
);

/** Functions of Python's own library that PyTorch does not trace, by module; a break belongs to their call. */
const UNTRACED: Readonly<Record<string, BreakName>> = { time: 'skipped', os: 'skipped', warnings: 'skipped', logging: 'typeless' };

/** A library function written in Python: its row, or null where it is traced like the program's. */
export function libraryVerdict(f: PyFunction, args: readonly Value[]): BreakName | { unsupported: string } | null {
  const module = f.module.name;
  if (module === 'random') return f.name === 'random' ? 'skipped' : { unsupported: `random.${f.name} in a compiled function` };
  if (module === 'torch.optim.optimizer' && f.code.name === 'wrapper') return 'userBreak';
  if (module === 'torch.optim.lr_scheduler') return f.code.name === 'wrapper' ? 'skipped' : 'markedSkipped';
  if (module === 'torch.optim.optimizer' && f.name === 'zero_grad') return 'markedSkipped';
  if (module === 'copy') return f.name === 'deepcopy' ? (tensorOf(args[0]) ? 'deepcopy' : null) : f.name === 'copy' ? 'skipped' : null;
  if (module === 'logging' && f.qualname.startsWith('Logger.')) return 'logger';
  if (module === 'logging' && f.name === 'getLogger') return 'unresolved';
  if (module === 'os' && f.qualname.includes('.')) return null;
  return Object.hasOwn(UNTRACED, module) ? UNTRACED[module] : null;
}

/** Calls that stand in Dynamo's graph though they may leave no operator. */
const GRAPH_CALLS = new Set(words('to contiguous float double half bfloat16 long int bool cpu type type_as requires_grad_ _set_grad_enabled'));
export const isGraphCall = (f: PyNative, args: readonly Value[]): boolean =>
  GRAPH_CALLS.has(f.name) && (tensorOf(args[0]) !== null || f.name === '_set_grad_enabled');

const key = (f: PyNative): string => (f.owner ? `${f.owner.name}.${f.name}` : `${f.module}.${f.name}`);

interface OpTag {
  kind: 'op';
  space: string;
  name: string;
}
export interface CaptureTag {
  kind: 'capture';
  verdict: Verdict;
}

export function opName(f: Value): string | null {
  const tag = f instanceof PyNative ? (f.tag as OpTag | null) : null;
  return tag?.kind === 'op' ? tag.name : null;
}

export function verdictOf(f: PyNative, args: readonly Value[]): Verdict {
  const tag = f.tag as OpTag | CaptureTag | null;
  if (tag?.kind === 'capture') return tag.verdict;
  if (f.module === 'torch._C._functorch') return 'pure';
  const named = BY_NAME[key(f)];
  if (named) return named;
  const onTensor = tensorOf(args[0]) !== null;
  const ofTorch = f.module.startsWith('torch') || (f.owner !== null && (f.owner.module.startsWith('torch') || f.owner.name.startsWith('Tensor')));
  if (onTensor && f.isMethod && TORCH_METHODS[f.name]) return tensorMethod(f, args);
  if (tag?.kind === 'op') return 'pure';
  if (/^_?random$/.test(f.module) || /^_?Random$/.test(f.owner?.name ?? '')) {
    return f.name === 'random' || f.name === 'seed' ? 'skipped' : { unsupported: `random.${f.name} in a compiled function` };
  }
  if (SKIPPED_MODULES.has(f.module)) return 'skipped';
  if (f.owner && !ofTorch) return 'pure';
  if (f.module === 'builtins') {
    return PURE_BUILTINS.has(f.name) || f.name.startsWith('__') ? 'pure' : { unsupported: `${f.name}() in a compiled function` };
  }
  if (PURE_MODULES.has(f.module)) return 'pure';
  if (ofTorch && f.isMethod && (onTensor || f.owner?.name === 'FunctionCtx')) return 'pure';
  if (ofTorch) return PURE_TORCH.has(f.name) || f.name.startsWith('__') ? 'pure' : { unsupported: `${key(f)} in a compiled function` };
  return { unsupported: `${key(f)} in a compiled function` };
}

function tensorMethod(f: PyNative, args: readonly Value[]): Verdict {
  const v = TORCH_METHODS[f.name];
  if (f.name !== 'tolist') return v;
  return tensorOf(args[0])?.dtype.category === 'float' ? 'tolist' : 'dataDependent';
}
