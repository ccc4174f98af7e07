/** torch.Generator: the Python object around a random generator. */
import { newType, objectType } from '../python/types.ts';
import { PyObject } from '../python/values.ts';

export const generatorTorchType = newType('Generator', objectType, 'torch._C');

export class PyGenerator extends PyObject {
  readonly cls = generatorTorchType;
  readonly g: object;
  constructor(g: object) {
    super();
    this.g = g;
  }
}
