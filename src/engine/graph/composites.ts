/**
 * Composite operators that decompose differently while AOTAutograd traces: PyTorch then prefers its Python
 * decompositions (`py_impl(CompositeImplicitAutograd)` in torch/_decomp) to the C++ ones.
 *
 * A row gets the dispatcher's `call` and the operator's arguments. Leaves out: RNNs. Resizing has a file of its own.
 */
import type { Arg, Call, Ret } from '../aten/op.ts';
import { PyFloat } from '../python/values.ts';
import { broadcastAll, isContiguous } from '../tensor/strides.ts';
import { int64 } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import { UPSAMPLING } from './upsampling.ts';

type Composite = (call: Call, ...args: Arg[]) => Ret;

const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);

/** Whether a batched product goes through one `mm` (`should_fold` of _decomp/decompositions.py). */
function shouldFold(a: Tensor, b: Tensor): boolean {
  const [t1, t2] = a.dim >= b.dim ? [a, b] : [b, a];
  const [d1, d2] = [t1.dim, t2.dim];
  if (!(d1 >= 3 && d2 <= 2)) return false;
  if (requiresGrad(t2)) return true;
  if (a.dim === 2) return false;
  if (t1.numel === 0) return true;
  return isContiguous(t1.sizes, t1.strides);
}

function matmul(call: Call, x: Arg, y: Arg): Ret {
  const a = x as Tensor;
  const b = y as Tensor;
  const [d1, d2] = [a.dim, b.dim];
  if (d1 === 1 && d2 === 1) return call('dot', a, b);
  if (d1 === 2 && d2 === 1) return call('mv', a, b);
  if (d1 === 1 && d2 === 2) return call.squeeze(call.mm(call.unsqueeze(a, 0), b), 0);
  if (d1 === 2 && d2 === 2) return call('mm', a, b);
  if (shouldFold(a, b)) {
    const transpose = d2 > d1;
    const t1 = transpose ? call.transpose(b, -2, -1) : a;
    const t2 = !transpose ? b : d1 === 2 ? call.t(a) : a;
    const sizes = t1.sizes;
    const out = sizes.slice(0, -1);
    const folded = product(out);
    const flat = call.reshape(t1, [folded, sizes[sizes.length - 1]]);
    if (t2.dim === 2) {
      const made = call.one('_unsafe_view', call.mm(flat, t2), [...out, t2.sizes[1]]);
      return transpose ? call.contiguous(call.transpose(made, -2, -1)) : made;
    }
    return call.one('_unsafe_view', call.one('mv', flat, t2), [...out]);
  }
  const n = d1 > 1 ? a.sizes[d1 - 2] : 1;
  const m1 = a.sizes[d1 - 1];
  const batch1 = a.sizes.slice(0, Math.max(0, d1 - 2));
  const m2 = d2 > 1 ? b.sizes[d2 - 2] : b.sizes[d2 - 1];
  const p = d2 > 1 ? b.sizes[d2 - 1] : 1;
  const batch2 = b.sizes.slice(0, Math.max(0, d2 - 2));
  if (d1 === 3 && d2 === 3 && batch1[0] !== batch2[0]) {
    if (batch1[0] === 1 && requiresGrad(a)) return matmul(call, call.squeeze(a, 0), b);
    if (batch2[0] === 1 && requiresGrad(b)) return matmul(call, a, call.squeeze(b, 0));
  }
  const batch = broadcastAll([batch1, batch2]);
  const count = product(batch);
  const e1 = call.reshape(call.expand(a, [...batch, n, m1]), [count, n, m1]);
  const vector = d2 === 1;
  const e2 = vector
    ? call.unsqueeze(call.reshape(call.expand(b, [...batch, m2]), [count, m2]), 2)
    : call.reshape(call.expand(b, [...batch, m2, p]), [count, m2, p]);
  const shape = [...batch];
  if (d1 > 1) shape.push(n);
  if (d2 > 1) shape.push(p);
  const made = call.bmm(e1, e2);
  return vector ? call.view(call.squeeze(made, -1), shape) : call.view(made, shape);
}

/** Operators that PyTorch rewrites while tracing in ways that are not modelled. */
export const REWRITTEN = /^_upsample_\w+_aa|^(lstm|gru|rnn_tanh|rnn_relu)(\.|$)/;

export const AOT_COMPOSITES: Readonly<Record<string, Composite>> = {
  matmul,
  ...UPSAMPLING,
  one_hot: (call, x, classes) => {
    const self = x as Tensor;
    const n = Number(classes);
    call('_assert_async.msg', call.one('all', call.one('ge.Scalar', self, 0)), 'one_hot: Class values must be non-negative.');
    call('_assert_async.msg', call.one('all', call.one('lt.Scalar', self, n)), 'one_hot: Class values must be smaller than num_classes.');
    const column = call.unsqueeze(self, -1);
    const row = call.one('arange', n, self.dtype, null, self.device, null);
    return call.one('to.dtype', call.one('eq.Tensor', column, row), int64);
  },
  // Operands that have the common shape already are passed on as they are.
  broadcast_tensors: (call, given) => {
    const tensors = given as Tensor[];
    const shape = broadcastAll(tensors.map((t) => t.sizes));
    return tensors.map((t) => (t.dim === shape.length && t.sizes.every((s, i) => s === shape[i]) ? t : call.expand(t, shape)));
  },
  dropout: (call, input, p, train) => {
    const rate = p instanceof PyFloat ? p.v : Number(p);
    if (train && rate !== 0) return (call('native_dropout', input, p, train) as Tensor[])[0];
    return call('clone', input, null);
  },
};
