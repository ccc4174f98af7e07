/**
 * What this layer and the operators raise.
 *
 * `TorchError` carries the Python exception type and PyTorch's own message: the evaluator turns it into that exception.
 * `Unsupported` says that a construct is not modelled; it is no Python exception, no program can catch it, and the
 * session adds the line.
 */

export type ErrorKind =
  | 'RuntimeError' | 'IndexError' | 'ValueError' | 'TypeError' | 'NotImplementedError' | 'OverflowError' | 'KeyError'
  | 'AssertionError' | 'AttributeError' | 'ZeroDivisionError';

export class TorchError extends Error {
  readonly kind: ErrorKind;
  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.name = kind;
    this.kind = kind;
  }
}

/** A `RuntimeError` with PyTorch's words: what `TORCH_CHECK` throws. */
export const runtimeError = (message: string): TorchError => new TorchError('RuntimeError', message);

/** What `TORCH_CHECK_INDEX` throws. */
export const indexError = (message: string): TorchError => new TorchError('IndexError', message);

/** Something this engine does not model, named so that a reader knows what to avoid. */
export class Unsupported extends Error {
  readonly construct: string;
  constructor(construct: string) {
    super(`not modelled: ${construct}`);
    this.name = 'Unsupported';
    this.construct = construct;
  }
}
