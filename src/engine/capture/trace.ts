/**
 * One trace of one frame segment: watches the evaluator while it runs the frame on shapes, collects guards along the way,
 * and raises a break where a row of the table applies.
 *
 * Idea: Dynamo's symbolic evaluation, with the evaluator itself as the interpreter. A value read from outside is guarded
 * when it is loaded; objects get a source, so that what is read from them is guarded too.
 */
import { PyDict, PyList, PySet, PyTuple } from '../python/containers.ts';
import { PyError, PyException, type TracebackEntry, Unsupported } from '../python/errors.ts';
import { entryOf } from '../python/traceback.ts';
import { Frame } from '../python/frame.ts';
import { PyNative } from '../python/functions.ts';
import { PyType, typeOf } from '../python/types.ts';
import { BINARY_OPS, COMPARE_OPS, Op } from '../python/opcodes.ts';
import { PyFloat, PyObject, type Value } from '../python/values.ts';
import type { Monitor } from '../python/monitor.ts';
import { part } from '../python/packs.ts';
import type { VM } from '../python/vm.ts';
import type { Code } from '../python/code.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import type { RecordedCall } from '../graph/captured.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type BreakName, BREAKS, BreakSignal, FakeFailure, outOfShape, UserFailure } from './breaks.ts';
import type { CallRules } from './call-rules.ts';
import type { Collector } from './collector.ts';
import type { Asked, Comparison } from './course.ts';
import type { SizeSymbol } from './symbols.ts';
import { type Arithmetic, isArithmetic } from './course.ts';
import { type FloatStep, isReal, kindOfCall, stepOf } from './float-steps.ts';
import { checkSizes } from './sizes.ts';
import type { FxLog } from './fx-log.ts';
import { absentGuard, containsGuard, keysGuard, lengthGuard, RANK, setContainsGuard, tensorOf, unorderedKeysGuards } from './guards.ts';
import { plainCode } from './patch.ts';
import { isReturned } from './liveness.ts';
import type { LoadKind, Reach } from './reach.ts';
import type { Recorder } from './recorder.ts';
import type { FailedAssert, KnownBreak } from './symbolic.ts';
import { itemStep, Source } from './source.ts';
import { numbersOf, textual } from './texts.ts';
import type { Told } from './told.ts';

const callRules = part<typeof import('./call-rules.ts')>('tracing', 'calls');
const collector = part<typeof import('./collector.ts')>('tracing', 'collector');
const userErrors = part<typeof import('./user-errors.ts')>('tracing', 'userErrors');
const reach = part<typeof import('./reach.ts')>('tracing', 'reach');

/** Instructions that read a whole container: `f(*args, **kwargs)`, `[*xs]`. */
const SPREADS = new Set<number>([Op.CALL_EX, Op.LIST_EXTEND, Op.DICT_MERGE, Op.DICT_UPDATE, Op.SET_UPDATE]);
const NOT_EQUAL = COMPARE_OPS.indexOf('!=');

export interface TraceOptions {
  readonly vm: VM;
  readonly top: Frame;
  readonly recorder: Recorder;
  readonly symbols: readonly SizeSymbol[];
  /** `.item()` is captured: fullgraph, or the config's switch. */
  readonly scalars: boolean;
  /** The back end runs operators as they are. */
  readonly whole: boolean;
  /** `fullgraph=True`. */
  readonly fullgraph: boolean;
  /** Where an earlier trace of the segment found that a symbol is in the way. */
  readonly known: KnownBreak | null;
  /** The row of a call that is never traced. */
  readonly disabled: (f: Value) => BreakName | null;
  /** Functions whose calls are nodes of the graph. */
  readonly allowed: WeakSet<object>;
  readonly wrap: (t: Tensor) => Value;
  /** A graph is there already: the course of the program is wanted, and shapes. */
  readonly again: boolean;
}

