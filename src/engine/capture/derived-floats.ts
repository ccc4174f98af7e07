/**
 * Floats that are no constants: arguments that changed between compiles, numbers that `.item()` reads where scalar outputs
 * are captured, and what is made of them or of sizes (`x / math.sqrt(n)`). Where one meets a tensor in `+ - * /` or a
 * comparison, the graph computes it, a row an operation, on tensors without dimensions; elsewhere it stays a number.
 *
 * Idea: torch/fx/passes/_tensorify_python_scalars.py over expressions of sympy (`float-trees.ts`). The steps that the program
 * did are read as such expressions: `sqrt(ToFloat(n))`. A quotient of two ints (`n / 2`) has no tensor form there. A captured
 * `.item()` gives a NaN that its identity tells apart. Leaves out, refused by name: expressions that sympy would write
 * otherwise, operators that need a number made of sizes (`alpha`, `scale` of attention).
 */
import { type Arg, type Op, resolve } from '../aten/op.ts';
import { findOp } from '../aten/table.ts';
import { isReduced } from '../aten/work.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import type { Captured, RecordedCall } from '../graph/captured.ts';
import { CONVERT, NUMBER, standIn, TAKES } from '../graph/scalars.ts';
import { Unsupported } from '../python/errors.ts';
import { PyFloat } from '../python/values.ts';
import { emptyLike, fromNumbers } from '../tensor/create.ts';
import { type DType, float32, float64, int64 } from '../tensor/dtype.ts';
import { CPU, Tensor } from '../tensor/tensor.ts';
import { explain, type ExpressionGuard, type Run } from './expressions.ts';
import type { FloatStep, Real } from './float-steps.ts';
import { ADD, call, FLOAT, itemTree, MUL, number, operation, symbolTree, type Tree, Unknown } from './float-trees.ts';
import { polynomial } from './polynomials.ts';
import type { Read } from './recorder.ts';
import { floatRepr } from './source.ts';
import type { SizeSymbol } from './symbols.ts';

/** A call whose second argument is such a float. `at`: its number among the calls that are no slices. */
export interface DerivedFloat {
  readonly at: number;
  readonly tree: Tree;
}

const COMPARES = /^(gt|lt|ge|le|eq|ne)\.Scalar$/;
/** Operators that keep the number, without asking for its value. */
const KEEPS = new Set(['full', 'clamp', 'masked_fill.Scalar', 'pow.Tensor_Scalar', 'leaky_relu', 'rsub.Scalar', 'add.Tensor']);
/** Those whose derivative does not ask for it either. */
const KEEPS_GRAD = new Set(['full', 'masked_fill.Scalar', 'rsub.Scalar']);

/** An expression of ints. */
function whole(vector: readonly number[], runs: readonly Run[], sofar: number): Tree {
  const e = explain(vector, runs, sofar);
  if (e === null) throw new Unknown();
  if (typeof e === 'number') return number(e, true);
  const terms = polynomial(e)?.map(({ by, factors }): Tree => {
    if (factors.length === 0) return number(by, true);
    if (new Set(factors.map((f) => f.key)).size < factors.length) throw new Unknown();
    const symbols = factors.map(({ symbol }): Tree => {
      if (symbol === null) throw new Unknown();
      return symbolTree(symbol);
    });
    const parts = by === 1 ? symbols : [number(by, true), ...symbols];
    return parts.length === 1 ? parts[0] : call(MUL, ...parts);
  });
  if (!terms || terms.length === 0) throw new Unknown();
  return terms.length === 1 ? terms[0] : call(ADD, ...terms);
}

