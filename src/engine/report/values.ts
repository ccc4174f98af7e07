/**
 * The content-addressed table of values: what the panes show of a variable or a result.
 *
 * Equal contents share a key, so a loop that changes nothing adds nothing. A tensor keeps its numbers up to 4,096
 * elements, a summary beyond; after a budget of elements a run keeps summaries only (decision 12).
 */
import { peek } from '../dispatch/autograd/meta.ts';
import type { Dist } from '../mesh/dtensor.ts';
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { PyFunction, PyModule, PyNative } from '../python/functions.ts';
import { PyType } from '../python/types.ts';
import { PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';
import { floatRepr } from '../python/numfmt.ts';
import { part } from '../python/packs.ts';
import { tensorIsContiguous } from '../tensor/access.ts';
import { sameSizes } from '../tensor/strides.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Storage, Tensor } from '../tensor/tensor.ts';
import { deviceName, deviceRepr, PyDevice, PyDType, PyTensor } from '../torch/objects.ts';
import type { DispatchStop, ValueRow } from './types.ts';

// A program has tensors when it has imported torch: then the pack is there.
const numbers = part<typeof import('./numbers.ts').numbers>('base', 'numbers');
const placementRepr = part<typeof import('../mesh/placement.ts').placementRepr>('mesh', 'placementRepr');

const MOST_ELEMENTS = 4096;
const BUDGET = 400_000;

/** A tensor without numbers as its row shows it. */
interface Fake extends Pick<Tensor, 'sizes' | 'strides' | 'device'> {
  readonly type: string;
  readonly grad: boolean;
  readonly gradFn: string | undefined;
  readonly key: string;
}
/** Which elements of a storage were shown, and after how many changes; `mark` tells apart what their numbers do. */
interface Shown extends Pick<Tensor, 'dtype' | 'offset' | 'numel'>, Pick<ValueRow, 'data' | 'summary'> {
  readonly changes: number;
  mark?: string;
}

/** More of them than that are not looked through; an older one is found by its row. */
const MOST_FAKES = 100;

export class ValueTable {
  readonly rows: Record<string, ValueRow> = {};
  readonly paths: DispatchStop[][] = [];
  private readonly pathAt = new Map<string, number>();
  private readonly keys = new Map<string, string>();
  private readonly plain = new Map<Value, string>();
  private readonly objects = new Map<Value, string>();
  /** By element type: few, and told apart by a look at their sizes. */
  private readonly fakes = new Map<DType, Fake[]>();
  /** Numbers of contiguous tensors as they were last shown. */
  private readonly shown = new WeakMap<Storage, Shown>();
  private spent = 0;

  /** The key of a value; null for what no pane shows (modules, functions, classes). */
  key(v: Value): string | null {
    if (v instanceof PyTensor) return this.tensorKey(v.t, v.cls.name);
    // Numbers, texts and objects of a class come again and again: found by themselves, and by the name that is shown.
    const object = v instanceof PyInstance && !(v instanceof PyModule) && !(v instanceof PyFunction);
    const known = object ? this.objects : this.plain;
    const by = object ? v.cls.name : typeof v === 'object' ? null : v;
    let key = by === null ? undefined : known.get(by);
    if (key !== undefined) return key;
    const row = this.row(v);
    if (row === null) return null;
    key = this.intern(row);
    if (by !== null) known.set(by, key);
    return key;
  }

  /** The number of a path through the dispatcher: few of them occur, again and again. */
  path(stops: DispatchStop[]): number {
    const text = JSON.stringify(stops);
    let at = this.pathAt.get(text);
    if (at === undefined) {
      at = this.paths.push(stops) - 1;
      this.pathAt.set(text, at);
    }
    return at;
  }

  tensor(t: Tensor): string {
    return this.tensorKey(t, 'Tensor');
  }

  /** Tensors without numbers are found by their shape: making and writing out a row each time costs more than the rest. */
  private tensorKey(t: Tensor, type: string): string {
    if (!t.isFake || t.dist !== null) return this.internTensor(t, type);
    const m = peek(t);
    const grad = m !== null && (m.requiresGrad || m.gradFn !== null);
    const gradFn = m?.gradFn?.name;
    let known = this.fakes.get(t.dtype);
    if (known === undefined) this.fakes.set(t.dtype, (known = []));
    for (const f of known) {
      if (f.grad !== grad || f.gradFn !== gradFn || f.type !== type || f.device !== t.device) continue;
      if (sameSizes(f.sizes, t.sizes) && sameSizes(f.strides, t.strides)) return f.key;
    }
    const key = this.internTensor(t, type);
    const { sizes, strides, device } = t;
    if (known.push({ type, grad, gradFn, device, sizes, strides, key }) > MOST_FAKES) known.shift();
    return key;
  }

  private internTensor(t: Tensor, type: string): string {
    const m = peek(t);
    const row: ValueRow = {
      kind: 'tensor',
      type,
      text: `${t.dtype.name}[${t.sizes.join(', ')}]`,
      shape: [...t.sizes],
      dtype: t.dtype.name,
      device: deviceName(t.device),
      strides: [...t.strides],
      requiresGrad: m !== null && (m.requiresGrad || m.gradFn !== null),
      gradFn: m?.gradFn?.name ?? null,
    };
    const dist = t.dist as Dist | null;
    if (dist) this.distributed(row, dist);
    const text = JSON.stringify(row);
    return this.intern(row, dist || t.isFake ? text : text + this.numbers(row, t));
  }

  /** @param text says all that the row says, of many numbers only a mark: those of rows with one mark are compared. */
  private intern(row: ValueRow, text = `${row.kind} ${row.type} ${row.text}`): string {
    let key = this.keys.get(text);
    if (key === undefined) {
      key = `v${this.keys.size}`;
      this.keys.set(text, key);
      this.rows[key] = row;
      this.spent += row.data?.length ?? 1;
    } else if (row.data && !numbers().same(row.data, this.rows[key].data)) return this.intern(row, `${text}+`);
    return key;
  }

  private row(v: Value): ValueRow | null {
    if (v instanceof PyModule || v instanceof PyFunction || v instanceof PyNative || v instanceof PyType) return null;
    if (v === null || typeof v === 'boolean') return { kind: 'scalar', type: v === null ? 'NoneType' : 'bool', text: brief(v) };
    if (typeof v === 'number' || typeof v === 'bigint') return { kind: 'scalar', type: 'int', text: brief(v) };
    if (v instanceof PyFloat) return { kind: 'scalar', type: 'float', text: brief(v) };
    if (typeof v === 'string') return { kind: 'text', type: 'str', text: v.length > 200 ? `${v.slice(0, 200)}…` : v };
    // Forms of types (List, Optional[int], a type variable) say as much as a class would: nothing to a reader of values.
    if (v.cls.module === 'typing') return null;
    return { kind: 'object', type: v.cls.name, text: brief(v) };
  }

  private distributed(row: ValueRow, dist: Dist): void {
    row.placements = dist.spec.placements.map(placementRepr());
    row.mesh = [...dist.spec.mesh.shape];
    row.local = this.tensor(dist.local);
  }

  /** Gives a mark of the numbers. */
  private numbers(row: ValueRow, t: Tensor): string {
    const { dtype, storage, offset, numel } = t;
    if (dtype.category === 'complex') return '';
    const whole = numel <= MOST_ELEMENTS && this.spent <= BUDGET;
    if (!whole && (numel === 0 || numel > 1 << 20 || this.spent > BUDGET * 2)) return '';
    // A result is looked at when it is made, again when a variable holds it, and by its views.
    let seen = this.shown.get(storage);
    if (seen?.changes !== storage.changes || seen.dtype !== dtype || seen.offset !== offset || seen.numel !== numel || !tensorIsContiguous(t)) {
      seen = { changes: storage.changes, dtype, offset, numel };
      if (tensorIsContiguous(t)) this.shown.set(storage, seen);
    }
    if (!whole) return JSON.stringify((row.summary = seen.summary ??= numbers().summary(t)));
    row.data = seen.data ??= numbers().shown(t);
    return (seen.mark ??= numbers().mark(row.data));
  }
}

/** A short text of a value without running the program's own `__repr__`. */
function brief(v: Value, depth = 0): string {
  if (v === null) return 'None';
  if (typeof v === 'boolean') return v ? 'True' : 'False';
  if (typeof v === 'number' || typeof v === 'bigint') return String(v);
  if (v instanceof PyFloat) return floatRepr(v.v);
  if (typeof v === 'string') return `'${v.length > 40 ? `${v.slice(0, 40)}…` : v}'`;
  if (v instanceof PyTensor) return `${v.t.dtype.name}[${v.t.sizes.join(', ')}]`;
  if (v instanceof PyDType) return `torch.${v.d.name}`;
  if (v instanceof PyDevice) return deviceRepr(v.d);
  if (depth < 2 && (v instanceof PyList || v instanceof PyTuple)) {
    const shown = v.items.slice(0, 8).map((x) => brief(x, depth + 1));
    if (v.items.length > 8) shown.push('…');
    return v instanceof PyList ? `[${shown.join(', ')}]` : `(${shown.join(', ')}${v.items.length === 1 ? ',' : ''})`;
  }
  if (depth < 2 && v instanceof PyDict) {
    const shown = [...v.entries()].slice(0, 6).map(([k, x]) => `${brief(k, depth + 1)}: ${brief(x, depth + 1)}`);
    if (v.size > 6) shown.push('…');
    return `{${shown.join(', ')}}`;
  }
  if (v instanceof PyInstance) return `${v.cls.name} object`;
  return v instanceof PyObject ? v.cls.name : '';
}

/** Whether a value's shown contents may change while it stays the same object: those have a stamp. */
export const mayChange = (v: Value): boolean => v instanceof PyTensor || v instanceof PyList || v instanceof PyDict;

/** Something that changes exactly when the shown contents may have changed. */
export function stamp(v: Value): unknown {
  if (v instanceof PyTensor) {
    const m = peek(v.t);
    return ((m?.version.n ?? 0) * 2 ** 26 + v.t.storage.version) * 2 + (m?.requiresGrad ? 1 : 0);
  }
  if (v instanceof PyList)
    return `${v.items.length},${v.items.length < 9 ? v.items.map((x) => (x instanceof PyObject ? 'o' : String(x instanceof PyFloat ? x.v : x))).join() : ''}`;
  return v instanceof PyDict ? v.size : 0;
}
