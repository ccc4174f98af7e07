/**
 * Runs PyTorch's operator test data (test/golden/aten/opdb.json.gz) on the engine: calls as recorded, then results,
 * types, strides, gradients, gradients of gradients and trace rows compared; wrong inputs with their messages.
 * Tolerances are torch.testing's defaults by type, wider for second derivatives (sums of many rounded terms).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { random } from '../../../src/engine/aten/context.ts';
import type { Arg, Ret } from '../../../src/engine/aten/op.ts';
import { findOp, overloadsOf } from '../../../src/engine/aten/table.ts';
import { Dispatcher, metaOf, requiresGrad, runBackward, setRequiresGrad } from '../../../src/engine/dispatch/index.ts';
import { PyFloat } from '../../../src/engine/python/values.ts';
import {
  DTYPES,
  type DTypeName,
  emptyLike,
  emptyStrided,
  fromComplex,
  fromNumbers,
  Generator,
  Tensor,
  toComplex,
  toNumbers,
  writeNumbers,
  rounding,
} from '../../../src/engine/tensor/index.ts';
import { bind } from './match.ts';

interface Described {
  shape: number[];
  dtype: DTypeName;
  stride: number[];
  /** null: memory nobody has written. */ data: string | null;
  id?: number;
  grad?: boolean;
}
type Tagged = { t: number } | { f: number | string } | { dtype: DTypeName } | { device: string } | { s: string };
type Encoded = null | boolean | number | string | Encoded[] | Tagged;
type Ref = number | { v: unknown } | Ref[];
export interface Sample {
  inputs: Described[];
  /** Name, arguments, keyword arguments, what became of the result; `false` at the end: under `no_grad`. */
  steps: [string, Encoded[], Record<string, Encoded>, Ref, false?][];
  out: Described[];
  rows: string[];
  back?: string[];
  through?: number[];
  grads?: Record<string, Described | null>;
  /** Empty where the first gradients carry none themselves. */
  second?: { error?: string; grads?: Record<string, Described | null> };
  dtype: DTypeName;
}
export interface Wrong {
  inputs: Described[];
  steps: Sample['steps'];
  raises: [type: string, message: string];
}
export interface Golden {
  entries: Record<string, Sample[]>;
  errors: Record<string, Wrong[]>;
  tolerances: Record<string, Tolerances>;
  notes: Record<string, string>;
}

export const golden = (): Golden => JSON.parse(gunzipSync(readFileSync(new URL('../../golden/aten/opdb.json.gz', import.meta.url))).toString());

function numbersOf(d: Described): (number | bigint | boolean)[] {
  const bytes = Uint8Array.from(Buffer.from(d.data as string, 'base64'));
  const b = bytes.buffer;
  switch (d.dtype) {
    case 'float32':
    case 'complex64':
      return [...new Float32Array(b)];
    case 'float64':
      return [...new Float64Array(b)];
    case 'bfloat16':
      return [...new Uint16Array(b)].map(rounding.decodeBF16);
    case 'float16':
      return [...new Uint16Array(b)].map(rounding.decodeF16);
    case 'int64':
      return [...new BigInt64Array(b)];
    case 'int32':
      return [...new Int32Array(b)];
    case 'int16':
      return [...new Int16Array(b)];
    case 'int8':
      return [...new Int8Array(b)];
    case 'bool':
      return [...bytes].map((x) => x !== 0);
    default:
      return [...bytes];
  }
}

function build(d: Described): Tensor {
  const t = emptyStrided(d.shape, d.stride, DTYPES[d.dtype]);
  if (d.dtype === 'complex64') fromComplex(t, numbersOf(d) as number[]);
  else writeNumbers(t, numbersOf(d));
  return t;
}

const specialNumber = (f: number | string): number => (typeof f === 'number' ? f : f === 'inf' ? Infinity : f === '-inf' ? -Infinity : NaN);

/** Relative and absolute, by type; an entry's own ones replace the default. */
export type Tolerances = Partial<Record<DTypeName, [number, number]>>;
const TOLERANCE: Tolerances = { float32: [1.3e-6, 1e-5], complex64: [1.3e-6, 1e-5], bfloat16: [0.016, 1e-5], float16: [1e-3, 1e-5], float64: [1e-7, 1e-7] };

const wider = (a: [number, number] = [0, 0], b: [number, number] = [0, 0]): number[] => [Math.max(a[0], b[0]), Math.max(a[1], b[1])];

