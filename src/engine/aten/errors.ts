import { Unsupported } from '../python/errors.ts';

/** A result that depends on numbers was asked of tensors that have only shapes. */
export class DataDependent extends Unsupported {
  /** `aten._local_scalar_dense.default` */
  readonly op: string;
  constructor(op: string) {
    super(`${op} on tensors that have only shapes`);
    this.op = op;
  }
}
