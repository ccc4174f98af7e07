/** What the normalising layers share. */
import { type DType, float32 } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { isReduced } from './work.ts';

/** Statistics of half types are kept in float32 when the weights are. */
export const statType = (x: Tensor, weight: Tensor | null): DType => (isReduced(x.dtype) && weight && weight.dtype === float32 ? float32 : x.dtype);

/** `is_mixed_type` and `check_mixed_data_type` of cpu/mixed_data_type.h: half inputs may have float32 parameters, no others differ. */
export function mixedTypes(kernel: string, x: Tensor, params: readonly (Tensor | null)[]): void {
  if (x.dtype.category === 'int' || x.dtype.category === 'bool') throw notImplementedFor(kernel, CPP[x.dtype.name]);
  const given = params.filter((p) => p !== null);
  if (given.length > 0 && given[0].dtype !== x.dtype) {
    if (given.some((p) => p.dtype !== float32)) throw runtimeError('mixed dtype (CPU): expect parameter to have scalar type of Float');
    if (!isReduced(x.dtype)) throw runtimeError('mixed dtype (CPU): all inputs must share same datatype.');
  }
}
