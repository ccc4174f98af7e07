/**
 * Batching rules of layers that take any number of images or sequences: examples and images become one dimension
 * (`EXISTING_BDIM` in functorch's BatchRulesHelper.h; BatchRulesPooling.cpp, BatchRulesModules.cpp).
 */
import type { Ret } from '../../aten/op.ts';
import { isTensor } from '../../aten/work.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { give, into, outOf, type Rule, type Site } from './site.ts';

const outOfAll = (s: Site, ret: Ret): Ret => (Array.isArray(ret) ? ret.map((t) => outOf(s, t as Tensor, 0)) : outOf(s, ret as Tensor, 0));

/** The first argument carries the images. */
const existing: Rule = (s) => outOfAll(s, s.call(s.op.overload, ...s.with({ 0: into(s, s.t(0), 0) })));

/** All tensors carry them: gradients beside what they are gradients of. */
const existingInAll: Rule = (s) =>
  outOfAll(
    s,
    s.call(
      s.op.overload,
      ...s.args.map((a) => {
        if (!isTensor(a)) return a;
        return into(s, a, 0);
      }),
    ),
  );

/** Windows with the places of their greatest: an example without images takes the hidden dimension for them. */
const withPlaces: Rule = (s) => {
  const spatial = Number(/(\d)d/.exec(s.op.overload)?.[1]);
  if (s.t(0).dim === spatial + 1) return s.again(s.with({ 0: s.front(s.t(0)) }));
  const made = s.call.many(s.op.overload, ...s.with({ 0: into(s, s.t(0), 0) }));
  return outOfAll(s, made);
};

give(
  `_adaptive_avg_pool2d _adaptive_avg_pool3d avg_pool2d avg_pool3d upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_linear1d
  upsample_bilinear2d upsample_bicubic2d upsample_trilinear3d im2col col2im pixel_shuffle pixel_unshuffle channel_shuffle reflection_pad1d reflection_pad2d
  reflection_pad3d replication_pad1d replication_pad2d replication_pad3d`,
  existing,
);
give(
  `_adaptive_avg_pool2d_backward _adaptive_avg_pool3d_backward avg_pool2d_backward avg_pool3d_backward max_pool2d_with_indices_backward
  max_pool3d_with_indices_backward adaptive_max_pool2d_backward reflection_pad1d_backward reflection_pad2d_backward replication_pad1d_backward
  replication_pad2d_backward`,
  existingInAll,
);
give('max_pool2d_with_indices max_pool3d_with_indices adaptive_max_pool2d', withPlaces);
give('constant_pad_nd', (s) => s.again(s.with({ 0: s.front(s.t(0)) })));
