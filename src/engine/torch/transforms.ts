/**
 * What the Python half of `torch.func` needs: levels, batches, and gradients that are part of a trace.
 */
import { intoLevel, type Level, outOfLevel } from '../dispatch/autograd/level.ts';
import { gradientEdge } from '../dispatch/autograd/views.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import { batched, batchOf, unwrap, type VmapLevel } from '../dispatch/batching/batch.ts';
import { batching, leaveBatch, newestLevel } from '../dispatch/batching/index.ts';
import type { Dispatcher } from '../dispatch/index.ts';
import { PyTuple } from '../python/containers.ts';
import { raise } from '../python/errors.ts';
import { PyModule, type PyNative } from '../python/functions.ts';
import { fn } from '../python/native.ts';
import { newType, objectType } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { tpName } from './arguments.ts';
import { grad } from './autograd.ts';
import { PyTensor, wrap } from './objects.ts';
import { runtime } from './runtime.ts';

const levelType = newType('Level', objectType, 'torch._C._functorch');

/** Levels of both kinds, numbered as they open. */
let opened = 0;

class PyLevel extends PyInstance implements Level {
  active = true;
  readonly id = ++opened;
  constructor() {
    super(levelType);
  }
}

class PyVmapLevel extends PyLevel implements VmapLevel {
  readonly depth: number;
  readonly size: number;
  readonly randomness: VmapLevel['randomness'];
  constructor(depth: number, size: number, randomness: VmapLevel['randomness']) {
    super();
    this.depth = depth;
    this.size = size;
    this.randomness = randomness;
  }
}

/** Open levels of `vmap`, innermost last, by the rank's dispatcher. */
const open = new WeakMap<Dispatcher, PyVmapLevel[]>();

function levelsOf(d: Dispatcher): PyVmapLevel[] {
  let levels = open.get(d);
  if (levels === undefined) {
    levels = [];
    open.set(d, levels);
    d.batching = batching(d.call, d.views, levels);
  }
  return levels;
}

/** For the levels of forward mode: numbers in one order with these, and the hook of `vmap`. */
export const levels = {
  numbered: (): number => ++opened,
  batchingOf: (d: Dispatcher): NonNullable<Dispatcher['batching']> => {
    levelsOf(d);
    return d.batching as NonNullable<Dispatcher['batching']>;
  },
};

/** All examples of a tensor that shows one of them. */
const whole = (t: Tensor): Tensor => {
  const batch = batchOf(t);
  return batch === null ? t : whole(batch.value);
};

/** The same tensor on the other side of a level; under a trace both stand for one value of the graph. */
function across(from: Tensor, to: Tensor): Value {
  const [before, after] = [whole(from), whole(to)];
  if (after !== before) runtime().dispatcher.steps?.({ reads: [before], makes: [after], again: (map) => [map(before)] });
  return wrap(to);
}

export function makeFunctorch(): PyModule {
  const m = new PyModule('torch._C._functorch');
  const add = (name: string, f: PyNative): void => {
    f.module = m.name;
    m.attrs.set(name, f);
  };
  add(
    'enter',
    fn('enter()', () => {
      levelsOf(runtime().dispatcher);
      runtime().dispatcher.levels++;
      return new PyLevel();
    }),
  );
  add(
    'leave',
    fn('leave(level, /)', (_vm, level: PyLevel) => {
      const d = runtime().dispatcher;
      d.levels--;
      level.active = false;
      if (level instanceof PyVmapLevel) levelsOf(d).splice(levelsOf(d).indexOf(level), 1);
      return null;
    }),
  );
  add(
    'enter_vmap',
    fn('enter_vmap(size, randomness, /)', (_vm, size: number, randomness: VmapLevel['randomness']) => {
      const d = runtime().dispatcher;
      const levels = levelsOf(d);
      d.levels++;
      const level = new PyVmapLevel(d.levels, size, randomness);
      levels.push(level);
      return level;
    }),
  );
  add(
    'batch',
    fn('batch(x, dim, level, /)', (_vm, x: PyTensor, dim: number, level: PyVmapLevel) => wrap(batched(x.t, dim, level))),
  );
  add(
    'unbatch',
    fn('unbatch(x, level, out_dim, /)', (_vm, x: PyTensor, level: PyVmapLevel, out: number) => {
      const d = runtime().dispatcher;
      const rank = x.t.dim + 1;
      if (out < -rank || out >= rank) raise('IndexError', `Dimension out of range (expected to be in range of [${-rank}, ${rank - 1}], but got ${out})`);
      return wrap(leaveBatch(d.call, x.t, level, out < 0 ? out + rank : out, d.views));
    }),
  );
  add(
    '_unbatched',
    fn('_unbatched(args, /)', (_vm, args: PyTuple) => {
      const d = runtime().dispatcher;
      const tensors = args.items.flatMap((a) => (a instanceof PyTensor ? [a.t] : []));
      const level = tensors.map((t) => batchOf(t)?.level).reduce((a, b) => (a && (!b || a.id > b.id) ? a : b), undefined) as PyVmapLevel | undefined;
      if (level === undefined) return null;
      const inner = tensors.some((t) => {
        const edge = requiresGrad(t) ? gradientEdge(t, d.views) : null;
        return edge !== null && newestLevel(edge.node) > level.id;
      });
      const parts = args.items.map((a) => (a instanceof PyTensor ? unwrap(a.t, level) : null));
      const values = args.items.map((a, i) => (parts[i] === null ? a : wrap((parts[i] as { t: Tensor }).t)));
      return new PyTuple([level, !inner, level.size, level.randomness, new PyTuple(parts.map((p) => p?.dim ?? null)), new PyTuple(values)]);
    }),
  );
  add(
    'into',
    fn('into(x, level, /)', (_vm, x: Value, level: PyLevel) => {
      if (!(x instanceof PyTensor)) raise('ValueError', `Thing passed to transform API must be Tensor, got <class '${tpName(x)}'>`);
      if (x.t.dtype.category !== 'float' && x.t.dtype.category !== 'complex')
        raise('RuntimeError', 'only Tensors of floating point and complex dtype can require gradients');
      return across(x.t, intoLevel(x.t, level, gradientEdge(x.t, runtime().dispatcher.views)));
    }),
  );
  add(
    'out',
    fn('out(x, level, grad_mode, /)', (_vm, x: Value, level: PyLevel, gradMode: boolean) => {
      if (!(x instanceof PyTensor)) return x;
      const { active } = level;
      level.active = false;
      const t = outOfLevel(x.t, gradMode, runtime().dispatcher.views);
      level.active = active;
      return t === x.t ? x : across(x.t, t);
    }),
  );
  add(
    'grad',
    fn('grad(outputs, inputs, grad_outputs, retain_graph, create_graph, /)', (v, outputs, inputs, gradTensors, retain, create) =>
      grad(v, outputs, { gradTensors, retain, create, inputs, allowUnused: true, materialize: false }),
    ),
  );
  return m;
}
