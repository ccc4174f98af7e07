/**
 * Operators against @tensorflow/tfjs-backend-cpu, at the sizes of the example programs.
 *
 * Measured on both sides: one call through the library's own door, dispatch included, numbers made. The engine's call goes
 * through all dispatch keys; nobody listens (the report's own cost shows in `programs.ts`), as nobody does in tfjs.
 */
import '../../src/engine/packs/all.ts';
import { Dispatcher } from '../../src/engine/dispatch/dispatcher.ts';
import { PyFloat } from '../../src/engine/python/values.ts';
import { fromNumbers } from '../../src/engine/tensor/create.ts';
import { float32 } from '../../src/engine/tensor/dtype.ts';
import type { Tensor } from '../../src/engine/tensor/tensor.ts';
import { inTurn } from './measure.ts';
import { loadTfjs, type Other } from './tfjs.ts';

export interface Row {
  readonly name: string;
  readonly engine: number;
  readonly tfjs: number;
  /** The ratio that is wanted. */
  readonly bar: number;
}

const numbers = (shape: readonly number[]): number[] =>
  Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => Math.fround(((i * 37) % 101) / 50 - 1));
const ours = (shape: number[]): Tensor => fromNumbers(shape, float32, numbers(shape));

export async function operators(): Promise<Row[]> {
  const tf = await loadTfjs();
  const theirs = (shape: number[]): Other => tf.tensor(numbers(shape), shape, 'float32');
  const d = new Dispatcher();
  d.activate();
  const { call } = d;
  const rows: Row[] = [];
  const compare = (name: string, bar: number, engine: () => unknown, other: () => Other): void => {
    const [a, b] = inTurn(engine, () => tf.tidy(() => void other().dataSync()));
    rows.push({ name, engine: a, tfjs: b, bar });
  };

  for (const n of [16, 64, 128, 256]) {
    const [a, b, ta, tb] = [ours([n, n]), ours([n, n]), theirs([n, n]), theirs([n, n])];
    compare(
      `matmul ${n}×${n}`,
      1,
      () => call('mm', a, b),
      () => tf.matMul(ta, tb),
    );
  }
  for (const [n, c, size, filters] of [
    [8, 3, 16, 8],
    [4, 8, 8, 16],
    [2, 1, 28, 8],
  ] as const) {
    const [x, w] = [ours([n, c, size, size]), ours([filters, c, 3, 3])];
    const [tx, tw] = [theirs([n, size, size, c]), theirs([3, 3, c, filters])];
    compare(
      `conv2d ${n}×${c}×${size}×${size}, ${filters} filters 3×3`,
      1,
      () => call('conv2d', x, w, null, [1, 1], [1, 1], [1, 1], 1),
      () => tf.conv2d(tx, tw, 1, 'same'),
    );
  }
  for (const shape of [
    [64, 64],
    [32, 1000],
  ]) {
    const [x, tx] = [ours(shape), theirs(shape)];
    const size = shape.join('×');
    compare(
      `softmax ${size}`,
      1,
      () => call('_softmax', x, 1, false),
      () => tf.softmax(tx),
    );
    compare(
      `sum ${size}`,
      1,
      () => call('sum', x, null),
      () => tf.sum(tx),
    );
    compare(
      `sum over rows ${size}`,
      1,
      () => call('sum.dim_IntList', x, [1], false),
      () => tf.sum(tx, 1),
    );
    compare(
      `mean over columns ${size}`,
      1,
      () => call('mean.dim', x, [0], false),
      () => tf.mean(tx, 0),
    );
    compare(
      `max over rows ${size}`,
      1,
      () => call('amax', x, [1], false),
      () => tf.max(tx, 1),
    );
  }
  for (const n of [2, 4, 8, 16]) {
    const [x, tx] = [ours([n, n]), theirs([n, n])];
    const [one, two] = [new PyFloat(1), new PyFloat(2)];
    compare(
      `chain of 16 operators on ${n}×${n}`,
      5,
      () => {
        let y = x;
        for (let i = 0; i < 4; i++) y = call('tanh', call('relu', call('add.Tensor', call('mul.Tensor', y, two), one) as Tensor)) as Tensor;
        return y;
      },
      () => {
        let y = tx;
        for (let i = 0; i < 4; i++) y = tf.tanh(tf.relu(tf.add(tf.mul(y, 2), 1)));
        return y;
      },
    );
  }
  return rows;
}
