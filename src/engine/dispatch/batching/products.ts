/** Batching rules of products of matrices and vectors: all become `matmul` (BatchRulesLinearAlgebra.cpp). */
import type { Scalar } from '../../aten/op.ts';
import { movedTo, type Rule } from './site.ts';

export const mm: Rule = (s) => s.make(s.call.one('matmul', s.front(s.t(0)), s.front(s.t(1))));

export const mv: Rule = (s) => {
  const [m, v] = [s.t(0), s.t(1)];
  if (s.has(m) && s.has(v)) {
    const a = movedTo(s, m, -3);
    const r = s.call.squeeze(s.call.one('matmul', a, s.call.unsqueeze(s.front(v), -1)), -1);
    return s.make(r, r.dim - 2);
  }
  if (s.has(m)) return s.make(s.call.one('matmul', s.front(m), v));
  return s.make(s.call.one('matmul', m, movedTo(s, v, -1)), 1);
};

export const dot: Rule = (s) => {
  const [a, b] = [s.front(s.t(0)), s.front(s.t(1))];
  if (!s.has(s.t(0)) || !s.has(s.t(1))) return s.make(s.call.one('matmul', a, s.call.t(b)));
  const second = s.call.unsqueeze(b, -1);
  return s.make(s.call.squeeze(s.call.squeeze(s.call.one('matmul', s.call.unsqueeze(a, -2), second), -1), -1));
};

const isOne = (x: Scalar): boolean => Number((x as { v?: number }).v ?? x) === 1;

/** beta * self + alpha * product, as two calls. */
export const added =
  (product: string): Rule =>
  (s) => {
    const [beta, alpha] = [s.args[3] as Scalar, s.args[4] as Scalar];
    let out = s.call.one(product, s.t(1), s.t(2));
    if (product === 'mm') return s.call.add(s.call.mul(s.t(0), beta), out, alpha);
    if (!isOne(alpha)) out = s.call.mul(out, alpha);
    return s.call.add(s.call.mul(s.t(0), beta), out);
  };
