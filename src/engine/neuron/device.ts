/**
 * The modelled Neuron device of one rank: what each operator meets on its way, and a clock over five lanes.
 *
 * The host hands work to an in-order queue and goes on; it waits only for a compile, a read, a fallback or a collective.
 * Path of an eager operator (TorchNeuron best-practices page): dispatcher → StableHLO → neuronx-cc → NEFF, cached →
 * runtime. Everything here is Modelled; constants and their sources are in `constants.ts`.
 * Leaves out: adaptive eager fusion, several streams, Python's own time between operators.
 */
import type { Bar, Clock, DispatchStop, RunOptions, Where } from '../report/types.ts';
import { CLOCKS, type ClockConstants } from './constants.ts';
import { type FallbackRule, fallbackRule, type Overlay, packetOf } from './fallbacks.ts';
import { readBack, sizedByValues } from './reads.ts';
import { collectiveTime, compileTime, coreTime, type TensorMeta } from './work.ts';

export interface OpEvent {
  /** `aten.mm.default` */
  readonly op: string;
  /** Shares its input's storage: metadata only, never queued. */
  readonly view: boolean;
  readonly inputs: readonly TensorMeta[];
  readonly outputs: readonly TensorMeta[];
  /** Arguments that shape the kernel (dims, sizes, flags), printed; part of the kernel cache's key. */
  readonly statics: string;
  readonly autocast: boolean;
  readonly autograd: boolean;
}

export interface Outcome {
  readonly where: Where;
  readonly bars: Bar[];
  readonly path: DispatchStop[];
  readonly fallback: FallbackRule | null;
  /** Bytes that the host must read before it can go on. */
  readonly reads?: number;
  /** Bytes that crossed the border between host and device. */
  readonly toHost: number;
  readonly toDevice: number;
}

const onDevice = (t: TensorMeta): boolean => t.device.startsWith('neuron');
const sum = (list: readonly TensorMeta[]): number => list.reduce((n, t) => n + t.bytes, 0);

export class NeuronDevice {
  private readonly options: RunOptions;
  private readonly constants: ClockConstants;
  private readonly overlay: Overlay | undefined;
  private readonly kernels = new Set<string>();
  private hostAt = 0;
  private coreAt = 0;
  private end = 0;
  private busy = { host: 0, device: 0, compile: 0, copies: 0 };

  constructor(options: RunOptions, overlay?: Overlay) {
    this.options = options;
    this.constants = CLOCKS[options.target];
    this.overlay = overlay;
  }

  /** Microseconds since the start of the run, as the host sees it. */
  get now(): number {
    return this.hostAt;
  }

  op(e: OpEvent): Outcome {
    const neuronIn = e.inputs.some(onDevice);
    const neuronOut = e.outputs.some(onDevice);
    const keys = this.keys(e);
    if (!neuronIn && !neuronOut) {
      return { where: e.view ? 'view' : 'cpu', bars: [], path: [...keys, stop('backend', 'cpu')], fallback: null, toHost: 0, toDevice: 0 };
    }
    if (e.view || e.op.startsWith('aten.set_.')) {
      return { where: 'view', bars: [], path: [...keys, stop('backend', 'metadata only: nothing is queued')], fallback: null, toHost: 0, toDevice: 0 };
    }
    if (isTransfer(e)) return this.transfer(e, keys);
    if (e.op === 'aten._local_scalar_dense.default') return READ(keys);
    const rule = this.rule(e);
    if (rule) return this.fallback(e, rule, keys);
    return this.kernel(e, keys);
  }

  /** The host waits for the queue, then reads `bytes`. */
  sync(cause: string, bytes: number): Bar[] {
    const start = this.hostAt;
    const ready = Math.max(this.hostAt, this.coreAt);
    const end = ready + this.constants.read + bytes / this.constants.toHost;
    const bars: Bar[] = [this.bar('host', start, end, cause, 'wait')];
    if (bytes > 0) bars.push(this.bar('copies', ready, end, 'to host', 'copy', bytes));
    this.hostAt = end;
    return bars;
  }

