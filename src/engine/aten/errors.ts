/** A result that depends on numbers was asked of tensors that have only shapes. */
export class DataDependent extends Error {
  /** `aten._local_scalar_dense.default` */
  readonly op: string;
  constructor(op: string) {
    super(`${op} needs numbers, but the tensors here have only shapes`);
    this.op = op;
  }
}
