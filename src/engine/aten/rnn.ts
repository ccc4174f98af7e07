/**
 * Recurrent layers: lstm, gru, rnn_tanh, rnn_relu and their cells.
 *
 * The composites follow RNN.cpp step by step, since each step is a row; float32 LSTM layers run as one operator, oneDNN's
 * layer, as in PyTorch on a host. Leaves out: projections. Packed sequences: `rnn_packed.ts`.
 */
import { empty } from '../tensor/create.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import { exp, tanh } from '../tensor/math/index.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { linear } from './matmul/matmul.ts';
import { numberOf, read, write } from './work.ts';

export type State = Tensor[];
export interface Cell {
  wih: Tensor;
  whh: Tensor;
  bih: Tensor | null;
  bhh: Tensor | null;
}
/** One step; `pre`: the input side is already multiplied. */
export type Step = (call: Call, input: Tensor, state: State, cell: Cell, pre: boolean) => State;

const inputSide = (call: Call, x: Tensor, c: Cell, pre: boolean): Tensor => (pre ? x : linear(call, x, c.wih, c.bih));

export const simple =
  (act: 'tanh' | 'relu'): Step =>
  (call, input, [h], c, pre) => {
    const hidden = linear(call, h, c.whh, c.bhh);
    return [call.u(act, call.one('add_.Tensor', hidden, inputSide(call, input, c, pre), 1))];
  };

export const lstmStep: Step = (call, input, [h, cx], c, pre) => {
  const gates = call.one('add_.Tensor', linear(call, h, c.whh, c.bhh), inputSide(call, input, c, pre), 1);
  const [i, f, g, o] = call.many('unsafe_chunk', gates, 4, 1);
  const ig = call.u('sigmoid_', i);
  const fg = call.u('sigmoid_', f);
  const cg = call.u('tanh_', g);
  const og = call.u('sigmoid_', o);
  const cy = call.one('add_.Tensor', call.mul(fg, cx), call.mul(ig, cg), 1);
  return [call.mul(og, call.u('tanh', cy)), cy];
};

export const gruStep: Step = (call, input, [h], c, pre) => {
  const gi = call.many('unsafe_chunk', inputSide(call, input, c, pre), 3, 1);
  const gh = call.many('unsafe_chunk', linear(call, h, c.whh, c.bhh), 3, 1);
  const reset = call.u('sigmoid_', call.one('add_.Tensor', gh[0], gi[0], 1));
  const update = call.u('sigmoid_', call.one('add_.Tensor', gh[1], gi[1], 1));
  const fresh = call.u('tanh_', call.add(gi[2], call.one('mul_.Tensor', gh[2], reset)));
  return [call.one('add_.Tensor', call.one('mul_.Tensor', call.sub(h, fresh), update), fresh, 1)];
};

export function cells(params: Tensor[], biases: boolean): Cell[] {
  const per = biases ? 4 : 2;
  if (params.length % per !== 0) throw new Unsupported('recurrent layers with projections');
  return Array.from({ length: params.length / per }, (_, i) => {
    const p = params.slice(i * per, (i + 1) * per);
    return { wih: p[0], whh: p[1], bih: biases ? p[2] : null, bhh: biases ? p[3] : null };
  });
}

/** One direction of one layer over time: steps stacked, and the last state. */
function layer(call: Call, step: Step, input: Tensor, state: State, cell: Cell): { out: Tensor[]; last: State } {
  const pre = linear(call, input, cell.wih, cell.bih);
  const inputs = call.many('unbind.int', pre, 0);
  const out: Tensor[] = [];
  let s = state;
  for (const x of inputs) {
    s = step(call, x, s, cell, true);
    out.push(s[0]);
  }
  return { out, last: s };
}

export interface Options {
  layers: number;
  dropout: number;
  train: boolean;
  bidirectional: boolean;
}

function stack(call: Call, step: Step, input: Tensor, states: State[], params: Cell[], o: Options): { out: Tensor; last: State[] } {
  let x = input;
  const last: State[] = [];
  const directions = o.bidirectional ? 2 : 1;
  for (let l = 0; l < o.layers; l++) {
    const k = l * directions;
    const fw = layer(call, step, x, states[k], params[k]);
    let out = call.one('stack', fw.out, 0);
    last.push(fw.last);
    if (o.bidirectional) {
      const rev = call.one('flip', x, [0]);
      const bw = layer(call, step, rev, states[k + 1], params[k + 1]);
      const back = call.one('stack', [...bw.out].reverse(), 0);
      last.push(bw.last);
      out = call.one('cat', [out, back], out.dim - 1);
    }
    if (o.dropout !== 0 && o.train && l < o.layers - 1) out = call.one('dropout', out, call.float(o.dropout), true);
    x = out;
  }
  return { out: x, last };
}

