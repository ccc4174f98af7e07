/** Tensors as arguments of collectives. */
import { raise } from '../../python/errors.ts';
import type { Value } from '../../python/values.ts';
import { typeOf } from '../../python/types.ts';
import { complex64, float32 } from '../../tensor/dtype.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { PyTensor } from '../objects.ts';
import { items } from './mesh.ts';

export const tensor = (v: Value): Tensor =>
  v instanceof PyTensor
    ? asReal(v.t)
    : raise(
        'TypeError',
        `Invalid function argument. Expected parameter \`tensor\` of type torch.Tensor\n             but got <class '${typeOf(v).name}'> instead.`,
      );
/** Complex numbers travel as pairs (`view_as_real`). */
function asReal(t: Tensor): Tensor {
  if (t.dtype !== complex64) return t;
  return new Tensor(t.storage, float32, [...t.sizes, 2], [...t.strides.map((s) => 2 * s), 1], 2 * t.offset);
}
export const tensors = (v: Value): Tensor[] => items(v).map(tensor);
