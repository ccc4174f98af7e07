/**
 * What this layer and the operators raise: Python exceptions with PyTorch's own words.
 *
 * Each function makes the exception, so that callers write `throw runtimeError(…)` and the compiler sees the end of the
 * path. `Unsupported` (python/errors.ts) is for what is not modelled.
 */
import { excType, makeException, PyError, PyException, Unsupported } from '../python/errors.ts';
import { newType } from '../python/types.ts';

export { Unsupported };

export const pyError = (type: string, message: string): PyError => new PyError(makeException(type, message));

/** What `TORCH_CHECK` throws. */
export const runtimeError = (message: string): PyError => pyError('RuntimeError', message);

/** What `TORCH_CHECK_INDEX` throws. */
/** `torch.linalg.LinAlgError`: what the matrices of a program make impossible. */
export const linalgErrorType = newType('_LinAlgError', excType('RuntimeError'), 'torch._C');
linalgErrorType.hasDict = true;
linalgErrorType.alloc = (cls) => new PyException(cls);
export const linalgError = (message: string): PyError => new PyError(makeException(linalgErrorType, message));
export const indexError = (message: string): PyError => pyError('IndexError', message);
export const valueError = (message: string): PyError => pyError('ValueError', message);
export const typeError = (message: string): PyError => pyError('TypeError', message);

/** What a kernel without code for an element type throws, by the kernel's C++ name. Kernels alone know: tracing passes. */
export const notImplementedFor = (kernel: string, type: string): PyError => pyError('NotImplementedError', `"${kernel}" not implemented for '${type}'`);
