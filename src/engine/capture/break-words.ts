/** Why each kind of break ends a graph, and the cure, in our words; and PyTorch's errors that tell of one. */
import { makeException, PyError, type TracebackEntry } from '../python/errors.ts';
import { type BreakKind, type BreakName, BREAKS } from './breaks.ts';
import { torchRuntimeError, unsupportedType } from './errors.ts';
import { type Told, userCode } from './told.ts';

export interface BreakWords {
  readonly reason: string;
  readonly hint: string;
}

const words = (reason: string, hint: string): BreakWords => ({ reason, hint });

export const BREAK_WORDS: Readonly<Record<BreakName, BreakWords>> = {
  skipped: words(
    'The function is one PyTorch never traces: it talks to the system, or draws random numbers in Python.',
    'Call it before the compiled function and pass the result in.',
  ),
  markedSkipped: words('The function is one that PyTorch keeps out of graphs, such as `zero_grad` of an optimizer.', 'Call it outside the compiled function.'),
  userBreak: words('The program asks for a break here.', 'Remove the call.'),
  dataDependent: words('The result is a Python value that depends on the numbers in a tensor.', 'Keep the result a tensor, or compute it outside.'),
  dynamicShape: words('The shape of the result depends on the numbers in a tensor.', 'Use torch.where or a mask of fixed shape.'),
  setData: words('Assigning .data of a tensor made inside the region cannot be traced.', 'Use copy_() under torch.no_grad().'),
  builtin: words('A built-in function that acts outside the graph, such as print, cannot be part of it.', 'Move the call out of the compiled function.'),
  assertSymbolic: words('An assertion about a size or number that became dynamic fails.', 'Check the size before the compiled function is called.'),
  assertFalse: words(
    'An assertion fails while tracing, in a function that was called or inside try or with.',
    'Make it hold, or take it out of the compiled function.',
  ),
  assertText: words('The message of an assertion that fails is no text, or text whose parts are known only at run time.', 'Give it a message that is text.'),
  buildString: words('An f-string joins text with a size or number that became dynamic.', 'Make the text outside, or say dynamic=False.'),
  observedException: words('Tracing ended in a Python exception that the function does not catch.', 'See what raises it, outside the compiled function.'),
  disabled: words('The function is marked with torch.compiler.disable.', 'Remove the mark, or call it outside.'),
  disabledOnce: words(
    'The function is marked with torch.compiler.disable(recursive=False): what it calls may still be compiled.',
    'Remove the mark, or call it outside.',
  ),
  requiresGrad: words('Whether an input needs a gradient cannot be changed inside a graph.', 'Call requires_grad_() before the compiled function.'),
  resize: words('resize_() is not traced.', 'Use view(), narrow() or cat().'),
  inputMetadata: words('The shape of an input cannot be changed in place inside a graph.', 'Use the form without the underscore, and use what it returns.'),
  leafLeaves: words(
    'A tensor made in the region is given requires_grad_() and leaves it, with what was computed from it.',
    'Call requires_grad_() outside, or detach() what leaves.',
  ),
  retainGrad: words('Gradients of tensors inside a graph cannot be kept.', 'Return the tensor and call retain_grad() outside.'),
  tolist: words('A list of floats would have to be read from the device while tracing.', 'Return the tensor and convert it outside.'),
  backward: words('backward() runs the autograd engine, which is not traced.', 'Return the loss and call backward() outside.'),
  item: words('A Python number is read from a tensor: its value is not known while tracing.', 'Keep the value a tensor, or read it outside.'),
  unsupportedMethod: words('Dynamo has no rule for this method.', 'Call it outside.'),
  missingMethod: words('A tensor made in the region is asked for a method that tensors do not have.', 'Correct the name; the call fails in eager too.'),
  branch: words('Which way the program goes depends on numbers in a tensor.', 'Use torch.where, or torch.cond.'),
  badBuiltin: words('The built-in got arguments Dynamo has no rule for.', 'Write it with tensor operators.'),
  sortKeys: words('Sorting by tensors needs their numbers.', 'Use torch.sort.'),
  nonTensor: words('The call gives something that is no tensor.', 'Call it outside.'),
  oneHot: words('Without num_classes the width depends on the numbers.', 'Give num_classes.'),
  parameter: words('Parameters must exist before the compiled function runs.', 'Make the module or parameter outside.'),
  logger: words('Logging acts outside the graph.', 'Log outside.'),
  typeless: words('The logging call cannot be traced.', 'Log outside.'),
  unresolved: words('Looking a logger up cannot be traced.', 'Make the logger outside.'),
  repr: words('The text of a tensor needs its numbers.', 'Make the text outside.'),
  deepcopy: words('Copies of tensors by the copy module are not traced.', 'Use clone().'),
  fakeError: words('The operator failed on these shapes.', 'See the message; eager fails too.'),
  classBody: words('A class is defined inside the region.', 'Define it outside.'),
  autogradGrad: words('autograd.grad runs the engine, which is not traced.', 'Call it outside.'),
  rnn: words('Recurrent modules are not traced by default.', 'Leave them outside the compiled function.'),
  loop: words('A break inside a loop: the whole frame stays eager.', 'Move the break out of the loop.'),
  limit: words('The function was compiled too often.', 'Find what changes in the guards.'),
};

const names = new Map(Object.entries(BREAKS).map(([name, kind]) => [kind, name as BreakName]));

export const wordsOf = (kind: BreakKind): BreakWords => BREAK_WORDS[names.get(kind) as BreakName];

const site = (id: string): string =>
  `For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/${id.toLowerCase()}.html`;

/** What PyTorch says of a break. */
export function breakText(kind: BreakKind, told: Told): string {
  const hints = told.hints.map((h) => `  Hint: ${h}\n`).join('');
  return `${kind.type}\n  Explanation: ${told.explanation}\n${hints}\n  Developer debug context: ${told.context}\n\n ${site(kind.id)}`;
}

/** What `fullgraph=True` raises where a break would be. Only the first line is PyTorch's to the letter. */
export function unsupportedError(kind: BreakKind, line: number | null, told: Told | null = null, entries: readonly TracebackEntry[] = []): PyError {
  if (told) return new PyError(makeException(unsupportedType, breakText(kind, told) + userCode(entries)));
  const where = line === null ? '' : `\n\nfrom user code:\n   line ${line}\n`;
  return new PyError(
    makeException(unsupportedType, `${kind.type}\n  Explanation: ${wordsOf(kind).reason}\n  Hint: ${wordsOf(kind).hint}\n\n ${site(kind.id)}${where}`),
  );
}

export function runtimeFailure(kind: BreakKind, cause: PyError): PyError {
  return new PyError(
    makeException(
      torchRuntimeError,
      `${kind.type}\n  Explanation: Dynamo failed to run FX node with fake tensors: got ${cause.name}('${cause.message}')\n  Hint: ${wordsOf(kind).hint}\n\n ${site(kind.id)}`,
    ),
  );
}
