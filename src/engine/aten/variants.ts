/**
 * In-place and `out=` forms, made from the functional operator: `add.Tensor` gives `add_.Tensor` and `add.out`.
 * Their schemas follow from the functional one by the rules of native_functions.yaml.
 */
import { copyInto } from '../tensor/access.ts';
import { Unsupported } from '../python/errors.ts';
import { part } from '../python/packs.ts';
import { crosses, spanOf } from '../tensor/copying.ts';
import { allocation, newStorage } from '../tensor/create.ts';
import { canCast, CPP } from '../tensor/promotion.ts';
import { runtimeError } from '../tensor/errors.ts';
import { contiguousStrides, isNonOverlappingAndDense, numelOf, sameSizes } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Arg, Derivative, OpDef, Ret } from './op.ts';

type AnyFn = (...args: Arg[]) => Ret;

const list = (s: readonly number[]): string => `[${s.join(', ')}]`;

function without<T>(f: () => T): T {
  const before = allocation.fake;
  allocation.fake = true;
  try {
    return f();
  } finally {
    allocation.fake = before;
  }
}

/** What is written in place keeps its shape. */
export function sameShape(out: Tensor, sizes: readonly number[]): void {
  if (!sameSizes(out.sizes, sizes)) throw runtimeError(`output with shape ${list(out.sizes)} doesn't match the broadcast shape ${list(sizes)}`);
}

function fits(out: Tensor, like: Tensor): void {
  sameShape(out, like.sizes);
  castable(out, like);
}

/** Writing one value everywhere is the same however often: PyTorch lets these pass (the last two with a warning). */
const FILLS = /^(tril_|triu_|masked_fill_|index_fill_|threshold_)/;

export const expanded = (t: Tensor): boolean => t.sizes.some((size, i) => size > 1 && t.strides[i] === 0);

/** What writes through a tensor iterator refuses a target that names one place twice, as `expand` does. */
export function ownPlaces(out: Tensor): void {
  if (expanded(out)) {
    throw runtimeError(words().SHARED_PLACES);
  }
}

/** Places that are written more than once (`unfold`) PyTorch finds too hard to tell, and what it gives depends on its vectors. */
function onceEach(out: Tensor): void {
  const [low, high] = spanOf(out);
  if (out.numel > high - low + 1 && !expanded(out)) throw new Unsupported('an in-place operator on memory that overlaps itself');
}

/**
 * A tensor iterator refuses to read what it writes unless both are the same places in the same order
 * (`get_overlap_status`, ATen/MemoryOverlap.cpp). Tensors with gaps are too hard for it to tell, and pass. Not for a
 * trace: what it makes writes nothing in place.
 */
export function apart(out: Tensor, ...inputs: readonly unknown[]): void {
  for (const input of inputs) {
    if (Array.isArray(input)) apart(out, ...input);
    else if (input instanceof Tensor && partlyOverlap(out, input)) {
      throw runtimeError(words().PARTLY_SHARED);
    }
  }
}

const words = part<typeof import('../tensor/words.ts')>('faults', 'words');
const overlaps = part<typeof import('./overlaps.ts')>('overlaps', 'overlaps');
const meets = (out: Tensor, input: unknown): input is Tensor =>
  input instanceof Tensor && input.storage === out.storage && input !== out && !out.isFake && crosses(out, input);

function partlyOverlap(a: Tensor, b: Tensor): boolean {
  if (a === b || a.storage !== b.storage || a.numel === 0 || b.numel === 0) return false;
  if (!isNonOverlappingAndDense(a.sizes, a.strides) || !isNonOverlappingAndDense(b.sizes, b.strides)) return false;
  const [from, to] = bytesOf(a);
  const [start, end] = bytesOf(b);
  if (from === start && to === end) return !sameSizes(a.strides, b.strides);
  return from < end && start < to;
}

function bytesOf(t: Tensor): [number, number] {
  const from = t.offset * t.dtype.itemsize;
  return [from, from + t.numel * t.dtype.itemsize];
}

function castable(out: Tensor, like: Tensor): void {
  if (!canCast(like.dtype, out.dtype)) {
    throw runtimeError(`result type ${CPP[like.dtype.name]} can't be cast to the desired output type ${CPP[out.dtype.name]}`);
  }
}

