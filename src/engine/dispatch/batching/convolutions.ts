/** Batching rules of convolutions and their gradients: examples become channels or groups (BatchRulesConvolution.cpp). */
import type { Arg } from '../../aten/op.ts';
import { Unsupported } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { into, outOf, type Rule, type Site } from './site.ts';

export const convolution: Rule = (s) => {
  const [x, w, b] = [s.t(0), s.t(1), s.args[2] as Tensor | null];
  const groups = s.args[8] as number;
  if (b !== null && s.has(b)) {
    const bare = s.call.one(s.op.overload, ...s.with({ 2: null }));
    return s.call.add(bare, s.call.view(b, [b.sizes[0], ...new Array<number>(x.dim - 2).fill(1)]));
  }
  if (s.has(x) && !s.has(w)) return outOf(s, s.call.one(s.op.overload, ...s.with({ 0: into(s, x, 0) })), 0);
  if (!s.has(x) && groups === 1 && !(s.args[6] as boolean)) {
    const made = s.call.one(s.op.overload, ...s.with({ 1: into(s, w, 0), 2: null }));
    const out = outOf(s, made, 1);
    return b === null ? out : s.call.add(out, s.call.view(b, [b.sizes[0], ...new Array<number>(x.dim - 2).fill(1)]));
  }
  if (s.has(x) && s.has(w) && !(s.args[6] as boolean)) {
    const made = s.call.one(s.op.overload, ...s.with({ 0: into(s, x, 1), 1: into(s, w, 0), 2: null, 8: groups * s.level.size }));
    const out = outOf(s, made, 1);
    return b === null ? out : s.call.add(out, s.call.view(b, [b.sizes[0], ...new Array<number>(x.dim - 2).fill(1)]));
  }
  throw new Unsupported('aten.convolution with a batched weight and groups under vmap');
};

/** A tensor that stands for one with more channels: nobody reads its numbers. */
const stands = (s: Site, t: Tensor, dim: number): Tensor => {
  const value = s.has(t) ? s.call.select(s.front(t), 0, 0) : t;
  const one = s.call.slice(value, dim, 0, 1);
  const shape = one.sizes.map((n, i) => (i === dim ? s.level.size * value.sizes[dim] : n));
  return s.call.expand(s.call.one('new_empty', one, []), shape);
};

export const convolutionBack: Rule = (s) => {
  const [g, x, w] = [s.t(0), s.t(1), s.t(2)];
  const [transposed, groups, mask] = [s.args[7] as boolean, s.args[9] as number, s.args[10] as boolean[]];
  const back = (changes: Record<number, Arg>, only: boolean[]): Tensor[] => s.call.many('convolution_backward', ...s.with({ 3: null, ...changes, 10: only }));
  if (transposed || !s.has(g)) throw new Unsupported('aten.convolution_backward of such operands under vmap');
  const bias = mask[2]
    ? s.call.sum(
        g,
        g.sizes.map((_, i) => i).filter((i) => i !== 1),
      )
    : null;
  let dx: Tensor | null = null;
  let dw: Tensor | null = null;
  if (s.has(x) && s.has(w)) {
    const made = back({ 0: into(s, g, 1), 1: into(s, x, 1), 2: into(s, w, 0), 9: groups * s.level.size }, [mask[0], mask[1], false]);
    return [mask[0] ? outOf(s, made[0], 1) : null, mask[1] ? outOf(s, made[1], 0) : null, bias] as Tensor[];
  }
  if (mask[0]) {
    if (s.has(w)) dx = outOf(s, back({ 0: into(s, g, 1), 1: stands(s, x, 1), 2: into(s, w, 0), 9: groups * s.level.size }, [true, false, false])[0], 1);
    else dx = outOf(s, back({ 0: into(s, g, 0), 1: stands(s, x, 0) }, [true, false, false])[0], 0);
  }
  if (mask[1]) {
    if (s.has(x)) dw = outOf(s, back({ 0: into(s, g, 1), 1: into(s, x, 1), 2: stands(s, w, 0), 9: groups * s.level.size }, [false, true, false])[1], 0);
    else if (groups === 1) dw = outOf(s, back({ 0: into(s, g, 1), 2: stands(s, w, 0) }, [false, true, false])[1], 0);
    else throw new Unsupported('aten.convolution_backward with groups and one input for all examples under vmap');
  }
  return [dx, dw, bias] as Tensor[];
};
