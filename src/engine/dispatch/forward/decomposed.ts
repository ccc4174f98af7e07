/** Operators that forward mode takes apart instead (torch/_decomp/decompositions_for_jvp.py): backward operators without a formula. */
import type { Arg, Call, Ret } from '../../aten/op.ts';
import type { Tensor } from '../../tensor/tensor.ts';

type Apart = (call: Call, ...args: never[]) => Ret;

export const DECOMPOSED: Readonly<Record<string, Apart>> = {
  _softmax_backward_data: (call: Call, g: Tensor, out: Tensor, dim: number) => {
    const weighted = call.one('mul.Tensor', g, out);
    return call.contiguous(call.one('sub.Tensor', weighted, call.one('mul.Tensor', out, call.sum(weighted, [dim], true))));
  },
  _log_softmax_backward_data: (call: Call, g: Tensor, out: Tensor, dim: number) => {
    const e = call.u('exp', out);
    return call.contiguous(call.one('sub.Tensor', g, call.one('mul.Tensor', e, call.sum(g, [dim], true))));
  },
  trace: (call: Call, self: Tensor) => call.one('sum', call.one('diag', self, 0), null) as Arg as Ret,
};
