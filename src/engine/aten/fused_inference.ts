/**
 * Attention and a whole encoder layer in one operator: what nn.MultiheadAttention and nn.TransformerEncoderLayer run where no
 * gradient is wanted.
 *
 * Order of the sums follows native/transformers/attention.cpp and transformer.cpp: the bias is added and the queries scaled
 * while the projection is cut in three, the softmax skips what is masked.
 * Nested tensors are here as far as an encoder makes them of a padding mask: a dense tensor and the mask, kept apart from
 * each other. Leaves out: every other operator on them; the encoder lets none but its own layers see one (nn/modules/transformer.py).
 */
import { copyInto } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { bool } from '../tensor/dtype.ts';
import { Unsupported } from '../python/errors.ts';
import { PyFloat } from '../python/values.ts';
import { runtimeError } from '../tensor/errors.ts';
import { exp } from '../tensor/math/index.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { below } from './below.ts';
import type { OpDef, Scalar } from './op.ts';
import { dest, expandTo, read } from './work.ts';

/** `mask_type` of nn.MultiheadAttention.merge_masks. */
const [OF_QUERIES, OF_KEYS] = [0, 1];

const round = Math.fround;

const linear = (x: Tensor, w: Tensor, b: Tensor | null): Tensor => below.one('linear', x, w, b);

/** [batch, length, 3·width] with its bias, as three of [batch, heads, length, width / heads]; the queries are scaled. */
function heads(qkv: Tensor, bias: Tensor, count: number): Tensor[] {
  const [batch, length, wide] = qkv.sizes;
  const each = wide / 3 / count;
  const scale = Math.fround(1 / Math.fround(Math.sqrt(each)));
  return [0, 1, 2].map((k) => {
    const part = below.one('slice.Tensor', qkv, 2, (k * wide) / 3, ((k + 1) * wide) / 3, 1);
    const b = below.one('slice.Tensor', bias, 0, (k * wide) / 3, ((k + 1) * wide) / 3, 1);
    const sum = below.one('add.Tensor', part, b, 1);
    const made = k === 0 ? below.one('mul.Tensor', sum, new PyFloat(scale)) : sum;
    // `view` would do, but the sum keeps the gaps between the rows of the projection.
    return below.contiguous(below.transpose(below.reshape(made, [batch, length, count, each]), 1, 2));
  });
}

/** softmax over the last dimension; what is masked counts for nothing and gets 0, a row masked throughout gets nan. */
function maskedSoftmax(scores: Tensor, mask: Tensor | null, type: number | null): Tensor {
  if (!mask) return below.one('_softmax', scores, -1, false);
  const [batch, , rows, columns] = scores.sizes;
  const truth = mask.dtype === bool ? mask : below.one('to.dtype', mask, bool);
  if (type !== OF_QUERIES && type !== OF_KEYS && type !== 2)
    throw runtimeError('Mask Type should be 0 (src_mask), 1 (src_key_padding_mask), or 2 (default_mask)');
  const shaped = type === OF_KEYS ? below.view(truth, [batch, 1, 1, columns]) : type === OF_QUERIES ? below.view(truth, [1, 1, rows, columns]) : truth;
  const off = read(expandTo(shaped, scores.sizes), bool);
  const x = read(scores, scores.dtype);
  const out = empty(scores.sizes, scores.dtype, { device: scores.device });
  const o = dest(out);
  const w = o.w;
  // One element after the other, with the library's `exp` and a sum in double (`host_softmax` of native/SoftMax.cpp).
  for (let at = 0; at < w.length; at += columns) {
    let most = -Infinity;
    for (let i = at; i < at + columns; i++) if (!off[i]) most = Math.max(most, x[i]);
    let sum = 0;
    for (let i = at; i < at + columns; i++) if (!off[i]) sum += w[i] = round(exp(round(x[i] - most)));
    for (let i = at; i < at + columns; i++) w[i] = off[i] && sum > 0 ? 0 : w[i] / sum;
  }
  o.flush();
  return out;
}

interface Attention {
  out: Tensor;
  weights: Tensor;
}

function attend(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  count: number,
  inWeight: Tensor,
  inBias: Tensor,
  outWeight: Tensor,
  outBias: Tensor,
  mask: Tensor | null,
  type: number | null,
): Attention {
  const [batch, length, width] = q.sizes;
  const third = (i: number): Tensor => below.one('slice.Tensor', inWeight, 0, i * width, (i + 1) * width, 1);
  const qkv =
    q === k && k === v
      ? below.one('matmul', q, below.one('t', inWeight))
      : below.one(
          'cat',
          [q, k, v].map((x, i) => below.one('matmul', x, below.one('t', third(i)))),
          2,
        );
  const [a, b, c] = heads(qkv, inBias, count);
  const flat = (t: Tensor): Tensor => below.view(t, [batch * count, length, width / count]);
  const scores = below.view(below.bmm(flat(a), below.transpose(flat(b), 1, 2)), [batch, count, length, length]);
  const weights = maskedSoftmax(scores, mask, type);
  const mixed = below.view(below.bmm(below.view(weights, [batch * count, length, length]), flat(c)), [batch, count, length, width / count]);
  const joined = below.view(below.contiguous(below.transpose(mixed, 1, 2)), [batch, length, width]);
  return { out: linear(joined, outWeight, outBias), weights };
}

