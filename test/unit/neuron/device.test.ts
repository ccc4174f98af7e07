import { describe, expect, it } from 'vitest';
import { CLOCKS } from '../../../src/engine/neuron/constants.ts';
import { NeuronDevice, type OpEvent } from '../../../src/engine/neuron/device.ts';
import type { TensorMeta } from '../../../src/engine/neuron/work.ts';
import type { Outcome } from '../../../src/engine/neuron/device.ts';
import type { RunOptions } from '../../../src/engine/report/types.ts';

const options: RunOptions = { device: 'neuron', worldSize: 1, kernelCache: 'cold', graphCache: 'cold', numbers: true, target: 'trn2' };
const f32 = (...shape: number[]): TensorMeta => ({ shape, dtype: 'float32', bytes: 4 * shape.reduce((a, b) => a * b, 1), device: 'neuron:0' });
const host = (t: TensorMeta): TensorMeta => ({ ...t, device: 'cpu' });
const event = (op: string, inputs: TensorMeta[], outputs: TensorMeta[], view = false): OpEvent => ({
  op,
  inputs,
  outputs,
  view,
  statics: '',
  autocast: false,
  autograd: false,
});
/** One line an outcome: where, then the lanes of its bars. */
const line = (o: Outcome): string => `${o.where}: ${o.bars.map((b) => `${b.lane}(${b.kind})`).join(' ')}`;

describe('the modelled device', () => {
  it('compiles a kernel once a shape', () => {
    const device = new NeuronDevice(options);
    const add = event('aten.add.Tensor', [f32(4, 4), f32(4, 4)], [f32(4, 4)]);
    expect(line(device.op(add))).toMatchInlineSnapshot(`"neuron: compiler(compile) host(eager) queue(eager) core(eager)"`);
    expect(line(device.op(add))).toMatchInlineSnapshot(`"neuron: host(eager) queue(eager) core(eager)"`);
    const wider = event('aten.add.Tensor', [f32(4, 8), f32(4, 8)], [f32(4, 8)]);
    expect(line(device.op(wider))).toMatchInlineSnapshot(`"neuron: compiler(compile) host(eager) queue(eager) core(eager)"`);
  });

  it('sends an operator without a kernel to the host with two copies', () => {
    const out = new NeuronDevice({ ...options, kernelCache: 'warm' }).op(
      event('aten.sort.default', [f32(8)], [f32(8), { ...f32(8), dtype: 'int64', bytes: 64 }]),
    );
    expect(line(out)).toMatchInlineSnapshot(`"fallback: host(wait) host(host) copies(copy) copies(copy)"`);
    expect([out.toHost, out.toDevice]).toEqual([32, 96]);
    expect(out.fallback?.mark).toBe('prerelease');
  });

  it('keeps views and cpu tensors off the queue', () => {
    const device = new NeuronDevice(options);
    expect(line(device.op(event('aten.view.default', [f32(4)], [f32(2, 2)], true)))).toBe('view: ');
    expect(line(device.op(event('aten.mul.Tensor', [host(f32(4))], [host(f32(4))])))).toBe('cpu: ');
    expect(device.clock().total).toBe(0);
  });

  it('lets the reader’s own table overrule the curated one', () => {
    const device = new NeuronDevice(
      { ...options, kernelCache: 'warm' },
      new Map([
        ['sort', false],
        ['aten.mm.default', true],
      ]),
    );
    expect(device.op(event('aten.sort.default', [f32(8)], [f32(8)])).where).toBe('neuron');
    expect(device.op(event('aten.mm.default', [f32(2, 2), f32(2, 2)], [f32(2, 2)])).where).toBe('fallback');
  });

  it('makes a read wait for the queue', () => {
    const device = new NeuronDevice({ ...options, kernelCache: 'warm' });
    device.op(event('aten.mm.default', [f32(4096, 4096), f32(4096, 4096)], [f32(4096, 4096)]));
    const before = device.now;
    device.sync('item', 4);
    expect(device.now).toBeGreaterThan(before + CLOCKS.trn2.read);
  });
});
