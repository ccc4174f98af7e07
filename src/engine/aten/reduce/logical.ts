/** any and all, of everything or along dimensions. uint8 stays uint8, as in PyTorch. */
import type { Working } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { bool, type DType } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes } from '../dims.ts';
import type { OpDef } from '../op.ts';
import { type Dim, reduceRows } from './rows.ts';

const anyAll = (name: 'any' | 'all'): OpDef[] => {
  const outType = (self: Tensor): DType => (self.dtype.name === 'uint8' ? self.dtype : bool);
  const f =
    name === 'any'
      ? (w: Working, at: number, n: number): number => {
          for (let i = at; i < at + n; i++) if (w[i] !== 0) return 1;
          return 0;
        }
      : (w: Working, at: number, n: number): number => {
          for (let i = at; i < at + n; i++) if (w[i] === 0) return 0;
          return 1;
        };
  const form = (schema: string): OpDef => ({
    schema,
    kind: 'kernel',
    meta: (self: Tensor, dim: Dim = null, keepdim = false) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim, false), keepdim), outType(self), { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: Dim = null) => reduceRows(out, self, reducedDims(dim, self.dim, false), self.dtype, f),
  });
  return [
    form(`${name}(Tensor self) -> Tensor`),
    form(`${name}.dim(Tensor self, int dim, bool keepdim=False) -> Tensor`),
    form(`${name}.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor`),
    form(`_is_${name}_true(Tensor self) -> Tensor`),
  ];
};

export const LOGICAL: readonly OpDef[] = [...anyAll('any'), ...anyAll('all')];
