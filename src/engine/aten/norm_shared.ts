/** What the normalising layers share. */
import { type DType, float32 } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { isReduced } from './work.ts';

/** Statistics of half types are kept in float32 when the weights are. */
export const statType = (x: Tensor, weight: Tensor | null): DType => (isReduced(x.dtype) && weight && weight.dtype === float32 ? float32 : x.dtype);
