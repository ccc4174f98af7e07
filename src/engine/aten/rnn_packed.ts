/**
 * Packed sequences: packing, padding back, and recurrent layers over them.
 *
 * A packed batch holds, step after step, the rows of the sequences that are still running; the numbers of rows fall.
 * Idea: PackedSequence.cpp, and PackedLayer and ReversedPackedLayer of RNN.cpp, step by step.
 */
import { copyInto, toNumbers, writeNumbers } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { linear } from './matmul/matmul.ts';
import type { Sizes } from './dims.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import {
  type Cell,
  cells,
  gruStep,
  joinedStates,
  lstmStep,
  optionsOf,
  projected,
  type Rest,
  REST,
  simple,
  split,
  stack,
  type State,
  type Step,
  twoStates,
} from './rnn.ts';

const numbersOf = (t: Tensor): number[] => toNumbers(t).map(Number);

/** The cell state is made before the hidden one: the library's compiler evaluates the arguments of a pair from the right. */
const fromRight = (s: State, make: (k: number) => Tensor): State => {
  const made: State = [];
  for (let k = s.length - 1; k >= 0; k--) made[k] = make(k);
  return made;
};
const rows = (call: Call, s: State, from: number, to: number): State => fromRight(s, (k) => call.one('narrow', s[k], 0, from, to - from));
const joined = (call: Call, parts: readonly State[]): State =>
  fromRight(parts[0], (k) =>
    call.one(
      'cat',
      parts.map((p) => p[k]),
      0,
    ),
  );

/** One direction of one layer: the outputs packed again, and each sequence's last state. */
function forwards(call: Call, step: Step, data: Tensor, batches: Sizes, start: State, cell: Cell): { out: Tensor; last: State } {
  const input = linear(call, data, cell.wih, cell.bih);
  const out: Tensor[] = [];
  const ended: State[] = [];
  let [state, offset, running] = [start, 0, batches[0]];
  for (const n of batches) {
    const x = call.one('narrow', input, 0, offset, n);
    offset += n;
    if (n < running) {
      ended.push(rows(call, state, n, running));
      state = rows(call, state, 0, n);
    }
    running = n;
    state = step(call, x, state, cell, true);
    out.push(state[0] as Tensor);
  }
  ended.push(state);
  return { out: call.one('cat', out, 0), last: joined(call, ended.reverse()) };
}

/** From the last step back: sequences join as their last step comes. */
function backwards(call: Call, step: Step, data: Tensor, batches: Sizes, start: State, cell: Cell): { out: Tensor; last: State } {
  const input = linear(call, data, cell.wih, cell.bih);
  const out: Tensor[] = [];
  let [offset, running] = [data.sizes[0], batches[batches.length - 1]];
  let state = rows(call, start, 0, running);
  for (const n of [...batches].reverse()) {
    if (n > running) state = joined(call, [state, rows(call, start, running, n)]);
    const x = call.one('narrow', input, 0, offset - n, n);
    offset -= n;
    running = n;
    state = step(call, x, state, cell, true);
    out.push(state[0] as Tensor);
  }
  return { out: call.one('cat', out.reverse(), 0), last: state };
}

function packed(call: Call, step: Step, data: Tensor, batchSizes: Tensor, hx: Tensor[], rest: Rest): Tensor[] {
  const batches = numbersOf(batchSizes);
  const states = split(call, hx);
  const r = stack(
    call,
    data,
    states,
    cells(rest[0], rest[1], hx.length > 1 && projected(hx)),
    optionsOf(rest),
    (x, state, cell) => forwards(call, step, x, batches, state, cell),
    (x, state, cell) => backwards(call, step, x, batches, state, cell),
  );
  return [r.out, ...joinedStates(call, r.last)];
}

const recurrent = (name: string, step: Step): OpDef => ({
  schema: `${name}.data(Tensor data, Tensor batch_sizes, Tensor hx, ${REST}) -> (Tensor, Tensor)`,
  kind: 'composite',
  composite: (call, data: Tensor, batches: Tensor, hx: Tensor, ...rest: Rest) => packed(call, step, data, batches, [hx], rest),
});

const lstm: OpDef = {
  schema: `lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, ${REST}) -> (Tensor, Tensor, Tensor)`,
  kind: 'composite',
  composite: (call, data: Tensor, batches: Tensor, hx: Tensor[], ...rest: Rest) => {
    twoStates(hx);
    return packed(call, lstmStep, data, batches, hx, rest);
  },
};

/** How many sequences run at each step. */
function batchesOf(lengths: Sizes): number[] {
  return Array.from({ length: lengths[0] }, (_, t) => lengths.filter((n) => n > t).length);
}

