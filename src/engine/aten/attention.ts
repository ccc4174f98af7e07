/**
 * Scaled dot product attention: the composite's choice of path, the fused host kernel, and the plain form in operators.
 *
 * Choice and shapes follow transformers/attention.cpp: the fused kernel needs four dimensions and no dropout.
 */
import { type Working } from '../tensor/access.ts';
import { emptyLike, emptyStrided } from '../tensor/create.ts';
import { bool, float32 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { exp, log } from '../tensor/math/index.ts';
import { cppType } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { allowedAttention } from './attention_backends.ts';
import { list } from './dims.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { expandTo, isReduced, numberOf, read, write } from './work.ts';

const scaleOf = (q: Tensor, scale: Scalar | null): number => (scale === null ? 1 / Math.sqrt(q.sizes[q.dim - 1]) : numberOf(scale));

function validate(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | null): void {
  if (q.dtype !== k.dtype || q.dtype !== v.dtype) {
    throw runtimeError(
      `Expected query, key, and value to have the same dtype, but got query.dtype: ${cppType(q.dtype)} key.dtype: ${cppType(k.dtype)} and value.dtype: ${cppType(v.dtype)} instead.`,
    );
  }
  if (q.dim < 2 || k.dim < 2 || v.dim < 2) {
    throw runtimeError(
      `Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: ${q.dim} key.dim: ${k.dim} and value.dim: ${v.dim} instead.`,
    );
  }
  if (mask) {
    if (mask.dtype !== bool && mask.dtype !== q.dtype && mask.dtype !== float32) {
      throw runtimeError(
        `Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: ${cppType(mask.dtype)} and  query.dtype: ${cppType(q.dtype)} instead.`,
      );
    }
  }
}

/** A bool mask becomes numbers to add: 0 where allowed, minus infinity elsewhere. */
function additive(call: Call, mask: Tensor | null, q: Tensor): Tensor | null {
  if (!mask || mask.dtype !== bool) return mask;
  const off = call.one('scalar_tensor', call.float(-Infinity), q.dtype, null, q.device, null);
  const on = call.one('scalar_tensor', call.float(0), q.dtype, null, q.device, null);
  return call.one('where.self', mask, on, off);
}

/** Whether the fused kernel takes the mask (`check_attn_mask_shape` of sdp_utils_cpp.h). */
function fits(mask: Tensor, q: Tensor, k: Tensor): boolean {
  if (mask.dim !== 2 && mask.dim !== 4) return false;
  const want = [q.sizes[0], q.sizes[1], q.sizes[2], k.sizes[2]].slice(-mask.dim);
  return mask.sizes.every((s, i) => s === 1 || s === want[i]);
}

function fused(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | null, dropout: number, gqa: boolean): boolean {
  if (dropout > 0 || q.dim !== 4 || k.dim !== 4 || v.dim !== 4) return false;
  if (q.sizes[3] !== k.sizes[3] || q.sizes[3] !== v.sizes[3]) return false;
  if (q.sizes[0] !== k.sizes[0] || k.sizes[0] !== v.sizes[0] || k.sizes[1] !== v.sizes[1]) return false;
  if (gqa ? q.sizes[1] % k.sizes[1] !== 0 : q.sizes[1] !== k.sizes[1]) return false;
  // check_last_dim_stride_equals_1_dense
  if ([q, k, v].some((t) => t.strides[3] !== 1)) return false;
  if (q.numel === 0 || k.numel === 0 || q.sizes[2] === 0 || k.sizes[2] === 0) return false;
  return !mask || fits(mask, q, k);
}

function attention(
  call: Call,
  q: Tensor,
  k: Tensor,
  v: Tensor,
  mask: Tensor | null,
  dropout: Scalar,
  causal: boolean,
  scale: Scalar | null,
  gqa: boolean,
): Tensor {
  validate(q, k, v, mask);
  const p = numberOf(dropout);
  const m = additive(call, mask, q);
  const may = allowedAttention(call);
  if (!may.flash && !may.math)
    throw runtimeError(
      'No viable backend for scaled_dot_product_attention was found. This is likely due to turning off both the math kernel and the fused kernels.',
    );
  if (may.flash && fused(q, k, v, m, p, gqa) && !(m && call.requiresGrad(m))) {
    return call.many('_scaled_dot_product_flash_attention_for_cpu', q, k, v, dropout, causal, m, scale)[0];
  }
  if (!may.math) throw runtimeError('No available kernel.  Aborting execution.');
  return call.many('_scaled_dot_product_attention_math', q, k, v, m, dropout, causal, null, scale, gqa)[0];
}

function math(
  call: Call,
  q0: Tensor,
  k0: Tensor,
  v0: Tensor,
  mask0: Tensor | null,
  dropout: Scalar,
  causal: boolean,
  given: Tensor | null,
  scale: Scalar | null,
  gqa: boolean,
): Tensor[] {
  let [q, k, v] = [q0, k0, v0];
  const origin = q.dtype;
  const wide = isReduced(origin);
  let mask = mask0;
  if (wide) {
    [q, k, v] = [q, k, v].map((t) => call.one('to.dtype', t, float32)) as [Tensor, Tensor, Tensor];
    if (mask && mask.dtype !== bool) mask = call.one('to.dtype', mask, float32);
  }
  const root = Math.sqrt(Math.abs(scaleOf(q, scale)));
  const signed = scaleOf(q, scale) < 0 ? -root : root;
  const scaledQ = call.mul(q, call.float(signed));
  if (causal) {
    if (mask) throw runtimeError('_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True');
    const [l, s] = [q.sizes[q.dim - 2], k.sizes[k.dim - 2]];
    const keep = call.one('tril', call.one('ones', [l, s], bool, null, q.device, null), 0);
    mask = additive(call, keep, q);
  } else mask = additive(call, mask, q);
  if (gqa) {
    const heads = q.sizes[q.dim - 3];
    if (heads % k.sizes[k.dim - 3] !== 0 || heads % v.sizes[v.dim - 3] !== 0) {
      throw runtimeError('Number of heads in key and value must divide the number of heads in ');
    }
    k = call.one('repeat_interleave.self_int', k, heads / k.sizes[k.dim - 3], -3, null);
    v = call.one('repeat_interleave.self_int', v, heads / v.sizes[v.dim - 3], -3, null);
  }
  const kt = call.mul(call.transpose(k, -2, -1), call.float(root));
  let scores = call.one('matmul', scaledQ, kt);
  // Out of place under a dispatch mode (areAnyTensorSubclassLike), which every recorded trace is.
  if (mask) {
    const own = scores.sizes;
    scores = call.add(scores, mask);
    if (`${scores.sizes}` !== `${own}`) throw runtimeError(`output with shape ${list(own)} doesn't match the broadcast shape ${list(scores.sizes)}`);
  }
  let weights = call.one('_safe_softmax', scores, -1, null);
  const p = numberOf(dropout);
  if (p > 0) {
    if (given) {
      weights = call.maskedFill(weights, call.u('logical_not', given), 0);
      v = call.mul(v, call.float(1 / (1 - p)));
    } else weights = call.one('dropout', weights, dropout, true);
  }
  const given16 = wide ? call.one('to.dtype', weights, origin) : weights; // before the product, as the rows show
  const out = call.one('matmul', weights, v);
  return [wide ? call.one('to.dtype', out, origin) : out, given16];
}

interface Heads {
  /** How many heads of the query share one of the key (grouped queries). */
  group: number;
  b: number;
  h: number;
  l: number;
  s: number;
  d: number;
}
const headsOf = (q: Tensor, k: Tensor): Heads => ({
  group: q.sizes[1] / k.sizes[1],
  b: q.sizes[0],
  h: q.sizes[1],
  l: q.sizes[2],
  s: k.sizes[2],
  d: q.sizes[3],
});

const maskAt = (mask: Tensor | null, x: Heads): Working | null => (mask ? read(expandTo(mask, [x.b, x.h, x.l, x.s]), mask.dtype) : null);

/** Scores of one row, in double: scaled products plus mask, causal cut. */
function scoreRow(x: Heads, q: Working, k: Working, m: Working | null, head: number, i: number, scale: number, causal: boolean, row: Float64Array): void {
  const qa = (head * x.l + i) * x.d;
  for (let j = 0; j < x.s; j++) {
    if (causal && j > i) {
      row[j] = -Infinity;
      continue;
    }
    const ka = (Math.floor(head / x.group) * x.s + j) * x.d;
    let dot = 0;
    for (let e = 0; e < x.d; e++) dot += q[qa + e] * k[ka + e];
    row[j] = dot * scale + (m ? m[(head * x.l + i) * x.s + j] : 0);
  }
}

const flash: OpDef = {
  schema:
    '_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp)',
  kind: 'kernel',
  meta: (q: Tensor) => {
    const [b, h, l] = q.sizes;
    // The output lies in memory as the query does (observed on 2.13.0).
    return [emptyLike(q), emptyStrided([b, h, l], [l * h, 1, h], isReduced(q.dtype) ? float32 : q.dtype, { device: q.device })];
  },
  kernel: ([out, lse]: Tensor[], query: Tensor, key: Tensor, value: Tensor, _p: Scalar, causal: boolean, mask: Tensor | null, sc: Scalar | null) => {
    const x = headsOf(query, key);
    const [q, k, v] = [read(query, query.dtype), read(key, key.dtype), read(value, value.dtype)];
    const m = maskAt(mask, x);
    const scale = scaleOf(query, sc);
    const row = new Float64Array(x.s);
    const o = new Float64Array(out.numel);
    const ls = new Float64Array(lse.numel);
    for (let head = 0; head < x.b * x.h; head++) {
      for (let i = 0; i < x.l; i++) {
        scoreRow(x, q, k, m, head, i, scale, causal, row);
        let max = -Infinity;
        for (const r of row) if (r > max || r !== r) max = r;
        if (max === -Infinity) {
          ls[head * x.l + i] = -Infinity;
          continue;
        }
        let sum = 0;
        for (let j = 0; j < x.s; j++) sum += row[j] = exp(row[j] - max);
        for (let j = 0; j < x.s; j++) {
          const w = row[j] / sum;
          if (w !== 0) for (let e = 0; e < x.d; e++) o[(head * x.l + i) * x.d + e] += w * v[(Math.floor(head / x.group) * x.s + j) * x.d + e];
        }
        ls[head * x.l + i] = max + log(sum);
      }
    }
    write(out, o);
    write(lse, ls);
  },
  derivative: derivative(
    'ScaledDotProductFlashAttentionForCpuBackward0',
    ['query', 'key', 'value', 'attn_mask', 'result0', 'result1'],
    {
      'query, key, value': (c) =>
        c.call.many(
          '_scaled_dot_product_flash_attention_for_cpu_backward',
          c.g,
          c.t('query'),
          c.t('key'),
          c.t('value'),
          c.results[0],
          c.results[1],
          c.arg('dropout_p'),
          c.arg('is_causal'),
          c.arg('attn_mask'),
          c.arg('scale'),
        ),
    },
    [1],
  ),
};

const flashBack: OpDef = {
  schema:
    '_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor grad_query, Tensor grad_key, Tensor grad_value)',
  kind: 'kernel',
  meta: (_g: Tensor, q: Tensor, k: Tensor, v: Tensor) =>
    [q, k, v].map((t) => {
      const [b, h, l, d] = t.sizes;
      return emptyStrided([b, h, l, d], [l * h * d, d, h * d, 1], t.dtype, { device: t.device });
    }),
  kernel: (
    [dq, dk, dv]: Tensor[],
    grad: Tensor,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    out: Tensor,
    _l: Tensor,
    _p: Scalar,
    causal: boolean,
    mask: Tensor | null,
    sc: Scalar | null,
  ) => {
    const x = headsOf(query, key);
    const [g, q, k, v, y] = [grad, query, key, value, out].map((t) => read(t, t.dtype));
    const m = maskAt(mask, x);
    const scale = scaleOf(query, sc);
    const row = new Float64Array(x.s);
    const [a, b, c] = [new Float64Array(dq.numel), new Float64Array(dk.numel), new Float64Array(dv.numel)];
    for (let head = 0; head < x.b * x.h; head++) {
      for (let i = 0; i < x.l; i++) {
        scoreRow(x, q, k, m, head, i, scale, causal, row);
        let max = -Infinity;
        for (const r of row) if (r > max) max = r;
        if (max === -Infinity) continue;
        let sum = 0;
        for (let j = 0; j < x.s; j++) sum += row[j] = exp(row[j] - max);
        const at = (head * x.l + i) * x.d;
        let delta = 0;
        for (let e = 0; e < x.d; e++) delta += g[at + e] * y[at + e];
        for (let j = 0; j < x.s; j++) {
          const w = row[j] / sum;
          if (w === 0) continue;
          const to = (Math.floor(head / x.group) * x.s + j) * x.d;
          let dw = 0;
          for (let e = 0; e < x.d; e++) {
            c[to + e] += w * g[at + e];
            dw += g[at + e] * v[to + e];
          }
          const ds = w * (dw - delta) * scale;
          for (let e = 0; e < x.d; e++) {
            a[at + e] += ds * k[to + e];
            b[to + e] += ds * q[at + e];
          }
        }
      }
    }
    write(dq, a);
    write(dk, b);
    write(dv, c);
  },
};

export const ATTENTION: readonly OpDef[] = [
  {
    schema:
      'scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor',
    kind: 'composite',
    composite: attention,
  },
  {
    schema:
      '_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool enable_gqa=False) -> (Tensor, Tensor)',
    kind: 'composite',
    composite: math,
  },
  flash,
  flashBack,
];