/** null where equal, else what differs. */
function differs(
  what: string,
  t: Tensor | null | undefined,
  d: Described,
  strides: boolean,
  bits: { exact: boolean; own?: Tolerances | undefined },
  slack = 1,
): string | null {
  if (!(t instanceof Tensor)) return `${what}: no tensor`;
  if (t.dtype.name !== d.dtype) return `${what}: dtype ${t.dtype.name}, want ${d.dtype}`;
  if (`${t.sizes}` !== `${d.shape}`) return `${what}: shape [${t.sizes}], want [${d.shape}]`;
  if (strides && t.numel > 0 && t.sizes.some((s, i) => s > 1 && t.strides[i] !== d.stride[i])) return `${what}: stride [${t.strides}], want [${d.stride}]`;
  if (d.data === null) return null;
  const [got, want] = [d.dtype === 'complex64' ? [...toComplex(t)] : toNumbers(t), numbersOf(d)];
  const [rtol, atol] = wider(TOLERANCE[d.dtype], bits.own?.[d.dtype]).map((x) => x * slack);
  for (let i = 0; i < got.length; i++) {
    const [a, b] = [Number(got[i]), Number(want[i])];
    if (Object.is(a, b) || (a !== a && b !== b)) continue;
    bits.exact = false;
    if (!(Math.abs(a - b) <= atol + rtol * Math.abs(b))) return `${what}: [${i}] ${a}, want ${b}`;
  }
  return null;
}

export interface Outcome {
  error: string | null;
  rows: string | null;
  exact: boolean;
}

interface World {
  d: Dispatcher;
  env: Map<number, Tensor>;
  rows: string[];
}

/** The steps of a sample on a fresh dispatcher. */
function execute(s: Pick<Sample, 'inputs' | 'steps'>): World {
  const d = new Dispatcher();
  d.activate();
  random.generator = new Generator();
  random.generator.manualSeed(0n);
  const rows: string[] = [];
  d.emit = { begin: (e) => rows.push(e.op.overload), end: () => {} };
  const env = new Map<number, Tensor>();
  for (const i of s.inputs) {
    const t = build(i);
    if (i.grad) setRequiresGrad(d, t, true);
    env.set(i.id as number, t);
  }
  const decode = (v: Encoded): Arg => {
    if (Array.isArray(v)) return v.map(decode);
    if (v === null || typeof v !== 'object') return v;
    if ('t' in v) return env.get(v.t) as Tensor;
    if ('f' in v) return new PyFloat(specialNumber(v.f));
    if ('dtype' in v) return DTYPES[v.dtype];
    if ('device' in v) return { type: 'cpu', index: null };
    return v.s;
  };
  const keep = (ref: Ref, value: Ret | unknown): void => {
    if (Array.isArray(ref)) ref.forEach((r, i) => keep(r, (value as unknown[])[i]));
    else if (typeof ref === 'number') env.set(ref, value as Tensor);
    else if (ref !== null && !same(ref.v, value)) throw new Error(`returned ${String(value)}, want ${String(ref.v)}`);
  };
  for (const [name, args, kwargs, ref, grad] of s.steps) {
    if (name === 'tensor') {
      keep(ref, d.call.one('lift_fresh', tensorOf(args[0], kwargs['dtype'])));
      continue;
    }
    const { op, args: full } = bind(name, args.map(decode), Object.fromEntries(Object.entries(kwargs).map(([k, v]) => [k, decode(v)])), overloadsOf, findOp);
    keep(
      ref,
      d.withGradMode(grad ?? true, () => d.dispatch(op, full)),
    );
  }
  return { d, env, rows };
}

/** `torch.tensor(data)` of nested lists of numbers. */
function tensorOf(data: Encoded, dtype: Encoded | undefined): Tensor {
  const sizes: number[] = [];
  for (let v = data; Array.isArray(v); [v] = v) sizes.push(v.length);
  const flat = (v: Encoded): Encoded[] => (Array.isArray(v) ? v.flatMap(flat) : [v]);
  const numbers = flat(data).map((v) => (typeof v === 'object' && v !== null && 'f' in v ? specialNumber(v.f) : (v as number | boolean)));
  const whole = flat(data).every((v) => typeof v === 'number');
  const wanted = dtype !== undefined && dtype !== null ? (dtype as { dtype: DTypeName }).dtype : whole ? 'int64' : 'float32';
  return fromNumbers(sizes, DTYPES[wanted], numbers);
}

/** A number or truth value that a call returned. */
function same(want: unknown, got: unknown): boolean {
  const plain = got instanceof PyFloat ? got.v : got;
  if (typeof plain === 'number' && typeof want !== 'boolean') {
    const w = typeof want === 'string' ? specialNumber(want) : Number(want);
    return Object.is(plain, w) || Math.abs(plain - w) <= 1e-5 * Math.abs(w);
  }
  return plain === want;
}

