/**
 * The dispatcher: one call from Python down to a back end.
 *
 * Order of keys (decision 9): autocast → (composites are replaced here) → autograd → ADInplaceOrView → modes → back end.
 * One object a rank; `activate()` before a rank runs points the process-wide switches at it.
 * Leaves out: functorch, sparse and quantised keys.
 */
import { context } from '../aten/context.ts';
import { effortOf } from '../aten/effort.ts';
import { DataDependent } from '../aten/errors.ts';
import { Fluent } from '../aten/fluent.ts';
import type { Arg, Call, Op, Ret } from '../aten/op.ts';
import { complexForm, derivativeOf, findOp } from '../aten/table.ts';
import { part } from '../python/packs.ts';
import type { Phase } from '../report/types.ts';
import { allocation } from '../tensor/create.ts';
import type { DType } from '../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import { CPU, type Device, Tensor } from '../tensor/tensor.ts';
import { Autocast } from './autocast.ts';
import { asView, bumpVersion, isPlain, peek, requiresGrad, sequence, shareVersion } from './autograd/meta.ts';
import type { Node, Packer } from './autograd/node.ts';
import type { ViewContext } from './autograd/views.ts';
import { expanded } from '../aten/variants.ts';
import { noteInference } from './inference.ts';
import { type Backend, cpuBackend, type Emit, type Mode, type OpEvent } from './backend.ts';

const overlaps = part<typeof import('../aten/overlaps.ts')>('overlaps', 'overlaps');
const words = part<typeof import('../tensor/words.ts')>('faults', 'words');
const recording = part<typeof import('./autograd/recording.ts')>('autograd', 'recording');

/**
 * Something a program does to autograd between operator calls (a hook, a node of its own), as a trace keeps it: done
 * again on other tensors when the calls are replayed.
 */
export interface AutogradStep {
  readonly reads: readonly Tensor[];
  readonly makes: readonly Tensor[];
  /** A tensor of `makes` that is no operator's result has its counterpart in the answer, at the same place. */
  again(map: (t: Tensor) => Tensor): readonly Tensor[] | void;
}

export class Dispatcher {
  gradMode = true;
  inferenceMode = false;
  /** Inference mode was on at some time: which tensors were made under it is not kept. */
  inferenceUsed = false;
  readonly autocast = new Autocast();
  phase: Phase = 'forward';
  emit: Emit | null = null;
  /** Every new tensor is one without bytes (`--no-numbers`, tracing). */
  fake = false;
  readonly backends: Partial<Record<Device['type'], Backend>> = { cpu: cpuBackend, meta: cpuBackend };
  private modes: Mode[] = [];
  /** Sees every call at the top, composites whole (tracing); `next` goes on as usual. */
  top: ((op: Op, args: readonly Arg[], next: () => Ret) => Ret) | null = null;
  /** A graph is being traced: kept outputs are detached when saved and again when read, as PyTorch's wrapped tensors are. */
  tracing = false;
  /** Whether a slice from the start of a dimension of this size up to `stop` is no operator (capture/whole-slices.ts). */
  wholeSlice: ((size: number, stop: number) => boolean) | null = null;
  /** Levels of function transforms that are open: kept outputs leave no `detach` row then. */
  levels = 0;
  /** Open `saved_tensors_hooks`, innermost last. */
  readonly packers: Packer[] = [];
  /** Where a trace hears of steps beside operator calls. */
  steps: ((step: AutogradStep) => void) | null = null;
  /** The hook of `vmap`, once it was used (batching/index.ts); asked above autograd and below. */
  batching: ((op: Op, args: readonly Arg[], below: boolean) => Ret | undefined) | null = null;
  private sequence = 0;
  private insideAutocast = false;
  gradFnName: string | null = null;
  /** Calls an operator from the top: what composites, derivatives and Python use. */
  readonly call: Call;
  readonly views: ViewContext;

