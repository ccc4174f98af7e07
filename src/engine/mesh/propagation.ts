/**
 * What is said where the layout of a result cannot be found: PyTorch runs the operator on shapes and then its rule, and
 * whatever either raises comes out as a RuntimeError with the call's layouts behind it (`_dispatch.py`).
 *
 * On shapes some operators have other words than on numbers (`torch/_meta_registrations.py`, `torch/_refs`); of those the
 * few that a wrong shape meets first stand here.
 */
import type { Arg, Op } from '../aten/op.ts';
import { floatRepr } from '../python/numfmt.ts';
import { PyFloat } from '../python/values.ts';
import { PyError, Unsupported } from '../python/errors.ts';
import { runtimeError } from '../tensor/errors.ts';
import { DTYPES, type DType, type DTypeName } from '../tensor/dtype.ts';
import { broadcastAll, contiguousStrides } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { DeviceMesh } from './device_mesh.ts';
import { placementShort } from './placement.ts';
import { placementsRepr, type Spec } from './spec.ts';

const tuple = (list: readonly (number | string)[]): string => `(${list.join(', ')}${list.length === 1 ? ',' : ''})`;

/** How far apart neighbours along each dimension are: of a slice that is what the whole mesh has. */
function distances(mesh: DeviceMesh): number[] {
  return contiguousStrides(mesh.shape).map((s, d) => (mesh.size(d) > 1 ? (mesh.ranks[s] as number) - (mesh.ranks[0] as number) : s));
}

function meshText(mesh: DeviceMesh): string {
  const dims = mesh.dimNames ? `(${mesh.dimNames.map((n, i) => `${n}=${mesh.shape[i]}`).join(', ')})` : tuple(mesh.shape);
  return `DeviceMesh(${dims}, '${mesh.deviceType}', stride=${tuple(distances(mesh))})`;
}

const short = (s: Spec): string => `Spec(${DTYPES[s.meta.dtype as DTypeName].short}[${s.meta.shape.join(', ')}](${s.placements.map(placementShort).join('')}))`;

function long(s: Spec): string {
  const dims = s.meta.shape.map((_, d) => s.placements.flatMap((p, m) => (p.kind === 'shard' && p.dim === d ? [m] : [])));
  const order = tuple(dims.flatMap((m, d) => (m.length ? [`ShardOrderEntry(tensor_dim=${d}, mesh_dims=${tuple(m)})`] : [])));
  return `DTensorSpec(mesh=${meshText(s.mesh)}, placements=${placementsRepr(s.placements)}, tensor_meta=TensorMeta(shape=torch.Size([${s.meta.shape.join(', ')}]), stride=${tuple(s.meta.strides)}, dtype=torch.${s.meta.dtype}), shard_order=${order}, use_strided_shard_as_shard_order=False)`;
}

/** The call with layouts for tensors, as an `OpSchema` prints itself: no keywords, no defaults at the end. */
function callText(op: Op, args: readonly Arg[], inputs: readonly Spec[]): string {
  const own = inputs[Symbol.iterator]();
  const one = (a: Arg, inList: boolean): string => {
    if (a instanceof Tensor) return (inList ? long : short)(own.next().value as Spec);
    if (a === null || a === undefined) return 'None';
    if (Array.isArray(a)) return `[${a.map((x) => one(x as Arg, true)).join(', ')}]`;
    if (a instanceof PyFloat) return floatRepr(a.v);
    if (typeof a === 'boolean') return a ? 'True' : 'False';
    return (a as DType).category ? `torch.${(a as DType).name}` : String(a);
  };
  const texts = args.map((a) => one(a, false));
  let count = op.sig.args.filter((a) => !a.kwarg).length;
  while (count > 0) {
    const { hasDefault, def } = op.sig.args[count - 1] as Op['sig']['args'][number];
    if (!hasDefault || one(def, false) !== texts[count - 1]) break;
    count--;
  }
  return `${op.name}(${texts.slice(0, count).join(', ')}) on ${meshText((inputs.at(-1) as Spec).mesh)})`;
}