/** One number of the program in each of its runs. */
function read(values: readonly Real[], runs: readonly Run[], sofar: number): Tree {
  const floats = values.filter((v) => v instanceof PyFloat);
  if (floats.length < values.length) {
    if (floats.length > 0) throw new Unknown();
    return whole(values as number[], runs, sofar);
  }
  const items = floats.map((f, i) => runs[i].reads.get(f)?.index);
  if (items[0] !== undefined && items.every((n) => n === items[0])) return itemTree(items[0]);
  if (floats.every((f) => Object.is(f.v, floats[0].v) && !Number.isNaN(f.v))) return number(floats[0].v, false);
  const steps = floats.map((f, i) => runs[i].steps.get(f));
  const known = steps.filter((s): s is FloatStep => s !== undefined && s.op === steps[0]?.op);
  if (known.length < steps.length) {
    for (const s of new Set(runs.map((r) => r.symbol)))
      if (s?.kind === 'float' && floats.every((f, i) => f.v === (runs[i].symbol === s ? runs[i].value : s.hint))) return symbolTree(s);
    throw new Unknown();
  }
  return operation(
    known[0].op,
    known[0].args.map((_, k) =>
      read(
        known.map((s) => s.args[k]),
        runs,
        known[0].sofar,
      ),
    ),
  );
}

const isSlice = (c: RecordedCall): boolean => c.op.overload === 'slice.Tensor';
const moves = (x: unknown, y: unknown): boolean =>
  x instanceof PyFloat && y instanceof PyFloat ? !Object.is(x.v, y.v) : Array.isArray(x) && Array.isArray(y) && x.some((v, i) => moves(v, y[i]));

function refuse(c: RecordedCall): never {
  throw new Unsupported('a float made from a size or number that became dynamic (say dynamic=False)', c.line);
}

/** A float that is read from a tensor, or made of one. */
function ofItem(a: unknown, { reads, steps }: Run): boolean {
  if (!(a instanceof PyFloat) || !Number.isNaN(a.v)) return false;
  return reads.has(a) || (steps.get(a)?.args.some((x) => ofItem(x, { reads, steps } as Run)) ?? false);
}

/** The symbol's value is among what moved, beside what is made of it. */
const hasItself = (now: readonly unknown[], first: readonly unknown[], value: number): boolean =>
  now.some((a, k) => moves(first[k], a) && a instanceof PyFloat && a.v === value);

/** The float symbols in a tree. */
const floatsIn = (t: Tree): SizeSymbol[] => (t.kind === 'call' ? t.args.flatMap(floatsIn) : t.kind === 'symbol' && t.symbol.kind === 'float' ? [t.symbol] : []);

export interface DerivedFloats {
  readonly derived: readonly DerivedFloat[];
  /** Float symbols that stay numbers somewhere, and so keep their values. */
  readonly guards: readonly ExpressionGuard[];
}

/** The calls of a segment that have such a float as a number. A symbol that meets no tensor anywhere becomes a constant. */
export function derivedFloats(runs: readonly Run[]): DerivedFloats {
  const [first] = runs;
  const derived: DerivedFloat[] = [];
  /** Float symbols that some operator has as a number; whether as they are. */
  const kept = new Map<SizeSymbol, boolean>();
  const wants = first.calls.some((c) => c.gradMode && c.args.some((a) => a instanceof Tensor && requiresGrad(a)));
  let at = -1;
  first.calls.forEach((c, i) => {
    if (!isSlice(c)) at++;
    const here = runs.filter((r) => !r.symbol?.constant && r.calls.length > i && r.calls.slice(0, i + 1).every((d, k) => d.op === first.calls[k].op));
    const read1 = (a: unknown): boolean => ofItem(a, first);
    const places = c.args.flatMap((a, k) => (read1(a) || here.some((r) => moves(a, r.calls[i].args[k])) ? [k] : []));
    if (places.length === 0) return;
    const { overload } = c.op;
    const meets = places.length === 1 && places[0] === 1 && (COMPARES.test(overload) || TAKES.has(overload));
    if (!meets) {
      if (places.some((k) => read1(c.args[k]))) throw new Unsupported(`a number read from a tensor as argument of ${c.op.name}`, c.line);
      const movers = new Set(here.flatMap((r) => (places.some((k) => moves(c.args[k], r.calls[i].args[k])) ? [r.symbol as SizeSymbol] : [])));
      for (const s of movers) {
        if (s.kind === 'float') kept.set(s, kept.get(s) === true || here.some((r) => r.symbol === s && hasItself(r.calls[i].args, c.args, r.value)));
        else if (!(wants ? KEEPS_GRAD : KEEPS).has(overload)) refuse(c);
      }
      return;
    }
    try {
      const values = here.map((r) => r.calls[i].args[1] as Real);
      derived.push({ at, tree: read(values, here, 0) });
    } catch (e) {
      if (e instanceof Unknown) refuse(c);
      throw e;
    }
  });
  const met = new Set(derived.flatMap((d) => floatsIn(d.tree)));
  const guards: ExpressionGuard[] = [];
  for (const [s, itself] of kept) {
    if (met.has(s)) guards.push({ left: s, right: s.hint, op: '==', text: itself ? (name) => `${name(s)} == ${floatRepr(s.hint)}` : null });
    else s.constant = true;
  }
  return { derived, guards };
}

