/**
 * The break table: what tracing cannot carry into a graph. One row a kind: PyTorch's number and name, our words on why,
 * and the cure. Numbers: PyTorch 2.13's graph_break_registry.json; triggers: `natives.ts` and `trace.ts`.
 *
 * A construct without a row is refused (`Unsupported`), never taken to be free of breaks.
 */
import { makeException, PyError, type TracebackEntry } from '../python/errors.ts';
import type { Told } from './told.ts';

export interface BreakKind {
  readonly id: string;
  /** PyTorch's `gb_type`: the first line of its message. */
  readonly type: string;
  readonly reason: string;
  readonly hint: string;
  /** The frame goes to eager whole, even where it could be resumed. */
  readonly skipFrame?: boolean;
}

const row = (id: string, type: string, reason: string, hint: string, skipFrame = false): BreakKind => ({ id, type, reason, hint, skipFrame });

export const BREAKS = {
  skipped: row(
    'GB0007',
    'Attempted to call function marked as skipped',
    'The function is one PyTorch never traces: it talks to the system, or draws random numbers in Python.',
    'Call it before the compiled function and pass the result in.',
  ),
  markedSkipped: row(
    'GB0008',
    'Attempted to inline function marked as skipped',
    'The function is one that PyTorch keeps out of graphs, such as `zero_grad` of an optimizer.',
    'Call it outside the compiled function.',
  ),
  userBreak: row('GB0025', 'Call to `torch._dynamo.graph_break()`', 'The program asks for a break here.', 'Remove the call.'),
  dataDependent: row(
    'GB0033',
    'Data dependent operator',
    'The result is a Python value that depends on the numbers in a tensor.',
    'Keep the result a tensor, or compute it outside.',
  ),
  dynamicShape: row(
    'GB0036',
    'Dynamic shape operator',
    'The shape of the result depends on the numbers in a tensor.',
    'Use torch.where or a mask of fixed shape.',
  ),
  setData: row(
    'GB0056',
    'Failed to mutate tensor data attribute',
    'Assigning .data of a tensor made inside the region cannot be traced.',
    'Use copy_() under torch.no_grad().',
  ),
  builtin: row(
    'GB0059',
    'Failed to trace builtin operator',
    'A built-in function that acts outside the graph, such as print, cannot be part of it.',
    'Move the call out of the compiled function.',
  ),
  assertSymbolic: row(
    'GB0002',
    'Assertion failed on symbolic shapes',
    'An assertion about a size or number that became dynamic fails.',
    'Check the size before the compiled function is called.',
  ),
  assertFalse: row(
    'GB0034',
    'Data-dependent assertion failed (cannot compile partial graph)',
    'An assertion fails while tracing, in a function that was called or inside try or with.',
    'Make it hold, or take it out of the compiled function.',
  ),
  assertText: row(
    'GB0171',
    'assert with non-string message',
    'The message of an assertion that fails is no text, or text whose parts are known only at run time.',
    'Give it a message that is text.',
  ),
  buildString: row(
    'GB0021',
    'BUILD_STRING type error',
    'An f-string joins text with a size or number that became dynamic.',
    'Make the text outside, or say dynamic=False.',
  ),
  observedException: row(
    'GB0088',
    'Observed exception',
    'Tracing ended in a Python exception that the function does not catch.',
    'See what raises it, outside the compiled function.',
  ),
  disabled: row(
    'GB0098',
    'Skip calling `torch.compiler.disable()`d function',
    'The function is marked with torch.compiler.disable.',
    'Remove the mark, or call it outside.',
  ),
  disabledOnce: row(
    'GB0099',
    'Skip inlining `torch.compiler.disable()`d function',
    'The function is marked with torch.compiler.disable(recursive=False): what it calls may still be compiled.',
    'Remove the mark, or call it outside.',
  ),
  requiresGrad: row(
    'GB0125',
    'Unsupported Tensor.requires_grad_() call',
    'Whether an input needs a gradient cannot be changed inside a graph.',
    'Call requires_grad_() before the compiled function.',
  ),
  resize: row('GB0126', 'Unsupported Tensor.resize_() call', 'resize_() is not traced.', 'Use view(), narrow() or cat().'),
  inputMetadata: row(
    'GB0148',
    'Unsupported function call (delayed)',
    'The shape of an input cannot be changed in place inside a graph.',
    'Use the form without the underscore, and use what it returns.',
  ),
  leafLeaves: row(
    'GB8985',
    'requires_grad_() intermediate leaked as output',
    'A tensor made in the region is given requires_grad_() and leaves it, with what was computed from it.',
    'Call requires_grad_() outside, or detach() what leaves.',
  ),
  retainGrad: row(
    'GB0108',
    'Tensor.retain_grad() with AOTDispatcher',
    'Gradients of tensors inside a graph cannot be kept.',
    'Return the tensor and call retain_grad() outside.',
    true,
  ),
  tolist: row(
    'GB0109',
    'Tensor.tolist() with non-integer tensor',
    'A list of floats would have to be read from the device while tracing.',
    'Return the tensor and convert it outside.',
  ),
  backward: row(
    'GB0123',
    'Unsupported Tensor.backward() call',
    'backward() runs the autograd engine, which is not traced.',
    'Return the loss and call backward() outside.',
  ),
  item: row(
    'GB0124',
    'Unsupported Tensor.item() call with capture_scalar_outputs=False',
    'A Python number is read from a tensor: its value is not known while tracing.',
    'Keep the value a tensor, or read it outside.',
  ),
  unsupportedMethod: row('GB0156', 'Unsupported method call', 'Dynamo has no rule for this method.', 'Call it outside.'),
  missingMethod: row(
    'GB6270',
    'Unhandled tensor method',
    'A tensor made in the region is asked for a method that tensors do not have.',
    'Correct the name; the call fails in eager too.',
  ),
  branch: row('GB0170', 'Data-dependent branching', 'Which way the program goes depends on numbers in a tensor.', 'Use torch.where, or torch.cond.'),
  badBuiltin: row('GB0193', 'invalid call to builtin op handler', 'The built-in got arguments Dynamo has no rule for.', 'Write it with tensor operators.'),
  sortKeys: row('GB0207', 'sort with non-constant keys', 'Sorting by tensors needs their numbers.', 'Use torch.sort.'),
  nonTensor: row('GB0208', 'torch.* op returned non-Tensor', 'The call gives something that is no tensor.', 'Call it outside.'),
  oneHot: row(
    'GB0246',
    'Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape',
    'Without num_classes the width depends on the numbers.',
    'Give num_classes.',
  ),
  parameter: row(
    'GB0264',
    'Attempted to use `torch.nn.Parameter()` constructor with Dynamo',
    'Parameters must exist before the compiled function runs.',
    'Make the module or parameter outside.',
  ),
  logger: row('GB0291', 'logging.Logger method not supported for non-export cases', 'Logging acts outside the graph.', 'Log outside.'),
  typeless: row('GB4841', 'Unsupported python_type() call', 'The logging call cannot be traced.', 'Log outside.'),
  unresolved: row('GB6215', 'Unresolved GetAttrVariable comparison', 'Looking a logger up cannot be traced.', 'Make the logger outside.'),
  repr: row('GB0569', 'repr() on tensor', 'The text of a tensor needs its numbers.', 'Make the text outside.'),
  deepcopy: row('GB4198', 'Attempted to copy.deepcopy a tensor', 'Copies of tensors by the copy module are not traced.', 'Use clone().'),
  fakeError: row('GB4315', 'RuntimeError when making fake tensor call', 'The operator failed on these shapes.', 'See the message; eager fails too.'),
  classBody: row('GB8977', 'Invalid call to __build_class__', 'A class is defined inside the region.', 'Define it outside.'),
  autogradGrad: row(
    'GB9186',
    'using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`',
    'autograd.grad runs the engine, which is not traced.',
    'Call it outside.',
  ),
  rnn: row('GB0014', 'Attempted to wrap RNN, GRU, or LSTM', 'Recurrent modules are not traced by default.', 'Leave them outside the compiled function.'),
  loop: row('GB7000', 'graph break in loop', 'A break inside a loop: the whole frame stays eager.', 'Move the break out of the loop.'),
  limit: row('GB0039', 'Dynamo recompile limit exceeded', 'The function was compiled too often.', 'Find what changes in the guards.'),
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
