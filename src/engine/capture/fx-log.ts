/**
 * The calls of a trace as Dynamo's own graph holds them: functions of torch and methods of tensors as the program called
 * them, operators as those of the `operator` module, results named after the variables they were stored in.
 *
 * Idea: `create_proxy` and `set_name_hint` of torch/_dynamo. Kept only where a program's back end is given the graph; the
 * graph itself is Python (`torch/lib/torch/fx`). What has no such form here (autocast, `torch.cond`, custom functions,
 * checkpoints) is said by name, and the graph refused where it is looked at.
 */
import { imported } from '../python/importer.ts';
import type { RecordedCall } from '../graph/captured.ts';
import { PyDict, PyList, PySlice, PyTuple } from '../python/containers.ts';
import type { TracebackEntry } from '../python/errors.ts';
import { Frame } from '../python/frame.ts';
import { isGen, type NativeGen, type NativeResult, PyFunction, type PyModule, PyNative, type Request } from '../python/functions.ts';
import { COMPARE_OPS, Op } from '../python/opcodes.ts';
import { newType, NotImplemented, type PyType, typeVersion } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { Tensor } from '../tensor/tensor.ts';
import { tensorOf } from './guards.ts';
import { isGraphCall } from './natives.ts';
import type { Recorder } from './recorder.ts';
import type { BreakReason } from './segment-runner.ts';

const refType = newType('Ref');

/** The methods that watched ones stand for. The type of tensors outlives a run, and a run may end with methods watched. */
const watchedOf = new WeakMap<PyNative, PyNative>();

/** A function of the `operator` module, of torch or of Python by its name, or the callable itself. */
type Target = Named | Value;

interface Named {
  readonly from: 'operator' | 'torch' | 'builtins';
  readonly name: string;
}

const isNamed = (t: Target): t is Named => t !== null && typeof t === 'object' && 'from' in t && typeof t.from === 'string';

interface FxCall {
  readonly kind: 'call_function' | 'call_method';
  readonly target: Target;
  readonly args: Value;
  readonly kwargs: Value;
  readonly ref: PyInstance;
  readonly example: Value;
  readonly trace: Value;
}

type FxEvent = FxCall | { readonly kind: 'name'; readonly ref: PyInstance; readonly name: string };

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Functions of torch.nn.functional that Dynamo goes into; it takes the others whole. */
const GONE_INTO = new Set(
  words('pad rms_norm threshold lp_pool3d triplet_margin_with_distance_loss scaled_mm grouped_mm linear_cross_entropy handle_torch_function boolean_dispatch'),
);

/** Library files whose variables have PyTorch's names. */
const NAMED_ALIKE = /torch\/nn\/modules\/container\.py$/;

const takenWhole = ({ module, name }: PyFunction): boolean =>
  module.name === 'torch.functional' || (module.name === 'torch.nn.functional' && !name.startsWith('_') && !GONE_INTO.has(name));

const ARITHMETIC = words('add sub mul truediv floordiv mod pow lshift rshift and or xor matmul');
const named = (n: string): string => (n === 'and' || n === 'or' ? `${n}_` : n);

/** Special methods and the functions of `operator` they stand for; `swapped`: the tensor is on the right. */
const SPECIAL: Readonly<Record<string, { name: string; swapped?: boolean; inPlace?: boolean }>> = Object.fromEntries([
  ...ARITHMETIC.flatMap((n) => [
    [`__${n}__`, { name: named(n) }],
    [`__r${n}__`, { name: named(n), swapped: true }],
    [`__i${n}__`, { name: `i${n}`, inPlace: true }],
  ]),
  ...words('lt le eq ne gt ge neg pos invert abs getitem setitem').map((n) => [`__${n}__`, { name: n }]),
]);

/** What a function that stands for another takes over from it. */
const namesOf = ({ owner, receiver, module, tag, signature }: PyNative) => ({ owner, receiver, module, tag, signature });

