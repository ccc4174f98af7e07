/**
 * What a call of a native function means to a trace, by the function's name: harmless, or a row of the break table.
 *
 * Names are `builtins.print`, `list.append`, `torch.manual_seed`. Verdicts come from running each call inside a compiled
 * function on PyTorch 2.13. A native that no rule names is refused, so that a new one cannot pass for free of breaks.
 */
import { PyNative } from '../python/functions.ts';
import type { Value } from '../python/values.ts';
import { type BreakName } from './breaks.ts';
import { tensorOf } from './guards.ts';

/** `pure`: runs as it is while tracing. */
export type Verdict = 'pure' | BreakName | { unsupported: string };

const words = (text: string): string[] => text.trim().split(/\s+/);

const PURE_BUILTINS = new Set(words(`
  abs all any ascii bin bool bytes callable chr classmethod complex delattr dict divmod enumerate eval filter float format
  frozenset getattr hasattr hash hex id int isinstance issubclass iter len list locals map max min next object oct ord pow
  property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
  __build_class__ __import__`));

/** Modules whose functions only compute. */
const PURE_MODULES = new Set(words(`
  math operator functools itertools collections copy dataclasses enum typing contextlib abc types numbers string re
  _operator _functools _collections bisect heapq`));

const SKIPPED_MODULES = new Set(words('time os random warnings sys io threading subprocess pathlib json pickle socket gc'));

const BY_NAME: Readonly<Record<string, Verdict>> = {
  'builtins.print': 'builtin', 'builtins.input': 'builtin', 'builtins.open': 'builtin', 'builtins.exec': 'builtin',
  'builtins.globals': 'builtin', 'builtins.dir': 'builtin', 'builtins.compile': 'builtin', 'builtins.breakpoint': 'builtin',
  'torch.manual_seed': 'skipped', 'torch.seed': 'skipped', 'torch.initial_seed': 'skipped',
  'torch.get_num_threads': 'nonTensor', 'torch.result_type': 'nonTensor',
  'torch._dynamo.graph_break': 'userBreak', 'torch.save': 'skipped',
  'torch.autograd.grad': 'autogradGrad',
};

const TORCH_METHODS: Readonly<Record<string, Verdict>> = {
  item: 'item', tolist: 'tolist', retain_grad: 'retainGrad', backward: 'backward', is_pinned: 'nonTensor',
  numpy: { unsupported: 'Tensor.numpy() in a compiled function' },
};

/** Torch natives that are no operators and only answer questions or set what the recorder keeps with each call. */
const PURE_TORCH = new Set(words(`
  is_tensor is_floating_point is_complex is_grad_enabled set_grad_enabled _set_grad_enabled is_inference_mode_enabled
  get_default_dtype set_default_dtype finfo iinfo size numel dim stride is_contiguous element_size storage_offset
  is_compiling is_dynamo_compiling is_storage requires_grad_ detach_ type_as register_hook nelement ndimension __len__
  broadcast_shapes promote_types can_cast get_device data_ptr is_available current_accelerator is_nonzero
  is_autocast_enabled __index__ __format__ __repr__ __str__ type __bool__ __int__ __float__ __iter__ __getitem__ __setitem__
  __contains__ __hash__ __deepcopy__ __reversed__ __array__ get_autocast_dtype set_autocast_enabled set_autocast_dtype
  autocast_increment_nesting autocast_decrement_nesting clear_autocast_cache is_autocast_cache_enabled
  set_autocast_cache_enabled device dtype Size _cpu get_default_device result_type as_tensor tensor Tensor
  _nn_functional cuda mps xpu`));

const key = (f: PyNative): string => (f.owner ? `${f.owner.name}.${f.name}` : `${f.module}.${f.name}`);

interface OpTag { kind: 'op'; space: string; name: string }
export interface CaptureTag { kind: 'capture'; verdict: Verdict }

export function opName(f: Value): string | null {
  const tag = f instanceof PyNative ? (f.tag as OpTag | null) : null;
  return tag?.kind === 'op' ? tag.name : null;
}

export function verdictOf(f: PyNative, args: readonly Value[]): Verdict {
  const tag = f.tag as OpTag | CaptureTag | null;
  if (tag?.kind === 'capture') return tag.verdict;
  const named = BY_NAME[key(f)];
  if (named) return named;
  const onTensor = tensorOf(args[0]) !== null;
  const ofTorch = f.module.startsWith('torch') || (f.owner !== null && (f.owner.module.startsWith('torch') || f.owner.name.startsWith('Tensor')));
  if (onTensor && f.isMethod && TORCH_METHODS[f.name]) return tensorMethod(f, args);
  if (tag?.kind === 'op') return 'pure';
  if (f.module === 'random' || (f.owner?.module ?? '') === 'random') {
    return f.name === 'random' || f.name === 'seed' ? 'skipped' : { unsupported: `random.${f.name} in a compiled function` };
  }
  if (SKIPPED_MODULES.has(f.module)) return 'skipped';
  if (f.owner && !ofTorch) return 'pure';
  if (f.module === 'builtins') {
    return PURE_BUILTINS.has(f.name) || f.name.startsWith('__') ? 'pure' : { unsupported: `${f.name}() in a compiled function` };
  }
  if (PURE_MODULES.has(f.module)) return 'pure';
  if (ofTorch) return PURE_TORCH.has(f.name) || f.name.startsWith('__') ? 'pure' : { unsupported: `${key(f)} in a compiled function` };
  return { unsupported: `${key(f)} in a compiled function` };
}

function tensorMethod(f: PyNative, args: readonly Value[]): Verdict {
  const v = TORCH_METHODS[f.name];
  if (f.name !== 'tolist') return v;
  return tensorOf(args[0])?.dtype.category === 'float' ? 'tolist' : 'item';
}