function run(call: Call, step: Step, input: Tensor, hx: Tensor, params: Tensor[], biases: boolean, o: Options, batchFirst: boolean): Tensor[] {
  const x = batchFirst ? call.transpose(input, 0, 1) : input;
  const states = call.many('unbind.int', hx, 0).map((h) => [h]);
  const r = stack(call, step, x, states, cells(params, biases), o);
  const h = call.one(
    'stack',
    r.last.map((s) => s[0]),
    0,
  );
  return [batchFirst ? call.one('transpose_', r.out, 0, 1) : r.out, h];
}

const recurrent = (name: string, step: Step): OpDef => ({
  schema: `${name}.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)`,
  kind: 'composite',
  composite: (
    call,
    input: Tensor,
    hx: Tensor,
    params: Tensor[],
    biases: boolean,
    layers: number,
    dropout: Scalar,
    train: boolean,
    bidirectional: boolean,
    batchFirst: boolean,
  ) => run(call, step, input, hx, params, biases, { layers, dropout: numberOf(dropout), train, bidirectional }, batchFirst),
});

function lstm(
  call: Call,
  input: Tensor,
  hx: Tensor[],
  params: Tensor[],
  biases: boolean,
  layers: number,
  dropout: Scalar,
  train: boolean,
  bidirectional: boolean,
  batchFirst: boolean,
): Tensor[] {
  if (hx.length !== 2) throw runtimeError('lstm expects two hidden states');
  const cs = cells(params, biases);
  if (input.dtype.name === 'float32' && biases) {
    return fusedLstm(call, input, hx, cs, { layers, dropout: numberOf(dropout), train, bidirectional }, batchFirst);
  }
  const x = batchFirst ? call.transpose(input, 0, 1) : input;
  const [h, c] = hx.map((t) => call.many('unbind.int', t, 0));
  const r = stack(
    call,
    lstmStep,
    x,
    h.map((t, i) => [t, c[i]]),
    cs,
    { layers, dropout: numberOf(dropout), train, bidirectional },
  );
  const states = [0, 1].map((k) =>
    call.one(
      'stack',
      r.last.map((s) => s[k]),
      0,
    ),
  );
  return [batchFirst ? call.one('transpose_', r.out, 0, 1) : r.out, ...states];
}

function fusedLstm(call: Call, input: Tensor, hx: Tensor[], cs: Cell[], o: Options, batchFirst: boolean): Tensor[] {
  // oneDNN's layer takes dense memory.
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
        c.bih as Tensor,
        c.bhh as Tensor,
        h0,
        c0,
        d === 1,
        [],
        2,
        hidden,
        o.layers,
        true,
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
    [dx, dw, du, db, db, dh, dc].forEach((v, i) => write(outs[i], v));
  },
};

/** `check_rnn_cell_forward_input` and `check_rnn_cell_forward_hidden` of RNN.cpp. */
function cellCheck(input: Tensor, hx: readonly Tensor[], wih: Tensor, whh: Tensor): void {
  if (input.sizes[1] !== wih.sizes[1]) throw runtimeError(`input has inconsistent input_size: got ${input.sizes[1]} expected ${wih.sizes[1]}`);
  hx.forEach((h, i) => {
    if (input.sizes[0] !== h.sizes[0]) throw runtimeError(`Input batch size ${input.sizes[0]} doesn't match hidden${i} batch size ${h.sizes[0]}`);
    if (h.sizes[1] !== whh.sizes[1]) throw runtimeError(`hidden${i} has inconsistent hidden_size: got ${h.sizes[1]}, expected ${whh.sizes[1]}`);
  });
}

const cell = (name: string, step: Step, lstmCell: boolean): OpDef => ({
  schema: `${name}(Tensor input, Tensor${lstmCell ? '[]' : ''} hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> ${lstmCell ? '(Tensor, Tensor)' : 'Tensor'}`,
  kind: 'composite',
  composite: (call, input: Tensor, hx: Tensor | Tensor[], wih: Tensor, whh: Tensor, bih: Tensor | null, bhh: Tensor | null) => {
    cellCheck(input, Array.isArray(hx) ? hx : [hx], wih, whh);
    const r = step(call, input, Array.isArray(hx) ? hx : [hx], { wih, whh, bih, bhh }, false);
    return lstmCell ? r : r[0];
  },
});

export const RECURRENT: readonly OpDef[] = [
  {
    schema:
      'lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)',
    kind: 'composite',
    composite: lstm,
  },
  recurrent('gru', gruStep),
  recurrent('rnn_tanh', simple('tanh')),
  recurrent('rnn_relu', simple('relu')),
  rnnLayer,
  layerBack,
  cell('lstm_cell', lstmStep, true),
  cell('gru_cell', gruStep, false),
  cell('rnn_tanh_cell', simple('tanh'), false),
  cell('rnn_relu_cell', simple('relu'), false),
];
