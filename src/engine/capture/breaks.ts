/**
 * The break table: what tracing cannot carry into a graph. One row a kind: PyTorch's number and name. Numbers: PyTorch
 * 2.13's graph_break_registry.json; triggers: `natives.ts` and `trace.ts`; why, and the cure: `break-words.ts`.
 *
 * A construct without a row is refused (`Unsupported`), never taken to be free of breaks.
 */
import { makeException, PyError, type TracebackEntry } from '../python/errors.ts';
import type { Told } from './told.ts';

export interface BreakKind {
  readonly id: string;
  /** PyTorch's `gb_type`: the first line of its message. */
  readonly type: string;
  /** The frame goes to eager whole, even where it could be resumed. */
  readonly skipFrame?: boolean;
}

const row = (id: string, type: string, skipFrame = false): BreakKind => ({ id, type, skipFrame });

export const BREAKS = {
  skipped: row('GB0007', 'Attempted to call function marked as skipped'),
  markedSkipped: row('GB0008', 'Attempted to inline function marked as skipped'),
  userBreak: row('GB0025', 'Call to `torch._dynamo.graph_break()`'),
  dataDependent: row('GB0033', 'Data dependent operator'),
  dynamicShape: row('GB0036', 'Dynamic shape operator'),
  setData: row('GB0056', 'Failed to mutate tensor data attribute'),
  builtin: row('GB0059', 'Failed to trace builtin operator'),
  assertSymbolic: row('GB0002', 'Assertion failed on symbolic shapes'),
  assertFalse: row('GB0034', 'Data-dependent assertion failed (cannot compile partial graph)'),
  assertText: row('GB0171', 'assert with non-string message'),
  buildString: row('GB0021', 'BUILD_STRING type error'),
  observedException: row('GB0088', 'Observed exception'),
  disabled: row('GB0098', 'Skip calling `torch.compiler.disable()`d function'),
  disabledOnce: row('GB0099', 'Skip inlining `torch.compiler.disable()`d function'),
  requiresGrad: row('GB0125', 'Unsupported Tensor.requires_grad_() call'),
  resize: row('GB0126', 'Unsupported Tensor.resize_() call'),
  inputMetadata: row('GB0148', 'Unsupported function call (delayed)'),
  leafLeaves: row('GB8985', 'requires_grad_() intermediate leaked as output'),
  retainGrad: row('GB0108', 'Tensor.retain_grad() with AOTDispatcher', true),
  tolist: row('GB0109', 'Tensor.tolist() with non-integer tensor'),
  backward: row('GB0123', 'Unsupported Tensor.backward() call'),
  item: row('GB0124', 'Unsupported Tensor.item() call with capture_scalar_outputs=False'),
  unsupportedMethod: row('GB0156', 'Unsupported method call'),
  missingMethod: row('GB6270', 'Unhandled tensor method'),
  branch: row('GB0170', 'Data-dependent branching'),
  badBuiltin: row('GB0193', 'invalid call to builtin op handler'),
  sortKeys: row('GB0207', 'sort with non-constant keys'),
  nonTensor: row('GB0208', 'torch.* op returned non-Tensor'),
  oneHot: row('GB0246', 'Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape'),
  parameter: row('GB0264', 'Attempted to use `torch.nn.Parameter()` constructor with Dynamo'),
  logger: row('GB0291', 'logging.Logger method not supported for non-export cases'),
  typeless: row('GB4841', 'Unsupported python_type() call'),
  unresolved: row('GB6215', 'Unresolved GetAttrVariable comparison'),
  repr: row('GB0569', 'repr() on tensor'),
  deepcopy: row('GB4198', 'Attempted to copy.deepcopy a tensor'),
  fakeError: row('GB4315', 'RuntimeError when making fake tensor call'),
  classBody: row('GB8977', 'Invalid call to __build_class__'),
  autogradGrad: row('GB9186', 'using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`'),
  rnn: row('GB0014', 'Attempted to wrap RNN, GRU, or LSTM'),
  loop: row('GB7000', 'graph break in loop'),
  limit: row('GB0039', 'Dynamo recompile limit exceeded'),
} as const satisfies Record<string, BreakKind>;

export type BreakName = keyof typeof BREAKS;

/** Python's own call of the table: thrown where a trace meets a row; caught by the frame that is compiled. */
export class BreakSignal extends Error {
  readonly kind: BreakKind;
  readonly line: number | null;
  /** PyTorch's words where they are known, and where the program stood, outermost first. */
  told: Told | null = null;
  entries: readonly TracebackEntry[] = [];
  constructor(kind: BreakKind, line: number | null) {
    super(`graph break: ${kind.type}`);
    this.kind = kind;
    this.line = line;
  }
}

/** What the program asks for no trace can give (`UserError`). */
export class UserFailure extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super('no such graph');
    this.cause = cause;
  }
}

/** An operator failed on shapes while tracing: PyTorch's `TorchRuntimeError`. */
export class FakeFailure extends Error {
  override readonly cause: unknown;
  readonly line: number | null;
  /** The first tensor it was given. */
  readonly of: unknown;
  constructor(cause: unknown, line: number | null, of: unknown = null) {
    super('operator failed on fake tensors');
    this.cause = cause;
    this.line = line;
    this.of = of;
  }
}

/** A dimension that a shape does not have: `x.shape[4]` is an error of Dynamo's own list, `x.size(4)` of its tuple. */
export const outOfShape = (of: 'list' | 'tuple', line: number | null): FakeFailure =>
  new FakeFailure(new PyError(makeException('IndexError', `${of} index out of range`)), line);
