/**
 * `torch.cond` as one operator of a graph: a predicate, and two graphs captured from its branches.
 *
 * Idea: torch/_higher_order_ops/cond.py. The operator takes the predicate and every tensor that either branch reads;
 * when it runs, one branch is replayed. Its derivative is a `cond` again, over the branches' backward passes.
 * Leaves out: branches that change their inputs, outputs of different shapes (unbacked sizes).
 */
import { itemValue } from '../aten/copy.ts';
import { type Arg, derivative, type Op, resolve, type Ret } from '../aten/op.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { Engine } from '../dispatch/autograd/engine.ts';
import { requiresGrad, touch } from '../dispatch/autograd/meta.ts';
import { gradientEdge } from '../dispatch/autograd/views.ts';
import { PyFloat } from '../python/values.ts';
import { emptyStrided, zeros } from '../tensor/create.ts';
import { Unsupported } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { type Captured, replayCalls } from './captured.ts';

const isTensor = (a: unknown): a is Tensor => a instanceof Tensor;

/** Runs a captured branch on other tensors; `keepGrad`: as it was traced, else without gradients. */
function replay(d: Dispatcher, branch: Captured, inputs: readonly Tensor[], keepGrad: boolean): Tensor[] {
  const before = { gradMode: d.gradMode, enabled: d.autocast.enabled, dtype: d.autocast.dtype };
  try {
    const outs = replayCalls(
      branch,
      inputs,
      (call, args): Ret => {
        d.gradMode = keepGrad && call.gradMode;
        d.autocast.enabled = call.autocast.enabled;
        d.autocast.dtype = call.autocast.dtype;
        return d.dispatch(call.op, args);
      },
      isTensor,
      () => {
        throw new Unsupported('a hook inside torch.cond');
      },
    );
    d.gradMode = keepGrad;
    return outs.map((t) => (inputs.includes(t) ? d.call.one('clone', t, null) : t));
  } finally {
    d.gradMode = before.gradMode;
    d.autocast.enabled = before.enabled;
    d.autocast.dtype = before.dtype;
  }
}

const like = (t: Tensor): Tensor => emptyStrided(t.sizes, t.strides, t.dtype, { device: t.device, fake: true });

/** Whether the predicate holds. On shapes alone either branch gives the same. */
function holds(pred: Tensor): boolean {
  if (pred.isFake) return true;
  const v = itemValue(pred);
  return v instanceof PyFloat ? v.v !== 0 : Boolean(v);
}

/** The operator for two branches over the same `operands`. */
export function condOp(d: Dispatcher, branches: readonly [Captured, Captured], operands: readonly Tensor[]): Op {
  const inputsOf = branches.map((b) => b.inputs.map((t) => operands.indexOf(t)));
  const pick = (pred: Tensor, given: readonly Tensor[]): { branch: Captured; inputs: Tensor[] } => {
    const i = holds(pred) ? 0 : 1;
    return { branch: branches[i], inputs: inputsOf[i].map((k) => given[k]) };
  };
  const outs = branches[0].outputs;
  const differentiable = outs.some((t) => t.dtype.category === 'float');
  return higher({
    schema: 'cond(Tensor pred, Tensor[] operands) -> Tensor[]',
    kind: 'kernel',
    mixedDevices: true,
    meta: () => outs.map(like),
    run: (pred: Tensor, given: Tensor[]) => {
      const { branch, inputs } = pick(pred, given);
      return replay(d, branch, inputs, false);
    },
    derivative: differentiable
      ? derivative('CondAutogradOpBackward', ['pred', 'operands'], {
          operands: (c) => {
            const given = c.arg<Tensor[]>('operands' as never) as unknown as Tensor[];
            const grads = outs.map((t, i) => c.grads[i] ?? zeros(t.sizes, t.dtype, { device: t.device, fake: (given[0] ?? c.t('pred')).isFake }));
            const wanted = given.flatMap((t, i) => (requiresGrad(t) ? [i] : []));
            const made = d.dispatch(backwardOp(d, pick, wanted, given), [c.t('pred'), [...given], grads]) as Tensor[];
            return given.map((_, i) => (wanted.includes(i) ? made[wanted.indexOf(i)] : null));
          },
        })
      : undefined,
  });
}

type Pick = (pred: Tensor, given: readonly Tensor[]) => { branch: Captured; inputs: Tensor[] };

/** Gradients of the wanted operands, by the branch that was taken. */
function backwardOp(d: Dispatcher, pick: Pick, wanted: readonly number[], operands: readonly Tensor[]): Op {
  return higher({
    schema: 'cond(Tensor pred, Tensor[] operands, Tensor[] grads) -> Tensor[]',
    kind: 'kernel',
    mixedDevices: true,
    meta: () => wanted.map((i) => like(operands[i])),
    run: (pred: Tensor, given: Tensor[], grads: Tensor[]) => {
      const leaves = given.map((t, i) => {
        const leaf = d.belowAutograd(() => d.call.one('detach', t));
        if (wanted.includes(i)) touch(leaf).requiresGrad = true;
        return leaf;
      });
      const { branch, inputs } = pick(pred, leaves);
      const outs = replay(d, branch, inputs, true);
      const roots = outs.flatMap((t, i) => {
        const edge = gradientEdge(t, d.views);
        return edge && requiresGrad(t) ? [{ edge, grad: grads[i] }] : [];
      });
      const zero = (t: Tensor): Tensor => zeros(t.sizes, t.dtype, { device: t.device });
      if (roots.length === 0) return wanted.map((i) => zero(given[i]));
      const used = wanted.map((i) => gradientEdge(leaves[i], d.views));
      const engine = new Engine({
        roots: roots.map((r) => r.edge),
        grads: roots.map((r) => r.grad),
        keepGraph: false,
        accumulate: false,
        call: d.call,
        gradMode: () => false,
        held: new Set(grads),
        outputs: used.flatMap((e) => (e ? [e] : [])),
      });
      const found = d.belowAutograd(() => {
        const r = engine.run().next();
        if (!r.done) throw new Unsupported(`a ${r.value.kind} inside torch.cond`);
        return r.value;
      });
      return wanted.map((i, k) => found[k] ?? zero(given[i]));
    },
  });
}

interface HigherDef {
  schema: string;
  kind: 'kernel';
  mixedDevices: boolean;
  meta: () => Tensor[];
  run: (...args: never[]) => Ret;
  derivative: ReturnType<typeof derivative> | undefined;
}

function higher({ run, derivative: d, ...def }: Omit<HigherDef, 'derivative'> & { derivative?: HigherDef['derivative'] }): Op {
  const full = { ...def, kernel: (_out: never, ...args: never[]): Ret => run(...args) };
  return { ...resolve(d ? { ...full, derivative: d } : full), name: 'cond', higher: run as (...args: Arg[]) => Ret };
}
