/**
 * The running rank's side of torch: its dispatcher and what programs can set for the process.
 *
 * One `Runtime` a rank; `use` makes it the current one. Everything in this layer reaches the dispatcher through here.
 */
import type { Arg, Ret } from '../aten/op.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';

export interface Runtime {
  readonly vm: VM;
  readonly dispatcher: Dispatcher;
  /** `neuron` where the run has an accelerator. */
  readonly accelerator: Device['type'] | null;
  /** `torch.set_default_device`, `with torch.device(…)`: innermost last. */
  readonly defaultDevices: Device[];
  /** Called once at the end of the backward pass that is running. */
  readonly afterBackward: Value[];
  /** Number of the backward pass that is running, -1 outside; how many there were. */
  graphTask: number;
  graphTasks: number;
  /** The host waits for the device; nothing is read. */
  readonly onSync: (cause: string) => void;
  /** The host waits, then reads `t`: one wait, whatever operators `read` asks for. */
  readonly reading: <T>(cause: string, t: Tensor, read: () => T) => T;
}

let current: Runtime | null = null;

export function use(r: Runtime): void {
  current = r;
}

export function runtime(): Runtime {
  if (!current) throw new Error('no torch runtime is active');
  return current;
}

/** Runs `f` past the modes: no rows, and no mode of the program's sees it. */
export function unseen<T>(f: () => T): T {
  const d = runtime().dispatcher;
  const { emit } = d;
  const modes = d.takeModes();
  d.emit = null;
  try {
    return f();
  } finally {
    d.emit = emit;
    d.restoreModes(modes);
  }
}

export const call = (overload: string, ...args: Arg[]): Ret => runtime().dispatcher.call(overload, ...args);
export const one = (overload: string, ...args: Arg[]): Tensor => call(overload, ...args) as Tensor;
