/**
 * The guards of a trace: each value from outside that the program looks at gets one, tensors when an operator reads them.
 */
import { PyDict, PyList, PyRange, PySet, PySlice, PyTuple } from '../python/containers.ts';
import { PyBoundMethod, PyFunction, PyModule, PyNative } from '../python/functions.ts';
import { PyType, typeOf } from '../python/types.ts';
import { PyBytes, PyComplex, PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { BREAKS, BreakSignal } from './breaks.ts';
import type { Fact, SizeSymbol } from './symbols.ts';
import {
  aliasGuard,
  codeGuard,
  equalsGuard,
  type Guard,
  idGuard,
  keysGuard,
  lengthGuard,
  RANK,
  numberGuard,
  setGuard,
  tensorGuard,
  tensorOf,
  typeGuard,
  unorderedKeysGuards,
} from './guards.ts';
import type { Reach } from './reach.ts';
import type { Recorder } from './recorder.ts';
import { itemStep, ofProgram, type Source } from './source.ts';

/** Dictionaries of a module: guarded by what is read from them. */
const MODULE_DICTS = new Set(['_modules', '_parameters', '_buffers']);

const RECURRENT = new Set(['RNN', 'GRU', 'LSTM']);

/** A parameter or buffer. */
const ofModule = (source: Source): boolean => source.path.some(({ step: s }) => s.kind === 'attr' && (s.name === '_parameters' || s.name === '_buffers'));

/** A number as automatic dynamic shapes compare it: ints as they are, floats as text. */
const numberFact = (v: Value): number | string | null => (typeof v === 'number' ? v : v instanceof PyFloat ? `float ${v.v}` : null);

export class Collector {
  readonly guards: Guard[] = [];
  /** Tensors that must be different objects. */
  readonly unaliased: Source[] = [];
  private readonly reach: Reach;
  private readonly recorder: Recorder;
  /** Sources with symbols: open dimensions, -1 for an int. */
  private readonly open = new Map<string, Set<number>>();
  private readonly seen = new Set<string>();
  private readonly tensors = new Map<Tensor, Source>();
  /** Numbers, and how many calls there were before the program looked at each. */
  private readonly numbers = new Map<Source, { value: Value; at: number }>();
  /** Tensors in the order Dynamo makes inputs of them. */
  private readonly wrapped = new Set<Tensor>();
  /** Parameters keep their sizes. */
  private readonly fixed = new Set<Tensor>();
  /** Tensors that were loaded and not used yet: PyTorch guards a tensor when an operator reads it. */
  private readonly pending = new Map<Tensor, { source: Source; value: Value; round: number }[]>();
  /** Numbers and texts in containers that were gone through, by value: looked at where the program loads them. */
  private readonly deferred = new Map<Value, Source[]>();
  /** The loop being gone through, from 1; 0: none. */
  private round = 0;
  private rounds = 0;

  private readonly line: () => number | null;

  constructor(reach: Reach, recorder: Recorder, symbols: readonly SizeSymbol[], line: () => number | null) {
    this.line = line;
    this.reach = reach;
    this.recorder = recorder;
    for (const s of symbols) for (const u of s.uses) this.open.set(u.source.fullText, (this.open.get(u.source.fullText) ?? new Set()).add(u.dim));
    recorder.onUse = (t, times) => this.used(t, times);
  }

  add(g: Guard): void {
    const key = `${g.rank} ${g.source.fullText} ${g.rank === RANK.contains ? g.text : ''}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.guards.push(g);
  }

  /** A value from outside is used: its guard, and a source for what is read from it. */
  realize(source: Source, value: Value): void {
    if (!(value instanceof PyObject)) {
      this.add(this.open.has(source.fullText) ? numberGuard(source, value) : equalsGuard(source, value));
      if (numberFact(value) !== null && !this.numbers.has(source)) this.numbers.set(source, { value, at: this.recorder.calls.length });
      return;
    }
    const t = tensorOf(value);
    if (t) {
      this.realizeTensor(source, value, t);
      return;
    }
    if (isRecurrent(value)) throw new BreakSignal(BREAKS.rnn, this.line());
    this.reach.add(value, source);
    if (value instanceof PyModule) return;
    if (value instanceof PyFunction) {
      if (!source.path.some((s) => s.step.kind === 'attr') || source.rank === 0) this.add(codeGuard(source, value));
      return;
    }
    if (value instanceof PyNative || value instanceof PyType) {
      this.add(idGuard(source, value));
      return;
    }
    if (value instanceof PyBoundMethod) {
      this.add(typeGuard(source, value));
      this.realize(source.child({ kind: 'attr', name: '__self__' }), value.self);
      this.realize(source.child({ kind: 'attr', name: '__func__' }), value.fn);
      return;
    }
    if (isSame(value)) {
      this.add(idGuard(source, value));
      return;
    }
    if (isNamedConstant(value) || value instanceof PyBytes || value instanceof PyComplex) {
      this.add(equalsGuard(source, value));
      return;
    }
    if (value instanceof PyDict && source.step.kind === 'attr' && MODULE_DICTS.has(source.step.name)) return;
    if (value instanceof PySet && value.values().every((v) => !(v instanceof PyObject))) {
      this.add(setGuard(source, value));
      return;
    }
    this.add(typeGuard(source, value));
    if (value instanceof PyDict && ofProgram(value)) this.add(keysGuard(source, value));
    if (value instanceof PyRange || value instanceof PySlice)
      for (const name of ['start', 'stop', 'step'] as const) this.realize(source.child({ kind: 'attr', name }), value[name]);
    if (value instanceof PyList || value instanceof PyTuple) this.add(lengthGuard(source, value.items.length));
  }

  /** The names loaded last are the ones an operator takes; of those that one loop goes through, the first. */
  used(t: Tensor, times = Number.POSITIVE_INFINITY): void {
    const list = this.pending.get(t);
    if (!list) return;
    let at = Math.max(0, list.length - times);
    while (at > 0 && list[at].round > 0 && list[at - 1].round === list[at].round) at--;
    for (const { source, value } of list.splice(at, times)) this.guardTensor(source, value, t);
    if (list.length === 0) this.pending.delete(t);
  }

  /** Of the names of a tensor this one is used first. */
  prefer(v: Value | undefined, source: Source): void {
    const t = tensorOf(v);
    this.pending.get(t as Tensor)?.sort((a, b) => Number(b.source === source) - Number(a.source === source));
  }

  /** What is still pending at the end is guarded where it was passed on; what was only loaded is not (`LazyVariableTracker`). */
  finish(leaves: ReadonlySet<Tensor>, inCell: (name: string) => boolean): void {
    for (const [t, list] of [...this.pending]) {
      const kept = list.some(({ source }) => ofModule(source) || (source.step.kind === 'local' && inCell(source.step.name)));
      if (kept || leaves.has(t)) this.used(t);
    }
  }

  /** The program has a number or text in its hands: those of this value that it went past are looked at. */
  wanted(v: Value): void {
    const sources = this.deferred.get(v);
    if (!sources) return;
    this.deferred.delete(v);
    for (const s of sources) this.realize(s, v);
  }

  /** Native code takes what stands in an iterator. */
  allWanted(): void {
    for (const v of [...this.deferred.keys()]) this.wanted(v);
  }

  private item(source: Source, v: Value, lazily: boolean): void {
    if (lazily && (!(v instanceof PyObject) || v instanceof PyFloat)) this.deferred.set(v, [...(this.deferred.get(v) ?? []), source]);
    else this.realize(source, v);
  }

  private realizeTensor(source: Source, value: Value, t: Tensor): void {
    if (this.recorder.isMade(t)) return;
    this.reach.add(value as PyObject, source);
    // Parameters and buffers are wrapped when they are read, other tensors when they are used.
    if (ofModule(source)) this.wrapped.add(t);
    const list = this.pending.get(t);
    const { round } = this;
    if (!list) this.pending.set(t, [{ source, value, round }]);
    else if (!list.some((p) => p.source === source)) list.push({ source, value, round });
  }

  private guardTensor(source: Source, value: Value, t: Tensor): void {
    this.wrapped.add(t);
    const first = this.tensors.get(t);
    if (first === source) return;
    if (first) {
      this.add(aliasGuard(source, first));
      return;
    }
    this.tensors.set(t, source);
    this.add(tensorGuard(source, value, this.recorder.inference, this.open.get(source.fullText)));
    if (typeOf(value).name === 'Parameter') this.fixed.add(t);
    if (typeOf(value).name !== 'Parameter' && source.rank < 14) this.unaliased.push(source);
  }

  /** Inputs of a graph in Dynamo's order. */
  inOrder(inputs: readonly Tensor[]): Tensor[] {
    const order = [...this.wrapped];
    return [...inputs].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  }

  /** The name an input has in the program. */
  readonly nameOf = (t: Tensor): string | null => this.tensors.get(t)?.text.replace(/\._(?:modules|parameters|buffers)\['(\w+)'\]/g, '.$1') ?? null;

  /** The name an input has in Dynamo's graph. */
  readonly inputName = (t: Tensor): string => this.tensors.get(t)?.fullText.replace(/[^a-zA-Z0-9]+/g, '_') ?? '';

  realizeDeep(source: Source, v: Value, lazily = false): void {
    this.item(source, v, lazily);
    this.within(v, source, 1, lazily);
  }

  /** What `read` realizes is gone through in that order. */
  together(read: () => void): void {
    this.round = ++this.rounds;
    read();
    this.round = 0;
  }

  /** Everything in a container is about to be read by native code; `lazily`: it is gone through, and the program may look at what comes. */
  elements(v: Value, source: Source, lazily = false): void {
    this.together(() => this.within(v, source, 0, lazily));
  }

  private within(v: Value, source: Source, depth: number, lazily: boolean): void {
    if (!(v instanceof PyObject) || depth > 4 || this.reach.changed.has(v)) return;
    if (v instanceof PyList || v instanceof PyTuple) {
      v.items.forEach((x, key) => {
        const s = source.child(itemStep(v, key));
        this.item(s, x, lazily);
        this.within(x, s, depth + 1, lazily);
      });
    } else if (v instanceof PyDict) {
      for (const g of unorderedKeysGuards(source, v)) this.add(g);
      for (const [key, x] of v.entries()) {
        const s = source.child(itemStep(v, key));
        this.item(s, x, lazily);
        this.within(x, s, depth + 1, lazily);
      }
    }
  }

  /** The call before which the program looked at a number. */
  readonly lookedAt = (s: SizeSymbol): number =>
    Math.min(...[...this.numbers].flatMap(([source, { at }]) => (source.fullText === s.uses[0].source.fullText ? [at] : [])));

  /** Sizes and numbers read from outside, for automatic dynamic shapes. */
  *facts(): Generator<Fact> {
    for (const [t, source] of this.tensors) yield { source, tensor: t, number: null, fixed: this.fixed.has(t) };
    for (const [source, { value }] of this.numbers) {
      // `is_int_specialization_case`: integers of globals and of modules keep their values; floats never do.
      const fixed = !(value instanceof PyFloat) && (source.rank > 0 || source.path[0].step.kind === 'global');
      yield { source, tensor: null, number: numberFact(value), fixed };
    }
  }
}

/** Recurrent modules are refused as soon as they are seen (`allow_rnn` is off). */
function isRecurrent(v: PyObject): boolean {
  return v instanceof PyInstance && typeOf(v).mro.some((t) => t.module === 'torch.nn.modules.rnn' && RECURRENT.has(t.name));
}

/** Guarded as the very object it is: a member of an enumeration, an optimizer. */
function isSame(v: PyObject): boolean {
  return (
    v instanceof PyInstance &&
    typeOf(v).mro.some((t) => (t.name === 'Enum' && t.module === 'enum') || (t.name === 'Optimizer' && t.module === 'torch.optim.optimizer'))
  );
}

/** dtypes, devices, layouts: constants that compare by value. */
function isNamedConstant(v: PyObject): boolean {
  const t = typeOf(v);
  return t.module === 'torch' && (t.name === 'dtype' || t.name === 'device' || t.name === 'layout' || t.name === 'memory_format');
}
