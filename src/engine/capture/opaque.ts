/**
 * Functions that `allow_in_graph` names: a call is one node of Dynamo's graph. While tracing it runs unwatched, on shapes
 * alone; the graph calls the function itself, so what else it does (a `print`) happens each time.
 *
 * Idea: `TorchInGraphFunctionVariable` of torch/_dynamo/variables/torch.py. Leaves out: results that are no tensors.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { type PyFunction, PyNative } from '../python/functions.ts';
import { Unsupported } from '../python/errors.ts';
import { journal } from '../python/journal.ts';
import type { Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { tensorOf } from './guards.ts';
import type { TraceOptions } from './trace.ts';

type Wrap = (t: Tensor) => Value;

/** What is called in the function's place while a frame is traced. */
export function inGraph(f: PyFunction, { recorder, wrap, again: replayed }: TraceOptions): PyNative {
  return new PyNative(f.name, (vm, args, kw) => {
    const run = (map: (t: Tensor) => Tensor): Value => {
      const again = (v: Value): Value => exchanged(v, map, wrap);
      return unwatched(vm, () => vm.callNow(f, args.map(again), kw && new Map([...kw].map(([k, v]) => [k, again(v)]))));
    };
    const tried = (): Value => run((t) => t);
    const result = recorder.opaque(() => (replayed ? unseen(vm, tried) : tried()));
    recorder.called(tensorsIn([...args, ...(kw?.values() ?? [])]), results(f, result), (map) => results(f, run(map)));
    return result;
  });
}

/** No monitor sees the call, no frame of it is compiled. */
function unwatched<T>(vm: VM, run: () => T): T {
  const { monitor, frameHook } = vm;
  Object.assign(vm, { monitor: null, frameHook: null });
  try {
    return run();
  } finally {
    Object.assign(vm, { monitor, frameHook });
  }
}

/** Shapes alone are wanted: PyTorch, which has its graph, does not run the function here. */
function unseen<T>(vm: VM, run: () => T): T {
  const { host } = vm;
  const mark = journal.begin();
  const mute = { value: () => undefined };
  Object.assign(vm, { host: Object.create(host, { write: mute, writeError: mute }) });
  try {
    return run();
  } finally {
    Object.assign(vm, { host });
    journal.rollback(mark);
  }
}

function exchanged(v: Value, map: (t: Tensor) => Tensor, wrap: Wrap): Value {
  const t = tensorOf(v);
  if (t) {
    const other = map(t);
    return other === t ? v : wrap(other);
  }
  if (v instanceof PyTuple) return new PyTuple(v.items.map((x) => exchanged(x, map, wrap)));
  if (v instanceof PyList) return new PyList(v.items.map((x) => exchanged(x, map, wrap)));
  if (v instanceof PyDict && tensorsIn([...v.values()]).length > 0) throw new Unsupported('a dict of tensors given to a function of allow_in_graph');
  return v;
}

const tensorsIn = (values: readonly Value[]): Tensor[] =>
  values.flatMap((v) => {
    const t = tensorOf(v);
    return t ? [t] : v instanceof PyTuple || v instanceof PyList ? tensorsIn(v.items) : [];
  });

function results(f: PyFunction, v: Value): Tensor[] {
  const items = v instanceof PyTuple || v instanceof PyList ? v.items : [v];
  return items.map((x) => {
    const t = tensorOf(x);
    if (t === null) throw new Unsupported(`${f.name}() of allow_in_graph, which gives something that is no tensor`);
    return t;
  });
}