const cotangent = (t: Tensor, period: number, step: number, from: number): Tensor => {
  const line = (p: number, h: number, o: number): number[] => Array.from({ length: t.numel }, (_, i) => (i % p) * h + o);
  if (t.dtype.category !== 'complex') return fromNumbers(t.sizes, t.dtype, line(period, step, from));
  const z = emptyLike(t);
  const im = line(3, 0.5, -0.25);
  fromComplex(
    z,
    line(period, step, from).flatMap((re, i) => [re, im[i]]),
  );
  return z;
};
const first = (t: Tensor): Tensor => cotangent(t, 7, 0.25, -0.5);

export function runSample(s: Sample, own?: Tolerances): Outcome {
  const bits = { exact: true, own };
  const fail = (error: string): Outcome => ({ error, rows: null, exact: false });
  try {
    const { d, env, rows } = execute(s);
    for (const [i, o] of s.out.entries()) {
      const e = differs(`out ${i}`, env.get(o.id as number), o, true, bits);
      if (e) return fail(e);
    }
    const n = rows.length;
    if (s.through) {
      const outs = s.through.map((id) => env.get(id) as Tensor);
      runBackward(d, { tensors: outs, grads: outs.map(first) });
      for (const [id, g] of Object.entries(s.grads ?? {})) {
        const got = metaOf(env.get(Number(id)) as Tensor).grad;
        if (g === null) {
          if (got !== null) return fail(`grad ${id}: unexpected`);
          continue;
        }
        const e = differs(`grad ${id}`, got, g, false, bits);
        if (e) return fail(e);
      }
    }
    const want = [s.rows.join(' '), (s.back ?? []).join(' ')];
    const have = [rows.slice(0, n).join(' '), rows.slice(n).join(' ')];
    const rowsDiffer =
      want[0] !== have[0]
        ? `forward rows\n   have ${have[0]}\n   want ${want[0]}`
        : want[1] !== have[1]
          ? `backward rows\n   have ${have[1]}\n   want ${want[1]}`
          : null;
    return { error: null, rows: rowsDiffer, exact: bits.exact };
  } catch (e) {
    return fail(`raised ${messageOf(e)}`);
  }
}

const messageOf = (e: unknown): string => (e instanceof Error ? e.message + (process.env['STACK'] ? e.stack : '') : String(e));

/** Gradients of the gradients. null where equal. */
export function runSecond(s: Sample, own?: Tolerances): string | null {
  const want = s.second;
  if (!want || !s.through) return null;
  try {
    const { d, env } = execute(s);
    const outs = s.through.map((id) => env.get(id) as Tensor);
    const inputs = s.inputs.filter((i) => i.grad);
    const leaves = inputs.map((i) => env.get(i.id as number) as Tensor);
    const got = runBackward(d, {
      tensors: outs,
      grads: outs.map(first),
      createGraph: true,
      retainGraph: true,
      inputs: leaves,
      accumulate: false,
      allowUnused: true,
    });
    const through = got.filter((g): g is Tensor => g !== null && requiresGrad(g));
    if (through.length === 0) return want.grads || want.error ? 'the first gradients carry none' : null;
    const again = runBackward(d, {
      tensors: through,
      grads: through.map((t) => cotangent(t, 5, 0.5, -0.75)),
      inputs: leaves,
      accumulate: false,
      allowUnused: true,
    });
    if (want.error) return `no error, want ${want.error}`;
    if (!want.grads) return 'second gradients, want none';
    for (const [k, i] of inputs.entries()) {
      const g = want.grads[String(i.id)];
      if (g === null) {
        const t = again[k];
        if (t !== null && toNumbers(t).some((x) => Number(x) !== 0)) return `second ${i.id}: unexpected`;
        continue;
      }
      const e = differs(`second ${i.id}`, again[k], g, false, { exact: true, own }, 20);
      if (e) return e;
    }
    return null;
  } catch (e) {
    const text = messageOf(e);
    return want.error && text.includes(want.error) ? null : `raised ${text}`;
  }
}

/** A wrong call must raise PyTorch's exception with its words. null where it does. */
export function runWrong(w: Wrong): string | null {
  try {
    execute({ inputs: w.inputs, steps: w.steps });
  } catch (e) {
    const text = messageOf(e);
    return text === `${w.raises[0]}: ${w.raises[1]}` ? null : `have ${text}\n   want ${w.raises[0]}: ${w.raises[1]}`;
  }
  return `no error, want ${w.raises[0]}: ${w.raises[1]}`;
}