export class FxLog {
  readonly events: FxEvent[] = [];
  /** Why there is no graph of this form; null: there is one. */
  unexplained: string | null = null;
  /** The break it ends at; null where the frame returns. */
  why: BreakReason | null = null;
  private readonly vm: VM;
  private readonly recorder: Recorder;
  private readonly wrap: (t: Tensor) => Value;
  private readonly entries: () => TracebackEntry[];
  private readonly known = new Map<Tensor, PyInstance>();
  private readonly inputs = new Map<Tensor, PyInstance>();
  /** Results that have a name of their own already. */
  private readonly settled = new Set<PyInstance>();
  private depth = 0;
  private operators = 0;
  private readonly replaced: [PyType, string, Value][] = [];

  constructor(vm: VM, recorder: Recorder, wrap: (t: Tensor) => Value, entries: () => TracebackEntry[]) {
    this.vm = vm;
    this.recorder = recorder;
    this.wrap = wrap;
    this.entries = entries;
  }

  /** Operators of tensors are watched from now on. */
  start(): void {
    const type = (this.vm.importer.modules.get('torch') as PyModule | undefined)?.attrs.get('Tensor') as Value as PyType | undefined;
    if (!type) return;
    for (const [method, { name, swapped, inPlace }] of Object.entries(SPECIAL)) {
      const owner = type.mro.find((t) => t.dict.has(method));
      const found = owner?.dict.get(method);
      if (!owner || !(found instanceof PyNative)) continue;
      const f = watchedOf.get(found) ?? found;
      const watched = new PyNative(
        f.name,
        (vm, args, kw) => {
          if (vm !== this.vm || this.depth > 0) return f.fn(vm, args, kw);
          return this.inside(
            () => f.fn(vm, args, kw),
            (r) => {
              const [a, b, ...rest] = args;
              const target = { from: 'operator', name: this.mirrored(name) } as const;
              const flip = swapped === true || target.name !== name;
              this.node('call_function', target, flip ? [b, a] : [a, ...(b === undefined ? [] : [b]), ...rest], null, r, inPlace === true);
            },
          );
        },
        true,
      );
      Object.assign(watched, namesOf(f));
      watchedOf.set(watched, f);
      this.replaced.push([owner, method, f]);
      owner.dict.set(method, watched);
    }
    typeVersion.n++;
  }

  stop(): void {
    for (const [type, name, f] of this.replaced.splice(0)) type.dict.set(name, f);
    typeVersion.n++;
  }

  /** `0 < x` asks `x > 0`: the operator the program wrote. */
  private mirrored(name: string): string {
    const f = this.frame();
    if (!f || f.code.ops[f.pc] !== Op.COMPARE) return name;
    return { '<': 'lt', '<=': 'le', '==': 'eq', '!=': 'ne', '>': 'gt', '>=': 'ge' }[COMPARE_OPS[f.code.ops[f.pc + 1]]] ?? name;
  }

  private frame(): Frame | null {
    const f = this.vm.fiber?.frames.at(-1);
    return f instanceof Frame ? f : null;
  }

  /** What is called instead, so that the call is seen with its result. */
  around(fn: Value, args: readonly Value[]): Value {
    if (this.depth > 0) return fn;
    if (fn instanceof PyFunction) {
      if (!takenWhole(fn)) return fn;
      return new PyNative(fn.name, (vm, a, kw) =>
        this.inside(
          () => vm.call(fn, a, kw) as NativeGen,
          (r) => this.node('call_function', fn, a, kw, r),
          true,
        ),
      );
    }
    if (!(fn instanceof PyNative)) return fn;
    const method = fn.isMethod && tensorOf(args[0]) !== null;
    if (!method && !fn.module.startsWith('torch')) return fn;
    if (fn.name === '_set_autocast') this.unexplained ??= 'autocast';
    if (fn.module === 'torch._C._functorch') this.unexplained ??= 'transforms of torch.func';
    const always = isGraphCall(fn, args);
    const watched = new PyNative(
      fn.name,
      (vm, a, kw) =>
        this.inside(
          () => fn.fn(vm, a, kw),
          (r) => this.node(method ? 'call_method' : 'call_function', method ? fn.name : fn, a, kw, r, method && this.goesOn()),
          always,
        ),
      fn.isMethod,
    );
    Object.assign(watched, namesOf(fn));
    return watched;
  }

