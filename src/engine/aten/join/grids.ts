/** Grids from vectors: meshgrid, cartesian_prod, broadcast_tensors. Views as far as PyTorch gives views. */
import { runtimeError } from '../../tensor/errors.ts';
import { broadcastAll } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { type Call, composite, type OpDef } from '../op.ts';

function meshgrid(call: Call, tensors: Tensor[], indexing: string): Tensor[] {
  if (tensors.length === 0) throw runtimeError('meshgrid expects a non-empty TensorList');
  if (indexing !== 'ij' && indexing !== 'xy') throw runtimeError(`torch.meshgrid: indexing must be one of "xy" or "ij", but received: ${indexing}`);
  const swap = indexing === 'xy' && tensors.length >= 2;
  const order = swap ? [tensors[1], tensors[0], ...tensors.slice(2)] : tensors;
  if (tensors.some((t) => t.dtype !== tensors[0].dtype)) throw runtimeError('meshgrid expects all tensors to have the same dtype');
  for (const t of order) if (t.dim > 1) throw runtimeError(`torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ${list(t.sizes)}`);
  const shape = order.map((t) => t.numel);
  const grids = order.map((t, i) =>
    call.expand(
      call.view(
        t,
        shape.map((_, k) => (k === i ? -1 : 1)),
      ),
      shape,
    ),
  );
  return swap ? [grids[1], grids[0], ...grids.slice(2)] : grids;
}

export const GRIDS: readonly OpDef[] = [
  composite('meshgrid(Tensor[] tensors) -> Tensor[]', (call, ts: Tensor[]) => meshgrid(call, ts, 'ij')),
  composite('meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]', meshgrid),
  composite('broadcast_tensors(Tensor[] tensors) -> Tensor[]', (call, ts: Tensor[]) => {
    const sizes = broadcastAll(ts.map((t) => t.sizes));
    return ts.map((t) => (t.sizes.length === sizes.length && t.sizes.every((s, i) => s === sizes[i]) ? t : call.expand(t, sizes)));
  }),
  composite('cartesian_prod(Tensor[] tensors) -> Tensor', (call, ts: Tensor[]) => {
    for (const t of ts) if (t.dim !== 1) throw runtimeError('Expect a 1D vector, but got shape ' + list(t.sizes));
    if (ts.length === 1) return ts[0];
    const grids = meshgrid(call, ts, 'ij').map((g) => call.one('flatten.using_ints', g, 0, -1));
    return call.one('stack', grids, 1);
  }),
];
