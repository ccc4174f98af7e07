/**
 * oneDNN's LSTM layer: what a float32 `lstm` runs as on a host, with its backward operator.
 *
 * One operator a layer and direction (`mkldnn_rnn_layer` of mkldnn/RNN.cpp). Computed in double; the backward runs the
 * forward again rather than keep a workspace.
 */
import { empty } from '../tensor/create.ts';
import { exp, tanh } from '../tensor/math/index.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Call, derivative, type OpDef } from './op.ts';
import type { Cell, Options } from './rnn.ts';
import { read, write } from './work.ts';

/** All layers over each other; `hx`: (layers × directions, batch, width) for the hidden and the cell state. */
export function onednnLstm(call: Call, input: Tensor, hx: Tensor[], cs: Cell[], o: Options, batchFirst: boolean): Tensor[] {
  // oneDNN's layer takes dense memory.
  // A layer without biases is given zeros of its weights' sizes for them.
  const none = (w: Tensor): Tensor => call.one('zeros', w.sizes, w.dtype, 'strided', w.device, false);
  let x = call.contiguous(batchFirst ? call.transpose(input, 0, 1) : input);
  const hidden = hx[0].sizes[2];
  const directions = o.bidirectional ? 2 : 1;
  const [hs, css]: [Tensor[], Tensor[]] = [[], []];
  for (let l = 0; l < o.layers; l++) {
    const outs: Tensor[] = [];
    for (let d = 0; d < directions; d++) {
      const k = l * directions + d;
      const c = cs[k];
      const [h0, c0] = [call.contiguous(call.select(hx[0], 0, k)), call.contiguous(call.select(hx[1], 0, k))];
      const made = call.many(
        'mkldnn_rnn_layer',
        x,
        c.wih,
        c.whh,
        c.bih ?? none(c.wih),
        c.bhh ?? none(c.whh),
        h0,
        c0,
        d === 1,
        [],
        2,
        hidden,
        o.layers,
        c.bih !== null,
        false,
        false,
        o.train,
      );
      outs.push(made[0]);
      hs.push(made[1]);
      css.push(made[2]);
    }
    x = directions === 1 ? outs[0] : call.one('cat', outs, 2);
    if (o.dropout !== 0 && o.train && l < o.layers - 1) x = call.one('dropout', x, call.float(o.dropout), true);
  }
  const [h, c] = [call.one('stack', hs, 0), call.one('stack', css, 0)];
  return [batchFirst ? call.transpose(x, 0, 1) : x, h, c];
}

interface Trace {
  out: Float64Array;
  /** Gates after their functions (i, f, g, o) and cell states a step. */
  gates: Float64Array;
  cells: Float64Array;
}

/** Runs one LSTM layer in double. `T`, `N`: steps and batch; `I`, `H`: widths. */
function lstmForward(
  x: ArrayLike<number>,
  w: ArrayLike<number>[],
  h0: ArrayLike<number>,
  c0: ArrayLike<number>,
  T: number,
  N: number,
  I: number,
  H: number,
  reverse: boolean,
): Trace {
  const [wih, whh, bih, bhh] = w;
  const out = new Float64Array(T * N * H);
  const gates = new Float64Array(T * N * 4 * H);
  const cs = new Float64Array(T * N * H);
  let [h, c] = [Float64Array.from(h0), Float64Array.from(c0)];
  const sigmoid = (v: number): number => 1 / (1 + exp(-v));
  for (let s = 0; s < T; s++) {
    const t = reverse ? T - 1 - s : s;
    const [nh, nc] = [new Float64Array(N * H), new Float64Array(N * H)];
    for (let n = 0; n < N; n++) {
      const z = (t * N + n) * 4 * H;
      for (let j = 0; j < 4 * H; j++) {
        let v = bih[j] + bhh[j];
        for (let i = 0; i < I; i++) v += wih[j * I + i] * x[(t * N + n) * I + i];
        for (let i = 0; i < H; i++) v += whh[j * H + i] * h[n * H + i];
        gates[z + j] = j >= 2 * H && j < 3 * H ? tanh(v) : sigmoid(v);
      }
      for (let j = 0; j < H; j++) {
        const cy = gates[z + H + j] * c[n * H + j] + gates[z + j] * gates[z + 2 * H + j];
        nc[n * H + j] = cy;
        nh[n * H + j] = gates[z + 3 * H + j] * tanh(cy);
      }
    }
    out.set(nh, t * N * H);
    cs.set(nc, t * N * H);
    [h, c] = [nh, nc];
  }
  return { out, gates, cells: cs };
}

const dataOf = (t: Tensor): ArrayLike<number> => read(t, t.dtype);

const LAYER =
  'mkldnn_rnn_layer(Tensor input, Tensor weight0, Tensor weight1, Tensor weight2, Tensor weight3, Tensor hx_, Tensor cx_, bool reverse, int[] batch_sizes, int mode, int hidden_size, int num_layers, bool has_biases, bool bidirectional, bool batch_first, bool train) -> (Tensor, Tensor, Tensor, Tensor)';

