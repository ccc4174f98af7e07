/** `torch._C._sparse`: what the Python half of torch.sparse calls. Lies in the pack `ops-sparse`. */
import { PyModule } from '../python/functions.ts';
import { fn } from '../python/native.ts';
import { PyList, type PyTuple } from '../python/containers.ts';
import { integers } from '../aten/sparse/coo.ts';
import { type PyTensor, wrap } from './objects.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { call, one } from './runtime.ts';

export function makeSparse(): PyModule {
  const m = new PyModule('torch._C._sparse');
  const list = [
    fn('make(indices, values, size, is_coalesced, /)', (_vm, i: PyTensor, v: PyTensor, size: PyTuple, is: boolean | null) =>
      wrap(one('_sparse_coo_tensor_unsafe', i.t, v.t, [...size.items] as number[], null, null, null, null, is)),
    ),
    fn('reach(indices, /)', (_vm, i: PyTensor) => {
      call('min.dim', i.t, 1, false);
      const [most] = call('max.dim', i.t, 1, false) as Tensor[];
      return new PyList(integers(one('add_.Scalar', most, 1, 1)));
    }),
    fn('mm(sparse, dense, /)', (_vm, a: PyTensor, b: PyTensor) => wrap(one('_sparse_mm', a.t, b.t))),
    fn('addmm(input, sparse, dense, beta, alpha, /)', (_vm, s: PyTensor, a: PyTensor, b: PyTensor, beta, alpha) =>
      wrap(one('_sparse_addmm', s.t, a.t, b.t, beta as never, alpha as never)),
    ),
  ];
  for (const f of list) m.attrs.set(f.name, f);
  return m;
}