  constructor() {
    const raw = (overload: string, ...args: Arg[]): Ret => this.run(overload, args, true);
    this.call = Object.assign(raw, {
      raw,
      requiresGrad,
      gradMode: () => this.gradMode,
      inLevel: () => this.levels > 0,
      noGrad: <T>(f: () => T): T => this.withGradMode(false, f),
    }) as unknown as Call;
    for (const key of Object.getOwnPropertyNames(Fluent.prototype)) {
      if (key !== 'constructor') Object.defineProperty(this.call, key, { value: (Fluent.prototype as never as Record<string, unknown>)[key] });
    }
    const call = this.call;
    this.views = {
      call,
      get asStrided() {
        return opOf('as_strided');
      },
      steps: null,
    };
  }

  /** Makes this rank the running one. */
  activate(): void {
    sequence.next = this.sequence;
    allocation.fake = this.fake;
    allocation.meter = context.meter;
  }

  /** Leaves the running place to another rank. */
  suspend(): void {
    this.sequence = sequence.next;
  }

  setFake(fake: boolean): void {
    this.fake = fake;
    allocation.fake = fake;
  }

  pushMode(mode: Mode): void {
    this.modes.push(mode);
  }

  popMode(): Mode | undefined {
    return this.modes.pop();
  }

  /** Puts all modes away (tracing starts afresh); `restoreModes` brings them back. */
  takeModes(): Mode[] {
    const modes = this.modes;
    this.modes = [];
    return modes;
  }

  restoreModes(modes: Mode[]): void {
    this.modes = modes;
  }

  withGradMode<T>(on: boolean, f: () => T): T {
    const before = this.gradMode;
    this.gradMode = on;
    try {
      return f();
    } finally {
      this.gradMode = before;
    }
  }

  requiresGrad(t: Tensor): boolean {
    return requiresGrad(t);
  }

  gradFn(t: Tensor): Node | null {
    return isPlain(t) ? null : recording().gradFnOf(t, this.views);
  }

  /** @param own the list is nobody else's: what lacks is added to it */
  run(overload: string, args: Arg[], own = false): Ret {
    const op = opOf(overload);
    const want = op.sig.args;
    if (args.length < want.length) {
      if (!own) args = [...args];
      for (let i = args.length; i < want.length; i++) args.push(want[i].def);
    }
    return this.dispatch(op, args);
  }

  /** From the top, with a complete argument list. */
  dispatch(op: Op, args: readonly Arg[]): Ret {
    return this.top === null ? this.fromTop(op, args) : this.toTop(this.top, op, args);
  }

  private toTop(top: NonNullable<Dispatcher['top']>, op: Op, args: readonly Arg[]): Ret {
    return top(op, args, () => this.fromTop(op, args));
  }

  /** No key but autograd has work above the back end: PyTorch finds this out from the union of key sets, and jumps. */
  private quiet(): boolean {
    return this.batching === null && this.modes.length === 0 && context.conjugates === null && !this.inferenceUsed && !this.autocast.enabled;
  }

  private fromTop(op: Op, args: readonly Arg[]): Ret {
    if (op.pure && this.quiet() && !(this.gradMode && anyRequiresGrad(op, args))) {
      this.gradFnName = null;
      return this.backend(op, args);
    }
    if (this.autocast.enabled && !this.insideAutocast) {
      const cast = this.autocast.cast(
        op,
        args,
        (t, d) => this.call.one('to.dtype', t, d),
        (t) => requiresGrad(t) && this.gradFn(t) === null && !peek(t)?.view,
      );
      if (cast) {
        this.insideAutocast = true;
        try {
          return this.belowAutocast(op, cast);
        } finally {
          this.insideAutocast = false;
        }
      }
    }
    return this.belowAutocast(op, args);
  }

