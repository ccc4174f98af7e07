/**
 * Calls while tracing: which run as they are, which are part of the graph, which break, which PyTorch replaces.
 *
 * Names decide (`natives.ts`); the rules here need the arguments: what a method reads of a container, what a builtin does
 * with tensors.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import { PyBoundMethod, PyFunction, PyIterator, PyNative, type Request } from '../python/functions.ts';
import { CustomKey } from '../python/keys.ts';
import { newType, PyType, typeOf } from '../python/types.ts';
import { PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type BreakName, outOfShape } from './breaks.ts';
import { initialised, isInitGroup, weightedSum } from './decomposed.ts';
import { containsGuard, hasAttrGuard, keysGuard, lengthGuards, tensorOf } from './guards.ts';
import { inPlaceVerdict, isGraphCall, libraryVerdict, opName, verdictOf } from './natives.ts';
import type { KnownBreak } from './symbolic.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import { attrOf, itemStep, ownAttr } from './source.ts';
import { toldOfCall } from './told.ts';
import { inGraph } from './opaque.ts';
import type { Trace, TraceOptions } from './trace.ts';

/** An address while tracing: a value that nothing can be done with. */
const pointerType = newType('DataPtr');

/** Builtins that hand on what is in their arguments. */
const PASSING = new Set(['list', 'tuple', 'enumerate', 'zip', 'reversed', 'iter', 'next', 'isinstance', 'type', 'id', 'len', 'slice']);

const MUTATORS = new Set(['append', 'extend', 'insert', 'remove', 'pop', 'clear', 'sort', 'reverse']);

/** `x.size(n)` of a dimension that the tensor does not have. */
function outside([self, n]: readonly Value[]): boolean {
  const rank = tensorOf(self)?.dim;
  return rank !== undefined && typeof n === 'number' && (n >= rank || n < -rank);
}

/** Called as a method: Dynamo then tries to inline the disabled function instead of skipping it. */
const isMethodOf = (f: Value, self: Value | undefined): boolean => self instanceof PyInstance && typeOf(self).mro.some((t) => [...t.dict.values()].includes(f));

const hasTensor = (v: Value | undefined): boolean => (v instanceof PyList || v instanceof PyTuple ? v.items.some((x) => tensorOf(x) !== null) : false);

const isPlainKey = (key: Value): boolean => typeof key !== 'object' || key === null || key instanceof PyFloat;

export class CallRules {
  private readonly trace: Trace;
  private readonly o: TraceOptions;

  constructor(trace: Trace, o: TraceOptions) {
    this.trace = trace;
    this.o = o;
  }

  call(fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null, known: KnownBreak | null = null): Value {
    if (known) this.trace.breakAt(known.name);
    if (fn instanceof PyFunction && this.o.allowed.has(fn)) {
      for (const a of [...args, ...(kw?.values() ?? [])]) this.trace.use(a);
      return inGraph(fn, this.o);
    }
    this.check(fn, args, kw);
    if (fn instanceof PyFunction && fn.name === 'checkpoint' && fn.module.name === 'torch.utils.checkpoint') return this.checkpoint();
    if (fn instanceof PyFunction && isInitGroup(fn)) return initialised(fn, this.o.recorder);
    return fn instanceof PyNative ? (this.instead(fn, args, kw) ?? fn) : fn;
  }

  /** `torch.utils.checkpoint.checkpoint`: its function is part of the graph, which remembers to compute it again. */
  private checkpoint(): PyNative {
    return new PyNative('checkpoint', (vm, [f, ...args], kw) => {
      const rest = new Map(kw ?? []);
      const preserve = rest.get('preserve_rng_state') ?? true;
      for (const name of ['use_reentrant', 'preserve_rng_state', 'early_stop']) rest.delete(name);
      for (const name of ['context_fn', 'debug', 'determinism_check'])
        if (rest.has(name)) throw new Unsupported(`checkpoint(${name}=…) in a compiled function`);
      if (preserve !== true) throw new Unsupported('checkpoint(preserve_rng_state=False) in a compiled function');
      return this.o.recorder.checkpointed(() => vm.call(f, args, rest.size > 0 ? rest : null) as Generator<Request, Value, Value>);
    });
  }