  /** The host copies `bytes` to the device. */
  send(label: string, bytes: number): Bar[] {
    const start = this.hostAt;
    const end = start + this.constants.launch + bytes / this.constants.toDevice;
    this.hostAt = end;
    return [this.bar('host', start, end, label, 'copy'), this.bar('copies', start, end, 'to device', 'copy', bytes)];
  }

  /** One compile of a graph of `nodes` operators; none when the graph cache is warm. */
  compile(label: string, nodes: number): Bar[] {
    if (this.options.graphCache === 'warm') return [];
    return [this.compileBar(label, compileTime(this.constants, nodes))];
  }

  /**
   * What the compiler refuses of a graph's operators, by the codes that the table of fallbacks names: outside a graph they run
   * on the host, inside there is no host. The graph is timed all the same, as though it had kernels.
   */
  refusals(ops: readonly OpEvent[]): string[] {
    const said = ops.flatMap((o) => {
      const code = this.rule(o)?.code;
      return code ? `${packetOf(o.op)} ${code}` : [];
    });
    return [...new Set(said)];
  }

  /** One launch of a compiled graph. */
  graph(label: string, ops: readonly OpEvent[]): Bar[] {
    const queued = this.launch(this.constants.graphLaunch, label, 'compiled');
    const work = ops.filter((o) => !o.view).reduce((t, o) => t + coreTime(this.constants, o.op, o.inputs, o.outputs), 0);
    return [...queued, ...this.run(label, work, 'compiled')];
  }

  /** A collective of `bytes` a rank; of tensors on the host the host itself carries it out, and the device has no part. */
  collective(op: string, bytes: number, ranks: number, onHost: boolean): Bar[] {
    const time = collectiveTime(this.constants, op, bytes, ranks);
    const launched = this.launch(onHost ? time : this.constants.launch, op, 'collective');
    if (onHost) return launched;
    const start = Math.max(this.hostAt, this.coreAt);
    const end = start + time - this.constants.launch;
    this.coreAt = end;
    return [...launched, this.bar('link', start, end, op, 'collective', bytes)];
  }

  clock(): Clock {
    const { host, device, compile, copies } = this.busy;
    return { host, device, compile, copies, total: this.end };
  }

  private rule(e: OpEvent): FallbackRule | null {
    return fallbackRule(e.op, e.inputs[0]?.dtype ?? e.outputs[0]?.dtype ?? null, this.overlay);
  }

  private keys(e: OpEvent): DispatchStop[] {
    return [
      { key: 'autocast', taken: e.autocast, note: e.autocast ? 'casts its inputs' : 'off: passes' },
      { key: 'autograd', taken: e.autograd, note: e.autograd ? 'records a node for backward' : 'no gradient needed: passes' },
      { key: 'view', taken: e.view, note: e.view ? 'result shares its input’s storage' : 'no view: passes' },
    ];
  }

  private kernel(e: OpEvent, keys: DispatchStop[]): Outcome {
    const made = sizedByValues(e) ? [...e.inputs, ...e.outputs] : e.inputs;
    const key = `${e.op}(${made.map((t) => `${t.dtype}[${t.shape.join(',')}]`).join(',')};${e.statics})`;
    const hit = this.options.kernelCache === 'warm' || this.kernels.has(key);
    this.kernels.add(key);
    const path = [...keys, stop('backend', 'neuron'), stop('cache', hit ? 'hit' : 'miss: a new kernel for these shapes')];
    const bars: Bar[] = [];
    if (!hit) {
      path.push(stop('compile', 'StableHLO → neuronx-cc → NEFF'));
      bars.push(this.compileBar(e.op, compileTime(this.constants, 1)));
    }
    path.push(stop('queue', 'the host goes on'), stop('core', 'runs in order'));
    bars.push(...this.launch(this.constants.launch, e.op, 'eager'), ...this.run(e.op, coreTime(this.constants, e.op, e.inputs, e.outputs), 'eager'));
    return { where: 'neuron', bars, path, fallback: null, reads: readBack(e), toHost: 0, toDevice: 0 };
  }