const likeQuery = (q: Tensor): Tensor => empty(q.sizes, q.dtype, { device: q.device });

/** Of a nested tensor where it is filled. */
const filled = new WeakMap<Tensor, Tensor>();

function leftAligned(mask: Tensor): boolean {
  const w = read(mask, bool);
  const length = mask.sizes[1];
  return w.every((on, i) => i % length === 0 || !on || w[i - 1]);
}

const NESTED: readonly OpDef[] = [
  {
    schema: '_nested_tensor_from_mask_left_aligned(Tensor t, Tensor mask) -> bool',
    kind: 'kernel',
    meta: () => null,
    kernel: (_out: null, _t: Tensor, mask: Tensor) => leftAligned(mask),
  },
  {
    schema: '_nested_tensor_from_mask(Tensor t, Tensor mask, bool mask_check=True) -> Tensor',
    kind: 'kernel',
    meta: likeQuery,
    kernel: (out: Tensor, t: Tensor, mask: Tensor, check: boolean) => {
      if (check && !leftAligned(mask)) throw runtimeError('Expected mask to be left-aligned');
      copyInto(out, t);
      filled.set(out, mask);
    },
  },
  {
    schema: 'to_padded_tensor(Tensor self, float padding, SymInt[]? output_size=None) -> Tensor',
    kind: 'kernel',
    meta: likeQuery,
    kernel: (out: Tensor, self: Tensor, padding: Scalar) => {
      const mask = filled.get(self);
      if (!mask) throw new Unsupported('nested tensors');
      copyInto(out, below.one('masked_fill.Scalar', self, below.one('unsqueeze', below.one('logical_not', mask), 2), padding));
    },
  },
];

export const FUSED_INFERENCE: readonly OpDef[] = [
  ...NESTED,
  {
    schema:
      '_native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, Tensor? mask=None, bool need_weights=True, bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor)',
    kind: 'kernel',
    meta: (
      q: Tensor,
      k: Tensor,
      _v: Tensor,
      _width: number,
      count: number,
      _iw: Tensor,
      _ib: Tensor,
      _ow: Tensor,
      _ob: Tensor,
      _mask: Tensor | null,
      wanted: boolean,
      averaged: boolean,
    ) => {
      const [batch, length] = q.sizes;
      const shape = averaged ? [batch, length, k.sizes[1]] : [batch, count, length, k.sizes[1]];
      return [likeQuery(q), empty(wanted ? shape : [0], q.dtype, { device: q.device })];
    },
    kernel: (
      _outs: Tensor[],
      q: Tensor,
      k: Tensor,
      v: Tensor,
      _width: number,
      count: number,
      inWeight: Tensor,
      inBias: Tensor,
      outWeight: Tensor,
      outBias: Tensor,
      mask: Tensor | null,
      wanted: boolean,
      averaged: boolean,
      type: number | null,
    ) => {
      const { out, weights } = attend(q, k, v, count, inWeight, inBias, outWeight, outBias, mask, type);
      if (!wanted) return [out, null] as never;
      return [out, averaged ? below.one('div.Tensor', below.one('sum.dim_IntList', weights, [1], false, null), count) : weights];
    },
  },
  {
    schema:
      '_transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, bool use_gelu, bool norm_first, float eps, Tensor norm_weight_1, Tensor norm_bias_1, Tensor norm_weight_2, Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1, Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None) -> Tensor',
    kind: 'kernel',
    meta: likeQuery,
    kernel: (
      out: Tensor,
      src: Tensor,
      width: number,
      count: number,
      inWeight: Tensor,
      inBias: Tensor,
      outWeight: Tensor,
      outBias: Tensor,
      gelu: boolean,
      first: boolean,
      eps: Scalar,
      w1: Tensor,
      b1: Tensor,
      w2: Tensor,
      b2: Tensor,
      up: Tensor,
      upBias: Tensor,
      down: Tensor,
      downBias: Tensor,
      given: Tensor | null,
      asked: number | null,
    ) => {
      const part = filled.get(src);
      const [mask, type] = part ? [below.one('logical_not', part), OF_KEYS] : [given, asked];
      const norm = (x: Tensor, w: Tensor, b: Tensor): Tensor => below.one('layer_norm', x, [width], w, b, eps, false);
      let x = first ? norm(src, w1, b1) : src;
      x = below.one('add.Tensor', attend(x, x, x, count, inWeight, inBias, outWeight, outBias, mask, type).out, src, 1);
      if (!first) x = norm(x, w1, b1);
      const before = x;
      if (first) x = norm(x, w2, b2);
      const wide = linear(x, up, upBias);
      x = linear(gelu ? below.one('gelu', wide, 'none') : below.one('relu', wide), down, downBias);
      x = below.one('add.Tensor', x, before, 1);
      const made = first ? x : norm(x, w2, b2);
      if (!part) return made;
      copyInto(out, made);
      filled.set(out, part);
      return undefined;
    },
  },
];
