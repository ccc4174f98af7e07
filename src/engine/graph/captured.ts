/**
 * What capture hands to AOT tracing: the operator calls of one graph as they were made at the top of the dispatcher
 * (composites whole), with the switches they were made under.
 *
 * Idea: the torch-level FX graph of Dynamo. `inputs` are the real tensors the calls read, in order of first use; every
 * other tensor in an argument is the result of an earlier call or a constant. `outputs` are what leaves the graph.
 */
import type { Arg, Op, Ret } from '../aten/op.ts';
import type { DType } from '../tensor/dtype.ts';
import type { AutogradStep } from '../dispatch/dispatcher.ts';
import type { Tensor } from '../tensor/tensor.ts';

export interface AutocastState {
  enabled: boolean;
  dtype: DType;
}

export interface RecordedCall {
  readonly op: Op;
  readonly args: readonly Arg[];
  ret: Ret;
  readonly gradMode: boolean;
  readonly autocast: AutocastState;
  readonly line: number | null;
  /** The numbers of a tensor that `torch.tensor` made while tracing. */
  readonly constant?: string | undefined;
  /** The activation checkpoint it was made in, by number. */
  readonly region?: number | null;
}

export interface RecordedStep {
  /** Number of calls before it. */
  readonly at: number;
  readonly gradMode: boolean;
  readonly step: AutogradStep;
}

export interface Captured {
  readonly calls: readonly RecordedCall[];
  readonly steps: readonly RecordedStep[];
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  readonly gradMode: boolean;
}

/** The calls again, on other inputs: what AOTAutograd traces. Gives the outputs' counterparts. */
export function replayCalls(
  captured: Captured,
  inputs: readonly Tensor[],
  invoke: (call: RecordedCall, args: readonly Arg[]) => Ret,
  isTensor: (a: unknown) => a is Tensor,
  step: (s: RecordedStep, map: (t: Tensor) => Tensor) => readonly Tensor[] | void,
): Tensor[] {
  const env = new Map<Tensor, Tensor>();
  captured.inputs.forEach((t, i) => env.set(t, inputs[i]));
  const map = (a: Arg): Arg => (isTensor(a) ? (env.get(a) ?? a) : Array.isArray(a) ? a.map((x) => map(x as Arg)) : a);
  const bind = (from: Ret, to: Ret): void => {
    if (isTensor(from) && isTensor(to)) {
      if (!env.has(from)) env.set(from, to);
    } else if (Array.isArray(from) && Array.isArray(to)) from.forEach((t, i) => bind(t, to[i]));
  };
  const counterpart = (t: Tensor): Tensor => env.get(t) ?? t;
  let next = 0;
  const steps = (at: number): void => {
    for (; next < captured.steps.length && captured.steps[next].at <= at; next++) {
      const made = step(captured.steps[next], counterpart);
      if (made) bind(captured.steps[next].step.makes as Tensor[], made as Tensor[]);
    }
  };
  captured.calls.forEach((call, i) => {
    steps(i);
    bind(call.ret, invoke(call, call.args.map(map)));
  });
  steps(captured.calls.length);
  return captured.outputs.map((t) => env.get(t) ?? t);
}
