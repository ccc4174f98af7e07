/**
 * What DTensor says when it finds no layout: the cause, then the operator with its arguments (`OpSchema.__str__` and
 * `DTensorSpec.__str__` of `torch/distributed/tensor`). Whatever was raised becomes a RuntimeError, but for an operator that
 * has no strategy. Leaves out: arguments given by name, which PyTorch leaves out too.
 */
import type { Arg, Op } from '../aten/op.ts';
import { isPyError, PyError } from '../python/errors.ts';
import { reprDigits } from '../python/numfmt.ts';
import { PyFloat } from '../python/values.ts';
import { DTYPES, type DTypeName } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { placementShort } from './placement.ts';
import { placementsRepr, type Spec } from './spec.ts';

const tuple = (list: readonly (number | string)[]): string => `(${list.join(', ')}${list.length === 1 ? ',' : ''})`;

const short = (s: Spec): string => `Spec(${DTYPES[s.meta.dtype as DTypeName].short}[${s.meta.shape.join(', ')}](${s.placements.map(placementShort).join('')}))`;

/** `repr` of a spec, as it stands in a list. */
function long(s: Spec): string {
  const dims = s.meta.shape.map((_, d) => s.placements.flatMap((p, m) => (p.kind === 'shard' && p.dim === d ? [m] : [])));
  const order = tuple(dims.flatMap((m, d) => (m.length ? [`ShardOrderEntry(tensor_dim=${d}, mesh_dims=${tuple(m)})`] : [])));
  const meta = `TensorMeta(shape=torch.Size([${s.meta.shape.join(', ')}]), stride=${tuple(s.meta.strides)}, dtype=torch.${s.meta.dtype})`;
  return `DTensorSpec(mesh=${s.mesh.label}, placements=${placementsRepr(s.placements)}, tensor_meta=${meta}, shard_order=${order}, use_strided_shard_as_shard_order=False)`;
}

function plain(a: Arg): string {
  if (a === null || a === undefined) return 'None';
  if (typeof a === 'boolean') return a ? 'True' : 'False';
  if (a instanceof PyFloat) return reprDigits(a.v);
  return String(a);
}

function schemaOf(op: Op, args: readonly Arg[], inputs: readonly Spec[]): string {
  const rest = [...inputs];
  // The mesh is that of the last tensor outside lists.
  let mesh: string | null = 'None';
  const texts = op.sig.args.map((_, i): string => {
    const a = args[i];
    if (!op.sig.tensors.includes(i)) return plainOf(a as Arg);
    if (a instanceof Tensor) {
      const spec = rest.shift() as Spec;
      mesh = spec.mesh.label;
      return short(spec);
    }
    return Array.isArray(a) ? `[${a.map((x) => (x instanceof Tensor ? long(rest.shift() as Spec) : 'None')).join(', ')}]` : 'None';
  });
  // What comes by name is not shown, and the dispatcher leaves out defaults at the end.
  let shown = op.sig.args.findIndex((a) => a.kwarg);
  if (shown < 0) shown = texts.length;
  while (shown > 0 && op.sig.args[shown - 1]?.hasDefault && texts[shown - 1] === plainOf(op.sig.args[shown - 1]?.def as Arg)) shown--;
  return `${op.name}(${texts.slice(0, shown).join(', ')}) on ${mesh})`;
}

const plainOf = (a: Arg): string => (Array.isArray(a) ? `[${a.map((x) => plain(x as Arg)).join(', ')}]` : plain(a));

export const propagationFailed = (cause: string, op: Op, args: readonly Arg[], inputs: readonly Spec[]): PyError =>
  runtimeError(`${cause}\n\nSharding propagation failed for ${schemaOf(op, args, inputs)}`);

/** Shapes that do not fit, in the words of the functions that compute shapes alone (`_broadcast_shapes`, `meta_mm`, `cat`). */
function asMeta(cause: string, op: Op, inputs: readonly Spec[]): string {
  const shapes = inputs.map((s) => s.meta.shape);
  const [a, b] = shapes;
  if (cause.startsWith('The size of tensor a')) return broadcastFailure(shapes) ?? cause;
  if (op.name === 'aten.mm.default') return `a and b must have same reduction dim, but got [${a?.join(', ')}] X [${b?.join(', ')}].`;
  return cause.replace(/^(.+ dimension (\d+)\.) Expected size (\d+) but got size (\d+) (for tensor number (\d+) in the list)\.$/, (...m: string[]) => {
    const d = a?.findIndex((n, i) => i !== Number(m[2]) && n !== shapes[Number(m[6])]?.[i]);
    return `${m[1]} Expected ${m[3]} in dimension ${d} but got ${m[4]} ${m[5]}`;
  });
}

function broadcastFailure(shapes: readonly (readonly number[])[]): string | null {
  const common = new Array<number>(Math.max(...shapes.map((s) => s.length))).fill(1);
  for (const [i, shape] of shapes.entries())
    for (let back = 1; back <= shape.length; back++) {
      const [now, own] = [common.at(-back) as number, shape.at(-back) as number];
      if (now === 1) common[common.length - back] = own;
      else if (own !== 1 && own !== now)
        return `Attempting to broadcast a dimension of length ${own} at -${back}! Mismatching argument at index ${i} had torch.Size([${shape.join(', ')}]); but expected shape should be broadcastable to [${common.join(', ')}]`;
    }
  return null;
}

/** Runs what finds a layout. */
export function propagating<T>(op: Op, args: readonly Arg[], inputs: readonly Spec[], run: () => T): T {
  try {
    return run();
  } catch (e) {
    if (!(e instanceof PyError)) throw e;
    const cause = e.message;
    if (isPyError(e, 'NotImplementedError')) throw e;
    throw propagationFailed(asMeta(cause, op, inputs), op, args, inputs);
  }
}

/** A mask as an index is `nonzero` first, whose words come with those of the index. */
export function refuseMasks(op: Op, args: readonly Arg[], inputs: readonly Spec[]): void {
  const slots = (args[1] as (Tensor | null)[]).filter((t) => t !== null);
  if (slots.some((t) => t.dtype.name === 'bool')) throw propagationFailed('aten.nonzero.default', op, args, inputs);
}

/** `_SingleDimStrategyExpander`'s check: all on one mesh. */
export function checkMeshes(op: Op, inputs: readonly Spec[]): void {
  const [first, ...rest] = inputs as [Spec, ...Spec[]];
  const other = rest.find((s) => !s.mesh.same(first.mesh));
  if (other) throw runtimeError(`Cannot run ${op.name} on inputs with different meshes: got ${first.mesh.label} and ${other.mesh.label}`);
}
