/**
 * `npm run bench`: the engine against @tensorflow/tfjs-backend-cpu on this machine, as ratios of one run.
 *
 * Sizes are those of the example programs. A ratio above 1 means that the engine is faster. Never part of a test: timings
 * depend on the machine. `--markdown` prints the table for the documentation.
 */
import os from 'node:os';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import '../../src/engine/packs/all.ts';
import { Dispatcher } from '../../src/engine/dispatch/dispatcher.ts';
import { fromNumbers } from '../../src/engine/tensor/create.ts';
import { float32 } from '../../src/engine/tensor/dtype.ts';
import type { Tensor } from '../../src/engine/tensor/tensor.ts';
import { PyFloat } from '../../src/engine/python/values.ts';

const d = new Dispatcher();
d.activate();
const { call } = d;

const numbers = (shape: readonly number[]): number[] => Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => Math.fround(((i * 37) % 101) / 50 - 1));
const ours = (shape: number[]): Tensor => fromNumbers(shape, float32, numbers(shape));
const theirs = (shape: number[]): tf.Tensor => tf.tensor(numbers(shape), shape, 'float32');

/** Median milliseconds of one call. */
function time(f: () => unknown): number {
  for (let i = 0; i < 5; i++) f();
  const rounds: number[] = [];
  let inner = 1;
  for (;;) {
    const start = performance.now();
    for (let i = 0; i < inner; i++) f();
    const spent = performance.now() - start;
    if (spent < 5 && rounds.length === 0) {
      inner *= 2;
      continue;
    }
    rounds.push(spent / inner);
    if (rounds.length === 9) break;
  }
  return rounds.sort((a, b) => a - b)[4] as number;
}

interface Row {
  name: string;
  engine: number;
  tfjs: number;
}

const rows: Row[] = [];
function compare(name: string, engine: () => unknown, other: () => unknown): void {
  rows.push({ name, engine: time(engine), tfjs: time(() => tf.tidy(() => void (other() as tf.Tensor).dataSync())) });
}

await tf.setBackend('cpu');
for (const n of [16, 64, 128, 256]) {
  const [a, b, ta, tb] = [ours([n, n]), ours([n, n]), theirs([n, n]), theirs([n, n])];
  compare(`matmul ${n}×${n}`, () => call('mm', a, b), () => tf.matMul(ta as tf.Tensor2D, tb as tf.Tensor2D));
}
{
  const [x, w] = [ours([8, 3, 16, 16]), ours([8, 3, 3, 3])];
  const [tx, tw] = [theirs([8, 16, 16, 3]), theirs([3, 3, 3, 8])];
  compare('conv2d 8×3×16×16, 8 filters 3×3', () => call('conv2d', x, w, null, [1, 1], [1, 1], [1, 1], 1), () => tf.conv2d(tx as tf.Tensor4D, tw as tf.Tensor4D, 1, 'same'));
}
for (const shape of [[64, 64], [32, 1000]]) {
  const [x, tx] = [ours(shape), theirs(shape)];
  compare(`softmax ${shape.join('×')}`, () => call('_softmax', x, 1, false), () => tf.softmax(tx));
  compare(`sum ${shape.join('×')}`, () => call('sum', x, null), () => tf.sum(tx));
  compare(`max over rows ${shape.join('×')}`, () => call('amax', x, [1], false), () => tf.max(tx, 1));
}
for (const n of [4, 16]) {
  const [x, tx] = [ours([n, n]), theirs([n, n])];
  const one = new PyFloat(1);
  const two = new PyFloat(2);
  compare(
    `chain of 16 operators on ${n}×${n}`,
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

const micros = (ms: number): string => (ms * 1000).toFixed(ms < 0.1 ? 1 : 0);
if (process.argv.includes('--markdown')) {
  console.log(`Node ${process.version}, ${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores.\n`);
  console.log('| what | engine µs | tfjs cpu µs | ratio |\n| --- | ---: | ---: | ---: |');
  for (const r of rows) console.log(`| ${r.name} | ${micros(r.engine)} | ${micros(r.tfjs)} | ${(r.tfjs / r.engine).toFixed(1)} |`);
} else {
  for (const r of rows) console.log(`${r.name.padEnd(36)} engine ${micros(r.engine).padStart(8)} µs   tfjs ${micros(r.tfjs).padStart(8)} µs   ratio ${(r.tfjs / r.engine).toFixed(1)}`);
}
