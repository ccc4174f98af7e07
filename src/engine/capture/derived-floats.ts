/**
 * Floats made of sizes that are symbols (`x / math.sqrt(n)`): where one meets a tensor in `+ - * /` or a comparison, the
 * graph computes it, a row an operation, on tensors without dimensions; elsewhere it stays a number.
 *
 * Idea: torch/fx/passes/_tensorify_python_scalars.py over expressions of sympy. The steps that the program did are read as
 * such expressions: `sqrt(ToFloat(n))`. A quotient of two ints (`n / 2`) has no tensor form there. Leaves out, refused by
 * name: expressions that sympy would write otherwise, operators that need the number (`alpha`, `scale` of attention).
 */
import { type Arg, type Op, resolve } from '../aten/op.ts';
import { findOp } from '../aten/table.ts';
import { isReduced } from '../aten/work.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import type { Captured, RecordedCall } from '../graph/captured.ts';
import { CONVERT, NUMBER, standIn, TAKES } from '../graph/scalars.ts';
import { Unsupported } from '../python/errors.ts';
import { PyFloat } from '../python/values.ts';
import { emptyLike } from '../tensor/create.ts';
import { type DType, float32, float64, int64 } from '../tensor/dtype.ts';
import { CPU, Tensor } from '../tensor/tensor.ts';
import { explain, type Run } from './expressions.ts';
import type { FloatStep, Real } from './float-steps.ts';
import { nameOf, polynomial } from './polynomials.ts';
import type { SizeSymbol } from './symbols.ts';

/** An expression as sympy holds it. `call`: `row` is the operator it becomes, null where there is none. */
type Tree =
  | { readonly kind: 'number'; readonly value: number; readonly whole: boolean; readonly key: string }
  | { readonly kind: 'symbol'; readonly symbol: SizeSymbol; readonly key: string }
  | { readonly kind: 'call'; readonly row: string | null; readonly args: readonly Tree[]; readonly key: string };

/** A call whose second argument is such a float. `at`: its number among the calls that are no slices. */
export interface DerivedFloat {
  readonly at: number;
  readonly tree: Tree;
}

const FLOAT = 'prims.convert_element_type.default';
const MUL = 'aten.mul.Tensor';
const ADD = 'aten.add.Tensor';
const COMPARES = /^(gt|lt|ge|le|eq|ne)\.Scalar$/;
/** Operators that keep the number, without asking for its value. */
const KEEPS = new Set(['full', 'clamp', 'masked_fill.Scalar', 'pow.Tensor_Scalar', 'leaky_relu', 'rsub.Scalar', 'add.Tensor']);
/** Those whose derivative does not ask for it either. */
const KEEPS_GRAD = new Set(['full', 'masked_fill.Scalar', 'rsub.Scalar']);

class Unknown extends Error {}

const number = (value: number, whole: boolean): Tree => ({ kind: 'number', value, whole, key: `${value}${whole ? '' : 'f'}` });
const call = (row: string | null, ...args: Tree[]): Tree => ({ kind: 'call', row, args, key: `${row}(${args.map((a) => a.key).join()})` });

/** The operators it becomes, without their numbers. */
const pattern = (t: Tree): string => (t.kind === 'call' ? `${t.row}(${t.args.map(pattern).join()})` : t.kind);

/** `Add` or `Mul` of sympy: the numbers are one, and first. */
function joined(row: string, a: Tree, b: Tree): Tree {
  const parts = [a, b].flatMap((t) => (t.kind === 'call' && t.row === row ? t.args : [t]));
  const numbers = parts.flatMap((t) => (t.kind === 'number' ? [t.value] : []));
  const rest = parts.filter((t) => t.kind !== 'number');
  const bare = (t: Tree): string =>
    row === ADD && t.kind === 'call' && t.row === MUL
      ? t.args
          .filter((x) => x.kind !== 'number')
          .map((x) => x.key)
          .join()
      : t.key;
  if (new Set(rest.map(bare)).size < rest.length || new Set(rest.map(pattern)).size > 1) throw new Unknown();
  const value = numbers.reduce((x, y) => (row === ADD ? x + y : x * y), row === ADD ? 0 : 1);
  const whole = parts.every((t) => t.kind !== 'number' || t.whole);
  if (numbers.length > 0 && (value === 0 || (row === MUL && (Math.abs(value) === 1 || rest.some((t) => t.kind === 'call' && t.row === ADD)))))
    throw new Unknown();
  rest.sort((x, y) => (x.key < y.key ? -1 : 1));
  return call(row, ...(numbers.length > 0 ? [number(value, whole)] : []), ...rest);
}

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
      return { kind: 'symbol', symbol, key: nameOf(symbol) };
    });
    const parts = by === 1 ? symbols : [number(by, true), ...symbols];
    return parts.length === 1 ? parts[0] : call(MUL, ...parts);
  });
  if (!terms || terms.length === 0) throw new Unknown();
  const rest = terms.filter((t) => t.kind !== 'number');
  if (new Set(rest.map(pattern)).size > 1) throw new Unknown();
  return terms.length === 1 ? terms[0] : call(ADD, ...terms);
}

