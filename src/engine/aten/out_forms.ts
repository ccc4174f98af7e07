/**
 * `out=` forms that the table does not list, made from the functional operator when a program first asks for one.
 *
 * A kernel's form has a row of its own (`aten.max.dim_max`), whatever it writes: its results are computed apart, the targets
 * resized and filled (`resize_output`). Composites have one only where PyTorch's `*_out` functions were followed here; any
 * other is refused. Leaves out the errors of a target whose type the results cannot be cast to, beyond those of `outOf`.
 */
import { copyInto } from '../tensor/access.ts';
import { allocation } from '../tensor/create.ts';
import { Unsupported } from '../python/errors.ts';
import type { DType } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { canCast, CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Arg, type Call, type Op, type OpDef, resolve, type Ret } from './op.ts';
import { findOp, remember } from './table.ts';
import { apart, ownPlaces, resizeTo } from './variants.ts';

type AnyFn = (...args: Arg[]) => Ret;

/** Where a factory's type and device stand: its target has them. */
const OPTIONS = ['dtype', 'layout', 'device', 'pin_memory'];

function targets(args: readonly Arg[], n: number): Tensor[] {
  return args.slice(args.length - n) as Tensor[];
}

function place(out: Tensor, result: Tensor): void {
  if (!canCast(result.dtype, out.dtype)) {
    throw runtimeError(`result type ${CPP[result.dtype.name]} can't be cast to the desired output type ${CPP[out.dtype.name]}`);
  }
  resizeTo(out, result.sizes);
  ownPlaces(out);
}

/** The functional operator's results, as many as it has. */
function results(op: Op, args: readonly Arg[]): Tensor[] {
  const made = op.meta ? (op.meta as AnyFn)(...args) : null;
  const filled = op.kernel && !allocation.fake ? ((op.kernel as unknown as AnyFn)(made, ...args) ?? made) : made;
  return Array.isArray(filled) ? (filled as Tensor[]) : [filled as Tensor];
}

function ofKernel(op: Op, name: string): OpDef {
  const { sig } = op;
  const factory = sig.tensors.length === 0;
  const kept = sig.args.map((a, i) => ({ a, i })).filter(({ a }) => !(factory && OPTIONS.includes(a.name)));
  const n = sig.returns.length;
  const text = sig.text.slice(sig.text.indexOf('(') + 1, sig.text.lastIndexOf(') ->'));
  const inner = factory ? text.replace(/,? ?(\*, )?ScalarType\? dtype=None, Layout\? layout=None, Device\? device=None, bool\? pin_memory=None/, '') : text;
  const star = /(^|, )\*(,|$)/.test(inner) ? '' : '*, ';
  const outs = sig.returns.map((_, i) => `Tensor(${'abcd'[i]}!) out${n > 1 ? i : ''}`).join(', ');
  const returned = sig.returns.map((r, i) => `Tensor(${'abcd'[i]}!)${r.name ? ` ${r.name}` : ''}`).join(', ');
  const whole = (args: readonly Arg[]): Arg[] => {
    const full = sig.args.map((a) => a.def);
    kept.forEach(({ i }, k) => {
      full[i] = args[k];
    });
    if (factory) {
      const [out] = targets(args, 1);
      full[sig.positions.get('dtype') as number] = out.dtype;
      full[sig.positions.get('device') as number] = out.device;
    }
    return full;
  };
  return {
    schema: `${name}(${inner}${inner === '' ? '' : ', '}${star}${outs}) -> ${n > 1 ? `(${returned})` : 'Tensor(a!)'}`,
    kind: 'kernel',
    meta: (...args: Arg[]) => {
      const out = targets(args, n);
      if (!op.dataDependent) {
        const before = allocation.fake;
        allocation.fake = true;
        try {
          const like = (op.meta as AnyFn)(...whole(args));
          for (const [i, one] of (Array.isArray(like) ? like : [like]).entries()) place(out[i], one as Tensor);
        } finally {
          allocation.fake = before;
        }
      }
      return n > 1 ? out : out[0];
    },
    check: (...args: Arg[]) => {
      for (const out of targets(args, n)) apart(out, ...args.slice(0, -n));
    },
    kernel: (_made: never, ...args: Arg[]) => {
      const out = targets(args, n);
      results(op, whole(args)).forEach((one, i) => {
        if (op.dataDependent) place(out[i], one);
        copyInto(out[i], one);
      });
    },
    ...(op.dataDependent ? { dataDependent: true } : {}),
  };
}

type Composite = (call: Call, ...args: never[]) => Ret;

/** Runs an `out=` form inside a composite: the table may not have it yet. */
function below(call: Call, name: string, ...args: Arg[]): Ret {
  if (!findOp(name)) outForm(findOp(name.replace(/_out$|\.out$/, '')) as Op, name);
  return call(name, ...args);
}