const stand = (dtype: DType): Tensor => standIn(CPU, dtype);

/** Operators of graphs on what is a number in the program. */
const ops = new Map<string, Op>();
function opOf(row: string): Op {
  const known = ops.get(row);
  if (known) return known;
  const made: Op =
    row === FLOAT
      ? CONVERT
      : row === 'aten.scalar_tensor.default'
        ? resolve({ schema: 'scalar_tensor(Scalar s, ScalarType dtype) -> Tensor', kind: 'kernel', meta: (_s: number, dtype: DType) => stand(dtype) })
        : resolve({
            schema: `${row.split('.')[1]}(Tensor self${/Tensor$|imum.default$/.test(row) ? ', Tensor other' : ''}${row === ADD ? ', Scalar alpha' : ''}) -> Tensor`,
            kind: 'kernel',
            meta: (a: Tensor, b?: Tensor) => emptyLike(b && a.dtype === int64 ? b : a),
          });
  const op: Op = { ...made, name: `${NUMBER}${row}` };
  ops.set(row, op);
  return op;
}

/** The pass over one graph: what was made of numbers already is used again. */
class Tensorified {
  readonly calls: RecordedCall[] = [];
  /** Inputs that the graph takes beside its own. */
  readonly extra: Tensor[] = [];
  private readonly made = new Map<string, Tensor>();
  private readonly valueOf: (s: SizeSymbol) => number;

  constructor(valueOf: (s: SizeSymbol) => number) {
    this.valueOf = valueOf;
  }

  private push(like: RecordedCall, row: string, args: Arg[], dtype: DType): Tensor {
    const ret = stand(dtype);
    this.calls.push({ ...like, op: opOf(row), args, ret, gradMode: false, constant: undefined });
    return ret;
  }

  /** null where some part has no tensor form; the parts before it are made all the same. */
  private tensorOf(t: Tree, like: RecordedCall): Tensor | null {
    // PyTorch makes the tensor of a plain number anew each time.
    if (t.kind === 'number')
      return this.push(like, 'aten.scalar_tensor.default', [t.whole ? t.value : new PyFloat(t.value), t.whole ? int64 : float64], t.whole ? int64 : float64);
    const known = this.made.get(t.key);
    if (known) return known;
    const made = this.make(t, like);
    if (made) this.made.set(t.key, made);
    return made;
  }

  /** A float that a tensor has, where the program first looks at it. */
  start(t: Tree, from: Tensor, like: RecordedCall): void {
    const ret = standIn(from.device, float64);
    this.calls.push({ ...like, op: CONVERT, args: [from, float64], ret, gradMode: false, constant: undefined });
    this.made.set(t.key, ret);
  }

  /** An input of its own. */
  input(s: SizeSymbol): Tensor {
    const from = fromNumbers([], float64, [this.valueOf(s)], { fake: false });
    this.extra.push(from);
    return from;
  }