const isWhole = (t: Tree): boolean => (t.kind === 'number' ? t.whole : t.kind === 'symbol' || ((t.row === MUL || t.row === ADD) && t.args.every(isWhole)));
const toFloat = (t: Tree): Tree => (!isWhole(t) ? t : t.kind === 'number' ? number(t.value, false) : call(FLOAT, t));

function negative(t: Tree): Tree {
  if (t.kind === 'number') return number(-t.value, t.whole);
  if (t.kind === 'call' && t.row === ADD) throw new Unknown();
  const [first, ...rest] = t.kind === 'call' && t.row === MUL ? t.args : [t];
  if (t.kind !== 'call' || t.row !== MUL || first.kind !== 'number') return call(MUL, number(-1, true), t);
  return first.value === -1 ? (rest.length === 1 ? rest[0] : call(MUL, ...rest)) : call(MUL, number(-first.value, first.whole), ...rest);
}

function operation(op: string, args: readonly Tree[]): Tree {
  const [a, b] = args;
  if (op === '/' && isWhole(a) && isWhole(b)) return call(null, a, b);
  const [x, y] = args.map(toFloat);
  if (op === 'float') return x;
  if (op === 'neg') return negative(x);
  if (op === '/') return call('aten.true_divide.Tensor', x, y);
  if (op === '**' && !(isWhole(a) && isWhole(b))) return call('aten.pow.Tensor_Tensor', x, y);
  if (op === '*') return joined(MUL, x, y);
  if (op === '+') return joined(ADD, x, y);
  if (op === '-') return joined(ADD, x, negative(y));
  if (/^[a-z]/.test(op)) return call(`aten.${op}.default`, x);
  throw new Unknown();
}

/** One number of the program in each of its runs. */
function read(values: readonly Real[], runs: readonly Run[], sofar: number): Tree {
  const floats = values.filter((v) => v instanceof PyFloat);
  if (floats.length < values.length) {
    if (floats.length > 0) throw new Unknown();
    return whole(values as number[], runs, sofar);
  }
  if (floats.every((f) => Object.is(f.v, floats[0].v))) return number(floats[0].v, false);
  const steps = floats.map((f, i) => runs[i].steps.get(f));
  const known = steps.filter((s): s is FloatStep => s !== undefined && s.op === steps[0]?.op);
  if (known.length < steps.length) throw new Unknown();
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

/** The calls of a segment that have a float made of sizes as a number. */
export function derivedFloats(runs: readonly Run[]): DerivedFloat[] {
  const [first] = runs;
  const found: DerivedFloat[] = [];
  const wants = first.calls.some((c) => c.gradMode && c.args.some((a) => a instanceof Tensor && requiresGrad(a)));
  let at = -1;
  first.calls.forEach((c, i) => {
    if (!isSlice(c)) at++;
    const here = runs.filter(
      (r) => r.symbol?.kind !== 'float' && !r.symbol?.constant && r.calls.length > i && r.calls.slice(0, i + 1).every((d, k) => d.op === first.calls[k].op),
    );
    const places = c.args.flatMap((a, k) => (here.some((r) => moves(a, r.calls[i].args[k])) ? [k] : []));
    if (places.length === 0) return;
    const { overload } = c.op;
    const meets = places.length === 1 && places[0] === 1 && (COMPARES.test(overload) || TAKES.has(overload));
    if (!meets) {
      if (!(wants ? KEEPS_GRAD : KEEPS).has(overload)) refuse(c);
      return;
    }
    try {
      found.push({
        at,
        tree: read(
          here.map((r) => r.calls[i].args[1] as Real),
          here,
          0,
        ),
      });
    } catch (e) {
      if (e instanceof Unknown) refuse(c);
      throw e;
    }
  });
  return found;
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
            schema: `${row.split('.')[1]}(Tensor self${/Tensor$/.test(row) ? ', Tensor other' : ''}${row === ADD ? ', Scalar alpha' : ''}) -> Tensor`,
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

  private make(t: Exclude<Tree, { kind: 'number' }>, like: RecordedCall): Tensor | null {
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

/** The captured calls with the floats that are made of sizes computed among them. */
export function withDerived(captured: Captured, derived: readonly DerivedFloat[], valueOf: (s: SizeSymbol) => number): Captured {
  if (derived.length === 0) return captured;
  const pass = new Tensorified(valueOf);
  const moved: number[] = [];
  let at = -1;
  for (const c of captured.calls) {
    moved.push(pass.calls.length);
    if (!isSlice(c)) at++;
    const found = isSlice(c) ? undefined : derived.find((d) => d.at === at);
    if (found) pass.meet(c, found.tree);
    else pass.calls.push(c);
  }
  return { ...captured, calls: pass.calls, steps: captured.steps.map((s) => ({ ...s, at: moved[s.at] ?? pass.calls.length })) };
}
