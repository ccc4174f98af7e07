/**
 * Runs PyTorch's operator test data (test/golden/aten/opdb.json.gz) on the engine: calls as recorded, then results,
 * types, strides, gradients and trace rows compared. Tolerances are torch.testing's defaults by type.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { random } from '../../../src/engine/aten/context.ts';
import type { Arg, Ret } from '../../../src/engine/aten/op.ts';
import { findOp, overloadsOf } from '../../../src/engine/aten/table.ts';
import { Dispatcher, metaOf, runBackward, setRequiresGrad } from '../../../src/engine/dispatch/index.ts';
import { PyFloat } from '../../../src/engine/python/values.ts';
import { DTYPES, type DTypeName, emptyStrided, fromNumbers, Generator, Tensor, toNumbers, writeNumbers, rounding } from '../../../src/engine/tensor/index.ts';
import { bind } from './match.ts';

interface Described { shape: number[]; dtype: DTypeName; stride: number[]; /** null: memory nobody has written. */ data: string | null; id?: number; grad?: boolean }
type Encoded = null | boolean | number | string | Encoded[] | { t: number } | { f: number | string } | { dtype: DTypeName } | { device: string } | { s: string };
type Ref = number | { v: unknown } | Ref[];
export interface Sample {
  inputs: Described[];
  steps: [string, Encoded[], Record<string, Encoded>, Ref][];
  out: Described[];
  rows: string[];
  back?: string[];
  through?: number[];
  grads?: Record<string, Described | null>;
  dtype: DTypeName;
}
export interface Golden { entries: Record<string, Sample[]>; notes: Record<string, string> }

export const golden = (): Golden => JSON.parse(gunzipSync(readFileSync(new URL('../../golden/aten/opdb.json.gz', import.meta.url))).toString());

function numbersOf(d: Described): (number | bigint | boolean)[] {
  const bytes = Uint8Array.from(Buffer.from(d.data as string, 'base64'));
  const b = bytes.buffer;
  switch (d.dtype) {
    case 'float32': return [...new Float32Array(b)];
    case 'float64': return [...new Float64Array(b)];
    case 'bfloat16': return [...new Uint16Array(b)].map(rounding.decodeBF16);
    case 'float16': return [...new Uint16Array(b)].map(rounding.decodeF16);
    case 'int64': return [...new BigInt64Array(b)];
    case 'int32': return [...new Int32Array(b)];
    case 'int16': return [...new Int16Array(b)];
    case 'int8': return [...new Int8Array(b)];
    case 'bool': return [...bytes].map((x) => x !== 0);
    default: return [...bytes];
  }
}

function build(d: Described): Tensor {
  const t = emptyStrided(d.shape, d.stride, DTYPES[d.dtype]);
  writeNumbers(t, numbersOf(d));
  return t;
}

const specialNumber = (f: number | string): number => (typeof f === 'number' ? f : f === 'inf' ? Infinity : f === '-inf' ? -Infinity : NaN);

const TOLERANCE: Partial<Record<DTypeName, [number, number]>> = { float32: [1.3e-6, 1e-5], bfloat16: [0.016, 1e-5], float16: [1e-3, 1e-5], float64: [1e-7, 1e-7] };

/** null where equal, else what differs. */
function differs(what: string, t: Tensor | null | undefined, d: Described, strides: boolean, bits: { exact: boolean }): string | null {
  if (!(t instanceof Tensor)) return `${what}: no tensor`;
  if (t.dtype.name !== d.dtype) return `${what}: dtype ${t.dtype.name}, want ${d.dtype}`;
  if (`${t.sizes}` !== `${d.shape}`) return `${what}: shape [${t.sizes}], want [${d.shape}]`;
  if (strides && t.numel > 0 && t.sizes.some((s, i) => s > 1 && t.strides[i] !== d.stride[i])) return `${what}: stride [${t.strides}], want [${d.stride}]`;
  if (d.data === null) return null;
  const [got, want] = [toNumbers(t), numbersOf(d)];
  const [rtol, atol] = TOLERANCE[d.dtype] ?? [0, 0];
  for (let i = 0; i < got.length; i++) {
    const [a, b] = [Number(got[i]), Number(want[i])];
    if (Object.is(a, b) || (a !== a && b !== b)) continue;
    bits.exact = false;
    if (!(Math.abs(a - b) <= atol + rtol * Math.abs(b))) return `${what}: [${i}] ${a}, want ${b}`;
  }
  return null;
}

export interface Outcome { error: string | null; rows: string | null; exact: boolean }

export function runSample(s: Sample): Outcome {
  const bits = { exact: true };
  try {
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
    };
    for (const [name, args, kwargs, ref] of s.steps) {
      const { op, args: full } = bind(name, args.map(decode), Object.fromEntries(Object.entries(kwargs).map(([k, v]) => [k, decode(v)])), overloadsOf, findOp);
      keep(ref, d.dispatch(op, full));
    }
    for (const [i, o] of s.out.entries()) {
      const e = differs(`out ${i}`, env.get(o.id as number), o, true, bits);
      if (e) return { error: e, rows: null, exact: false };
    }
    const n = rows.length;
    if (s.through) {
      const outs = s.through.map((id) => env.get(id) as Tensor);
      const cots = outs.map((t) => fromNumbers(t.sizes, t.dtype, Array.from({ length: t.numel }, (_, i) => (i % 7) * 0.25 - 0.5)));
      runBackward(d, { tensors: outs, grads: cots });
      for (const [id, g] of Object.entries(s.grads ?? {})) {
        const got = metaOf(env.get(Number(id)) as Tensor).grad;
        if (g === null) {
          if (got !== null) return { error: `grad ${id}: unexpected`, rows: null, exact: false };
          continue;
        }
        const e = differs(`grad ${id}`, got, g, false, bits);
        if (e) return { error: e, rows: null, exact: false };
      }
    }
    const want = [s.rows.join(' '), (s.back ?? []).join(' ')];
    const have = [rows.slice(0, n).join(' '), rows.slice(n).join(' ')];
    const rowsDiffer = want[0] !== have[0] ? `forward rows\n   have ${have[0]}\n   want ${want[0]}` : want[1] !== have[1] ? `backward rows\n   have ${have[1]}\n   want ${want[1]}` : null;
    return { error: null, rows: rowsDiffer, exact: bits.exact };
  } catch (e) {
    const text = e instanceof Error ? e.message + (process.env['STACK'] ? e.stack : '') : String(e);
    return { error: `raised ${text}`, rows: null, exact: false };
  }
}