function full(def: OpDef, args: readonly Arg[]): Tensor {
  const out = (def.meta as AnyFn)(...args) as Tensor;
  if (!def.kernel || allocation.fake) return out;
  const made = (def.kernel as AnyFn)(out, ...args) as Tensor | undefined;
  return made ?? out;
}

/** In-place forms that PyTorch differentiates under a name of their own. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  asinh_: 'AsinhBackward1',
  acosh_: 'AcoshBackward1',
  atanh_: 'AtanhBackward1',
  threshold_: 'ThresholdBackward1',
  celu_: 'CeluBackward1',
};

export interface InplaceOptions {
  /** The kernel may write over its own input: every result element depends on that element alone. */
  direct?: boolean;
  derivative?: Derivative | null;
}

/** `name_.overload(Tensor(a!) self, …) -> Tensor(a!)` */
export function inplaceOf(def: OpDef, options: InplaceOptions = {}): OpDef {
  const schema = def.schema
    .replace(/^(\w+)/, '$1_')
    .replace('(Tensor self', '(Tensor(a!) self')
    .replace(/-> Tensor$/, '-> Tensor(a!)');
  const given = options.derivative === undefined ? def.derivative : options.derivative;
  const own = OWN_NAMES[schema.slice(0, schema.indexOf('('))];
  const derivative = given && own ? { ...given, name: own } : given;
  return {
    schema,
    kind: 'kernel',
    ...(derivative ? { derivative } : {}),
    meta: (self: Tensor, ...rest: Arg[]) => {
      fits(self, without(() => (def.meta as AnyFn)(self, ...rest)) as Tensor);
      if (!FILLS.test(schema)) ownPlaces(self);
      return self;
    },
    check: (self: Tensor, ...rest: Arg[]) => {
      if (!FILLS.test(schema)) onceEach(self);
      apart(self, ...rest);
      for (const input of rest.flat()) if (meets(self, input)) overlaps().refuse(schema, self, input);
    },
    kernel: (self: Tensor, ...args: Arg[]) => {
      const input = args.find((a): a is Tensor => meets(self, a));
      if (input && overlaps().oneByOne((own) => full(def, own), schema, self, args, input)) return;
      const like = without(() => (def.meta as AnyFn)(...args)) as Tensor;
      if (options.direct && like.dtype === self.dtype) (def.kernel as AnyFn)(self, ...args);
      else copyInto(self, full(def, args));
    },
  };
}

/** `name.out(Tensor self, …, *, …, Tensor(a!) out) -> Tensor(a!)` */
export function outOf(def: OpDef, overload = 'out'): OpDef {
  const open = def.schema.indexOf('(');
  const base = def.schema.slice(0, open).split('.')[0];
  const inner = def.schema.slice(open + 1, def.schema.lastIndexOf(') ->'));
  const sep = inner.includes('*,') || inner.includes(', *') ? '' : '*, ';
  return {
    schema: `${base}.${overload}(${inner}, ${sep}Tensor(a!) out) -> Tensor(a!)`,
    kind: 'kernel',
    meta: (...args: Arg[]) => {
      const out = args[args.length - 1] as Tensor;
      const like = without(() => (def.meta as AnyFn)(...args.slice(0, -1))) as Tensor;
      castable(out, like);
      resizeTo(out, like.sizes);
      ownPlaces(out);
      return out;
    },
    check: (...args: Arg[]) => apart(args[args.length - 1] as Tensor, ...args.slice(0, -1)),
    kernel: (out: Tensor, ...args: Arg[]) => {
      copyInto(out, full(def, args.slice(0, -1)));
    },
  };
}

/** `resize_output`: an `out=` tensor of another shape is given the right one. */
export function resizeTo(out: Tensor, sizes: readonly number[]): void {
  if (sameSizes(out.sizes, sizes)) return;
  const need = (out.offset + numelOf(sizes)) * out.dtype.itemsize;
  if (need > out.storage.nbytes) {
    const grown = newStorage(need, { device: out.device, fake: out.isFake });
    const old = out.storage.bytes();
    if (old) grown.bytes()?.set(old);
    out.storage.willChange();
    out.storage.move(grown);
  }
  out.sizes = [...sizes];
  out.strides = contiguousStrides(sizes);
}