const rnnLayer: OpDef = {
  schema: LAYER,
  kind: 'kernel',
  meta: (x: Tensor, _a: Tensor, _b: Tensor, _c: Tensor, _d: Tensor, hx: Tensor) => {
    const [T, N] = x.sizes;
    const H = hx.sizes[hx.dim - 1];
    const o = { device: x.device };
    return [empty([T, N, H], x.dtype, o), empty(hx.sizes, x.dtype, o), empty(hx.sizes, x.dtype, o), empty([0], x.dtype, o)];
  },
  kernel: ([out, hy, cy]: Tensor[], x: Tensor, a: Tensor, b: Tensor, c: Tensor, d: Tensor, hx: Tensor, cx: Tensor, reverse: boolean) => {
    const [T, N, I] = x.sizes;
    const H = hx.sizes[hx.dim - 1];
    const r = lstmForward(dataOf(x), [a, b, c, d].map(dataOf), dataOf(hx), dataOf(cx), T, N, I, H, reverse);
    write(out, r.out);
    const end = (reverse ? 0 : T - 1) * N * H;
    write(hy, r.out.subarray(end, end + N * H));
    write(cy, r.cells.subarray(end, end + N * H));
  },
  derivative: derivative(
    'MkldnnRnnLayerBackward0',
    ['input', 'weight0', 'weight1', 'weight2', 'weight3', 'hx_', 'cx_', 'result0', 'result1', 'result2', 'result3'],
    {
      'input, weight0, weight1, weight2, weight3, hx_, cx_': (c) =>
        c.call.many(
          'mkldnn_rnn_layer_backward',
          c.t('input'),
          c.t('weight0'),
          c.t('weight1'),
          c.t('weight2'),
          c.t('weight3'),
          c.t('hx_'),
          c.t('cx_'),
          c.results[0],
          c.results[1],
          c.results[2],
          c.grads[0],
          c.grads[1],
          c.grads[2],
          c.arg('reverse'),
          c.arg('mode'),
          c.arg('hidden_size'),
          c.arg('num_layers'),
          c.arg('has_biases'),
          c.arg('train'),
          c.arg('bidirectional'),
          c.arg('batch_sizes'),
          c.arg('batch_first'),
          c.results[3],
        ),
    },
    [3],
  ),
};

const layerBack: OpDef = {
  schema:
    'mkldnn_rnn_layer_backward(Tensor input, Tensor weight1, Tensor weight2, Tensor weight3, Tensor weight4, Tensor hx_, Tensor cx_tmp, Tensor output, Tensor hy_, Tensor cy_, Tensor? grad_output, Tensor? grad_hy, Tensor? grad_cy, bool reverse, int mode, int hidden_size, int num_layers, bool has_biases, bool train, bool bidirectional, int[] batch_sizes, bool batch_first, Tensor workspace) -> (Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (...ts: Tensor[]) => ts.slice(0, 7).map((t) => empty(t.sizes, t.dtype, { device: t.device })),
  kernel: (
    outs: Tensor[],
    x: Tensor,
    a: Tensor,
    b: Tensor,
    c: Tensor,
    d: Tensor,
    hx: Tensor,
    cx: Tensor,
    _o: Tensor,
    _h: Tensor,
    _c: Tensor,
    go: Tensor | null,
    gh: Tensor | null,
    gc: Tensor | null,
    reverse: boolean,
  ) => {
    const [T, N, I] = x.sizes;
    const H = hx.sizes[hx.dim - 1];
    const [X, W, U] = [dataOf(x), dataOf(a), dataOf(b)];
    const [h0, c0] = [dataOf(hx), dataOf(cx)];
    const r = lstmForward(X, [a, b, c, d].map(dataOf), h0, c0, T, N, I, H, reverse);
    const G = go ? dataOf(go) : new Float64Array(T * N * H);
    let dh = gh ? Float64Array.from(dataOf(gh)) : new Float64Array(N * H);
    let dc = gc ? Float64Array.from(dataOf(gc)) : new Float64Array(N * H);
    const [dx, dw, du, db] = [new Float64Array(T * N * I), new Float64Array(4 * H * I), new Float64Array(4 * H * H), new Float64Array(4 * H)];
    for (let s = T - 1; s >= 0; s--) {
      const t = reverse ? T - 1 - s : s;
      const before = s === 0 ? null : reverse ? t + 1 : t - 1;
      const [nh, nc] = [new Float64Array(N * H), new Float64Array(N * H)];
      for (let n = 0; n < N; n++) {
        const z = (t * N + n) * 4 * H;
        const prevC = (j: number): number => (before === null ? c0[n * H + j] : r.cells[(before * N + n) * H + j]);
        const prevH = (j: number): number => (before === null ? h0[n * H + j] : r.out[(before * N + n) * H + j]);
        const dz = new Float64Array(4 * H);
        for (let j = 0; j < H; j++) {
          const [i, f, g, o] = [0, 1, 2, 3].map((k) => r.gates[z + k * H + j]);
          const tc = tanh(r.cells[(t * N + n) * H + j]);
          const dhj = dh[n * H + j] + G[(t * N + n) * H + j];
          const dcj = dc[n * H + j] + dhj * o * (1 - tc * tc);
          dz[j] = dcj * g * i * (1 - i);
          dz[H + j] = dcj * prevC(j) * f * (1 - f);
          dz[2 * H + j] = dcj * i * (1 - g * g);
          dz[3 * H + j] = dhj * tc * o * (1 - o);
          nc[n * H + j] = dcj * f;
        }
        for (let k = 0; k < 4 * H; k++) {
          const v = dz[k];
          db[k] += v;
          for (let i = 0; i < I; i++) {
            dx[(t * N + n) * I + i] += v * W[k * I + i];
            dw[k * I + i] += v * X[(t * N + n) * I + i];
          }
          for (let i = 0; i < H; i++) {
            nh[n * H + i] += v * U[k * H + i];
            du[k * H + i] += v * prevH(i);
          }
        }
      }
      [dh, dc] = [nh, nc];
    }
    // What stands for biases that are not there has another size, and nobody asks for its gradient.
    [dx, dw, du, db, db, dh, dc].forEach((v, i) => v.length === outs[i].numel && write(outs[i], v));
  },
};

export const ONEDNN_LAYER: readonly OpDef[] = [rnnLayer, layerBack];
