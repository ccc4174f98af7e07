/** `torch._C._forward`: what the Python half of forward mode calls (torch/autograd/forward_ad.py, torch/_forward.py). Lies in the pack `forward`. */
import { forwardMode } from '../dispatch/autograd/alias.ts';
import { forwardHook, type ForwardLevel, type Hook, primalOf, setTangent, tangentOf, tangents } from '../dispatch/forward/duals.ts';
import type { Dispatcher } from '../dispatch/index.ts';
import { raise, Unsupported } from '../python/errors.ts';
import { PyTuple } from '../python/containers.ts';
import { type NativeGen, PyModule, type PyNative, type Request } from '../python/functions.ts';
import { extendType, fn } from '../python/native.ts';
import { part } from '../python/packs.ts';
import { addSuffixes, tensorRepr } from '../tensor/print.ts';
import { newType, objectType, type PyType } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { isSequence } from './arguments.ts';
import type { PyContext } from './function.ts';
import { PyTensor, tensorBaseType, wrap } from './objects.ts';
import { one, runtime } from './runtime.ts';
import { textOf } from './tensor/text.ts';

const functorch = part<{ numbered: () => number; batchingOf: (d: Dispatcher) => Hook }>('func', 'levels');

const levelType = newType('ForwardLevel', objectType, 'torch._C._forward');

class PyForwardLevel extends PyInstance implements ForwardLevel {
  active = true;
  readonly id = functorch().numbered();
  constructor() {
    super(levelType);
  }
}

const ready = new WeakSet<Dispatcher>();
/** Open levels, innermost last: what a printed tensor shows. */
const open = new WeakMap<Dispatcher, PyForwardLevel[]>();

function levelsOf(d: Dispatcher): PyForwardLevel[] {
  if (!ready.has(d)) {
    d.batching = forwardHook(d, functorch().batchingOf(d));
    ready.add(d);
    open.set(d, []);
  }
  return open.get(d) as PyForwardLevel[];
}

/** The innermost level shows its tangent. */
function shown(self: PyTensor): string {
  const text = textOf(self);
  const level = open.get(runtime().dispatcher)?.at(-1);
  const tangent = level && tangentOf(self.t, level);
  if (!tangent) return text;
  const d = runtime().dispatcher;
  const inner = tensorRepr(tangent, { requiresGrad: d.requiresGrad(tangent), gradFn: d.gradFn(tangent)?.name ?? null });
  return addSuffixes(text.slice(0, -1), [`tangent=${inner}`], text.indexOf('(') + 1);
}

type Applied = (vm: VM, cls: PyType, args: Value[]) => Generator<Request, { out: Value; ctx: PyContext }, Value>;

/** In forward mode the class says itself what becomes of tangents. */
function* applyForward(vm: VM, cls: PyType, args: Value[], applied: Applied, plain: (v: Value) => Value, level: ForwardLevel): NativeGen {
  tangents.putAside(level);
  try {
    const { out, ctx } = yield* applied(vm, cls, args);
    ctx.forForward = ctx.toSaveForward;
    const given = args.map((a) => {
      if (!(a instanceof PyTensor)) return null;
      const t = tangentOf(a.t, level);
      return t !== null ? wrap(t) : ctx.materialize ? wrap(one('zeros_like', a.t, null, null, null, null, null)) : null;
    });
    const made = yield* vm.call(plain((cls.lookup('jvp') ?? null) as Value), [ctx, ...given]);
    ctx.forForward = null;
    const results = isSequence(made) ? [...made.items] : [made];
    (isSequence(out) ? [...out.items] : [out]).forEach((o, i) => {
      const t = results[i];
      if (o instanceof PyTensor && t instanceof PyTensor) setTangent(runtime().dispatcher, o.t, level, t.t);
    });
    return out;
  } finally {
    tangents.takeBack(level);
  }
}

const apply = (vm: VM, cls: PyType, args: Value[], applied: Applied, plain: (v: Value) => Value): NativeGen | null => {
  const level = tangents.newest(args.flatMap((a) => (a instanceof PyTensor ? [a.t] : [])));
  return level === null ? null : applyForward(vm, cls, args, applied, plain, level);
};

forwardMode.apply = apply as never;

export function makeForward(): PyModule {
  const m = new PyModule('torch._C._forward');
  const add = (f: PyNative): void => {
    f.module = m.name;
    m.attrs.set(f.name, f);
  };
  extendType(tensorBaseType, { methods: { '__repr__(self)': (_vm, self: PyTensor) => shown(self) } });
  add(
    fn('enter()', (vm) => {
      const d = runtime().dispatcher;
      if (vm.monitor !== null || d.tracing) throw new Unsupported('forward mode in a compiled function');
      const levels = levelsOf(d);
      const level = new PyForwardLevel();
      levels.push(level);
      return level;
    }),
  );
  add(
    fn('leave(level, /)', (_vm, level: PyForwardLevel) => {
      const levels = levelsOf(runtime().dispatcher);
      level.active = false;
      levels.splice(levels.indexOf(level), 1);
      return null;
    }),
  );
  add(
    fn('make_dual(primal, tangent, level, /)', (_vm, primal: PyTensor, tangent: PyTensor, level: PyForwardLevel) => {
      const d = runtime().dispatcher;
      if (tangentOf(primal.t, level) !== null) {
        raise('RuntimeError', 'Making a dual Tensor based on a Tensor that already has a forward gradient at the same level 0 is not supported.');
      }
      if (tangentOf(tangent.t, level) !== null) {
        raise('RuntimeError', 'Setting a forward grad that itself has a forward gradient at the same level 0 is not supported.');
      }
      const t = primalOf(d, primal.t, level, 'ViewBackward0');
      setTangent(d, t, level, tangent.t);
      return wrap(t);
    }),
  );
  add(
    fn('unpack_dual(x, level, name, /)', (_vm, x: PyTensor, level: PyForwardLevel, name: string) => {
      const tangent = tangentOf(x.t, level);
      return new PyTuple([wrap(primalOf(runtime().dispatcher, x.t, level, name)), tangent === null ? null : wrap(tangent)]);
    }),
  );
  return m;
}
