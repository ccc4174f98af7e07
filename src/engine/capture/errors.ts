/** The exceptions of `torch._dynamo.exc` that reach programs, with PyTorch's first lines. */
import { excType, makeException, PyError, PyException, type TracebackEntry } from '../python/errors.ts';
import type { Code } from '../python/code.ts';
import { newType, type PyType } from '../python/types.ts';

function exception(name: string, base: PyType, module = 'torch._dynamo.exc'): PyType {
  const t = newType(name, base, module);
  t.hasDict = true;
  t.alloc = (cls) => new PyException(cls);
  return t;
}

export const torchDynamoException = exception('TorchDynamoException', excType('RuntimeError'));
export const unsupportedType = exception('Unsupported', torchDynamoException);
export const torchRuntimeError = exception('TorchRuntimeError', torchDynamoException);
export const failOnRecompileLimitHit = exception('FailOnRecompileLimitHit', excType('Exception'));
export const recompileError = exception('RecompileError', torchDynamoException);
export const userErrorType = exception('UserError', torchDynamoException);
export const constraintViolation = exception('ConstraintViolationError', excType('RuntimeError'), 'torch.fx.experimental.symbolic_shapes');
export const internalError = exception('InternalTorchDynamoError', torchDynamoException);

const shortenTraceback = exception('ShortenTraceback', torchDynamoException);
export const backendCompilerFailed = exception('BackendCompilerFailed', shortenTraceback);

/** What a back end refuses. `within`: where it arose, if in Python of the program. */
export function backendFailure(type: string, message: string, backend = 'neuron', within: readonly TracebackEntry[] = []): PyError {
  const exc = makeException(backendCompilerFailed, `backend='${backend}' raised:\n${type}: ${message}`);
  exc.traceback.push(...within);
  useful.set(exc, within.length);
  return new PyError(exc);
}

const useful = new WeakMap<PyException, number>();

/** Frames between a compiled call and its back end are left out (`ShortenTraceback.remove_dynamo_frames`). */
export function shorten(e: unknown): void {
  const kept = e instanceof PyError ? useful.get(e.exc) : undefined;
  if (kept !== undefined) (e as PyError).exc.traceback.length = kept;
}

/** A compile anew under `config.error_on_recompile`. PyTorch puts the numbers of its entries before the failed guards. */
export function refusedAnew(code: Code, line: number, failures: readonly string[]): PyError {
  const why = failures.map((f) => `\n    - ${f}`).join('');
  return new PyError(
    makeException(recompileError, `Recompiling function ${code.name} in ${code.filename}:${line}\n    triggered by the following guard failure(s):${why}`),
  );
}

/** A compile under `set_stance("fail_on_recompile")`. PyTorch lists the failed guards with the numbers of its entries. */
export function recompiled(code: Code, line: number, failures: readonly string[]): PyError {
  const why = failures.length === 0 ? '' : `\n    triggered by the following guard failure(s):\n${failures.map((f) => `    - ${f}`).join('\n')}`;
  const place = `filename: '${code.filename}', function name: '${code.name}', line number: ${line}`;
  return new PyError(makeException('RuntimeError', `Detected recompile when torch.compile stance is 'fail_on_recompile'. ${place}${why}`));
}
