/**
 * The state of capture in one rank: what is compiled, what a running frame is to do, and where results go.
 *
 * Modes: `off` (no compiled call in progress), `hooked` (frames that start are compiled), `cached` (frames that start use
 * what is compiled already, nothing new), `tracing` (a frame is being traced; calls are part of it).
 */
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Request as AutogradRequest } from '../dispatch/autograd/node.ts';
import type { RunGraph } from '../graph/compiled.ts';
import type { Request as CallRequest } from '../python/functions.ts';
import type { Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { Places } from './cache.ts';
import { type Config, defaultConfig } from './config.ts';
import type { Bounds } from './symbols.ts';
import type { Recorder } from './recorder.ts';
import { Rows } from './rows.ts';

/** `torch.compiler.set_stance`. */
export type Stance = 'default' | 'force_eager' | 'eager_on_recompile' | 'fail_on_recompile';

export type Mode = 'off' | 'hooked' | 'cached' | 'tracing';

/** What the session wants to hear of. */
export interface CaptureEvents {
  /** Runs a graph as one unit of the device. */
  run: RunGraph;
  /** A graph went to the back end: its frame row and number there. */
  compiled(frame: number, graph: number, backward: boolean, onDevice: boolean): void;
  /** A break in the program's own file. */
  broke(frame: number, line: number | null, id: string): void;
}

export interface CompileOptions {
  readonly fullgraph: boolean;
  /** null: automatic dynamic shapes. */
  readonly dynamic: boolean | null;
  /** A name, or a function of the program's own. */
  readonly backend: Value;
  /** The back end of the device was named; else it is taken for graphs that meet a tensor on the device. */
  readonly neuron: boolean;
}

export type Answer = (vm: VM, request: AutogradRequest) => Generator<CallRequest, unknown, Value>;

export class CaptureContext {
  readonly vm: VM;
  readonly d: Dispatcher;
  readonly places = new Places();
  readonly rows = new Rows();
  config: Config = defaultConfig();
  mode: Mode = 'off';
  /** What records the trace in progress; the innermost one inside a branch of `torch.cond`. */
  recorder: Recorder | null = null;
  options: CompileOptions = { fullgraph: false, dynamic: null, backend: 'inductor', neuron: false };
  stance: Stance = 'default';
  /** `error_on_graph_break` is on. */
  strict = false;
  events: CaptureEvents = { run: (_graph, _which, _passed, run) => run(), compiled: () => undefined, broke: () => undefined };

  /** The Python object of a tensor; the class lives in the layer above. */
  readonly wrap: (t: Tensor) => Value;

  /** Dimensions that `mark_dynamic` named, with the bounds it gave. */
  readonly marked = new WeakMap<Tensor, Map<number, Bounds | 'static'>>();

  /** Functions that `allow_in_graph` named. */
  readonly allowed = new WeakSet<object>();

  /** Runs a hook or a backward function written in Python; the layer above does. */
  readonly answer: Answer;

  /** Messages of what tracing raised. */
  readonly worded: string[] = [];

  constructor(vm: VM, d: Dispatcher, wrap: (t: Tensor) => Value, answer: Answer) {
    this.wrap = wrap;
    this.answer = answer;
    this.vm = vm;
    this.d = d;
  }

  /**
   * Marks what shows a message of tracing's. PyTorch's holds the call on fake tensors, hints of its own, and the place in
   * the program's text; ours has its first line and our words. A text that shows no more than a first line is exact, but
   * where an error that passed through is all of it.
   */
  qualify(marks: Record<string, { mark: string; reason: string }>, shown: Readonly<Record<string, string>>): void {
    for (const [field, text] of Object.entries(shown)) {
      const ours = this.worded.flatMap((m) => (m.includes('\n') ? m.split('\n').slice(1) : [m])).map((line) => line.trim().slice(0, 16));
      if (ours.some((start) => start !== '' && text.includes(start)))
        marks[field] = { mark: 'modelled', reason: 'a message of tracing: its first line is PyTorch’s, the rest is in our words' };
    }
  }

  reset(): void {
    this.places.reset();
  }
}