export class Trace implements Monitor {
  readonly reach: Reach;
  readonly found: Collector;
  readonly comparisons: Comparison[] = [];
  readonly arithmetics: Arithmetic[] = [];
  /** What gave each float. */
  readonly steps = new Map<PyFloat, FloatStep>();
  private readonly top: Frame;
  private readonly recorder: Recorder;
  private readonly vm: VM;
  private readonly calls: CallRules;
  private readonly known: KnownBreak | null;
  private readonly fullgraph: boolean;
  /** Tensors made here that were given requires_grad_(), and where the first one was. */
  private readonly leaves: Tensor[] = [];
  callAt: { code: Code; pc: number } | null = null;
  private firstLeaf: KnownBreak | null = null;
  /** Tensors whose shape was asked for. */
  readonly sized = new Set<Tensor>();
  /** A key was missing from a dictionary of the program, which PyTorch does not guard. */
  missed = false;
  /** The calls as the program's own back end is given them; null where the back end is PyTorch's. */
  fx: FxLog | null = null;
  /** The last assertion about a number, where it failed. */
  failedAssert: FailedAssert | null = null;
  /** Numbers that became text for an f-string in the making, by frame and slot. */
  private readonly formatted = new WeakMap<Frame, Map<number, number>>();
  /** What was read last. */
  private loaded: { frame: Frame; pc: number | null; value: Value; source: Source | null } | null = null;
  /** A value from outside that the next store moves into a local variable unseen. */
  private pendingStore: { slot: number; source: Source } | null = null;

  constructor(o: TraceOptions) {
    this.vm = o.vm;
    this.top = o.top;
    this.recorder = o.recorder;
    this.known = o.known;
    this.fullgraph = o.fullgraph;
    this.reach = new (reach().Reach)(o.top, o.vm.programFile);
    this.found = new (collector().Collector)(this.reach, o.recorder, o.symbols, () => this.line());
    this.calls = new (callRules().CallRules)(this, o);
    o.recorder.onInfer = (sizes, wanted) => this.infers(sizes, wanted);
    o.recorder.slices.onBound = (stop, size) => this.asks('<=', stop, size);
    o.recorder.onMade = (call) => {
      checkSizes(call, (op, a, b, part) => this.asks(op, a, b, part));
      this.fx?.made(call);
    };
    this.seeStack();
  }

  /** Operand stack values a resumed frame starts with: guarded now, or where they are stored first and read later. */
  private seeStack(): void {
    const { top } = this;
    let index = 0;
    const { ops } = top.code;
    for (let i = 0; i < top.sp; i++) {
      const v = top.stack[i];
      if (v === undefined) continue;
      const source = new Source(null, { kind: 'stack', index, at: i }, 0);
      const self = top.stack[i + 1];
      if (v instanceof PyNative && v.isMethod && self !== undefined && i + 1 < top.sp && !tensorOf(self)) {
        // A bound built-in method is a new object each time, and the old one is gone by the next call.
        const gone = `Cache line invalidated because L['___stack${index}'] got deallocated`;
        this.found.add({ source, rank: 9, text: `___check_obj_id(___stack${index})`, check: () => gone });
        index++;
        i++;
        continue;
      }
      const last = i === top.sp - 1;
      const at = top.next;
      if (last && ops[at] === Op.STORE_FAST) {
        this.pendingStore = { slot: ops[at + 1], source };
        if (v instanceof PyObject) this.reach.add(v, source);
      } else if (!(last && ops[at] === Op.POP_TOP)) this.found.realize(source, v);
      index++;
    }
  }

  line(): number | null {
    return this.vm.currentLine();
  }

  leaf(t: Tensor): void {
    this.leaves.push(t);
    this.firstLeaf ??= this.callAt && { ...this.callAt, name: 'leafLeaves' };
  }

  /** What leaves the graph depends on a tensor that was given requires_grad_() in it: the break before that. */
  leafLeaves(calls: readonly RecordedCall[], outputs: readonly Tensor[]): KnownBreak | null {
    if (this.firstLeaf === null) return null;
    const from = new Set<unknown>(this.leaves);
    const touched = (a: unknown): boolean => (Array.isArray(a) ? a.some(touched) : from.has(a));
    for (const c of calls) if (touched(c.args)) for (const t of Array.isArray(c.ret) ? c.ret : [c.ret]) from.add(t);
    return outputs.some((t) => from.has(t) && requiresGrad(t)) ? this.firstLeaf : null;
  }

