/**
 * Recurrent layers: lstm, gru, rnn_tanh, rnn_relu and their cells.
 *
 * The composites follow RNN.cpp step by step, since each step is a row; float32 LSTM layers run as one operator, as in
 * PyTorch on a host (`rnn_onednn.ts`), unless they have projections. Packed sequences: `rnn_packed.ts`.
 */
import { runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Call, OpDef, Scalar } from './op.ts';
import { linear } from './matmul/matmul.ts';
import { ONEDNN_LAYER, onednnLstm } from './rnn_onednn.ts';
import { numberOf } from './work.ts';

export type State = Tensor[];
export interface Cell {
  wih: Tensor;
  whh: Tensor;
  bih: Tensor | null;
  bhh: Tensor | null;
  /** The projection of an LSTM's hidden state. */
  whr?: Tensor | undefined;
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
  const hy = call.mul(og, call.u('tanh', cy));
  return [c.whr ? call.one('matmul', hy, call.u('t', c.whr)) : hy, cy];
};

export const gruStep: Step = (call, input, [h], c, pre) => {
  const gi = call.many('unsafe_chunk', inputSide(call, input, c, pre), 3, 1);
  const gh = call.many('unsafe_chunk', linear(call, h, c.whh, c.bhh), 3, 1);
  const reset = call.u('sigmoid_', call.one('add_.Tensor', gh[0], gi[0], 1));
  const update = call.u('sigmoid_', call.one('add_.Tensor', gh[1], gi[1], 1));
  const fresh = call.u('tanh_', call.add(gi[2], call.one('mul_.Tensor', gh[2], reset)));
  return [call.one('add_.Tensor', call.one('mul_.Tensor', call.sub(h, fresh), update), fresh, 1)];
};

/** An LSTM whose two states differ in width has projections. */
export const projected = (hx: readonly Tensor[]): boolean => hx[0].sizes[2] !== hx[1].sizes[2];

export function cells(params: Tensor[], biases: boolean, projections = false): Cell[] {
  const per = (biases ? 4 : 2) + (projections ? 1 : 0);
  if (params.length % per !== 0) throw runtimeError('got an incorrect number of RNN parameters');
  return Array.from({ length: params.length / per }, (_, i) => {
    const p = params.slice(i * per, (i + 1) * per);
    return { wih: p[0], whh: p[1], bih: biases ? p[2] : null, bhh: biases ? p[3] : null, whr: projections ? p[per - 1] : undefined };
  });
}

/** One direction of one layer over time: its outputs as one tensor, and the last state. */
export type Direction = (x: Tensor, state: State, cell: Cell) => { out: Tensor; last: State };

export interface Options {
  layers: number;
  dropout: number;
  train: boolean;
  bidirectional: boolean;
}

/** What every recurrent operator takes after its states, in the order of the schema. */
export type Rest = [params: Tensor[], biases: boolean, layers: number, dropout: Scalar, train: boolean, bidirectional: boolean];
export const REST = 'Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional';
export const optionsOf = ([, , layers, dropout, train, bidirectional]: Rest): Options => ({ layers, dropout: numberOf(dropout), train, bidirectional });

/** Layers over each other, each in one or both directions; `states` and `params` run layer by layer, forwards first. */
export function stack(
  call: Call,
  input: Tensor,
  states: State[],
  params: Cell[],
  o: Options,
  forwards: Direction,
  backwards: Direction,
): { out: Tensor; last: State[] } {
  let x = input;
  const last: State[] = [];
  const directions = o.bidirectional ? 2 : 1;
  for (let l = 0; l < o.layers; l++) {
    const k = l * directions;
    const fw = forwards(x, states[k], params[k]);
    let { out } = fw;
    last.push(fw.last);
    if (o.bidirectional) {
      const bw = backwards(x, states[k + 1], params[k + 1]);
      last.push(bw.last);
      out = call.one('cat', [out, bw.out], out.dim - 1);
    }
    if (o.dropout !== 0 && o.train && l < o.layers - 1) out = call.one('dropout', out, call.float(o.dropout), true);
    x = out;
  }
  return { out: x, last };
}

