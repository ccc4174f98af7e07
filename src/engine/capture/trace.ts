/**
 * One trace of one frame segment: watches the evaluator while it runs the frame on shapes, collects guards along the way,
 * and raises a break where a row of the table applies.
 *
 * Idea: Dynamo's symbolic evaluation, with the evaluator itself as the interpreter. A value read from outside is guarded
 * when it is loaded; objects get a source, so that what is read from them is guarded too.
 */
import { CustomKey } from '../python/keys.ts';
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import { PyBoundMethod, type PyCell, PyFunction, PyModule, PyNative } from '../python/functions.ts';
import { COMPARE_OPS, Op } from '../python/opcodes.ts';
import { newType, PyType, typeOf } from '../python/types.ts';
import { PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';
import type { Monitor, VM } from '../python/vm.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type BreakName, BREAKS, BreakSignal } from './breaks.ts';
import {
  aliasGuard, codeGuard, containsGuard, equalsGuard, type Guard, idGuard, keysGuard, lengthGuard, numberGuard, tensorGuard, tensorOf,
  typeGuard,
} from './guards.ts';
import { isGraphCall, libraryVerdict, opName, verdictOf } from './natives.ts';
import type { Recorder } from './recorder.ts';
import { ownAttr, Source } from './source.ts';
import { plainCode } from './patch.ts';
import type { Comparison, Fact, SizeSymbol } from './dynamic.ts';

/** Instructions that read a whole container: `f(*args, **kwargs)`, `[*xs]`. */
const SPREADS = new Set<number>([Op.CALL_EX, Op.LIST_EXTEND, Op.DICT_MERGE, Op.DICT_UPDATE, Op.SET_UPDATE]);

/** Dictionaries of a module: guarded by what is read from them. */
const MODULE_DICTS = new Set(['_modules', '_parameters', '_buffers']);

const NOT_EQUAL = COMPARE_OPS.indexOf('!=');

/** A number as automatic dynamic shapes compare it: ints as they are, floats as text. */
const numberFact = (v: Value): number | string | null => (typeof v === 'number' ? v : v instanceof PyFloat ? `float ${v.v}` : null);

const MISSING = Symbol('unassigned');
/** Functions of torch.nn whose own look-ups are not the program's. */
const QUIET = new Set(['__getattr__', '__setattr__', '__call__', '_call_impl', '_wrapped_call_impl', '__delattr__', '__dir__']);

export class Trace implements Monitor {
  readonly top: Frame;
  readonly recorder: Recorder;
  readonly guards: Guard[] = [];
  readonly unaliased: Source[] = [];
  /** Existing objects the trace has reached. */
  readonly sources = new Map<object, Source>();
  /** Existing objects that were changed through an instruction, in order. */
  readonly changed = new Set<object>();
  private readonly vm: VM;
  private readonly locals: (Value | undefined | typeof MISSING)[];
  private readonly localSources: (Source | null)[];
  /** Sources with symbols: open dimensions, -1 for an int. */
  private readonly open = new Map<string, Set<number>>();
  readonly comparisons: Comparison[] = [];
  /** `.item()` is captured: fullgraph, or the config's switch. */
  private readonly scalars: boolean;
  private readonly written = new Map<object, Set<Value>>();
  private readonly seenGuards = new Set<string>();
  private readonly tensors = new Map<Tensor, Source>();
  private readonly disabled: (f: Value) => BreakName | null;

  constructor(vm: VM, top: Frame, recorder: Recorder, disabled: (f: Value) => BreakName | null, symbols: readonly SizeSymbol[], scalars: boolean) {
    this.scalars = scalars;
    for (const s of symbols) for (const u of s.uses) this.open.set(u.source.fullText, (this.open.get(u.source.fullText) ?? new Set()).add(u.dim));
    this.vm = vm;
    this.top = top;
    this.recorder = recorder;
    recorder.onUse = (t, times) => this.use1(t, times);
    this.disabled = disabled;
    this.locals = top.locals.slice();
    this.localSources = top.code.varNames.map((name, slot) => new Source(null, { kind: 'local', name, slot }, 0));
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
        this.guard({ source, rank: 9, text: `___check_obj_id(___stack${index})`, check: () => gone });
        index++;
        i++;
        continue;
      }
      const last = i === top.sp - 1;
      const at = top.next;
      if (last && ops[at] === Op.STORE_FAST) {
        this.pendingStore = { slot: ops[at + 1], source };
        if (v instanceof PyObject && !this.sources.has(v)) this.sources.set(v, source);
      } else if (!(last && ops[at] === Op.POP_TOP)) this.realize(source, v);
      index++;
    }
  }

  private pendingStore: { slot: number; source: Source } | null = null;

  line(): number | null {
    return this.vm.currentLine();
  }

  breakAt(name: BreakName): never {
    throw new BreakSignal(BREAKS[name], this.line());
  }

  // ---- reads --------------------------------------------------------------------------------------------------------

  load(frame: Frame, kind: 'local' | 'global' | 'cell' | 'attr' | 'subscr', base: Value, key: Value, value: Value): Value {
    const source = this.sourceOf(frame, kind, base, key, value);
    if (source && !(kind === 'local' && this.staysLazy(frame, source, value))) {
      this.realize(source, value);
      if (kind === 'local' && SPREADS.has(frame.code.ops[frame.pc + 2])) this.elements(value, source);
    }
    return value;
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
    return ops[next] === Op.RETURN || ops[next] === Op.BUILD_TUPLE;
  }

  private sourceOf(frame: Frame, kind: string, base: Value, key: Value, value: Value): Source | null {
    switch (kind) {
      case 'local': {
        if (frame !== this.top) return null;
        const slot = key as number;
        return this.locals[slot] === value ? this.localSources[slot] : null;
      }
      case 'global': {
        const module = base as PyModule;
        if (module.filename !== this.vm.programFile && module.name !== '__main__') return null;
        if (this.isWritten(module, key)) return null;
        return this.globalSource(module, key as string);
      }
      case 'cell': {
        const cell = base as PyCell;
        if (this.isWritten(cell, null)) return null;
        const known = this.sources.get(cell);
        if (known) return known;
        if (frame === this.top) {
          const index = key as number;
          const { cellVars, freeVars } = frame.code;
          if (index < cellVars.length) {
            const slot = frame.code.cellArgs[index];
            return slot >= 0 ? this.localSources[slot] : null;
          }
          return this.cellSource(cell, freeVars[index - cellVars.length], index);
        }
        const fn = frame.fn ? this.sources.get(frame.fn) : undefined;
        const at = (key as number) - frame.code.cellVars.length;
        return fn && at >= 0 ? fn.child({ kind: 'closure', index: at }) : null;
      }
      case 'attr':
        return this.attrSource(frame, base, key as string, value);
      default:
        return this.itemSource(base, key);
    }
  }

  private readonly globals = new Map<string, Source>();
  private globalSource(module: PyModule, name: string): Source {
    let s = this.globals.get(name);
    if (!s) this.globals.set(name, (s = new Source(null, { kind: 'global', name, module }, 0)));
    return s;
  }

  private cellSource(cell: PyCell, name: string, index: number): Source {
    const s = new Source(null, { kind: 'cell', name, index }, 0);
    this.sources.set(cell, s);
    return s;
  }

  private quiet(frame: Frame): boolean {
    return QUIET.has(frame.code.name) && frame.code.filename !== this.vm.programFile;
  }

  private attrSource(frame: Frame, base: Value, name: string, value: Value): Source | null {
    if (!(base instanceof PyObject)) return null;
    const s = this.sources.get(base);
    if (!s) return null;
    const t = tensorOf(base);
    if (t) this.use1(t);
    if (base instanceof PyModule || t) return null;
    if (name === '__dict__') {
      if (value instanceof PyObject) this.namespaces.set(value, base);
      return null;
    }
    if (this.quiet(frame) || name.startsWith('__')) return null;
    if (this.isWritten(base, name)) return null;
    if (ownAttr(base, name) !== value) return null;
    return s.child({ kind: 'attr', name }, this.moduleRank(base));
  }

  /** `__dict__` objects to their owners. */
  private readonly namespaces = new Map<object, PyObject>();

  private moduleRank(o: PyObject): number {
    const t = typeOf(o);
    if (!(o instanceof PyInstance) || !o.attrs.has('_modules')) return 0;
    return t.module.startsWith('torch.nn') ? 14 : 12;
  }

  private itemSource(base: Value, key: Value): Source | null {
    if (!(base instanceof PyObject)) return null;
    const owner = this.namespaces.get(base);
    if (owner) {
      const s = this.sources.get(owner);
      if (!s || this.isWritten(owner, key) || typeof key !== 'string') return null;
      return s.child({ kind: 'attr', name: key }, this.moduleRank(owner));
    }
    const s = this.sources.get(base);
    if (!s || this.isWritten(base, key) || this.changed.has(base)) return null;
    if (base instanceof PyList || base instanceof PyTuple) {
      if (typeof key !== 'number') {
        this.elements(base, s);
        return null;
      }
      return s.child({ kind: 'item', key: key < 0 ? key + base.items.length : key });
    }
    if (base instanceof PyDict && (typeof key !== 'object' || key === null || key instanceof PyFloat)) return s.child({ kind: 'item', key });
    return null;
  }

  private isWritten(o: object, key: Value): boolean {
    return this.written.get(o)?.has(key) === true;
  }

  // ---- guards -------------------------------------------------------------------------------------------------------

  private guard(g: Guard): void {
    const key = `${g.rank} ${g.source.fullText}`;
    if (this.seenGuards.has(key)) return;
    this.seenGuards.add(key);
    this.guards.push(g);
  }

  /** A value from outside is used: its guard, and a source for what is read from it. */
  realize(source: Source, value: Value): void {
    if (!(value instanceof PyObject)) {
      this.guard(this.open.has(source.fullText) ? numberGuard(source, value) : equalsGuard(source, value));
      if (numberFact(value) !== null) this.numbers.set(source, value);
      return;
    }
    const t = tensorOf(value);
    if (t) {
      this.realizeTensor(source, value, t);
      return;
    }
    if (!this.sources.has(value)) this.sources.set(value, source);
    if (value instanceof PyModule) return;
    if (value instanceof PyFunction) {
      if (!source.path.some((s) => s.step.kind === 'attr') || source.rank === 0) this.guard(codeGuard(source, value));
      return;
    }
    if (value instanceof PyNative || value instanceof PyType) {
      this.guard(idGuard(source, value));
      return;
    }
    if (isEnumMember(value)) {
      this.guard(idGuard(source, value));
      return;
    }
    if (isNamedConstant(value)) {
      this.guard(equalsGuard(source, value));
      return;
    }
    if (value instanceof PyDict && source.step.kind === 'attr' && MODULE_DICTS.has(source.step.name)) return;
    this.guard(typeGuard(source, value));
    if (value instanceof PyList || value instanceof PyTuple) this.guard(lengthGuard(source, value.items.length));
  }

  /** Tensors that were loaded and not used yet: PyTorch guards a tensor when an operator reads it. */
  private readonly pending = new Map<Tensor, { source: Source; value: Value }[]>();

  /** The names loaded last are the ones an operator takes. */
  private use1(t: Tensor, times = Number.POSITIVE_INFINITY): void {
    const list = this.pending.get(t);
    if (!list) return;
    for (const { source, value } of list.splice(Math.max(0, list.length - times))) this.guardTensor(source, value, t);
    if (list.length === 0) this.pending.delete(t);
  }

  /** What is still pending at the end was passed on, and is guarded too. */
  finish(): void {
    for (const t of [...this.pending.keys()]) this.use1(t);
  }

  private realizeTensor(source: Source, value: Value, t: Tensor): void {
    if (this.recorder.isMade(t)) return;
    if (!this.sources.has(value as PyObject)) this.sources.set(value as PyObject, source);
    const list = this.pending.get(t);
    if (!list) this.pending.set(t, [{ source, value }]);
    else if (!list.some((p) => p.source === source)) list.push({ source, value });
  }

  private guardTensor(source: Source, value: Value, t: Tensor): void {
    const first = this.tensors.get(t);
    if (first === source) return;
    if (first) {
      this.guard(aliasGuard(source, first));
      return;
    }
    this.tensors.set(t, source);
    this.guard(tensorGuard(source, value, this.open.get(source.fullText)));
    if (typeOf(value).name === 'Parameter') this.fixed.add(t);
    if (typeOf(value).name !== 'Parameter' && source.rank < 14) this.unaliased.push(source);
  }

  /** The name an input has in the program. */
  readonly nameOf = (t: Tensor): string | null =>
    this.tensors.get(t)?.text.replace(/\._(?:modules|parameters|buffers)\['(\w+)'\]/g, '.$1') ?? null;

  /** Everything in a container is about to be read by native code. */
  private elements(v: Value, source: Source, depth = 0): void {
    if (!(v instanceof PyObject) || depth > 4 || this.changed.has(v)) return;
    if (v instanceof PyList || v instanceof PyTuple) {
      v.items.forEach((x, key) => {
        const s = source.child({ kind: 'item', key });
        this.realize(s, x);
        this.elements(x, s, depth + 1);
      });
    } else if (v instanceof PyDict) {
      this.guard(keysGuard(source, v));
      for (const [key, x] of v.entries()) {
        const s = source.child({ kind: 'item', key });
        this.realize(s, x);
        this.elements(x, s, depth + 1);
      }
    }
  }

  /** Sizes and numbers read from outside, for automatic dynamic shapes. */
  *facts(): Generator<Fact> {
    for (const [t, source] of this.tensors) yield { source, tensor: t, number: null, fixed: this.fixed.has(t) };
    for (const [source, value] of this.numbers) {
      const fixed = source.path.some((s) => s.step.kind === 'attr' || s.step.kind === 'cell' || s.step.kind === 'closure');
      yield { source, tensor: null, number: numberFact(value), fixed };
    }
  }

  compareFloats(frame: Frame, op: number, a: Value, b: Value): void {
    if (this.recorder.read.size > 0 && [a, b].some((v) => v instanceof PyFloat && Number.isNaN(v.v))) {
      throw new Unsupported('a comparison with a number read from a tensor in a whole graph', this.line());
    }
    const number = (v: Value): number => (v instanceof PyFloat ? v.v : Number(v));
    if (tensorOf(a) === null && tensorOf(b) === null) this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op, a: number(a), b: number(b) });
  }

  compare(frame: Frame, op: number, a: number, b: number): void {
    this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op, a, b });
  }

  private readonly numbers = new Map<Source, Value>();
  /** Parameters keep their sizes. */
  private readonly fixed = new Set<Tensor>();

  // ---- the rest of the monitor ----------------------------------------------------------------------------------------

  iter(_frame: Frame, v: Value): void {
    this.recorder.native = 'iter';
    if (!(v instanceof PyObject)) return;
    const s = this.sources.get(v);
    if (!s) return;
    if (v instanceof PyDict) this.guard(keysGuard(s, v));
    else this.elements(v, s);
  }

  contains(frame: Frame, container: Value, key: Value): void {
    if (this.quiet(frame) || !(container instanceof PyObject)) return;
    const s = this.sources.get(container);
    if (!s || this.changed.has(container)) return;
    if (container instanceof PyDict) {
      if (typeof key !== 'object' || key === null) this.guard(containsGuard(s, key, container.has(key)));
    } else this.elements(container, s);
  }

  truth(frame: Frame, v: Value): Value {
    if (tensorOf(v) === null) {
      if (v instanceof PyFloat) this.compareFloats(frame, NOT_EQUAL, v, 0);
      if (typeof v === 'number') this.comparisons.push({ code: plainCode(frame.code), pc: frame.pc, op: NOT_EQUAL, a: v, b: 0 });
      this.whole(v);
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

  /** `assert tensor` becomes `_assert_async` in the graph. */
  private isAssert(frame: Frame): boolean {
    const { ops } = frame.code;
    const { pc } = frame;
    return ops[pc] === Op.POP_JUMP_IF_TRUE && ops[pc + 2] === Op.LOAD_ASSERTION_ERROR;
  }

  private recordAssert(frame: Frame, v: Value): void {
    const { ops, consts } = frame.code;
    const text = ops[frame.pc + 4] === Op.PUSH_NULL && ops[frame.pc + 6] === Op.LOAD_CONST ? consts[ops[frame.pc + 7]]
      : ops[frame.pc + 4] === Op.LOAD_CONST ? consts[ops[frame.pc + 5]] : null;
    this.recorder.assertAsync(tensorOf(v) as Tensor, typeof text === 'string' ? text : 'assertion error');
  }

  /** The truth or length of a container was asked for: its size is already guarded for sequences. */
  private whole(v: Value): void {
    if (v instanceof PyDict) {
      const s = this.sources.get(v);
      if (s) this.guard(lengthGuard(s, v.size));
    }
  }

  store(_frame: Frame, kind: 'local' | 'global' | 'cell' | 'attr' | 'subscr', base: Value, key: Value, value: Value): void {
    if (kind === 'local') {
      if (_frame === this.top) {
        const slot = key as number;
        if (this.pendingStore?.slot === slot) {
          this.locals[slot] = value;
          this.localSources[slot] = this.pendingStore.source;
          this.pendingStore = null;
        } else this.locals[slot] = MISSING;
      }
      return;
    }
    if (!(base instanceof PyObject)) return;
    const owner = kind === 'subscr' ? (this.namespaces.get(base) ?? base) : base;
    if (kind === 'attr' && tensorOf(base)) this.tensorAttr(key as string);
    this.note(owner, kind === 'cell' ? null : key);
  }

  private tensorAttr(name: string): void {
    if (name === 'data') this.breakAt('setData');
  }

  private note(o: object, key: Value): void {
    let keys = this.written.get(o);
    if (!keys) this.written.set(o, (keys = new Set()));
    keys.add(key);
  }

  call(frame: Frame, fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Value {
    this.check(frame, fn, args, kw);
    return fn instanceof PyNative ? (this.instead(fn, args) ?? fn) : fn;
  }

  /** Builtins that Dynamo turns into tensor operators. */
  private instead(f: PyNative, args: readonly Value[]): Value | null {
    if (this.scalars && f.name === 'item' && tensorOf(args[0])) return new PyNative(f.name, () => this.recorder.readScalar(tensorOf(args[0]) as Tensor));
    if (f.name === 'data_ptr' && tensorOf(args[0])) return new PyNative(f.name, () => new PyInstance(pointerType));
    if (f.owner || opName(f) !== null || f.module !== 'builtins' || (f.name !== 'max' && f.name !== 'min')) return null;
    const given = args.length === 1 && (args[0] instanceof PyList || args[0] instanceof PyTuple) ? args[0].items : args;
    if (given.length < 2 || !given.some((v) => tensorOf(v))) return null;
    const combine = f.name === 'max' ? 'maximum' : 'minimum';
    return new PyNative(f.name, () => this.extreme(combine, given));
  }

  private extreme(op: string, given: readonly Value[]): Value {
    return given.slice(1).reduce((a: Value, b: Value) => this.recorder.binary(op, a, b), given[0]);
  }

  private check(frame: Frame, fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): void {
    // A library module that is imported on first use is no part of the program's course.
    if (frame.code.isModule || (frame.code.isClass && frame.code.filename !== this.vm.programFile)) return;
    const off = this.disabled(fn);
    if (off) this.breakAt(off);
    let f = fn;
    let all = args;
    if (f instanceof PyBoundMethod) {
      all = [f.self, ...args];
      f = f.fn;
      const inner = this.disabled(f);
      if (inner) this.breakAt(inner);
    }
    if (f instanceof PyFunction) {
      const verdict = libraryVerdict(f, all);
      if (verdict === null) return;
      if (typeof verdict === 'object') throw new Unsupported(verdict.unsupported, this.line());
      this.breakAt(verdict);
    }
    if (f instanceof PyType) {
      this.callType(frame, f, all);
      return;
    }
    if (!(f instanceof PyNative)) return;
    this.recorder.native = f.name;
    if (isGraphCall(f, all)) this.recorder.quiet++;
    this.callNative(f, all, kw);
  }

  private callNative(f: PyNative, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): void {
    const self = args[0];
    if (f.name === 'setattr' && f.module === 'builtins' && self instanceof PyObject) {
      if (tensorOf(self) && args[1] === 'data') this.breakAt('setData');
      this.note(self, args[1]);
    }
    const verdict = this.special(f, args) ?? verdictOf(f, args);
    if (typeof verdict === 'object') throw new Unsupported(verdict.unsupported, this.line());
    if (verdict === 'item' && this.scalars && f.name === 'item') return;
    if (verdict !== 'pure') this.breakAt(verdict);
    if (f.isMethod && self instanceof PyDict && this.dictMethod(f.name, self, args)) return;
    if (f.isMethod && self instanceof PyList && MUTATORS.has(f.name)) {
      this.changed.add(self);
      for (const a of args.slice(1)) this.use(a);
      return;
    }
    if (f.name === 'len' && f.module === 'builtins' && self instanceof PyDict) {
      const s = this.sources.get(self);
      if (s && !this.changed.has(self)) this.guard(lengthGuard(s, self.size));
      return;
    }
    if (f.name === 'getattr' && f.module === 'builtins' && typeof args[1] === 'string') {
      const v = self instanceof PyObject ? ownAttr(self, args[1]) : undefined;
      if (v !== undefined) this.load(this.top, 'attr', self, args[1], v);
      return;
    }
    for (const a of args) this.use(a);
    if (kw) for (const a of kw.values()) this.use(a);
  }

  private use(a: Value): void {
    if (!(a instanceof PyObject)) return;
    const s = this.sources.get(a);
    if (s) this.elements(a, s);
    else if (a instanceof PyTuple || a instanceof PyList) for (const x of a.items) this.use(x);
  }

  /** Builtins whose row depends on their arguments. */
  private special(f: PyNative, args: readonly Value[]): BreakName | null {
    if (f.module === 'builtins' && !f.owner && opName(f) === null) {
      if (f.name === 'repr' && tensorOf(args[0])) return 'repr';
      if (f.name === 'pow' && tensorOf(args[0])) return 'builtin';
      if (f.name === 'sorted' && hasTensor(args[0])) return 'sortKeys';
      if ((f.name === 'min' || f.name === 'max') && args.length === 1 && tensorOf(args[0])) return 'badBuiltin';
    }
    if (f.name === 'deepcopy' && tensorOf(args[0])) return 'deepcopy';
    if (f.name === 'sort' && hasTensor(args[0])) return 'sortKeys';
    if (opName(f) === 'one_hot' && (args.length < 2 || args[1] === -1)) return 'oneHot';
    return null;
  }

  /** True where the method's own guards are enough. */
  private dictMethod(name: string, d: PyDict, args: readonly Value[]): boolean {
    const s = this.sources.get(d);
    if (!s || this.changed.has(d)) return s === undefined;
    const key = args[1];
    if (name === 'get' || name === '__contains__' || name === 'setdefault' || name === 'pop') {
      if (name === 'setdefault' || name === 'pop') this.changed.add(d);
      if (key instanceof CustomKey || (typeof key === 'object' && key !== null && !(key instanceof PyFloat))) return true;
      const v = d.get(key);
      if (v === undefined) this.guard(containsGuard(s, key, false));
      else if (name === '__contains__') this.guard(containsGuard(s, key, true));
      else this.realize(s.child({ kind: 'item', key }), v);
      return true;
    }
    if (name === 'update' || name === 'clear' || name === 'popitem') {
      this.guard(keysGuard(s, d));
      this.changed.add(d);
      return true;
    }
    if (name === 'keys') {
      this.guard(keysGuard(s, d));
      return true;
    }
    return false;
  }

  private callType(_frame: Frame, t: PyType, args: readonly Value[]): void {
    const of = tensorOf(args[0]);
    if (t.module === 'builtins' && of) {
      if (t.name === 'str') this.breakAt('builtin');
      if (t.name === 'int' || t.name === 'float' || t.name === 'bool') this.breakAt('item');
    }
    if (t.name === 'Parameter' && t.module.startsWith('torch')) this.breakAt('parameter');
    for (const a of args) this.use(a);
  }
}

/** An address while tracing: a value that nothing can be done with. */
const pointerType = newType('DataPtr');

const MUTATORS = new Set(['append', 'extend', 'insert', 'remove', 'pop', 'clear', 'sort', 'reverse']);

const hasTensor = (v: Value | undefined): boolean =>
  v instanceof PyList || v instanceof PyTuple ? v.items.some((x) => tensorOf(x) !== null) : false;

function isEnumMember(v: PyObject): boolean {
  return v instanceof PyInstance && typeOf(v).mro.some((t) => t.name === 'Enum' && t.module === 'enum');
}

/** dtypes, devices, layouts: constants that compare by value. */
function isNamedConstant(v: PyObject): boolean {
  const t = typeOf(v);
  return t.module === 'torch' && (t.name === 'dtype' || t.name === 'device' || t.name === 'layout' || t.name === 'memory_format');
}