  private belowAutocast(op: Op, args: readonly Arg[]): Ret {
    const made = this.batching?.(op, args, false);
    if (made !== undefined) return made;
    if (op.kind === 'composite') {
      if (!op.composite) throw new Unsupported(op.name);
      if (this.inferenceMode && this.emit && deviceOf(op, args).type === 'cpu') return this.whole(op, args, this.emit);
      return op.composite(this.call, ...(args as never[]));
    }
    return this.autograd(op, args);
  }

  /**
   * In inference mode the autograd keys are off, and composites are replaced under those: a dispatch mode sees the
   * composite itself, as one operator, and nothing of what it calls.
   */
  private whole(op: Op, args: readonly Arg[], emit: Emit): Ret {
    const event: OpEvent = {
      op,
      args,
      phase: this.phase,
      gradFn: null,
      autocast: this.insideAutocast,
      where: 'cpu',
      result: null,
    };
    emit.begin(event);
    this.emit = null;
    try {
      event.result = (op.composite as NonNullable<Op['composite']>)(this.call, ...(args as never[]));
    } finally {
      this.emit = emit;
    }
    emit.end(event);
    return event.result;
  }

  private autograd(op: Op, args: readonly Arg[]): Ret {
    const { inplace, out } = op.sig;
    const track = this.gradMode && anyRequiresGrad(op, args);
    if (!track) {
      this.gradFnName = null;
      if (out && this.gradMode) this.refuseOut(op, args);
      const ret = this.inplaceOrView(op, args);
      return ret;
    }
    if (out) this.refuseOut(op, args);
    const plan = derivativeOf(op);
    const self = inplace >= 0 ? (args[inplace] as Tensor) : null;
    if (self instanceof Tensor) recording().checkInplace(self, true, this.views, op.overload);
    if (!plan) {
      this.gradFnName = null;
      const ret = this.inplaceOrView(op, args);
      recording().refuseGradient(op, args, ret, this.views);
      return ret;
    }
    const node = new (recording().OpNode)(op, this.call, (t) => this.detachRow(t), this.packers.at(-1) ?? null);
    node.connect(args, (t) => recording().gradientEdge(t, this.views));
    const wanted = node.edges.some((e) => e !== null);
    if (!wanted) {
      this.gradFnName = null;
      return this.inplaceOrView(op, args);
    }
    node.keepArgs(args, inplace, () => this.belowAutograd(() => this.call.one('clone', self as Tensor)));
    this.gradFnName = node.name;
    const ret = this.inplaceOrView(op, args);
    if (self instanceof Tensor) recording().rebaseHistory(self, node, this.views);
    else if (Array.isArray(ret)) {
      ret.forEach((t, i) => {
        if (op.derivative?.nonDiff?.includes(i) || !(t instanceof Tensor)) node.addOutput(null);
        else recording().setHistory(t, node);
      });
    } else if (ret instanceof Tensor) recording().setHistory(ret, node);
    node.keepResults(ret);
    return ret;
  }

  private refuseOut(op: Op, args: readonly Arg[]): void {
    if (anyRequiresGrad(op, args)) {
      throw runtimeError(words().outGiven(op.sig.base));
    }
  }

  /** Runs something below autograd: no gradients, but rows as usual. */
  belowAutograd<T>(f: () => T): T {
    return this.withGradMode(false, f);
  }

  /** Saving an output leaves a `detach` row, and so does reading it in backward. */
  private detachRow(t: Tensor): Tensor {
    this.gradFnName = null;
    if (this.levels > 0) return recording().kept(t, this);
    return this.belowModes(opOf('detach'), [t]) as Tensor;
  }