/** The states of all layers, one tensor for each state of the cell: (hidden) or (hidden, cell). */
export const split = (call: Call, hx: Tensor[]): State[] => {
  const states = hx.map((t) => call.many('unbind.int', t, 0));
  return states[0].map((_, i) => states.map((s) => s[i]));
};
export const joinedStates = (call: Call, last: readonly State[]): Tensor[] =>
  last[0].map((_, k) =>
    call.one(
      'stack',
      last.map((s) => s[k]),
      0,
    ),
  );

export function twoStates(hx: readonly Tensor[]): void {
  if (hx.length !== 2) throw runtimeError('lstm expects two hidden states');
}

/** Dense sequences: time is the first dimension, and the way back takes its steps in turn. */
function dense(call: Call, step: Step, input: Tensor, hx: Tensor[], rest: Rest, batchFirst: boolean, back = 'transpose_'): Tensor[] {
  const over = (x: Tensor, start: State, cell: Cell, back = false): { out: Tensor[]; last: State } => {
    const inputs = call.many('unbind.int', linear(call, x, cell.wih, cell.bih), 0);
    if (back) inputs.reverse();
    let last = start;
    const out = inputs.map((t) => (last = step(call, t, last, cell, true))[0]);
    return { out, last };
  };
  const forwards: Direction = (x, state, cell) => {
    const r = over(x, state, cell);
    return { out: call.one('stack', r.out, 0), last: r.last };
  };
  const backwards: Direction = (x, state, cell) => {
    const r = over(x, state, cell, true);
    return { out: call.one('stack', r.out.reverse(), 0), last: r.last };
  };
  const x = batchFirst ? call.transpose(input, 0, 1) : input;
  const r = stack(call, x, split(call, hx), cells(rest[0], rest[1], hx.length > 1 && projected(hx)), optionsOf(rest), forwards, backwards);
  const states = joinedStates(call, r.last);
  return [batchFirst ? call.one(back, r.out, 0, 1) : r.out, ...states];
}

const recurrent = (name: string, step: Step): OpDef => ({
  schema: `${name}.input(Tensor input, Tensor hx, ${REST}, bool batch_first) -> (Tensor, Tensor)`,
  kind: 'composite',
  composite: (call, input: Tensor, hx: Tensor, ...[params, biases, layers, dropout, train, both, batchFirst]: [...Rest, batchFirst: boolean]) =>
    dense(call, step, input, [hx], [params, biases, layers, dropout, train, both], batchFirst),
});

const lstm: OpDef = {
  schema: `lstm.input(Tensor input, Tensor[] hx, ${REST}, bool batch_first) -> (Tensor, Tensor, Tensor)`,
  kind: 'composite',
  composite: (call, input: Tensor, hx: Tensor[], ...[params, biases, layers, dropout, train, both, batchFirst]: [...Rest, batchFirst: boolean]) => {
    const rest: Rest = [params, biases, layers, dropout, train, both];
    twoStates(hx);
    const fused = input.dtype.name === 'float32' && input.device.type !== 'meta' && !projected(hx);
    return fused
      ? onednnLstm(call, input, hx, cells(params, biases), optionsOf(rest), batchFirst)
      : dense(call, lstmStep, input, hx, rest, batchFirst, 'transpose.int');
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
  lstm,
  recurrent('gru', gruStep),
  recurrent('rnn_tanh', simple('tanh')),
  recurrent('rnn_relu', simple('relu')),
  ...ONEDNN_LAYER,
  cell('lstm_cell', lstmStep, true),
  cell('gru_cell', gruStep, false),
  cell('rnn_tanh_cell', simple('tanh'), false),
  cell('rnn_relu_cell', simple('relu'), false),
];