  private make(t: Exclude<Tree, { kind: 'number' }>, like: RecordedCall): Tensor | null {
    if (t.kind === 'item' || (t.kind === 'symbol' && t.symbol.kind === 'float')) throw new Error('a float without its tensor');
    if (t.kind === 'symbol') return this.push(like, 'aten.scalar_tensor.default', [this.valueOf(t.symbol), int64], int64);
    const args: Tensor[] = [];
    for (const a of t.args) {
      const made = this.tensorOf(a, like);
      if (!made) return null;
      args.push(made);
    }
    const { row } = t;
    if (row === null) return null;
    if (row === FLOAT) return this.push(like, row, [args[0], float64], float64);
    const wide = args.some((a) => a.dtype === float64) ? float64 : int64;
    if (args.length === 1) return this.push(like, row, args, wide);
    return args.slice(1).reduce((a, b) => this.push(like, row, row === ADD ? [a, b, 1] : [a, b], wide), args[0]);
  }

  /** The call with a tensor in the number's place. */
  meet(c: RecordedCall, tree: Tree): void {
    const wide = this.tensorOf(tree, c);
    if (!wide) {
      this.calls.push(c);
      return;
    }
    const compares = COMPARES.test(c.op.overload);
    const { dtype } = c.ret as Tensor;
    const compute = isReduced(dtype) ? float32 : dtype;
    let other = wide;
    if (!compares && compute !== float64) {
      other = stand(compute);
      this.calls.push({ ...c, op: CONVERT, args: [wide, compute], ret: other, gradMode: false });
    }
    const op = compares ? findOp(c.op.overload.replace('Scalar', 'Tensor')) : c.op;
    this.calls.push({ ...c, op: op ?? refuse(c), args: c.args.map((a, k) => (k === 1 ? other : a)) });
  }
}

/** The captured calls with such floats computed among them. */
export interface Floats {
  readonly captured: Captured;
  /** Tensors the graph takes beside its own inputs. */
  readonly extra: readonly Tensor[];
}

/** Where the graph's floats come from: what a symbol is now, the call before which the program looked at it, and what was read. */
export interface Numbers {
  readonly valueOf: (s: SizeSymbol) => number;
  readonly lookedAt: (s: SizeSymbol) => number;
  readonly reads: ReadonlyMap<PyFloat, Read>;
}

export function withDerived(captured: Captured, derived: readonly DerivedFloat[], { valueOf, lookedAt, reads }: Numbers): Floats {
  if (derived.length === 0) return { captured, extra: [] };
  const pass = new Tensorified(valueOf);
  const leaves = new Map<string, { tree: Tree; at: number; from: () => Tensor }>();
  const leaf = (tree: Tree): void => {
    if (tree.kind === 'call') tree.args.forEach(leaf);
    if (leaves.has(tree.key)) return;
    if (tree.kind === 'symbol' && tree.symbol.kind === 'float') leaves.set(tree.key, { tree, at: lookedAt(tree.symbol), from: () => pass.input(tree.symbol) });
    const item = tree.kind === 'item' ? [...reads.values()][tree.at] : undefined;
    if (item) leaves.set(tree.key, { tree, at: item.at, from: () => item.tensor });
  };
  for (const { tree } of derived) leaf(tree);
  const starts = [...leaves.values()].sort((a, b) => a.at - b.at);
  const moved: number[] = [];
  let at = -1;
  captured.calls.forEach((c, i) => {
    while (starts.length > 0 && starts[0].at <= i) {
      const { tree, from } = starts.shift()!;
      pass.start(tree, from(), c);
    }
    moved.push(pass.calls.length);
    if (!isSlice(c)) at++;
    const found = isSlice(c) ? undefined : derived.find((d) => d.at === at);
    if (found) pass.meet(c, found.tree);
    else pass.calls.push(c);
  });
  const steps = captured.steps.map((s) => ({ ...s, at: moved[s.at] ?? pass.calls.length }));
  return { captured: { ...captured, calls: pass.calls, steps, inputs: [...captured.inputs, ...pass.extra] }, extra: pass.extra };
}