  private inplaceOrView(op: Op, args: readonly Arg[]): Ret {
    const ret = this.belowModes(op, args);
    if (this.inferenceUsed) noteInference(op, args[0], ret, this.inferenceMode);
    if (op.sig.writes) {
      for (let i = 0; i < op.sig.args.length; i++) {
        const { write, alias } = op.sig.args[i];
        // What is written beside the result keeps its version (`rrelu_with_noise`).
        if (!write || (op.sig.returns.length > 0 && !op.sig.returns.some((r) => r.alias === alias))) continue;
        const a = args[i];
        if (a instanceof Tensor) bumpVersion(a);
        else if (Array.isArray(a)) for (const t of a) if (t instanceof Tensor) bumpVersion(t);
      }
    } else if (op.kind === 'view') {
      const of = args[0] as Tensor;
      if (op.overload === 'detach') shareVersion(ret as Tensor, of);
      else {
        const mode = this.inferenceMode ? 'inference' : this.gradMode ? 'default' : 'no_grad';
        if (Array.isArray(ret)) for (const t of ret) asView(t, of, this.gradMode ? 'multi_output' : mode, op.sig.base);
        else if (ret !== of) asView(ret as Tensor, of, mode, op.sig.base); // `lift_fresh` gives back its argument itself
      }
    }
    return ret;
  }

  /** Below ADInplaceOrView: conjugate views, the modes, newest first, then the back end. */
  belowModes(op: Op, args: readonly Arg[]): Ret {
    const made = this.batching?.(op, args, true);
    if (made !== undefined) return made;
    return context.conjugates === null ? this.belowConjugates(op, args) : context.conjugates(op, args, this);
  }

  belowConjugates(op: Op, args: readonly Arg[]): Ret {
    if (this.modes.length === 0) return this.backend(op, args);
    const modes = this.modes;
    const at = (n: number, a: readonly Arg[]): Ret => {
      this.modes = modes.slice(0, n);
      try {
        if (n === 0) return this.backend(op, a);
        this.modes = modes.slice(0, n - 1);
        return modes[n - 1].call(op, a, (b) => at(n - 1, b));
      } finally {
        this.modes = modes;
      }
    };
    return at(modes.length, args);
  }

  /** The back end of the tensors' device; leaves the row. */
  backend(op: Op, args: readonly Arg[]): Ret {
    const device = deviceOf(op, args);
    const backend = this.backends[device.type];
    if (!backend) throw new Unsupported(`device ${device.type}`);
    const gradFn = this.gradFnName;
    this.gradFnName = null;
    const { emit } = this;
    if (emit === null) {
      check(op, args);
      return compute(op, args, this.fake);
    }
    const event: OpEvent = {
      op,
      args,
      phase: this.phase,
      gradFn,
      autocast: this.insideAutocast,
      where: backend.place(op, args),
      result: null,
    };
    emit.begin(event);
    check(op, args);
    event.result = compute(op, args, this.fake);
    emit.end(event);
    return event.result;
  }

  cast(t: Tensor, dtype: DType): Tensor {
    return this.call.one('to.dtype', t, dtype);
  }
}

/** What writing in place refuses before anything is computed. */
function check(op: Op, args: readonly Arg[]): void {
  if (op.sig.inplace >= 0) for (const t of [args[op.sig.inplace]].flat()) if (t instanceof Tensor && expanded(t)) overlaps().shared(op.overload, args);
  op.check?.(...(args as never[]));
}

function opOf(overload: string): Op {
  const op = findOp(overload);
  if (!op) throw new Unsupported(`aten.${overload}`);
  return op;
}

function anyRequiresGrad(op: Op, args: readonly Arg[]): boolean {
  for (const p of op.sig.tensors) {
    const a = args[p];
    if (a instanceof Tensor) {
      if ((a.autograd !== null || a.batch !== null) && requiresGrad(a)) return true;
    } else if (Array.isArray(a)) {
      for (const t of a) if (t instanceof Tensor && requiresGrad(t)) return true;
    }
  }
  return false;
}

const show = (d: Device): string => (d.type === 'cpu' || d.type === 'meta' ? d.type : `${d.type}:${d.index ?? 0}`);

function joined(op: Op, found: Device | null, t: Tensor): Device {
  const own = t.device;
  if (found === null) return own;
  if (found.type === own.type || op.mixedDevices || (t.dim === 0 && own.type === 'cpu')) return found;
  throw runtimeError(words().twoDevices(show(found), show(own)));
}

