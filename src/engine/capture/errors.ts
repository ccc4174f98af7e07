/** The exceptions of `torch._dynamo.exc` that reach programs, with PyTorch's first lines. */
import { excType, makeException, PyError, PyException, type TracebackEntry } from '../python/errors.ts';
import type { Code } from '../python/code.ts';
import { newType, type PyType } from '../python/types.ts';
import type { BreakKind } from './breaks.ts';
import { type Told, userCode } from './told.ts';

function exception(name: string, base: PyType): PyType {
  const t = newType(name, base, 'torch._dynamo.exc');
  t.hasDict = true;
  t.alloc = (cls) => new PyException(cls);
  return t;
}

export const torchDynamoException = exception('TorchDynamoException', excType('RuntimeError'));
export const unsupportedType = exception('Unsupported', torchDynamoException);
export const torchRuntimeError = exception('TorchRuntimeError', torchDynamoException);
export const failOnRecompileLimitHit = exception('FailOnRecompileLimitHit', torchDynamoException);
export const internalError = exception('InternalTorchDynamoError', torchDynamoException);

export const backendCompilerFailed = exception('BackendCompilerFailed', torchDynamoException);

/** What a back end refuses. */
export const backendFailure = (type: string, message: string, backend = 'neuron'): PyError =>
  new PyError(makeException(backendCompilerFailed, `backend='${backend}' raised:\n${type}: ${message}`));

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
  return new PyError(makeException(unsupportedType, `${kind.type}\n  Explanation: ${kind.reason}\n  Hint: ${kind.hint}\n\n ${site(kind.id)}${where}`));
}

export function runtimeFailure(kind: BreakKind, cause: PyError): PyError {
  return new PyError(
    makeException(
      torchRuntimeError,
      `${kind.type}\n  Explanation: Dynamo failed to run FX node with fake tensors: got ${cause.name}('${cause.message}')\n  Hint: ${kind.hint}\n\n ${site(kind.id)}`,
    ),
  );
}

/** A compile under `set_stance("fail_on_recompile")`. PyTorch lists the failed guards with the numbers of its entries. */
export function recompiled(code: Code, line: number, failures: readonly string[]): PyError {
  const why = failures.length === 0 ? '' : `\n    triggered by the following guard failure(s):\n${failures.map((f) => `    - ${f}`).join('\n')}`;
  const place = `filename: '${code.filename}', function name: '${code.name}', line number: ${line}`;
  return new PyError(makeException('RuntimeError', `Detected recompile when torch.compile stance is 'fail_on_recompile'. ${place}${why}`));
}