const shapeText = (s: readonly number[]): string => `[${s.join(', ')}]`;

/** The first shape that does not go with those before it, as `torch._refs` says it; `message` where all do. */
function broadcasting(shapes: readonly (readonly number[])[], message: string): string {
  const rank = Math.max(...shapes.map((s) => s.length));
  const common = new Array<number>(rank).fill(1);
  for (const [i, shape] of shapes.entries()) {
    for (let d = -1; d >= -shape.length; d--) {
      const [own, at] = [shape.at(d) as number, rank + d];
      if (own !== common[at] && own !== 1 && common[at] !== 1)
        return `Attempting to broadcast a dimension of length ${own} at ${d}! Mismatching argument at index ${i} had torch.Size(${shapeText(shape)}); but expected shape should be broadcastable to ${shapeText(common)}`;
      if (common[at] === 1) common[at] = own;
    }
  }
  return message;
}

type Words = (shapes: number[][], message: string, args: readonly Arg[], inputs: readonly Spec[]) => string;

const reduced: Words = (shapes, message) => {
  const [a, b] = shapes.slice(-2) as [number[], number[]];
  if (a.length !== 2 || b.length !== 2) return message;
  if (a[1] !== b[0]) return `a and b must have same reduction dim, but got ${shapeText(a)} X ${shapeText(b)}.`;
  return shapes.length > 2 ? broadcasting([[a[0] as number, b[1] as number], shapes[0] as number[]], message) : message;
};