  /** Builtins that Dynamo turns into tensor operators. */
  private instead(f: PyNative, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Value | null {
    const sum = weightedSum(f, args, kw, this.o.recorder, this.o.whole);
    if (sum) return sum;
    if (f.name === 'size' && f.isMethod && outside(args)) throw outOfShape('tuple', this.trace.line());
    if (this.o.scalars && f.name === 'item' && tensorOf(args[0])) return new PyNative(f.name, () => this.o.recorder.readScalar(tensorOf(args[0]) as Tensor));
    if (f.name === 'data_ptr' && tensorOf(args[0])) return new PyNative(f.name, () => new PyInstance(pointerType));
    if (f.owner || opName(f) !== null || f.module !== 'builtins' || (f.name !== 'max' && f.name !== 'min')) return null;
    const given = args.length === 1 && (args[0] instanceof PyList || args[0] instanceof PyTuple) ? args[0].items : args;
    if (given.length < 2 || !given.some((v) => tensorOf(v))) return null;
    const combine = f.name === 'max' ? 'maximum' : 'minimum';
    return new PyNative(f.name, () => this.extreme(combine, given));
  }

  private extreme(op: string, given: readonly Value[]): Value {
    return given.slice(1).reduce((a: Value, b: Value) => this.o.recorder.binary(op, a, b), given[0]);
  }

  private check(fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): void {
    const off = this.o.disabled(fn);
    if (off) this.trace.breakAt(isMethodOf(fn, args[0]) ? 'disabledOnce' : off);
    let f = fn;
    let all = args;
    if (f instanceof PyBoundMethod) {
      all = [f.self, ...args];
      f = f.fn;
      const inner = this.o.disabled(f);
      if (inner) this.trace.breakAt('disabledOnce');
    }
    if (f instanceof PyFunction) {
      const verdict = libraryVerdict(f, all);
      if (verdict === null) return;
      if (typeof verdict === 'object') throw new Unsupported(verdict.unsupported, this.trace.line());
      this.trace.breakAt(verdict);
    }
    if (f instanceof PyType) {
      this.callType(f, all);
      return;
    }
    if (!(f instanceof PyNative)) return;
    this.o.recorder.native = f.name;
    if ((f.name === 'numel' || f.name === 'nelement') && tensorOf(all[0])) this.trace.elements((tensorOf(all[0]) as Tensor).sizes);
    if (isGraphCall(f, all)) this.o.recorder.quiet++;
    this.callNative(f, all, kw);
  }

  private callNative(f: PyNative, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): void {
    const self = args[0];
    if (f.name === 'setattr' && f.module === 'builtins' && self instanceof PyObject) {
      if (tensorOf(self) && args[1] === 'data') this.trace.breakAt('setData');
      this.trace.reach.note(self, args[1]);
    }
    const verdict = this.special(f, args, kw) ?? verdictOf(f, args);
    if (typeof verdict === 'object') throw new Unsupported(verdict.unsupported, this.trace.line());
    if (verdict === 'item' && this.o.scalars && f.name === 'item') return;
    if (f.name === 'tolist' && verdict === 'dataDependent' && this.o.scalars)
      throw new Unsupported('tolist() of integers, captured whole (fullgraph or capture_scalar_outputs)', this.trace.line());
    if (verdict !== 'pure') this.trace.breakAt(verdict, toldOfCall(f, args, kw));
    if (f.isMethod && self instanceof PyDict && this.dictMethod(f.name, self, args)) return;
    if (f.isMethod && self instanceof PyList && MUTATORS.has(f.name)) {
      this.trace.reach.changed.add(self);
      for (const a of args.slice(1)) this.trace.use(a);
      return;
    }
    if (f.name === 'len' && f.module === 'builtins' && (self instanceof PyDict || self instanceof PyList || self instanceof PyTuple)) {
      const s = this.trace.reach.get(self);
      if (s && self instanceof PyDict && !this.trace.reach.changed.has(self)) for (const g of lengthGuards(s, self)) this.trace.found.add(g);
      return;
    }
    if ((f.name === 'hasattr' || f.name === 'getattr') && f.module === 'builtins' && typeof args[1] === 'string' && this.asksFor(f.name, self, args[1])) return;
    if (f.name === 'getattr' && f.module === 'builtins' && typeof args[1] === 'string') {
      const v = self instanceof PyObject ? ownAttr(self, args[1]) : undefined;
      if (v !== undefined) this.trace.load(this.o.top, 'attr', self, args[1], v);
      return;
    }
    this.read(f, [...args, ...(kw?.values() ?? [])]);
  }

  /** Native code gets these: what only makes another sequence of them looks at none. */
  private read(f: PyNative | PyType, args: readonly Value[]): void {
    const lazily = f.module === 'builtins' && PASSING.has(f.name);
    for (const a of args) {
      this.trace.use(a, lazily);
      const t = tensorOf(a);
      if (t && (f instanceof PyNative ? opName(f) === null : f.module === 'builtins')) this.trace.found.used(t);
      else if (!lazily && a instanceof PyIterator) this.trace.found.allWanted();
    }
  }

  /** `hasattr(o, name)`, or `getattr` of what is not there. */
  private asksFor(asked: string, o: Value, name: string): boolean {
    const s = this.trace.reach.get(o);
    if (!s || !(o instanceof PyInstance) || tensorOf(o) || this.trace.reach.isChanged(o)) return false;
    const type = typeOf(o);
    const there = attrOf(o, name) !== undefined;
    // A look-up of the program's own decides by more than what is there; a module's looks among its children.
    const module = o.attrs.has('_modules');
    const finder = type.mro.find((t) => t.dict.has('__getattr__'));
    if (!there && finder && !(module && finder.module.startsWith('torch.nn'))) return false;
    const held = (dict: string): boolean => {
      const children = o.attrs.get(dict);
      return children instanceof PyDict && children.has(name);
    };
    if (module && ['_parameters', '_buffers', '_modules'].some(held)) return false;
    if (there && asked === 'getattr') return false;
    this.trace.found.add(hasAttrGuard(s.child({ kind: 'attr', name }, module ? 12 : s.rank), name, there));
    return true;
  }

  /** Builtins whose row depends on their arguments. */
  private special(f: PyNative, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): BreakName | null {
    if (f.module === 'builtins' && !f.owner && opName(f) === null) {
      if (f.name === 'repr' && tensorOf(args[0])) return 'repr';
      if (f.name === 'pow' && tensorOf(args[0])) return 'builtin';
      if (f.name === 'sorted' && hasTensor(args[0])) return 'sortKeys';
      if ((f.name === 'min' || f.name === 'max') && args.length === 1 && tensorOf(args[0])) return 'badBuiltin';
    }
    const self = f.isMethod ? tensorOf(args[0]) : null;
    const shaping = self && inPlaceVerdict(f.name, this.o.recorder.isMade(self));
    if (shaping) return shaping;
    if (self && f.name === 'requires_grad_' && args[1] !== false && !requiresGrad(self)) {
      if (!this.o.recorder.isMade(self)) return 'requiresGrad';
      this.trace.leaf(self);
    }
    if (f.name === 'deepcopy' && tensorOf(args[0])) return 'deepcopy';
    if (f.name === 'sort' && hasTensor(args[0])) return 'sortKeys';
    if (opName(f) === 'one_hot' && (args[1] ?? kw?.get('num_classes') ?? -1) === -1) return 'oneHot';
    return null;
  }

  /** True where the method's own guards are enough. */
  private dictMethod(name: string, d: PyDict, args: readonly Value[]): boolean {
    const s = this.trace.reach.get(d);
    if (!s || this.trace.reach.changed.has(d)) return s === undefined;
    const key = args[1];
    if (name === 'get' || name === '__contains__' || name === 'setdefault' || name === 'pop') {
      if (name === 'setdefault' || name === 'pop') this.trace.reach.changed.add(d);
      if (key instanceof CustomKey || (typeof key === 'object' && key !== null && !(key instanceof PyFloat))) return true;
      const v = d.get(key);
      if (v === undefined) this.trace.found.add(containsGuard(s, key, false));
      else if (name === '__contains__') this.trace.found.add(containsGuard(s, key, true));
      else this.trace.found.realize(s.child(itemStep(d, key)), v);
      return true;
    }
    if (name === 'update' || name === 'clear' || name === 'popitem') {
      this.trace.found.add(keysGuard(s, d));
      this.trace.reach.changed.add(d);
      return true;
    }
    if (name === 'keys' || name === 'items' || name === 'values') {
      this.trace.found.add(keysGuard(s, d));
      if (name !== 'keys')
        this.trace.found.together(() => {
          for (const [key, v] of d.entries()) if (isPlainKey(key)) this.trace.found.realizeDeep(s.child(itemStep(d, key)), v, true);
        });
      return true;
    }
    return false;
  }

  private callType(t: PyType, args: readonly Value[]): void {
    const of = tensorOf(args[0]);
    if (t.module === 'builtins' && of) {
      if (t.name === 'str') this.trace.breakAt('builtin');
      if (t.name === 'int' || t.name === 'float' || t.name === 'bool') this.trace.breakAt('item');
    }
    if (t.mro.some((b) => b.name === 'BaseException') && t.mro.some((b) => b.module === '__main__' && b.dict.has('__init__')))
      throw new Unsupported('an exception with an __init__ of its own in a compiled function', this.trace.line());
    if (t.name === 'AssertionError' && t.module === 'builtins') this.assertion(args);
    if (t.name === 'Parameter' && t.module.startsWith('torch')) this.trace.breakAt('parameter');
    this.read(t, args);
  }

  /** The message of an assertion that fails: Dynamo takes text that is known while it traces. */
  private assertion(args: readonly Value[]): void {
    const { callAt, comparisons, arithmetics } = this.trace;
    if (!callAt) return;
    this.trace.stopAt(callAt);
    if (!args.every((a) => typeof a === 'string')) this.trace.breakAt('assertText');
    comparisons.push({ ...callAt, op: 0, a: 0, b: 0, text: 'message', words: args.join(), sofar: arithmetics.length });
  }
}