  breakAt(name: BreakName, told: Told | null = null): never {
    throw Object.assign(new BreakSignal(BREAKS[name], this.line()), { told, entries: this.entries() });
  }

  /** Where the program stands, from the compiled frame on. */
  entries(): TracebackEntry[] {
    const frames = this.vm.fiber?.frames ?? [];
    return frames.slice(Math.max(0, frames.indexOf(this.top))).flatMap((f) => (f instanceof Frame ? [entryOf(plainCode(f.code), f.pc)] : []));
  }

  load(frame: Frame, kind: LoadKind, base: Value, key: Value, value: Value): Value {
    const t = tensorOf(base);
    if (kind === 'attr' && t) {
      this.found.used(t);
      if (key === 'shape') this.sized.add(t);
    }
    if (kind === 'subscr') this.index(frame, base, key);
    const source = this.reach.sourceOf(frame, kind, base, key, value);
    if (kind === 'subscr' && typeof key !== 'number' && !(base instanceof PyDict)) this.use(base, true);
    if (frame.code.ops[frame.pc + 2] !== Op.STORE_FAST) this.found.wanted(value);
    if (source && !(kind === 'local' && this.staysLazy(frame, source, value))) {
      this.found.realize(source, value);
      if (source.step.kind === 'class' && source.parent) this.found.add(absentGuard(source.parent, source.step.name));
      if ((kind === 'local' || kind === 'attr') && SPREADS.has(frame.code.ops[frame.pc + 2])) this.found.elements(value, source);
    }
    if (frame.code.ops[frame.pc + 2] === Op.IS) {
      // The evaluator's fast path has not written its stack back: what was loaded just before is the left side.
      const before = this.loaded?.frame === frame && (this.loaded.pc === null || this.loaded.pc === frame.pc - 2) ? this.loaded : null;
      const left = before ? before.value : frame.stack[frame.sp - 1];
      if (before?.source) this.found.prefer(left, before.source);
      for (const v of [left, value]) this.identity(v);
    }
    // A cell is read without saying where.
    this.loaded = { frame, pc: kind === 'cell' ? null : frame.pc, value, source };
    return value;
  }

  /** A number as a key of Python's containers, or beside others as an index of a tensor, has to be known. */
  private index(frame: Frame, base: Value, key: Value): void {
    if (tensorOf(base) === null) {
      if (typeof key === 'number') this.pin(frame, key);
    } else if (key instanceof PyTuple) for (const k of key.items) if (typeof k === 'number') this.pin(frame, k);
  }

  /** `a is b` looks at both, in this order. */
  private identity(v: Value | undefined): void {
    const t = tensorOf(v);
    if (t) this.found.used(t);
  }

  /** A plain value that is only moved on (stored, put in a tuple, returned) is not guarded yet. */
  private staysLazy(frame: Frame, source: Source, value: Value): boolean {
    if (value instanceof PyObject && !(value instanceof PyFloat)) return false;
    const { ops } = frame.code;
    const next = frame.pc + 2;
    if (ops[next] === Op.STORE_FAST) {
      this.pendingStore = { slot: ops[next + 1], source };
      return true;
    }
    return isReturned(frame.code, next);
  }

  compareFloats(frame: Frame, op: number, a: Value, b: Value): void {
    if (this.recorder.read.size > 0 && [a, b].some((v) => v instanceof PyFloat && Number.isNaN(v.v))) {
      const told = this.fullgraph ? userErrors().guardOnData(op, a, b, this.recorder, this.entries()) : null;
      throw told ? new UserFailure(told) : new Unsupported('a comparison with a number read from a tensor in a whole graph', this.line());
    }
    const number = (v: Value): number => (v instanceof PyFloat ? v.v : Number(v));
    if (tensorOf(a) === null && tensorOf(b) === null)
      this.comparisons.push({
        code: plainCode(frame.code),
        pc: frame.pc,
        op,
        a: number(a),
        b: number(b),
        written: frame.code.ops[frame.pc] === Op.COMPARE,
        sofar: this.arithmetics.length,
      });
  }