/** The device the operator runs on; PyTorch's error where its tensors disagree (0-d host tensors may join). */
function deviceOf(op: Op, args: readonly Arg[]): Device {
  let found: Device | null = null;
  let scalar: Device | null = null;
  for (const p of op.sig.tensors) {
    const a = args[p];
    if (a instanceof Tensor) {
      if (found === null && a.sizes.length === 0 && a.device.type === 'cpu') scalar ??= a.device;
      else found = joined(op, found, a);
    } else if (Array.isArray(a)) {
      for (const t of a) if (t instanceof Tensor) found = joined(op, found, t);
    }
  }
  if (found) return found;
  if (scalar) return scalar;
  const p = op.sig.positions.get('device');
  return (p === undefined ? null : (args[p] as Device | null)) ?? CPU;
}

const ofMeta = (a: Arg | undefined): boolean => a instanceof Tensor && a.device.type === 'meta';

const FAKE = 1;
const COMPLEX = 2;

/** What an operator's tensors are: FAKE, COMPLEX. */
function kinds(op: Op, args: readonly Arg[]): number {
  let seen = 0;
  for (const p of op.sig.tensors) {
    const a = args[p];
    if (a instanceof Tensor) {
      if (a.isFake) seen |= FAKE;
      if (a.dtype.category === 'complex') seen |= COMPLEX;
    } else if (Array.isArray(a)) {
      for (const t of a) {
        if (!(t instanceof Tensor)) continue;
        if (t.isFake) seen |= FAKE;
        if (t.dtype.category === 'complex') seen |= COMPLEX;
      }
    }
  }
  return seen;
}

const isComplex = (r: Ret): boolean => r instanceof Tensor && r.dtype.category === 'complex';

/** Shape rule, then kernel unless only shapes are known. */
export function compute(op: Op, args: readonly Arg[], allFake: boolean): Ret {
  const seen = kinds(op, args);
  const { known } = context;
  let fake = (seen & FAKE) !== 0 || (allFake && !known?.knows(op, args));
  if (fake && op.dataDependent) {
    if (!known?.made(...args)) throw ofMeta(args[0]) ? words().withoutData(op.overload) : new DataDependent(op.name);
    fake = false;
  }
  if (seen === 0 && !allFake && op.short !== undefined) {
    const made = op.short(args);
    if (made !== null) {
      if (context.charge !== null) context.charge(effortOf(op, args, made));
      return made;
    }
  }
  const before = allocation.fake;
  allocation.fake = fake;
  try {
    let form: Pick<Op, 'meta' | 'kernel'> = (seen & COMPLEX) === 0 ? op : complexForm(op);
    const meta = form.meta ?? op.meta;
    const out = meta ? meta(...(args as never[])) : null;
    if ((seen & COMPLEX) === 0 && isComplex(out)) form = complexForm(op);
    else if (op.kind === 'view') keepConjugate(op, args[0] as Tensor, out);
    // A factory's tensor may be of the meta device.
    if (!form.kernel || fake || (out instanceof Tensor && out.isFake)) {
      if (!meta) throw new Unsupported(`${op.name} on shapes alone`);
      if (op.mixedDevices && out instanceof Tensor && !ofMeta(out) && args.some(ofMeta)) throw words().noData();
      known?.left(op, args, out);
      return out;
    }
    if (context.charge !== null) context.charge(effortOf(op, args, out));
    const made = form.kernel(out as never, ...(args as never[]));
    return made === undefined ? out : made;
  } finally {
    allocation.fake = before;
  }
}

/** A view of a conjugated tensor is one too; `_conj` turns it itself. */
function keepConjugate(op: Op, of: Tensor, ret: Ret): void {
  if (!of.conj || op.overload === '_conj') return;
  for (const t of Array.isArray(ret) ? ret : [ret]) if (t instanceof Tensor) t.conj = true;
}
