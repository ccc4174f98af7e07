/** The two adapters under the dispatcher: where an operator runs (`Backend`), and who hears of it (`Emit`). */
import type { Arg, Op, Ret } from '../aten/op.ts';
import type { Phase, Where } from '../report/types.ts';

/** One operator at the back end, as a `TorchDispatchMode` would see it. */
export interface OpEvent {
  readonly op: Op;
  readonly args: readonly Arg[];
  readonly phase: Phase;
  /** Name of the grad_fn that autograd made for this call, null without gradients. */
  readonly gradFn: string | null;
  /** Autocast changed an argument of the call that led here. */
  readonly autocast: boolean;
  where: Where;
  result: Ret;
}

/**
 * `begin` is called before the operator runs (an operator that raises has its row), `end` when it has a result.
 */
export interface Emit {
  begin(event: OpEvent): void;
  end(event: OpEvent): void;
}

export interface Backend {
  readonly name: 'cpu' | 'neuron';
  /** Where this call will run; asked once, before it runs. */
  place(op: Op, args: readonly Arg[]): Where;
}

export const cpuBackend: Backend = {
  name: 'cpu',
  place: (op) => (op.kind === 'view' ? 'view' : 'cpu'),
};

/**
 * Something that stands between autograd and the back end: tracing, sharding. The newest is asked first and is off while
 * it runs; `next` goes on to the one below it.
 */
export interface Mode {
  call(op: Op, args: readonly Arg[], next: (args: readonly Arg[]) => Ret): Ret;
}
