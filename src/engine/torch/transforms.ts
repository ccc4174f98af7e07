/**
 * What the Python half of `torch.func` needs: levels, and gradients that are part of a trace.
 */
import { intoLevel, type Level, outOfLevel } from '../dispatch/autograd/level.ts';
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

class PyLevel extends PyInstance implements Level {
  active = true;
  constructor() {
    super(levelType);
  }
}

/** The same tensor on the other side of a level; under a trace both stand for one value of the graph. */
function across(from: Tensor, to: Tensor): Value {
  if (to !== from) runtime().dispatcher.steps?.({ reads: [from], makes: [to], again: (map) => [map(from)] });
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
      runtime().dispatcher.levels++;
      return new PyLevel();
    }),
  );
  add(
    'leave',
    fn('leave(level, /)', (_vm, level: PyLevel) => {
      runtime().dispatcher.levels--;
      level.active = false;
      return null;
    }),
  );
  add(
    'into',
    fn('into(x, level, /)', (_vm, x: Value, level: PyLevel) => {
      if (!(x instanceof PyTensor)) raise('ValueError', `Thing passed to transform API must be Tensor, got <class '${tpName(x)}'>`);
      if (x.t.dtype.category !== 'float' && x.t.dtype.category !== 'complex')
        raise('RuntimeError', 'only Tensors of floating point and complex dtype can require gradients');
      return across(x.t, intoLevel(x.t, level, runtime().dispatcher.views));
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
