/** Rows of a table by index: embedding, and the dense gradient of the table. Leaves out sparse gradients and embedding_bag. */
import { fromWorking, toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { indexError, runtimeError, Unsupported } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { below } from '../below.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { dest, isReduced, numberOf, roundingOf } from '../work.ts';

function indicesOf(indices: Tensor, where: string, place: number): void {
  if (indices.dtype !== int64 && indices.dtype.name !== 'int32') {
    throw runtimeError(
      `Expected tensor for argument #${place} 'indices' to have one of the following scalar types: Long, Int; but got torch.${CPP[indices.dtype.name]}Tensor instead (while checking arguments for ${where})`,
    );
  }
}

const embedding: OpDef[] = [
  {
    schema: 'embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor',
    kind: 'kernel',
    meta: (weight: Tensor, indices: Tensor) => {
      if (weight.dim !== 2) throw runtimeError("'weight' must be 2-D");
      indicesOf(indices, 'embedding', 1);
      return empty([...indices.sizes, weight.sizes[1]], weight.dtype, { device: weight.device });
    },
    kernel: (out: Tensor, weight: Tensor, indices: Tensor) => {
      const [w, at] = [toWorking(weight), toWorking(indices)];
      const [rows, width] = weight.sizes;
      const o = dest(out);
      for (let i = 0; i < at.length; i++) {
        if (at[i] < 0 || at[i] >= rows) throw indexError('index out of range in self');
        o.w.set(w.subarray(at[i] * width, (at[i] + 1) * width), i * width);
      }
      o.flush();
    },
    derivative: derivative('EmbeddingBackward0', ['indices'], {
      weight: (c) =>
        c.arg<boolean>('sparse')
          ? inCoordinates(c)
          : c.call.one('embedding_dense_backward', c.g, c.t('indices'), c.like('weight').sizes[0], c.arg('padding_idx'), c.arg('scale_grad_by_freq')),
    }),
  },
  {
    schema: 'embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _i: Tensor, rows: number) => empty([rows, g.sizes[g.dim - 1]], g.dtype, { device: g.device }),
    kernel: (out: Tensor, grad: Tensor, indices: Tensor, _rows: number, padding: number, scale: boolean) => {
      const [g, at] = [toWorking(grad), toWorking(indices)];
      const width = out.sizes[1];
      const counts = new Map<number, number>();
      if (scale) for (const v of at) counts.set(v, (counts.get(v) ?? 0) + 1);
      // A row is added at a time (`grad_weight[k].add_(grad[i], scale)`), in the type of the gradient.
      const r = roundingOf(out.dtype);
      const half = isReduced(out.dtype);
      const w = new Float64Array(out.numel);
      for (let i = 0; i < at.length; i++) {
        if (at[i] === padding) continue;
        const k = scale ? r(1 / (counts.get(at[i]) as number)) : 1;
        for (let j = 0; j < width; j++) w[at[i] * width + j] = r(w[at[i] * width + j] + (half ? r(g[i * width + j] * k) : g[i * width + j] * k));
      }
      fromWorking(out, w);
    },
    derivative: derivative('EmbeddingDenseBackwardBackward0', ['indices'], {
      grad_output: (c) => c.call.reshape(c.call.one('index_select', c.g, 0, c.call.reshape(c.t('indices'), [-1])), c.like('grad_output').sizes),
    }),
  },
];

/** embedding_sparse_backward: the rows that were looked up, and the gradient of each. */
function inCoordinates(c: BackwardContext): Tensor {
  const k = c.call;
  const [rows, width] = c.like('weight').sizes;
  let [indices, g] = [c.t('indices'), c.g];
  const padding = c.arg<number>('padding_idx');
  if (c.arg<boolean>('scale_grad_by_freq')) throw runtimeError('embedding_backward: scale_grad_by_freq not supported with sparse gradients');
  if (padding !== -1) {
    const kept = k.one('ne.Scalar', indices, padding);
    [indices, g] = [k.one('index.Tensor', indices, [kept]), k.one('index.Tensor', g, [kept])];
  }
  if (g.numel === 0) throw new Unsupported('a sparse gradient of an embedding that names no row');
  const at = k.reshape(indices, [1, -1]);
  const values = k.reshape(g, [-1, width]);
  return k.one('_sparse_coo_tensor_unsafe', at, values, [rows, width], null, null, null, null, null);
}

/** Rows that are looked up and longer than they may be are scaled down in place (Embedding.cpp). */
const renorm: OpDef = {
  schema: 'embedding_renorm_(Tensor(a!) self, Tensor indices, float max_norm, float norm_type) -> Tensor(a!)',
  kind: 'kernel',
  meta: (self: Tensor, indices: Tensor) => {
    if (self.dim !== 2)
      throw runtimeError(
        `Expected 2-dimensional tensor, but got ${self.dim}-dimensional tensor for argument #1 'self' (while checking arguments for embedding_renorm_)`,
      );
    indicesOf(indices, 'embedding_renorm_', 2);
    return self;
  },
  kernel: (_out: Tensor, self: Tensor, indices: Tensor, max: Scalar, p: Scalar) => {
    const most = numberOf(max);
    const norms = toWorking(below.one('linalg_vector_norm', self, p, [1], false));
    const [w, width] = [toWorking(self), self.sizes[1]];
    const r = roundingOf(self.dtype);
    for (const row of new Set(toWorking(indices))) {
      if (row < 0 || row >= norms.length) throw indexError(`select(): index ${row} out of range for tensor of size [${self.sizes.join(', ')}] at dimension 0`);
      if (!(norms[row] > most)) continue;
      const scale = r(most / (norms[row] + 1e-7));
      for (let j = row * width; j < (row + 1) * width; j++) w[j] *= scale;
    }
    fromWorking(self, w);
  },
};

export const EMBEDDING: readonly OpDef[] = [...embedding, renorm];