/** The words of the same mistake on shapes alone, by the operator's base name. */
const ON_SHAPES: Readonly<Record<string, Words>> = {
  mean: (_, message, __, [own]) => message.replace(/Got: \w+$/, `Got: torch.${(own as Spec).meta.dtype}`),
  mm: reduced,
  addmm: reduced,
  topk: (_, message) => (message === 'selected index k out of range' ? 'k not in range for dimension' : message),
  mv: ([a, b], message) => (message.startsWith('size mismatch') ? `size mismatch, got input (${(a as number[]).join('x')}), vec (${b})` : message),
  dot: (_, message) => message.replace('the same', 'thesame'),
  split: (_, message) => (message.startsWith('Dimension out of range') ? 'tuple index out of range' : message),
  index_select: (_, message) => (message.startsWith('Dimension out of range') ? 'list assignment index out of range' : message),
  index_fill: (_, message) => (message.startsWith('Dimension out of range') ? 'list assignment index out of range' : message),
  masked_fill: ([own, mask], message) => broadcasting([[], mask as number[], own as number[]], message),
  expand: (_, message) => message.replace(/torch\.(\w+)Tensor\{/, 'Meta$1Type{'),
  embedding: (_, message) =>
    message.startsWith('Expected tensor for argument #1')
      ? message.replace(/but got torch\.(\w+)Tensor.*/, (_all, kind: string) => `but got torch.${KINDS[kind] ?? kind.toLowerCase()} instead`)
      : message,
  linalg_inv_ex: (_, message) => message.replace('linalg.inv:', 'linalg.inv_ex:'),
  native_layer_norm: ([own], message) =>
    message
      .replace(
        /expected input with shape \[\*, (.*?)\], but got input of size.*/,
        (_all, wanted: string) => `expected input with shape [${wanted}], but got input of size torch.Size(${shapeText(own as number[])})`,
      )
      .replace(/shape (\[[\d, ]*\]) and normalized/, 'shape torch.Size($1) and normalized'),
  stack: (_, message) => message.replace(/got (\[.*?\]) at entry 0 and.*/, 'got torch.Size($1) at entry 0 '),
  cat: (shapes, message, args) => {
    const [first] = shapes as [number[]];
    const other = shapes.findIndex((s) => s.length !== first.length);
    if (other >= 0 && message.startsWith('Tensors must'))
      return `Number of dimensions of tensors must match.  Expected ${first.length}-D tensors, but got ${shapes[other]?.length}-D for tensor number ${other} in the list`;
    const dim = ((args[1] as number) + first.length) % first.length;
    for (const [i, s] of shapes.entries()) {
      const d = s.findIndex((n, k) => k !== dim && n !== first[k]);
      if (d >= 0)
        return `Sizes of tensors must match except in dimension ${dim}. Expected ${first[d]} in dimension ${d} but got ${s[d]} for tensor number ${i} in the list`;
    }
    return message;
  },
};
const KINDS: Readonly<Record<string, string>> = {
  Float: 'float32',
  Double: 'float64',
  Half: 'float16',
  BFloat16: 'bfloat16',
  Short: 'int16',
  Char: 'int8',
  Byte: 'uint8',
};

function onShapes(op: Op, args: readonly Arg[], inputs: readonly Spec[], message: string): string {
  const shapes = inputs.map((s) => [...s.meta.shape]);
  const words = ON_SHAPES[op.sig.base];
  if (words) return words(shapes, message, args, inputs);
  return message.startsWith('The size of tensor a') ? broadcasting(shapes, message) : message;
}

/** Whose mistakes are seen before layouts are, or on the blocks alone. */
const EARLY = new Set(['_softmax', 'sort', 'argmax', 'argmin', 'pow']);

/** What a rule or a shape raised, as the program sees it. What is refused or not registered stays what it is. */
export function failed(op: Op, args: readonly Arg[], inputs: readonly Spec[], e: unknown): unknown {
  if (!(e instanceof PyError) || e.name === 'NotImplementedError' || EARLY.has(op.sig.base) || e.message.startsWith('expected m1 and m2')) return e;
  return runtimeError(`${onShapes(op, args, inputs, e.message)}\n\nSharding propagation failed for ${callText(op, args, inputs)}`);
}

/** No layout was possible. */
export function noChoice(op: Op, inputs: readonly Spec[]): unknown {
  if (op.sig.inplace < 0) return new Unsupported(`${op.name} with these placements`);
  const [own] = inputs as [Spec];
  const common = broadcastAll(inputs.map((s) => s.meta.shape));
  if (common.join() !== own.meta.shape.join())
    return runtimeError(`output with shape torch.Size(${shapeText(own.meta.shape)}) doesn't match the broadcast shape ${tuple(common)}`);
  return runtimeError(
    `${op.name}: in-place operations that require placement changes are not supported. The input has placement ${placementsRepr(own.placements)}, but no valid strategy preserves this placement. Please use the out-of-place version of this operation instead.`,
  );
}

/** Tensors of two meshes in one call. */
export const twoMeshes = (op: Op, args: readonly Arg[], inputs: readonly Spec[]): unknown => {
  const [a, b] = [inputs[0] as Spec, inputs.find((s) => !s.mesh.same((inputs[0] as Spec).mesh)) as Spec].map((s) => meshText(s.mesh));
  return failed(op, args, inputs, runtimeError(`Cannot run ${op.name} on inputs with different meshes: got ${a} and ${b}`));
};

/** The shape of the result depends on numbers that lie elsewhere: no rule can help. */
export const noShape = (op: Op, args: readonly Arg[], inputs: readonly Spec[]): unknown =>
  runtimeError(`${op.name}\n\nSharding propagation failed for ${callText(op, args, inputs)}`);

/** A mask as an index is `nonzero` first, whose words come with those of the index. */
export function refuseMasks(op: Op, args: readonly Arg[], inputs: readonly Spec[]): void {
  const slots = (args[1] as (Tensor | null)[]).filter((t) => t !== null);
  if (!slots.some((t) => t.dtype.name === 'bool')) return;
  const [own, ...rest] = inputs as [Spec, ...Spec[]];
  throw runtimeError(
    `aten.nonzero.default\n\nSharding propagation failed for ${op.name}(${short(own)}, [${rest.map(long).join(', ')}]) on ${meshText(own.mesh)})`,
  );
}
