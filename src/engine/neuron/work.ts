/**
 * How long an operator keeps a core busy: a roofline of bytes and floating-point operations.
 *
 * The model is `max(bytes / memory, FLOP / peak)`; with the launch of `constants.ts` it lies within about 8 % of the
 * measured single operators (whn09/xpu-perf). Leaves out: layouts, engines other than the tensor engine, tiling.
 */
import type { ClockConstants } from './constants.ts';
import { packetOf } from './fallbacks.ts';

export interface TensorMeta {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly bytes: number;
  readonly device: string;
}

const last = (s: readonly number[], back = 1): number => s[s.length - back] ?? 1;
const product = (s: readonly number[]): number => s.reduce((a, b) => a * b, 1);

/** Floating-point operations of matrix-like operators; 0 for the rest, which the bytes decide. */
export function flops(op: string, inputs: readonly TensorMeta[], outputs: readonly TensorMeta[]): number {
  const shapes = inputs.map((t) => t.shape);
  switch (packetOf(op)) {
    case 'mm':
    case 'bmm':
    case 'mv':
    case 'dot':
      return 2 * product(shapes[0] ?? []) * (shapes[1] && shapes[1].length > 1 ? last(shapes[1]) : 1);
    case 'addmm':
    case 'baddbmm':
    case 'addmv':
      return 2 * product(shapes[1] ?? []) * (shapes[2] && shapes[2].length > 1 ? last(shapes[2]) : 1);
    case 'convolution':
      return 2 * product(outputs[0]?.shape ?? []) * product((shapes[1] ?? []).slice(1));
    case 'convolution_backward':
      return 4 * product(shapes[0] ?? []) * product((shapes[2] ?? []).slice(1));
    case '_scaled_dot_product_flash_attention_for_cpu':
    case '_scaled_dot_product_flash_attention':
      return 4 * product(shapes[0] ?? []) * last(shapes[1] ?? [], 2);
    default:
      return 0;
  }
}

/** Microseconds of one logical core. */
export function coreTime(clock: ClockConstants, op: string, inputs: readonly TensorMeta[], outputs: readonly TensorMeta[]): number {
  const bytes = [...inputs, ...outputs].reduce((sum, t) => sum + t.bytes, 0);
  const wide = inputs.some((t) => t.dtype === 'float32' || t.dtype === 'float64');
  const peak = wide ? clock.matmul32 : clock.matmul16;
  return Math.max(bytes / clock.memory, flops(op, inputs, outputs) / peak);
}

/** Microseconds to compile a graph of `nodes` operators: a line through the two measured ends. */
export function compileTime(clock: ClockConstants, nodes: number): number {
  const slope = (clock.compileLarge - clock.compileSmall) / (323 - 8);
  return Math.max(clock.compileSmall, clock.compileSmall + (nodes - 8) * slope);
}

/** Bytes each rank moves over the links, as bus-bandwidth accounting has it (nccl-tests, nccom-test). */
export function collectiveTime(clock: ClockConstants, op: string, bytes: number, ranks: number): number {
  const factor = op.startsWith('all_reduce') ? (2 * (ranks - 1)) / ranks : (ranks - 1) / ranks;
  return clock.collective + (bytes * factor) / clock.bus;
}
