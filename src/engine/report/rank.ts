/**
 * One rank: an evaluator, a dispatcher, capture and a recorder of its own, and the program's main fiber.
 *
 * `activate` points the process-wide switches (generator, runtime, communicator, budget) at this rank before it runs.
 */
import { context, random } from '../aten/context.ts';
import type { CaptureContext } from '../capture/index.ts';
import { cpuBackend, type Backend } from '../dispatch/backend.ts';
import { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Comm } from '../mesh/comm.ts';
import type { World } from '../mesh/world.ts';
import { fallbackRule, type Overlay } from '../neuron/fallbacks.ts';
import { attempts } from '../python/errors.ts';
import type { Fiber, RunResult } from '../python/frame.ts';
import { registerStandardModules } from '../python/modules/index.ts';
import { part } from '../python/packs.ts';
import { findLine } from '../python/traceback.ts';
import { VM } from '../python/vm.ts';
import { Generator } from '../tensor/random/generator.ts';
import { Tensor } from '../tensor/tensor.ts';
import { useComm } from '../torch/distributed/state.ts';
import { installTorch } from '../torch/install.ts';
import { type Runtime, use } from '../torch/runtime.ts';
import type { Budget } from './budget.ts';
import { captureFor, distributedMode } from './needed.ts';
import { Recorder } from './recorder.ts';
import type { RunOptions } from './types.ts';
import type { ValueTable } from './values.ts';

const known = part<typeof import('../aten/known.ts')>('outs', 'known');

/** Simulated start of every run, seconds since the epoch: a run must not depend on the day. */
const EPOCH = 1_790_000_000;

const neuronBackend = (overlay: Overlay | undefined): Backend => ({
  name: 'neuron',
  place: (op, args) => {
    if (op.kind === 'view') return 'view';
    const first = args.find((a): a is Tensor => a instanceof Tensor);
    return fallbackRule(op.name, first?.dtype.name ?? null, overlay) ? 'fallback' : 'neuron';
  },
});

export interface RankOptions {
  readonly rank: number;
  readonly world: World;
  readonly file: string;
  readonly source: string;
  readonly options: RunOptions;
  readonly overlay: Overlay | undefined;
  readonly table: ValueTable;
  readonly budget: Budget;
  readonly progress: ((line: number) => void) | undefined;
}

const nothing = (): void => {};

export class Rank {
  readonly vm: VM;
  readonly dispatcher = new Dispatcher();
  readonly recorder: Recorder;
  /** null: the pack is not loaded, and nothing asked for it. */
  readonly capture: CaptureContext | null;
  private readonly runtime: Runtime;
  private readonly comm: Comm;
  private readonly generator = new Generator();
  private readonly budget: Budget;
  private readonly o: RankOptions;
  private main: Fiber | null = null;
  /** The module's own frame: gone from the fiber when the program has ended, its variables still to be seen. */
  private mainFrames: Fiber['frames'] = [];
  private stoodAt: number | null = null;

  constructor(o: RankOptions) {
    this.o = o;
    this.budget = o.budget;
    const { options, world, rank, file } = o;
    this.vm = new VM({
      write: (text) => this.recorder.write(text),
      writeError: () => undefined,
      time: () => EPOCH + this.recorder.device.now / 1e6 + this.vm.steps / 1e7,
      env: environment(world.size, rank),
      argv: [file],
      maxSteps: o.budget.steps,
      progress: o.progress,
    });
    this.vm.programFile = file;
    const line = (): number => this.vm.currentLine(file) ?? 0;
    // Both counts in one number: steps have a limit far below 2^28.
    const unit = (): number => attempts.count * 2 ** 28 + this.vm.steps;
    this.recorder = new Recorder({
      rank,
      file,
      options,
      overlay: o.overlay,
      table: o.table,
      fiber: () => this.vm.fiber,
      line,
      unit,
      tell: () => this.vm.tell(),
    });
    this.comm = { rank, world, line, unit, happened: (e) => this.recorder.collective(e), issued: () => this.recorder.issued };
    const { dispatcher } = this;
    dispatcher.emit = this.recorder;
    dispatcher.backends.neuron = neuronBackend(o.overlay);
    dispatcher.backends.cpu = cpuBackend;
    if (world.size > 1) dispatcher.pushMode(distributedMode(this.comm, dispatcher.call));
    this.runtime = {
      vm: this.vm,
      dispatcher,
      accelerator: options.device === 'neuron' ? 'neuron' : null,
      defaultDevices: [],
      afterBackward: [],
      graphTask: -1,
      graphTasks: 0,
      onSync: (cause) => this.recorder.sync(cause, 0),
      reading: (cause, t, read) => this.recorder.waiting(cause, t.numel * t.dtype.itemsize, read),
    };
    registerStandardModules(this.vm);
    installTorch(this.runtime);
    this.capture = captureFor(this.vm, dispatcher);
    this.listen();
  }

  /** Runs until the program ends, fails or waits; the first call starts it. */
  run(): RunResult {
    this.activate();
    try {
      if (!this.main) {
        this.main = this.vm.mainFiber(this.o.source, this.o.file);
        this.mainFrames = [...this.main.frames];
      }
    } catch (error) {
      return { kind: 'error', error };
    }
    const end = this.vm.run(this.main);
    this.dispatcher.suspend();
    if (end.kind === 'blocked') this.recorder.rollback();
    if (end.kind === 'error') this.stoodAt = findLine(this.main, this.o.file) ?? this.recorder.lastLine;
    return end;
  }

  /** Line of the program the rank stood at when it last ran; for limits, which no traceback knows. */
  get lastLine(): number | null {
    return this.stoodAt;
  }

  /** What the program's objects hang on: modules and fibers, not what the report recorded. */
  roots(): object[] {
    return [this.vm.importer, this.vm.fiber, this.main].filter((o) => o !== null);
  }

  finish(line: number): void {
    this.recorder.finish(this.mainFrames, line);
  }

  private activate(): void {
    use(this.runtime);
    useComm(this.comm);
    random.generator = this.generator;
    // Shapes alone take no memory and no arithmetic: nothing to count.
    const { numbers } = this.o.options;
    context.meter = numbers ? this.budget.meter : nothing;
    context.charge = numbers ? this.budget.charge : null;
    context.parameter = numbers ? this.budget.parameter : null;
    context.known = numbers === false ? known() : null;
    this.dispatcher.setFake(numbers === false);
    this.dispatcher.activate();
  }

  private listen(): void {
    const { capture, recorder } = this;
    if (!capture) return;
    const rowOf = (frame: number) => capture.rows.rows[frame];
    capture.events = {
      run: (...launch) => recorder.graph(...launch),
      compiled: (frame, graph, backward, onDevice) => {
        const row = rowOf(frame)?.graphs[graph];
        recorder.compiled(frame, graph, (backward ? row?.backward : row?.ops)?.length ?? 0, backward, onDevice);
      },
      broke: (frame, line, id) => recorder.broke(frame, line, id),
    };
  }
}

function environment(size: number, rank: number): Map<string, string> {
  const env = new Map([
    ['HOME', '/root'],
    ['PATH', '/usr/bin'],
    ['USER', 'user'],
  ]);
  if (size > 1) {
    const own = { RANK: rank, LOCAL_RANK: rank, WORLD_SIZE: size, LOCAL_WORLD_SIZE: size, MASTER_ADDR: '127.0.0.1', MASTER_PORT: 29500 };
    for (const [k, v] of Object.entries(own)) env.set(k, String(v));
  }
  return env;
}