  private fallback(e: OpEvent, rule: FallbackRule, keys: DispatchStop[]): Outcome {
    const down = sum(e.inputs.filter(onDevice));
    const up = sum(e.outputs.filter(onDevice));
    const start = this.hostAt;
    const ready = Math.max(this.hostAt, this.coreAt);
    const copied = ready + this.constants.read + down / this.constants.toHost;
    const ran = copied + this.constants.hostKernel;
    const end = ran + this.constants.launch + up / this.constants.toDevice;
    const bars = [
      ...(down > 0 ? [this.bar('host', start, copied, 'fallback', 'wait')] : []),
      this.bar('host', down > 0 ? copied : start, end, e.op, 'host'),
      this.bar('copies', ready, copied, 'to host', 'copy', down),
      this.bar('copies', ran, end, 'to device', 'copy', up),
    ];
    this.hostAt = end;
    this.coreAt = Math.max(this.coreAt, end);
    const path = [...keys, stop('backend', 'no Neuron kernel'), stop('to-host', `${down} B`), stop('cpu', 'runs on the host'), stop('to-device', `${up} B`)];
    return { where: 'fallback', bars, path, fallback: rule, toHost: down, toDevice: up };
  }

  private transfer(e: OpEvent, keys: DispatchStop[]): Outcome {
    const toDevice = e.outputs.some(onDevice) ? sum(e.inputs.filter((t) => !onDevice(t))) : 0;
    const toHost = toDevice > 0 ? 0 : sum(e.inputs.filter(onDevice));
    if (toHost > 0) {
      const bars = this.sync('cpu()', toHost);
      return { where: 'neuron', bars, path: [...keys, stop('backend', 'neuron'), stop('to-host', `${toHost} B`)], fallback: null, toHost, toDevice };
    }
    const bars = this.send(e.op, toDevice);
    return { where: 'neuron', bars, path: [...keys, stop('backend', 'neuron'), stop('to-device', `${toDevice} B`)], fallback: null, toHost, toDevice };
  }

  private launch(cost: number, label: string, kind: Bar['kind']): Bar[] {
    const start = this.hostAt;
    this.hostAt = start + cost;
    return [this.bar('host', start, this.hostAt, label, kind)];
  }

  private run(label: string, work: number, kind: Bar['kind']): Bar[] {
    const start = Math.max(this.hostAt, this.coreAt);
    this.coreAt = start + work;
    const bars = [this.bar('core', start, this.coreAt, label, kind)];
    bars.unshift(this.bar('queue', this.hostAt, start, label, kind));
    return bars;
  }

  private compileBar(label: string, cost: number): Bar {
    const start = this.hostAt;
    this.hostAt = start + cost;
    return this.bar('compiler', start, this.hostAt, label, 'compile');
  }

  private bar(lane: Bar['lane'], start: number, end: number, label: string, kind: Bar['kind'], bytes?: number): Bar {
    const spent = end - start;
    if (lane === 'host' && kind !== 'wait') this.busy.host += spent;
    if (lane === 'core' || lane === 'link') this.busy.device += spent;
    if (lane === 'compiler') this.busy.compile += spent;
    if (lane === 'copies') this.busy.copies += spent;
    this.end = Math.max(this.end, end);
    return bytes === undefined ? { lane, start, end, label, kind } : { lane, start, end, label, kind, bytes };
  }
}

/** Reading one value: the wait before it (`sync`) is all it costs. */
const READ = (keys: DispatchStop[]): Outcome => ({
  where: 'neuron',
  bars: [],
  path: [...keys, stop('backend', 'neuron'), stop('to-host', 'one value, after the queue is empty')],
  fallback: null,
  toHost: 0,
  toDevice: 0,
});

const stop = (key: DispatchStop['key'], note: string): DispatchStop => ({ key, taken: true, note });

/** A copy between host and device: `_to_copy` or `copy_` with tensors on both sides. */
function isTransfer(e: OpEvent): boolean {
  const packet = e.op.split('.')[1];
  if (packet !== '_to_copy' && packet !== 'copy_' && packet !== '_copy_from' && packet !== '_copy_from_and_resize') return false;
  const sides = new Set([...e.inputs, ...e.outputs].map(onDevice));
  return sides.size === 2;
}
