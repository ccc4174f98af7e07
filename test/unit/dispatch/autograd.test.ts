/** Scenes of test/golden/aten/generate_autograd.py on the engine: same rows, same gradients, same errors. */
import '../../support/packs.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Arg } from '../../../src/engine/aten/op.ts';
import { Dispatcher, metaOf, retainGrad, runBackward, setRequiresGrad } from '../../../src/engine/dispatch/index.ts';
import { PyFloat } from '../../../src/engine/python/values.ts';
import { bfloat16, float32, fromNumbers, int64, type Tensor, toNumbers } from '../../../src/engine/tensor/index.ts';

interface Golden {
  error: [string, string] | null;
  values: (number[] | null)[] | null;
  rows: string[];
}
const golden: Record<string, Golden> = JSON.parse(readFileSync(new URL('../../golden/aten/autograd.json', import.meta.url), 'utf8'));

const f = (v: number): PyFloat => new PyFloat(v);

/** Tools of one scene; making tensors by hand leaves the rows of the factories, as `leaf` in Python does. */
class Stage {
  readonly d = new Dispatcher();
  readonly rows: string[] = [];
  constructor() {
    this.d.activate();
    this.d.emit = { begin: (e) => this.rows.push(e.op.overload), end: () => {} };
  }
  leaf(shape: number[], rows = true): Tensor {
    const n = shape.reduce((a, b) => a * b, 1);
    if (rows) this.rows.push('arange', 'mul.Tensor', 'sub.Tensor', 'view', 'clone');
    const t = fromNumbers(
      shape,
      float32,
      Array.from({ length: n }, (_, i) => i * 0.25 - 0.5),
    );
    setRequiresGrad(this.d, t, true);
    return t;
  }
  call(name: string, ...args: Arg[]): Tensor {
    return this.d.call(name, ...args) as Tensor;
  }
  many(name: string, ...args: Arg[]): Tensor[] {
    return this.d.call(name, ...args) as Tensor[];
  }
  sum(t: Tensor): Tensor {
    return this.call('sum', t, null);
  }
  ones(shape: number[]): Tensor {
    return this.call('ones', shape, null, null, null, null);
  }
  backward(t: Tensor, o: { grad?: Tensor; retainGraph?: boolean } = {}): void {
    runBackward(this.d, { tensors: [t], grads: [o.grad ?? null], retainGraph: o.retainGraph ?? false });
  }
  grads(t: Tensor, inputs: Tensor[], o: { allowUnused?: boolean; createGraph?: boolean } = {}): (Tensor | null)[] {
    return runBackward(this.d, {
      tensors: [t],
      grads: [null],
      inputs,
      accumulate: false,
      allowUnused: o.allowUnused ?? false,
      createGraph: o.createGraph ?? false,
      retainGraph: o.createGraph ?? false,
    });
  }
}

type Scene = (s: Stage, x: Tensor) => (Tensor | null)[] | void;
const grad = (t: Tensor): Tensor | null => metaOf(t).grad;