  /** What an in-place method gives takes the place of what it changed where it is stored, or something is asked of it. */
  private goesOn(): boolean {
    const f = this.frame();
    return f !== null && (f.code.ops[f.pc + 2] === Op.STORE_FAST || f.code.ops[f.pc + 2] === Op.LOAD_METHOD);
  }

  private inside(run: () => NativeResult, then: (r: Value) => void, always = false): NativeResult {
    this.operators = 0;
    this.depth++;
    let r: NativeResult;
    try {
      r = run();
    } finally {
      this.depth--;
    }
    if (isGen(r)) return this.through(r, then, always);
    if (this.operators > 0 || always) then(r);
    return r;
  }

  private *through(gen: NativeGen, then: (r: Value) => void, always: boolean): NativeGen {
    this.depth++;
    let r: Value;
    try {
      r = yield* gen;
    } finally {
      this.depth--;
    }
    if (this.operators > 0 || always) then(r);
    return r;
  }

  /** An operator was recorded: inside a call of the program's, or for an attribute or an element met by a loop. */
  made(call: RecordedCall): void {
    if (this.recorder.region !== null) this.unexplained ??= 'a checkpoint';
    this.operators++;
    if (this.depth > 0) return;
    const f = this.frame();
    const [self, , at] = call.args;
    const { overload } = call.op;
    const tensors = (): Value[] => call.args.map((t) => this.wrap(t as Tensor));
    const node = (target: Target, args: Value[]): void => this.node('call_function', target, args, null, this.valueOf(call));
    if (overload === 'select.int') node({ from: 'operator', name: 'getitem' }, [this.wrap(self as Tensor), at as number]);
    else if (overload === 'maximum' || overload === 'minimum') node({ from: 'torch', name: overload }, tensors());
    else if (f && f.code.ops[f.pc] === Op.LOAD_ATTR && self instanceof Tensor)
      node({ from: 'builtins', name: 'getattr' }, [this.wrap(self), f.code.names[f.code.ops[f.pc + 1]]]);
    else this.unexplained ??= call.op.name;
  }

  private valueOf(call: RecordedCall): Value {
    return call.ret instanceof Tensor ? this.wrap(call.ret) : null;
  }

  private node(kind: FxCall['kind'], target: Target, args: readonly Value[], kw: ReadonlyMap<string, Value> | null, result: Value, takesOver = false): void {
    if (result === NotImplemented) return;
    const ref = new PyInstance(refType);
    const kwargs = new PyDict();
    for (const [k, v] of kw ?? []) kwargs.set(k, this.frozen(v));
    const quiet = target instanceof PyNative && target.name === '_set_grad_enabled';
    const trace = quiet ? null : this.trace();
    const t = tensorOf(result);
    this.events.push({ kind, target, args: new PyTuple(args.map((a) => this.frozen(a))), kwargs, ref, example: t ? result : null, trace });
    if (t) {
      const old = this.known.get(t) ?? this.inputs.get(t);
      if (old === undefined || takesOver || !args.some((a) => tensorOf(a) === t)) this.known.set(t, ref);
    } else if (result instanceof PyTuple || result instanceof PyList) {
      result.items.forEach((v, i) => {
        const of = tensorOf(v);
        if (!of) return;
        const item = new PyInstance(refType);
        this.events.push({
          kind: 'call_function',
          target: { from: 'operator', name: 'getitem' },
          args: new PyTuple([ref, i]),
          kwargs: new PyDict(),
          ref: item,
          example: v,
          trace,
        });
        this.known.set(of, item);
      });
    }
  }