  /** A number that has to be known. */
  pin(frame: Frame, n: number): void {
    this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op: 0, a: n, b: 0, pin: true, sofar: this.arithmetics.length });
  }

  arithmetic(op: number, a: Value, b: Value, result: Value): void {
    if (result instanceof PyFloat) this.step(op < 0 ? 'neg' : BINARY_OPS[op], op < 0 ? [a] : [a, b], result);
    else if (typeof a === 'number' && typeof b === 'number' && typeof result === 'number' && isArithmetic(op))
      this.arithmetics.push({ op: BINARY_OPS[op], a, b, result });
  }

  /** A float was made of numbers. */
  step(op: string, args: readonly Value[], result: PyFloat): void {
    if (args.every(isReal)) this.steps.set(result, { op, args, sofar: this.arithmetics.length });
  }

  /** The number of elements as a product of sizes; gives it. */
  elements(sizes: readonly number[]): number {
    return sizes.reduce((n, size, i) => {
      const result = i === 0 ? size : n * size;
      if (i > 0) this.arithmetics.push({ op: '*', a: n, b: size, result });
      return result;
    }, 1);
  }

  /** `x.view(-1, 4)`: the other sizes must divide the number of elements. */
  private infers(sizes: readonly number[], wanted: readonly number[]): void {
    const given = wanted.filter((n) => n !== -1);
    if (given.some((n) => n < 1)) return;
    const by = this.elements(given);
    const a = this.elements(sizes);
    this.arithmetics.push({ op: '%', a, b: by, result: a % by });
    this.asks('==', a % by, 0);
    this.arithmetics.push({ op: '//', a, b: by, result: Math.floor(a / by) });
  }

  /** A comparison that an operator makes. */
  private asks(op: (typeof COMPARE_OPS)[number], a: number, b: number, part?: Asked): void {
    const kind = part === 'pin' ? { pin: true as const } : part && { part };
    this.comparisons.push({ code: plainCode(this.top.code), pc: -1, op: COMPARE_OPS.indexOf(op), a, b, ...kind, sofar: this.arithmetics.length });
  }

  compare(frame: Frame, op: number, a: number, b: number): void {
    this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op, a, b, sofar: this.arithmetics.length });
  }

  format(frame: Frame, n: number, slot: number): void {
    this.comparisons.push({
      code: plainCode(frame.code),
      pc: frame.pc,
      op: 0,
      a: n,
      b: 0,
      text: slot < 0 ? 'percent' : 'format',
      sofar: this.arithmetics.length,
    });
    const slots = this.formatted.get(frame) ?? new Map<number, number>();
    this.formatted.set(frame, slots.set(slot, n));
  }

  join(frame: Frame, slot: number): void {
    this.stopWhereKnown(frame);
    const slots = this.formatted.get(frame);
    if (!slots) return;
    for (const [at, n] of slots) {
      if (at < slot) continue;
      slots.delete(at);
      if (at < frame.sp && typeof frame.stack[at] === 'string')
        this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op: 0, a: n, b: 0, joined: true, sofar: this.arithmetics.length });
    }
  }

  private stopWhereKnown(frame: Frame): void {
    this.stopAt({ code: plainCode(frame.code), pc: frame.pc });
  }

  stopAt({ code, pc }: { readonly code: Code; readonly pc: number }): void {
    const { known } = this;
    if (known?.pc === pc && known.code === code) this.breakAt(known.name);
  }

  iter(_frame: Frame, v: Value): void {
    this.recorder.native = 'iter';
    if (!(v instanceof PyObject)) return;
    const s = this.reach.get(v);
    if (!s) return;
    if (v instanceof PyDict) this.found.add(keysGuard(s, v));
    else this.found.elements(v, s, true);
  }

  /** Dynamo keeps a shape as a list of its own, whose error no `except` of the program sees. */
  missingItem(_frame: Frame, container: Value, _key: Value, error: unknown): void {
    if (container instanceof PyDict && this.reach.get(container)) this.missed = true;
    // The program cannot catch what an operator raises on shapes.
    const t = tensorOf(container);
    if (t && error instanceof PyError && error.name === 'IndexError') {
      this.found.used(t);
      throw new FakeFailure(error, this.line(), t);
    }
    if (typeOf(container).name === 'Size' && error instanceof PyError && error.name === 'IndexError') throw outOfShape('list', this.line());
  }

  /** A method of a tensor that the graph makes is looked up when it is called, which ends the graph. */
  missing(_frame: Frame, o: Value, _name: string, error: unknown): void {
    const t = tensorOf(o);
    if (t && this.recorder.isMade(t) && error instanceof PyError && error.name === 'AttributeError') this.breakAt('missingMethod');
  }

  contains(frame: Frame, container: Value, key: Value): void {
    if (this.reach.quiet(frame) || !(container instanceof PyObject)) return;
    if (container instanceof PyDict && typeof key === 'number') this.pin(frame, key);
    const s = this.reach.get(container);
    if (!s || this.reach.changed.has(container)) return;
    if (container instanceof PyDict) {
      if (typeof key !== 'object' || key === null) this.found.add(containsGuard(s, key, container.has(key)));
    } else if (container instanceof PySet) {
      if (typeof key !== 'object' || key === null) this.found.add(setContainsGuard(s, key, container.has(key)));
    } else this.found.elements(container, s);
  }

  truth(frame: Frame, v: Value): Value {
    if (tensorOf(v) === null) {
      if (v instanceof PyFloat) this.compareFloats(frame, NOT_EQUAL, v, 0);
      if (typeof v === 'number')
        this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op: NOT_EQUAL, a: v, b: 0, sofar: this.arithmetics.length });
      this.whole(v);
      if (this.isAssert(frame)) {
        this.assertNumber(frame, v);
        if (v === false || v === 0) this.breakAt('assertFalse');
      }
      return v;
    }
    const op = frame.code.ops[frame.pc];
    if (op === Op.NOT) return this.breakAt('dataDependent');
    if (this.isAssert(frame)) {
      this.recordAssert(frame, v);
      return true;
    }
    return this.breakAt('branch');
  }

  /**
   * `assert tensor` becomes `_assert_async` in the graph. Dynamo knows an assertion by its instructions: without a message,
   * or with a constant one; any other is a branch to a `raise` (`_detect_and_normalize_assert_statement`).
   */
  private isAssert(frame: Frame): boolean {
    const { ops } = frame.code;
    const { pc } = frame;
    if (ops[pc] !== Op.POP_JUMP_IF_TRUE || ops[pc + 2] !== Op.LOAD_ASSERTION_ERROR) return false;
    return ops[pc + 4] === Op.RAISE || (ops[pc + 6] === Op.LOAD_CONST && ops[pc + 8] === Op.CALL);
  }

  private assertNumber(frame: Frame, v: Value): void {
    this.stopWhereKnown(frame);
    if (v === false || v === 0) this.failedAssert = { code: plainCode(frame.code), pc: frame.pc, after: this.comparisons.length };
  }

  private recordAssert(frame: Frame, v: Value): void {
    const { ops, consts } = frame.code;
    const text = ops[frame.pc + 6] === Op.LOAD_CONST ? consts[ops[frame.pc + 7]] : null;
    this.recorder.assertAsync(tensorOf(v) as Tensor, typeof text === 'string' ? text : 'assertion error');
  }

  /** The truth of a container was asked for: Dynamo looks whether it is a constant, up to the first element that is none. */
  private whole(v: Value): void {
    const s = v instanceof PyDict || v instanceof PyList || v instanceof PyTuple ? this.reach.get(v) : undefined;
    if (!s || this.reach.isChanged(v as PyObject)) return;
    if (v instanceof PyDict) this.found.add(lengthGuard(s, v.size));
    const items = v instanceof PyDict ? [...v.entries()] : (v as PyList).items.map((x, i) => [i, x] as const);
    for (const [key, x] of items) {
      const t = tensorOf(x);
      this.found.realize(s.child(itemStep(v as PyObject, key)), x);
      if (t) this.found.used(t);
      if (x instanceof PyObject && !(x instanceof PyFloat)) return;
    }
  }

  store(frame: Frame, kind: LoadKind, base: Value, key: Value, value: Value): void {
    if (kind === 'local') {
      this.fx?.stored(frame, frame.code.varNames[key as number], value);
      if (frame === this.top) {
        const slot = key as number;
        const pending = this.pendingStore?.slot === slot ? this.pendingStore : null;
        if (pending) this.pendingStore = null;
        this.reach.assign(slot, value, pending?.source ?? null);
      }
      return;
    }
    if (!(base instanceof PyObject)) return;
    if (kind === 'subscr') this.index(frame, base, key);
    const owner = kind === 'subscr' ? this.reach.ownerOf(base) : base;
    if (kind === 'subscr' && base instanceof PyDict && owner === base) this.wholeDict(base);
    const [on, t] = [tensorOf(base), tensorOf(value)];
    if (kind === 'attr' && on) this.tensorAttr(key as string);
    else if (kind === 'attr' && t) this.found.used(t);
    this.reach.note(owner, kind === 'cell' ? null : key);
  }

  /** A dictionary from outside that is written to: all its keys are guarded. */
  private wholeDict(d: PyDict): void {
    const s = this.reach.get(d);
    if (s && !this.reach.isChanged(d)) for (const g of unorderedKeysGuards(s, d)) this.found.add(g.rank === RANK.length ? { ...g, order: [...d.keys()] } : g);
  }

  private tensorAttr(name: string): void {
    if (name === 'data') this.breakAt('setData');
  }

  call(frame: Frame, fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Value {
    // A library module that is imported on first use is no part of the program's course.
    const { code } = frame;
    if (code.isModule || (code.isClass && code.filename !== this.vm.programFile)) return fn;
    if (fn instanceof PyType && fn.name === 'range' && fn.module === 'builtins') for (const a of args) if (typeof a === 'number') this.pin(frame, a);
    const of = tensorOf(args[0]);
    if (of && fn instanceof PyNative && (fn.name === 'size' || fn.name === 'len')) {
      this.sized.add(of);
      this.found.used(of);
    }
    const known = this.known?.name === 'leafLeaves' && this.known.pc === frame.pc && this.known.code === plainCode(code) ? this.known : null;
    // `torch._check(n > 1)`: the comparison just before is what it checks.
    const last = this.comparisons.at(-1);
    if (fn instanceof PyNative && fn.name === '_check' && last)
      for (const a of [last.a, last.b]) this.comparisons.push({ ...last, pc: frame.pc, a, b: 0, text: 'check' });
    if (fn instanceof PyType && fn.name === 'str' && args[0] instanceof PyException && typeOf(args[0]).name === 'KeyError')
      throw new Unsupported('the text of a KeyError in a compiled function (PyTorch gives the key without its quotes)', this.line());
    const numbers = kindOfCall(fn, args);
    if (numbers === 'pin') for (const a of args) this.pin(frame, typeof a === 'number' ? a : (a as PyFloat).v);
    const text = textual(fn);
    if (text) {
      this.stopWhereKnown(frame);
      for (const a of numbersOf(args[0]))
        this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op: 0, a, b: 0, text, sofar: this.arithmetics.length });
    }
    if (fn instanceof PyNative && fn.name === 'format' && typeof args[0] === 'string')
      for (const a of args) if (typeof a === 'number') this.format(frame, a, -1);
    this.callAt = { code: plainCode(code), pc: frame.pc };
    const callee = numbers === 'step' ? stepOf(fn as PyNative | PyType, (op, result) => this.step(op, args, result)) : this.calls.call(fn, args, kw, known);
    return this.fx ? this.fx.around(callee, args) : callee;
  }

  /** Native code is about to read a value and all that is in it. */
  use(a: Value, lazily = false): void {
    if (!lazily) this.found.wanted(a);
    if (!(a instanceof PyObject)) return;
    const s = this.reach.get(a);
    if (s) this.found.elements(a, s, lazily);
    else if (a instanceof PyTuple || a instanceof PyList) for (const x of a.items) this.use(x, lazily);
  }
}
