/**
 * Arrays from Python values, numbers out of arrays, and the way to the operators: numpy computes with torch's kernels
 * here, below dispatch, so that nothing of it is seen in the trace.
 */
import { context } from '../../aten/context.ts';
import type { Arg } from '../../aten/op.ts';
import { PyList, PyRange, PyTuple } from '../../python/containers.ts';
import { excType, PyError, PyException, raise, Unsupported } from '../../python/errors.ts';
import { newType, typeOf } from '../../python/types.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { itemOf } from '../../tensor/access.ts';
import { empty, fromNumbers } from '../../tensor/create.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { INTS } from '../ranges.ts';
import { PyArray, scalarDType } from '../array.ts';
import { item } from '../inference.ts';
import { PyTensor } from '../objects.ts';
import { one, runtime, unseen } from '../runtime.ts';
import { UINT16, promote, promoteWeak, scalar, type Weak, weakDType } from './types.ts';

/**
 * Without rows, modes, gradients, and with real numbers also where tensors have none. An error of a kernel is not
 * numpy's error: it is refused.
 */
export function quiet<T>(f: () => T): T {
  const d = runtime().dispatcher;
  if (d.top !== null || d.tracing) throw new Unsupported('numpy in a compiled function');
  const { fake, gradMode, inferenceMode } = d;
  const autocast = d.autocast.enabled;
  d.gradMode = false;
  d.inferenceMode = false;
  d.autocast.enabled = false;
  if (fake) d.setFake(false);
  try {
    return unseen(f);
  } catch (e) {
    if (e instanceof PyError) throw new Unsupported(`an error of numpy's (${String((e as Error).message).split('\n')[0]})`);
    throw e;
  } finally {
    d.gradMode = gradMode;
    d.inferenceMode = inferenceMode;
    d.autocast.enabled = autocast;
    if (fake) d.setFake(true);
  }
}

/** Memory that is not to be written (`frombuffer`, a map for reading), and memory that is a map of a file. */
export const locked = new WeakSet<Tensor['storage']>();
export const mapped = new WeakSet<Tensor['storage']>();

/** One operator on tensors of the host. */
export function run(overload: string, ...args: Arg[]): Tensor {
  if (!MOVES.test(overload) && args.some((a) => a instanceof Tensor && a.dtype === UINT16)) throw new Unsupported('arithmetic with numpy.uint16');
  return quiet(() => one(overload, ...args));
}
/** What a type without arithmetic can do: be moved, looked at and cast. */
const MOVES =
  /^(_to_copy|clone|contiguous|select|slice|reshape|view|permute|transpose|squeeze|unsqueeze|expand|index|index_select|cat|stack|flip|as_strided)\b/;

export const cast = (t: Tensor, d: DType): Tensor => (t.dtype === d ? t : run('_to_copy', t, d));
export const isContiguousArray = (t: Tensor): boolean => quiet(() => one('contiguous', t)) === t;
export const copyOf = (t: Tensor): Tensor => run('clone', t, 'contiguous_format');

/** A result: numpy gives a scalar where an array would have no dimension. */
export const result = (t: Tensor): Value => (t.dim === 0 ? scalar(itemOf(t), t.dtype) : new PyArray(t));

const listOf = (v: Value): readonly Value[] | null => {
  if (v instanceof PyList || v instanceof PyTuple) return v.items;
  if (v instanceof PyRange) return Array.from({ length: v.length }, (_, i) => v.start + i * v.step);
  return null;
};

export interface Operand {
  t: Tensor;
  /** A Python number: its type gives way. */
  weak: Weak | null;
}

/** A number, a scalar, an array or a list as an operand; undefined for what is none of them. */
export function operand(v: Value): Operand | undefined {
  if (v instanceof PyArray) return { t: v.t, weak: null };
  const own = scalarDType(v);
  const u = unbox(v);
  if (own) return { t: fromNumbers([], own, [u instanceof PyFloat ? u.v : (u as number)]), weak: null };
  if (typeof u === 'boolean') return { t: fromNumbers([], DTYPES.bool, [u]), weak: 'bool' };
  if (typeof u === 'number' || typeof u === 'bigint') return { t: fromNumbers([], DTYPES.int64, [u]), weak: 'int' };
  if (u instanceof PyFloat) return { t: fromNumbers([], DTYPES.float64, [u.v]), weak: 'float' };
  if (listOf(v)) return { t: fromList(v, null), weak: null };
  return undefined;
}