const SCENES: Record<string, Scene> = {
  view_inplace: (s, x) => {
    const y = s.call('mul.Tensor', x, f(1));
    s.call('mul_.Tensor', s.call('select.int', y, 0, 0), f(2));
    s.backward(s.sum(y));
    return [grad(x)];
  },
  view_of_view_inplace: (s, x) => {
    const y = s.call('mul.Tensor', x, f(1));
    const v = s.call('select.int', y, 0, 0);
    const part = s.call('slice.Tensor', v, 0, 1, null, 1);
    const by = s.call('slice.Tensor', s.call('select.int', x, 0, 1), 0, 1, null, 1);
    s.call('mul_.Tensor', part, by);
    s.backward(s.sum(s.call('mul.Tensor', v, s.call('select.int', y, 0, 1))));
    return [grad(x)];
  },
  shared_gradient: (s, x) => {
    const w = s.leaf([2, 3]);
    const y = s.call('add.Tensor', x, w);
    s.backward(y, { grad: s.ones([2, 3]) });
    return [grad(x), grad(w)];
  },
  accumulate_twice: (s, x) => {
    s.backward(s.sum(s.call('mul.Tensor', x, f(3))));
    s.backward(s.sum(s.call('mul.Tensor', x, x)));
    return [grad(x)];
  },
  broadcast: (s, x) => {
    const b = s.leaf([3]);
    s.backward(s.sum(s.call('mul.Tensor', x, b)));
    return [grad(x), grad(b)];
  },
  lower_type: (s, x) => {
    s.backward(s.sum(s.call('mul.Tensor', s.call('to.dtype', x, bfloat16), f(2))));
    return [grad(x)];
  },
  some_pieces: (s, x) => {
    const [a, , c] = s.many('split.Tensor', x, 1, 1);
    s.backward(s.sum(s.call('mul.Tensor', a, c)));
    return [grad(x)];
  },
  grad_of_inputs: (s, x) => {
    const w = s.leaf([2, 3]);
    return s.grads(s.sum(s.call('mul.Tensor', x, w)), [w, x]);
  },
  unused_allowed: (s, x) => {
    const w = s.leaf([2, 3]);
    return s.grads(s.sum(x), [w, x], { allowUnused: true });
  },
  unused_refused: (s, x) => {
    const w = s.leaf([2, 3]);
    return s.grads(s.sum(x), [w, x]);
  },
  twice_differentiated: (s, x) => {
    const y = s.sum(s.call('mul.Tensor', s.call('mul.Tensor', x, x), x));
    const [g] = s.grads(y, [x], { createGraph: true }) as Tensor[];
    s.backward(s.sum(s.call('mul.Tensor', g, g)));
    return [grad(x)];
  },
  tanh_twice: (s, x) => {
    const [g] = s.grads(s.sum(s.call('tanh', x)), [x], { createGraph: true }) as Tensor[];
    s.backward(s.sum(g));
    return [grad(x)];
  },
  mse_twice: (s, x) => {
    const [g] = s.grads(s.call('mse_loss', x, s.ones([2, 3]), 1), [x], { createGraph: true }) as Tensor[];
    s.backward(s.sum(s.call('mul.Tensor', g, g)));
    return [grad(x)];
  },
  second_backward: (s, x) => {
    const y = s.sum(s.call('mul.Tensor', x, x));
    s.backward(y);
    s.backward(y);
  },
  retained_graph: (s, x) => {
    const y = s.sum(s.call('mul.Tensor', x, x));
    s.backward(y, { retainGraph: true });
    s.backward(y);
    return [grad(x)];
  },
  leaf_inplace: (s, x) => void s.call('add_.Tensor', x, f(1), 1),
  view_of_leaf_inplace: (s, x) => void s.call('add_.Tensor', s.call('select.int', x, 0, 0), f(1), 1),
  view_made_leaf: (s) => {
    const v = s.call('view', s.ones([2, 3]), [3, 2]);
    setRequiresGrad(s.d, v, true);
    s.call('add_.Tensor', v, f(1), 1);
  },
  saved_changed: (s, x) => {
    const y = s.call('mul.Tensor', x, f(2));
    const z = s.call('mul.Tensor', y, y);
    s.call('add_.Tensor', y, f(1), 1);
    s.backward(s.sum(z));
  },
  saved_output_changed: (s, x) => {
    const y = s.call('exp', x);
    s.call('add_.Tensor', y, f(1), 1);
    s.backward(s.sum(y));
  },
  multi_view_inplace: (s, x) => {
    const [a] = s.many('unbind.int', s.call('mul.Tensor', x, f(1)), 0);
    s.call('mul_.Tensor', a, f(2));
  },
  no_scalar: (s, x) => s.backward(s.call('mul.Tensor', x, f(2))),
  no_grad_fn: (s) => s.backward(s.ones([1])),
  int_leaf: (s) => {
    s.call('arange', 3, null, null, null, null);
    setRequiresGrad(s.d, fromNumbers([3], int64, [0, 1, 2]), true);
  },
  wrong_gradient: (s, x) => {
    const y = s.call('mul.Tensor', x, f(2));
    s.backward(y, { grad: s.ones([3, 2]) });
  },
  retain_grad: (s, x) => {
    const y = s.call('mul.Tensor', x, f(2));
    retainGrad(s.d, y);
    s.backward(s.sum(s.call('mul.Tensor', y, y)));
    return [grad(x), grad(y)];
  },
  where_mask: (s, x) => {
    const c = s.call('gt.Scalar', x, 0);
    s.backward(s.sum(s.call('where.self', c, x, s.call('mul.Tensor', x, f(2)))));
    return [grad(x)];
  },
  transposed_weight: (s, x) => {
    const w = s.leaf([4, 3]);
    s.backward(s.sum(s.call('linear', x, w, null)));
    return [grad(x), grad(w)];
  },
  fill_in_the_middle: (s, x) => {
    const y = s.call('mul.Tensor', x, f(1));
    s.call('fill_.Scalar', y, f(2));
    s.backward(s.sum(s.call('mul.Tensor', y, x)));
    return [grad(x)];
  },
};

describe('autograd as PyTorch runs it', () => {
  for (const [name, want] of Object.entries(golden)) {
    test(name, () => {
      const stage = new Stage();
      const x = stage.leaf([2, 3], false);
      let error: string | null = null;
      let values: unknown = null;
      try {
        const made = SCENES[name](stage, x);
        values = made ? made.map((t) => t && toNumbers(t)) : null;
      } catch (e) {
        error = String(e);
      }
      expect(error).toBe(want.error ? `${want.error[0]}: ${want.error[1]}` : null);
      expect(values).toEqual(want.values);
      expect(stage.rows).toEqual(want.rows);
    });
  }
});