function matmulOut(call: Call, a: Tensor, b: Tensor, out: Tensor): Ret {
  const key = `${a.dim} ${b.dim}`;
  const plain: Readonly<Record<string, string>> = { '1 1': 'dot.out', '2 1': 'mv.out', '2 2': 'mm.out' };
  if (plain[key]) return below(call, plain[key], a, b, out);
  if (key === '3 3' && a.sizes[0] === b.sizes[0]) {
    const batch = (t: Tensor): Tensor => call.one('view', call.one('expand', t, t.sizes, false), t.sizes);
    const [x, y] = [batch(a), batch(b)];
    resizeTo(out, [a.sizes[0], a.sizes[1], b.sizes[2]]);
    below(call, 'bmm.out', x, y, call.one('view', out, out.sizes));
    return out;
  }
  return null;
}

const DIMS = 'Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False';
const deviation =
  (name: string): Composite =>
  (call, self: Tensor, dim: Arg, unbiased: boolean, keepdim: boolean, out: Tensor) =>
    below(call, name, self, dim, unbiased ? 1 : 0, keepdim, out);

const COMPOSITES: Readonly<Record<string, { args: string; run: Composite }>> = {
  'matmul.out': { args: 'Tensor self, Tensor other', run: matmulOut },
  'outer.out': {
    args: 'Tensor self, Tensor vec2',
    run: (call, a: Tensor, b: Tensor, out: Tensor) => below(call, 'mul.out', call.one('view', a, [a.sizes[0], 1]), b, out),
  },
  'hstack.out': {
    args: 'Tensor[] tensors',
    run: (call, list: Tensor[], out: Tensor) => {
      const parts = call.many('atleast_1d.Sequence', list);
      return below(call, 'cat.out', parts, parts[0].dim === 1 ? 0 : 1, out);
    },
  },
  'randn.out': {
    args: 'SymInt[] size',
    run: (call, size: Arg, out: Tensor) => call('normal_', call.one('resize_', out, size, null), call.float(0), call.float(1), null),
  },
  'std.out': { args: DIMS, run: deviation('std.correction_out') },
  'var.out': { args: DIMS, run: deviation('var.correction_out') },
  'diag.out': {
    args: 'Tensor self, int diagonal=0',
    run: (call, self: Tensor, k: number, out: Tensor) => (self.dim === 2 ? below(call, 'diagonal_copy.out', self, k, 0, 1, out) : null),
  },
  'max.out': { args: 'Tensor self, Tensor other', run: (call, a: Tensor, b: Tensor, out: Tensor) => below(call, 'maximum.out', a, b, out) },
  'min.out': { args: 'Tensor self, Tensor other', run: (call, a: Tensor, b: Tensor, out: Tensor) => below(call, 'minimum.out', a, b, out) },
  'linalg_norm.out': {
    args: 'Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None',
    run: (call, self: Tensor, ord: Arg, dim: Arg, keep: Arg, dtype: Arg, out: Tensor) => {
      const made = call.one('linalg_norm', self, ord, dim, keep, dtype);
      return call('copy_', call.one('resize_', out, made.sizes, null), made, false);
    },
  },
  'vstack.out': {
    args: 'Tensor[] tensors',
    run: (call, list: Tensor[], out: Tensor) => below(call, 'cat.out', call.many('atleast_2d.Sequence', list), 0, out),
  },
};
/** Composites whose `out=` form is a row of its own: the kernel below them computes it. */
const WHOLE: Readonly<Record<string, string>> = { 'softmax.int_out': '_softmax', 'log_softmax.int_out': '_log_softmax' };

function ofWhole(name: string, below: string): OpDef {
  const kernel = findOp(below) as Op;
  return {
    schema: `${name}(Tensor self, int dim, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!)`,
    kind: 'kernel',
    meta: (self: Tensor, _dim: number, dtype: DType | null, out: Tensor) => {
      if (dtype !== null && dtype !== self.dtype) throw new Unsupported(`${name} with another dtype`);
      resizeTo(out, self.sizes);
      return out;
    },
    kernel: (out: Tensor, self: Tensor, dim: number) => copyInto(out, results(kernel, [self, dim, false])[0]),
  };
}

/** `ger` is `outer`, `cross` without a dimension too many. */
const SAME: Readonly<Record<string, string>> = { 'ger.out': 'outer.out', 'row_stack.out': 'vstack.out' };

const known = new Map<string, Op | null>();

/** The form of an operator that writes into given tensors; null where it is not modelled. */
export function outForm(op: Op, name: string): Op | null {
  let found = known.get(name);
  if (found !== undefined) return found;
  if (WHOLE[name]) {
    known.set(name, (found = resolve(ofWhole(name, WHOLE[name]))));
    return found;
  }
  const composite = COMPOSITES[SAME[name] ?? name];
  if (composite) {
    found = resolve({
      schema: `${name}(${composite.args}, ${composite.args.includes('*') ? '' : '*, '}Tensor(a!) out) -> Tensor(a!)`,
      kind: 'composite',
      composite: composite.run,
    });
  } else {
    found =
      op.kind === 'kernel' && (op.meta || op.dataDependent) && op.sig.returns.every((r) => r.base === 'Tensor' && !r.list) ? resolve(ofKernel(op, name)) : null;
  }
  known.set(name, found);
  if (found) remember(found);
  return found;
}
