/**
 * matmul and linear as the composites they are, and chain_matmul.
 *
 * They choose between mm, mv and bmm exactly as LinearAlgebra.cpp and Linear.cpp do, since each choice shows in a trace.
 */
import { runtimeError } from '../../tensor/errors.ts';
import { broadcastAll, isContiguous } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Call, OpDef } from '../op.ts';
import { product1 } from './product.ts';

function shouldFold(call: Call, a: Tensor, b: Tensor, needsGrad: (t: Tensor) => boolean): boolean {
  const larger = a.dim >= b.dim;
  const t1 = larger ? a : call.transpose(b, -2, -1);
  const t2 = larger ? b : a;
  if (t1.dim < 3 || t2.dim > 2) return false;
  if (needsGrad(t2)) return true;
  if (a.dim === 2) return false;
  if (t1.numel === 0) return true;
  for (let i = 0; i < t1.dim - 2; i++) if (t1.strides[i] !== t1.strides[i + 1] * t1.sizes[i + 1]) return false;
  return true;
}

export function matmul(call: Call, a: Tensor, b: Tensor): Tensor {
  if (a.dim === 0 || b.dim === 0) throw runtimeError(`both arguments to matmul need to be at least 1D, but they are ${a.dim}D and ${b.dim}D`);
  if (a.dim === 1 && b.dim === 1) return call.one('dot', a, b);
  if (a.dim === 2 && b.dim === 1) return call.one('mv', a, b);
  if (a.dim === 1 && b.dim === 2) return call.one('squeeze_.dim', call.mm(call.unsqueeze(a, 0), b), 0);
  if (a.dim === 2 && b.dim === 2) return call.mm(a, b);
  if ((a.dim >= 3 && b.dim <= 2) || (b.dim >= 3 && a.dim <= 2)) {
    if (shouldFold(call, a, b, call.requiresGrad)) return folded(call, a, b);
  }
  return batched(call, a, b);
}

function folded(call: Call, a: Tensor, b: Tensor): Tensor {
  const flip = b.dim > a.dim;
  const t1 = flip ? call.transpose(b, -2, -1) : a;
  const t2 = !flip ? b : a.dim === 2 ? call.t(a) : a;
  const size = t1.sizes.slice(0, -1);
  const lines = product1(size);
  if (t2.dim === 2) size.push(t2.sizes[1]);
  const flat = call.reshape(t1, [lines, t1.sizes[t1.dim - 1]]);
  if (t2.dim === 2) {
    const out = call.one('_unsafe_view', call.mm(flat, t2), size);
    return flip ? call.contiguous(call.transpose(out, -2, -1)) : out;
  }
  return call.one('_unsafe_view', call.one('mv', flat, t2), size);
}

export function batched(call: Call, a: Tensor, b: Tensor): Tensor {
  const n = a.dim > 1 ? a.sizes[a.dim - 2] : 1;
  const m1 = a.sizes[a.dim - 1];
  const batch1 = a.sizes.slice(0, -2);
  const m2 = b.dim > 1 ? b.sizes[b.dim - 2] : b.sizes[0];
  const p = b.dim > 1 ? b.sizes[b.dim - 1] : 1;
  const batch2 = b.sizes.slice(0, -2);
  if (a.dim === 3 && b.dim === 3 && batch1[0] !== batch2[0]) {
    if (batch1[0] === 1) return matmul(call, call.squeeze(a, 0), b);
    if (batch2[0] === 1) return matmul(call, a, call.squeeze(b, 0));
  }
  const out = broadcastAll([batch1, batch2]);
  const count = product1(out);
  const x = call.reshape(call.expand(a, [...out, n, m1]), [count, n, m1]);
  const vector = b.dim === 1;
  const grown = call.expand(b, [...out, ...(vector ? [m2] : [m2, p])]);
  const y = vector ? call.unsqueeze(call.reshape(grown, [count, m2]), 2) : call.reshape(grown, [count, m2, p]);
  const size = [...out, ...(a.dim > 1 ? [n] : []), ...(b.dim > 1 ? [p] : [])];
  const made = call.bmm(x, y);
  return call.one('_unsafe_view', vector ? call.squeeze(made, -1) : made, size);
}

export function linear(call: Call, input: Tensor, weight: Tensor, bias: Tensor | null): Tensor {
  if (input.dim === 2 && bias) return call.one('addmm', bias, input, call.t(weight), 1, 1);
  if (bias && input.dim !== 0 && isContiguous(input.sizes, input.strides) && (input.dim === 3 || bias.dim === 1)) {
    const flat = call.reshape(input, [product1(input.sizes.slice(0, -1)), input.sizes[input.dim - 1]]);
    const made = call.one('addmm', bias, flat, call.t(weight), 1, 1);
    return call.view(made, [...input.sizes.slice(0, -1), made.sizes[1]]);
  }
  const out = matmul(call, input, call.t(weight));
  return bias ? call.add(out, bias) : out;
}

export const MATMUL: readonly OpDef[] = [
  { schema: 'matmul(Tensor self, Tensor other) -> Tensor', kind: 'composite', composite: matmul },
  { schema: 'linalg_matmul(Tensor self, Tensor other) -> Tensor', kind: 'composite', composite: matmul },
  { schema: 'linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor', kind: 'composite', composite: linear },
  {
    schema: 'chain_matmul(Tensor[] matrices) -> Tensor',
    kind: 'composite',
    composite: (call, ms: Tensor[]) => (ms.length === 1 ? ms[0] : call.one('linalg_multi_dot', ms)),
  },
];