function checked(input: Tensor, lengths: Tensor, batchFirst: boolean): number[] {
  if (input.numel === 0) throw runtimeError('Cannot pack empty tensors.');
  const batch = input.sizes[batchFirst ? 0 : 1];
  if (lengths.sizes[0] !== batch) throw runtimeError(`Expected \`len(lengths)\` to be equal to batch_size, but got ${lengths.sizes[0]} (batch_size=${batch})`);
  const n = numbersOf(lengths);
  if ((n[batch - 1] as number) <= 0) throw runtimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0");
  for (let i = 0; i < batch - 1; i++) {
    if ((n[batch - 1 - i] as number) > (n[batch - 2 - i] as number)) {
      throw runtimeError(
        '`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.',
      );
    }
  }
  return n;
}

const pack: OpDef = {
  schema: '_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor)',
  kind: 'kernel',
  mixedDevices: true,
  dataDependent: true,
  kernel: (_out: null, input: Tensor, lengths: Tensor, batchFirst: boolean) => {
    const n = checked(input, lengths, batchFirst);
    const batches = batchesOf(n);
    const rest = input.sizes.slice(2);
    const data = empty([n.reduce((a, b) => a + b, 0), ...rest], input.dtype, { device: input.device });
    const [time, batch] = batchFirst ? [1, 0] : [0, 1];
    let offset = 0;
    batches.forEach((count, t) => {
      const from = new Tensor(
        input.storage,
        input.dtype,
        [count, ...rest],
        [input.strides[batch], ...input.strides.slice(2)],
        input.offset + t * input.strides[time],
      );
      copyInto(new Tensor(data.storage, data.dtype, [count, ...rest], data.strides, offset * data.strides[0]), from);
      offset += count;
    });
    const sizes = empty([batches.length], int64);
    writeNumbers(sizes, batches);
    return [data, sizes];
  },
  derivative: derivative(
    'PackPaddedSequenceBackward0',
    ['result1'],
    {
      input: (c) => c.call.one('_pack_padded_sequence_backward', c.g, c.like('input').sizes, c.results[1] as Tensor, c.arg('batch_first')),
    },
    [1],
  ),
};

export const PACKED: readonly OpDef[] = [
  pack,
  {
    schema: '_pack_padded_sequence_backward(Tensor grad, SymInt[] input_size, Tensor batch_sizes, bool batch_first) -> Tensor',
    kind: 'composite',
    composite: (call, grad: Tensor, size: Sizes, batches: Tensor, batchFirst: boolean) => {
      const sizes = batchFirst ? [size[1], size[0], ...size.slice(2)] : size;
      const out = call.one('zeros', sizes, grad.dtype, 'strided', grad.device, null);
      let offset = 0;
      numbersOf(batches).forEach((n, t) => {
        call('copy_', call.slice(call.select(out, 0, t), 0, 0, n), call.slice(grad, 0, offset, offset + n), false);
        offset += n;
      });
      return batchFirst ? call.transpose(out, 0, 1) : out;
    },
  },
  {
    schema: '_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first, Scalar padding_value, int total_length) -> (Tensor, Tensor)',
    kind: 'composite',
    composite: (call, data: Tensor, batchSizes: Tensor, batchFirst: boolean, value: Scalar, total: number) => {
      const batches = numbersOf(batchSizes);
      const steps = batches.length;
      if (total > 0 && total < steps) {
        throw runtimeError(
          `Expected total_length to be at least the length of the longest sequence in input, but got total_length=${total} and max sequence length being ${steps}`,
        );
      }
      const most = batches[0];
      const rest = data.sizes.slice(1);
      const out = call.one('full', [total > 0 ? total : steps, most, ...rest], value, data.dtype, 'strided', data.device, null);
      const lengths = call.one('empty.memory_format', [most], batchSizes.dtype, 'strided', batchSizes.device, null, null);
      const ends: number[] = [];
      let [offset, previous, from] = [0, most, 0];
      for (let t = 0; t <= steps; t++) {
        const n = t < steps ? batches[t] : 0;
        if (n !== previous) {
          const l = previous * (t - from);
          const part = call.slice(data, 0, offset, offset + l);
          call('copy_', call.slice(call.slice(out, 0, from, t), 1, 0, previous), call.view(part, [t - from, previous, ...rest]), false);
          offset += l;
          from = t;
        }
        for (let j = n; j < previous; j++) ends.unshift(t);
        previous = n;
      }
      writeNumbers(lengths, ends);
      return [batchFirst ? call.transpose(out, 0, 1) : out, lengths];
    },
  },
  lstm,
  recurrent('gru', gruStep),
  recurrent('rnn_tanh', simple('tanh')),
  recurrent('rnn_relu', simple('relu')),
];
