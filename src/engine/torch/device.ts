/**
 * Devices: names, parsing, defaults.
 *
 * `neuron` is a device only where the run has it; the list of names in the error is PyTorch's own.
 */
import { raise } from '../python/errors.ts';
import { part } from '../python/packs.ts';
import { unbox, type Value } from '../python/values.ts';
import { CPU, type Device } from '../tensor/tensor.ts';
import { PyDevice } from './objects.ts';
import { runtime } from './runtime.ts';

const invalid = part<typeof import('./invalid.ts')>('faults', 'invalid');

export function parseDevice(text: string): Device {
  const m = /^([a-z_]+)(?::(\d+))?$/.exec(text);
  if (!m) raise('RuntimeError', text ? `Invalid device string: '${text}'` : 'Device string must not be empty');
  const [, type, index] = m;
  if (!/^(cpu|cuda|meta|neuron)$/.test(type)) invalid().deviceType(type);
  return { type: type as Device['type'], index: index === undefined ? null : Number(index) };
}

/** A device argument: a device, a string, or an index of the accelerator. */
export function deviceOf(v: Value): Device {
  if (v instanceof PyDevice) return v.d;
  const u = unbox(v);
  if (typeof u === 'string') return parseDevice(u);
  const { accelerator } = runtime();
  if (!accelerator) raise('RuntimeError', 'Cannot access accelerator device when none is available.');
  return { type: accelerator, index: Number(u) };
}

/** Where factories put tensors when no device is named. */
export function defaultDevice(): Device | null {
  const { defaultDevices } = runtime();
  return defaultDevices[defaultDevices.length - 1] ?? null;
}

/** The device a tensor gets: `neuron` means `neuron:0`. Raises where the run has no such device. */
export function placed(d: Device): Device {
  if (d.type === 'cpu' || d.type === 'meta') return d.type === 'cpu' ? CPU : d;
  if (d.type === runtime().accelerator) return { type: d.type, index: d.index ?? 0 };
  if ((d.type as string) === 'cuda') raise('AssertionError', 'Torch not compiled with CUDA enabled');
  return raise('RuntimeError', `Could not run on device ${d.type}: this run has no such device`);
}