  /** A variable takes this value. */
  stored(frame: Frame, name: string, value: Value): void {
    const t = tensorOf(value);
    const ref = t && this.depth === 0 ? this.known.get(t) : undefined;
    if (ref === undefined || this.settled.has(ref)) return;
    if (frame.code.filename !== this.vm.programFile && !NAMED_ALIKE.test(frame.code.filename))
      this.unexplained ??= `the names that ${frame.code.filename} gives`;
    this.settled.add(ref);
    this.events.push({ kind: 'name', ref, name });
  }

  private refOf(t: Tensor): PyInstance {
    const known = this.known.get(t) ?? this.inputs.get(t);
    if (known) return known;
    if (this.recorder.isMade(t)) this.unexplained ??= 'a tensor made while tracing';
    return this.inputRef(t);
  }

  private inputRef(t: Tensor): PyInstance {
    const ref = this.inputs.get(t) ?? new PyInstance(refType);
    this.inputs.set(t, ref);
    return ref;
  }

  private frozen(v: Value): Value {
    const t = tensorOf(v);
    if (t) return this.refOf(t);
    if (v instanceof PyTuple) return new PyTuple(v.items.map((x) => this.frozen(x)));
    if (v instanceof PyList) return new PyList(v.items.map((x) => this.frozen(x)));
    if (v instanceof PySlice) return new PySlice(this.frozen(v.start), this.frozen(v.stop), this.frozen(v.step));
    return v;
  }

  /** Where the program stands; PyTorch leaves its own files out. */
  private trace(): string {
    return this.entries()
      .filter((e) => !e.filename.startsWith('torch/'))
      .map((e) => `  File "${e.filename}", line ${e.line}, in ${e.name}\n    ${e.source?.split('\n')[e.line - 1]?.trim() ?? ''}`)
      .join('\n');
  }

  private reason(): Value {
    if (this.why === null) return null;
    const { text, entries } = this.why;
    return new PyTuple([text, new PyList(entries.map((e) => new PyTuple([e.filename, e.line, e.name, e.source?.split('\n')[e.line - 1] ?? null])))]);
  }

  /** `torch.fx.GraphModule` of what was logged; `order`: the inputs in Dynamo's order with their names, `run`: runs what was captured. */
  *module(order: readonly { t: Tensor; name: string }[], outputs: readonly Tensor[], run: Value): Generator<Request, Value | null, Value> {
    const { vm } = this;
    if (this.recorder.steps.length > 0) this.unexplained ??= 'a custom function or hook';
    const lib = yield* imported(vm, 'torch.fx._captured');
    const places: Record<string, PyModule> = { operator: yield* imported(vm, 'operator'), torch: yield* imported(vm, 'torch'), builtins: vm.builtins };
    const get = vm.builtins.attrs.get('getattr') as Value;
    const targets = new Map<Target, Value>();
    for (const e of this.events)
      if (e.kind !== 'name') targets.set(e.target, isNamed(e.target) ? ((yield* vm.call(get, [places[e.target.from], e.target.name])) as Value) : e.target);
    let at = 0;
    const number = (ref: PyInstance): number => {
      ref.attrs.set('at', at);
      return at++;
    };
    const inputs = order.map(({ t, name }) => {
      number(this.inputRef(t));
      return new PyTuple([name, this.wrap(t)]);
    });
    for (const [t, ref] of this.inputs) if (!ref.attrs.has('at')) this.unexplained ??= `a tensor of shape [${t.sizes.join(', ')}] that is no input`;
    const events = this.events.map((e) => {
      if (e.kind === 'name') return new PyTuple(['name', e.ref.attrs.get('at') as Value, e.name]);
      number(e.ref);
      return new PyTuple([e.kind, targets.get(e.target) as Value, e.args, e.kwargs, e.example, e.trace]);
    });
    const results = new PyTuple(outputs.map((t) => this.refOf(t)));
    if (this.unexplained !== null) return null;
    const build = lib.attrs.get('build') as Value;
    return (yield* vm.call(build, [new PyList(inputs), new PyList(events), results, run, refType, this.recorder.gradMode, this.reason()])) as Value;
  }
}
