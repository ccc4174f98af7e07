/**
 * Sizes, strides and their kin as operators: what graphs with symbolic shapes call. On tensors with known shapes they
 * are the numbers.
 */
import { isChannelsLastContiguous, isContiguous, wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { composite, type OpDef } from './op.ts';

export const SYMBOLIC: readonly OpDef[] = [
  composite('sym_size.int(Tensor self, int dim) -> SymInt', (_call, self: Tensor, dim: number) => self.sizes[wrapDim(dim, self.dim)]),
  composite('sym_stride.int(Tensor self, int dim) -> SymInt', (_call, self: Tensor, dim: number) => self.strides[wrapDim(dim, self.dim)]),
  composite('sym_numel(Tensor self) -> SymInt', (_call, self: Tensor) => self.numel),
  composite('sym_storage_offset(Tensor self) -> SymInt', (_call, self: Tensor) => self.offset),
  composite('sym_is_contiguous(Tensor self, MemoryFormat memory_format=contiguous_format) -> SymBool', (_call, self: Tensor, format: string) =>
    format === 'channels_last'
      ? isChannelsLastContiguous(self.sizes, self.strides, 4)
      : format === 'channels_last_3d'
        ? isChannelsLastContiguous(self.sizes, self.strides, 5)
        : isContiguous(self.sizes, self.strides),
  ),
];
