/**
 * What happens to conjugate views below autograd: operators that know nothing of the bit get copies without it, as
 * PyTorch's key `Conjugate` does (aten/src/ATen/native/MathBitsFallback.h; the operators that pass through are those of
 * ConjugateFallback.cpp). An operator that writes into such a view works on the copy, which is then copied back.
 *
 * Leaves out: the negative bit.
 */
import { Tensor } from '../../tensor/tensor.ts';
import type { Arg, Op, Ret } from '../op.ts';

const KNOWING = new Set(
  (
    'set_ copy_ clone _conj_physical conj_physical_ empty_like empty empty_strided full_like resize_ _unsafe_view ' +
    'dot vdot mm addmm addmm_ bmm baddbmm baddbmm_ _linalg_svd _new_zeros_with_same_feature_meta _has_same_storage_numel'
  ).split(' '),
);

const isConjugate = (a: Arg): a is Tensor => a instanceof Tensor && a.conj;

interface Below {
  call: { u(overload: string, t: Tensor): Tensor; (overload: string, ...args: Arg[]): Ret };
  belowAutograd<T>(f: () => T): T;
  gradFnName: string | null;
  belowConjugates(op: Op, args: readonly Arg[]): Ret;
}

export function resolveConjugates(op: Op, args: readonly Arg[], d: Below): Ret {
  if (op.kind === 'view' || KNOWING.has(op.sig.base) || !args.some((a) => isConjugate(a) || (Array.isArray(a) && a.some(isConjugate))))
    return d.belowConjugates(op, args);
  const name = d.gradFnName;
  const made = d.belowAutograd(() => {
    const copy = (a: Arg): Arg => (isConjugate(a) ? d.call.u('clone', a) : a);
    return args.map((a) => (Array.isArray(a) ? a.map(copy) : copy(a)));
  });
  d.gradFnName = name;
  const ret = d.belowConjugates(op, made);
  for (let i = 0; i < args.length; i++) {
    const [from, to] = [made[i], args[i]];
    if (!op.sig.args[i].write || from === to || !isConjugate(to)) continue;
    d.belowAutograd(() => d.call('copy_', to, from, false));
    return to;
  }
  return ret;
}