/** The same, and a tensor taken for the array of its numbers. */
export const lent = (v: Value): Operand | undefined => (v instanceof PyTensor ? { t: tensorNumbers(v), weak: null } : operand(v));

export const arrayOf = (v: Value, what: string): Tensor => {
  const x = lent(v);
  if (!x) throw new Unsupported(`${what} of ${typeOf(v).name}`);
  return x.t;
};

/** The host's numbers behind a tensor, as `Tensor.numpy` gives them: detached, which leaves its row. */
export function tensorNumbers(v: PyTensor): Tensor {
  const { t } = v;
  if (runtime().dispatcher.requiresGrad(t)) raise('RuntimeError', "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
  if (t.device.type !== 'cpu')
    raise(
      'TypeError',
      `can't convert ${t.device.type === 'meta' ? 'meta' : `${t.device.type}:${t.device.index ?? 0}`} device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.`,
    );
  if (t.isFake && !context.known?.made(t)) throw new Unsupported('numpy of a tensor that has only a shape');
  const out = runtime().dispatcher.belowAutograd(() => one('detach', t));
  if (t.dtype.name === 'bfloat16' || t.dtype.name.startsWith('float8'))
    raise('TypeError', `Got unsupported ScalarType ${t.dtype.name === 'bfloat16' ? 'BFloat16' : t.dtype.name}`);
  return out;
}

export function common(operands: readonly Operand[]): DType {
  const strong = operands.filter((o) => o.weak === null).map((o) => o.t.dtype);
  const weak = operands.flatMap((o) => (o.weak === null ? [] : [o.weak]));
  if (strong.length === 0) return weak.map(weakDType).reduce(promote);
  return weak.reduce(promoteWeak, strong.reduce(promote));
}

export const shapeText = (t: Tensor): string => `(${t.sizes.join(',')}${t.dim === 1 ? ',' : ''})`;

/** Sizes of operands side by side; numpy's error where they do not fit. */
export function broadcast(...ts: readonly Tensor[]): number[] {
  const dim = Math.max(...ts.map((t) => t.dim));
  return Array.from({ length: dim }, (_, d) => {
    let size = 1;
    for (const t of ts) {
      const own = t.sizes[d - dim + t.dim] ?? 1;
      if (own === 1) continue;
      if (size !== 1 && own !== size) raise('ValueError', `operands could not be broadcast together with shapes ${ts.map(shapeText).join(' ')} `);
      size = own;
    }
    return size;
  });
}

function elementType(v: Value): DType | null {
  const items = listOf(v);
  if (items) return items.map(elementType).reduce((a, b) => (a && b ? promote(a, b) : (a ?? b)), null);
  const x = operand(v);
  if (!x) throw new Unsupported(`numpy arrays of ${typeOf(v).name}`);
  return x.t.dtype;
}

/**
 * Tensors inside lists: all are looked at first (detached, each leaving its row), then those without dimensions are read
 * as numbers.
 */
function withoutTensors(v: Value): Value {
  const looked = (x: Value): Value => {
    const items = listOf(x);
    if (items) return items.some((i) => listOf(i) || i instanceof PyTensor) ? new PyList(items.map(looked)) : x;
    return x instanceof PyTensor ? new PyArray(tensorNumbers(x)) : x;
  };
  const made = looked(v);
  const read = (x: Value, from: Value): void => {
    const [items, before] = [listOf(x), listOf(from)];
    items?.forEach((i, k) => read(i, (before as readonly Value[])[k]));
    if (from instanceof PyTensor && from.t.dim === 0) item(from.t);
  };
  if (made !== v) read(made, v);
  return made;
}

/** A Python int must fit the type; numpy's own numbers wrap. */
function within(n: number | bigint | boolean, d: DType): void {
  if (d.category !== 'int' || typeof n === 'boolean') return;
  const [, low, high] = INTS[d.name] ?? [];
  if (low === undefined || high === undefined || (n >= low && n <= high)) return;
  raise('OverflowError', d.itemsize === 8 ? `Python int too large to convert to C long` : `Python integer ${n} out of bounds for ${d.name}`);
}

/** An array from nested lists of numbers, scalars, arrays and tensors. */
export function fromList(list: Value, dtype: DType | null): Tensor {
  const v = withoutTensors(list);
  const d = dtype ?? elementType(v) ?? DTYPES.float64;
  const build = (x: Value): Tensor => {
    const items = listOf(x);
    if (!items) {
      const u = unbox(x);
      if (x instanceof PyArray) return cast(arrayOf(x, 'numpy.array'), d);
      const n = u instanceof PyFloat ? u.v : (u as number | bigint | boolean);
      if (d.category === 'int' && typeof n === 'number' && (Number.isNaN(n) || !Number.isFinite(n)))
        throw new Unsupported('infinite numbers as integers of numpy');
      if (x === n) within(n, d);
      return fromNumbers([], d, [d.category === 'int' && typeof n === 'number' ? Math.trunc(n) : n]);
    }
    if (items.length === 0) return empty([0], d, { fake: false });
    const flat = items.every((i) => !listOf(i) && !(i instanceof PyArray));
    if (flat) {
      const numbers = items.map((i) => {
        const u = unbox(i);
        if (u === i && !(u instanceof PyFloat)) within(u as number, d);
        return u instanceof PyFloat ? u.v : (u as number | bigint | boolean);
      });
      if (numbers.some((n) => typeof n !== 'number' && typeof n !== 'bigint' && typeof n !== 'boolean')) throw new Unsupported('numpy arrays of mixed values');
      return fromNumbers([numbers.length], d, d.category === 'int' ? numbers.map((n) => (typeof n === 'number' ? Math.trunc(n) : n)) : numbers);
    }
    const parts = items.map(build);
    if (parts.some((p) => p.sizes.join() !== parts[0].sizes.join())) {
      raise(
        'ValueError',
        `setting an array element with a sequence. The requested array has an inhomogeneous shape after ${common1(parts)} dimensions. The detected shape was (${detected(parts)}) + inhomogeneous part.`,
      );
    }
    return run('stack', parts, 0);
  };
  return build(v);
}

const equalHead = (parts: readonly Tensor[]): number => {
  let n = 0;
  while (parts.every((p) => p.dim > n && p.sizes[n] === parts[0].sizes[n])) n++;
  return n;
};
const common1 = (parts: readonly Tensor[]): number => equalHead(parts) + 1;
const detected = (parts: readonly Tensor[]): string => {
  const shape = [parts.length, ...parts[0].sizes.slice(0, equalHead(parts))];
  return shape.length === 1 ? `${shape[0]},` : shape.join(', ');
};

/** `numpy.array(v)`: a new array. */
export function newArray(v: Value, dtype: DType | null, copy = true): Tensor {
  if (v instanceof PyArray || v instanceof PyTensor) {
    const t = arrayOf(v, 'numpy.array');
    const made = dtype ? cast(t, dtype) : t;
    return made === t && copy ? run('clone', t, 'preserve_format') : made;
  }
  const own = scalarDType(v);
  if (own) return cast(arrayOf(v, 'numpy.array'), dtype ?? own);
  if (typeof unbox(v) === 'string' || v === null) throw new Unsupported(`numpy arrays of ${typeOf(v).name}`);
  return fromList(v, dtype);
}

/** A shape argument: one size or several. */
export function shapeOf(v: Value): number[] {
  const items = listOf(v) ?? (v instanceof PyArray ? Array.from({ length: v.t.numel }, (_, i) => Number(itemOf(run('select.int', v.t, 0, i)))) : [v]);
  return items.map((x) => {
    const n = unbox(x);
    if (typeof n === 'number') return n;
    if (n instanceof PyFloat) raise('TypeError', `'float' object cannot be interpreted as an integer`);
    throw new Unsupported(`a size of a numpy array given as ${typeOf(x).name}`);
  });
}

const axisErrorType = newType('AxisError', excType('ValueError'), 'numpy.exceptions');
axisErrorType.hasDict = true;
axisErrorType.alloc = (cls) => new PyException(cls);

/** An axis counted from the front; numpy's error where there is none. */
export function axisOf(axis: number, dim: number): number {
  if (axis < -dim || axis >= dim) raise(axisErrorType, `axis ${axis} is out of bounds for array of dimension ${dim}`);
  return axis < 0 ? axis + dim : axis;
}

/** None, one axis or several as a list; null for all. */
export function axesOf(v: Value, dim: number): number[] | null {
  if (v === null || v === undefined) return null;
  const items = listOf(v) ?? [v];
  return items.map((x) => axisOf(Number(unbox(x)), dim));
}

export const isNumber = (v: Value): boolean => {
  const u = unbox(v);
  return typeof u === 'number' || typeof u === 'bigint' || typeof u === 'boolean' || u instanceof PyFloat;
};
