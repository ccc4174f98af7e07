/**
 * What operators do with tensors in coordinates, as PyTorch's CPU kernels do it (aten/src/ATen/native/sparse/SparseTensor.cpp,
 * SparseTensorMath.cpp). Leaves out: products of two sparse tensors, hybrid tensors but where values are moved whole.
 */
import { empty } from '../../tensor/create.ts';
import { type DType, int64 } from '../../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { context } from '../context.ts';
import { derivative, type Arg, type OpDef, type Scalar } from '../op.ts';
import { numberOf, read, roundingOf, write } from '../work.ts';
import { becomes, type Coo, cooOf, makeCoo, type Rule, RULES } from './coo.ts';

const rule = (overload: string, f: Rule): void => void RULES.set(overload, f);
const of = (t: Tensor): Coo => cooOf(t) as Coo;
const nnz = (t: Tensor): number => of(t).values.sizes[0];
const rows = (c: Coo): number => c.indices.sizes[0];

/** A tensor of these numbers. */
function made(sizes: readonly number[], like: Tensor, numbers: ArrayLike<number>, dtype = like.dtype): Tensor {
  const t = empty(sizes, dtype, { device: like.device });
  write(t, numbers);
  return t;
}

/** Numbers of each dimension, value by value. */
function places(t: Tensor): { index: ArrayLike<number>; n: number; dims: number } {
  const c = of(t);
  return { index: read(c.indices, int64), n: nnz(t), dims: rows(c) };
}

/** The place of each value in a dense tensor of the sparse dimensions. */
function flat(t: Tensor): Float64Array {
  const { index, n, dims } = places(t);
  const at = new Float64Array(n);
  for (let d = 0; d < dims; d++) {
    const size = t.sizes[d];
    for (let i = 0; i < n; i++) {
      const x = index[d * n + i];
      if (x < 0 || x >= size) throw new Unsupported(`a sparse tensor with the index ${x} in dimension ${d} of size ${size}`);
      at[i] = at[i] * size + x;
    }
  }
  return at;
}

const width = (t: Tensor): number =>
  of(t)
    .values.sizes.slice(1)
    .reduce((a, b) => a * b, 1);

/** Sorted by place, values of one place added in their order. */
function coalesced(t: Tensor): Tensor {
  const c = of(t);
  if (c.coalesced) return t;
  const at = flat(t);
  const w = width(t);
  const round = roundingOf(t.dtype);
  const values = read(c.values, t.dtype);
  const order = Array.from(at.keys()).sort((a, b) => at[a] - at[b] || a - b);
  const first: number[] = [];
  const sums: number[] = [];
  for (const [k, i] of order.entries()) {
    const again = k > 0 && at[order[k - 1]] === at[i];
    if (!again) first.push(i);
    for (let j = 0; j < w; j++) {
      const v = values[i * w + j];
      if (again) sums[sums.length - w + j] = round(sums[sums.length - w + j] + v);
      else sums.push(v);
    }
  }
  const { index, n, dims } = places(t);
  const kept = Float64Array.from({ length: dims * first.length }, (_, k) => index[Math.floor(k / first.length) * n + first[k % first.length]]);
  const indices = made([dims, first.length], c.indices, kept, int64);
  return makeCoo(t.sizes, { indices, values: made([first.length, ...c.values.sizes.slice(1)], c.values, sums), coalesced: true });
}

function dense(t: Tensor): Tensor {
  const out = empty(t.sizes, t.dtype, { device: t.device });
  const w = width(t);
  const round = roundingOf(t.dtype);
  const values = read(of(t).values, t.dtype);
  const numbers = new Float64Array(out.numel);
  flat(t).forEach((at, i) => {
    for (let j = 0; j < w; j++) numbers[at * w + j] = round(numbers[at * w + j] + values[i * w + j]);
  });
  write(out, numbers);
  return out;
}

/** A sparse matrix times a dense one, value by value in their order. */
const viewOf = (t: Tensor, sizes: readonly number[], strides: readonly number[]): Tensor => new Tensor(t.storage, t.dtype, sizes, strides, t.offset);

function product(a: Tensor, b: Tensor, start: Tensor | null, beta: number, alpha: number): Tensor {
  if (cooOf(b) !== null || cooOf(a) === null) throw new Unsupported('a product with a sparse matrix on its right side');
  if (a.dim !== 2 || b.dim !== 2 || rows(of(a)) !== 2) throw new Unsupported('a product with a sparse tensor that is no matrix');
  if (a.sizes[1] !== b.sizes[0]) throw runtimeError(`mm: Argument #3: Expected dim 0 size ${a.sizes[1]}, got ${b.sizes[0]}`);
  if (a.dtype !== b.dtype) throw runtimeError(`Expected object of scalar type ${a.dtype.name} but got ${b.dtype.name}`);
  const [m, k] = [a.sizes[0], b.sizes[1]];
  const out = empty([m, k], b.dtype, { device: b.device });
  const round = roundingOf(b.dtype);
  const r = new Float64Array(m * k);
  if (start && beta !== 0) read(start, b.dtype).forEach((v, i) => (r[i] = round(v * beta)));
  flat(a);
  context.charge?.(nnz(a) * k);
  const { index, n } = places(a);
  const [values, x] = [read(of(a).values, a.dtype), read(b, b.dtype)];
  for (let i = 0; i < n; i++) {
    const v = round(values[i] * alpha);
    const [row, column] = [index[i] * k, index[n + i] * k];
    for (let j = 0; j < k; j++) r[row + j] = round(r[row + j] + round(v * x[column + j]));
  }
  write(out, r);
  return out;
}

/** Both lists walked side by side, as if they were sorted: what stands at one place on both sides is added. */
function sum(a: Tensor, b: Tensor, alpha: Scalar): Tensor {
  const [x, y] = [cooOf(a), cooOf(b)];
  if (!x || !y || a.sizes.join() !== b.sizes.join() || a.dtype !== b.dtype || rows(x) !== rows(y)) throw new Unsupported('this sum with a sparse tensor');
  const [p, q, w, by] = [places(a), places(b), width(a), numberOf(alpha)];
  const [v, u] = [read(x.values, a.dtype), read(y.values, b.dtype)];
  const round = roundingOf(a.dtype);
  const [index, values]: [number[][], number[]] = [[], []];
  const order = (i: number, j: number): number => {
    if (i === p.n) return -1;
    if (j === q.n) return 1;
    for (let d = 0; d < p.dims; d++) {
      const more = q.index[d * q.n + j] - p.index[d * p.n + i];
      if (more !== 0) return more;
    }
    return 0;
  };
  for (let i = 0, j = 0; i < p.n || j < q.n;) {
    const cmp = order(i, j);
    const sums = new Array<number>(w).fill(0);
    const at = cmp >= 0 ? { ...p, i } : { ...q, i: j };
    index.push(Array.from({ length: p.dims }, (_, d) => at.index[d * at.n + at.i]));
    if (cmp >= 0) {
      for (let k = 0; k < w; k++) sums[k] = v[i * w + k];
      i++;
    }
    if (cmp <= 0) {
      for (let k = 0; k < w; k++) sums[k] = round(sums[k] + round(by * u[j * w + k]));
      j++;
    }
    for (const x of sums) values.push(x);
  }
  const n = index.length;
  const indices = made(
    [p.dims, n],
    x.indices,
    Float64Array.from({ length: p.dims * n }, (_, k) => index[k % n][Math.floor(k / n)]),
    int64,
  );
  return makeCoo(a.sizes, { indices, values: made([n, ...x.values.sizes.slice(1)], x.values, values), coalesced: x.coalesced && y.coalesced });
}

/** Each value on its own. */
function each(t: Tensor, f: (v: number) => number): Tensor {
  const c = of(t);
  const round = roundingOf(t.dtype);
  return makeCoo(t.sizes, {
    ...c,
    values: made(
      c.values.sizes,
      c.values,
      Float64Array.from(read(c.values, t.dtype), (v) => round(f(v))),
    ),
  });
}

function scaled(t: Tensor, other: Arg, f: (v: number, by: number) => number): Tensor {
  if (cooOf(t) === null || other instanceof Tensor || t.dtype.category !== 'float') throw new Unsupported('this product with a sparse tensor');
  const by = roundingOf(t.dtype)(numberOf(other as Scalar));
  return each(t, (v) => f(v, by));
}

/** A dense tensor with the values of a sparse one added at their places. */
function onto(a: Tensor, t: Tensor, alpha: Scalar): Tensor {
  if (a.sizes.join() !== t.sizes.join() || a.dtype !== t.dtype) throw new Unsupported('this sum with a sparse tensor');
  const round = roundingOf(t.dtype);
  const [out, by, w, values] = [Float64Array.from(read(a, a.dtype)), numberOf(alpha), width(t), read(of(t).values, t.dtype)];
  flat(t).forEach((at, i) => {
    for (let j = 0; j < w; j++) out[at * w + j] = round(out[at * w + j] + round(by * values[i * w + j]));
  });
  return made(a.sizes, a, out);
}

function turned(t: Tensor): Tensor {
  const c = of(t);
  if (t.dim !== 2 || rows(c) !== 2) throw new Unsupported('t of a sparse tensor that is no matrix');
  const { index, n } = places(t);
  const indices = made(
    [2, n],
    c.indices,
    Float64Array.from({ length: 2 * n }, (_, k) => index[k < n ? k + n : k - n]),
    int64,
  );
  return makeCoo([t.sizes[1], t.sizes[0]], { indices, values: c.values, coalesced: false });
}

const whole = (what: string, t: Tensor): Coo => {
  const c = of(t);
  if (!c.coalesced) throw runtimeError(`Cannot get ${what} on an uncoalesced tensor, please call .coalesce() first`);
  return c;
};

rule('is_coalesced', (t: Tensor) => of(t).coalesced);
rule('_coalesce', coalesced);
rule('_indices', (t: Tensor) => of(t).indices);
rule('_values', (t: Tensor) => of(t).values);
rule('indices', (t: Tensor) => whole('indices', t).indices);
rule('values', (t: Tensor) => whole('values', t).values);
rule('_nnz', nnz);
rule('sparse_dim', (t: Tensor) => rows(of(t)));
rule('dense_dim', (t: Tensor) => t.dim - rows(of(t)));
rule('_to_dense', dense);
rule('mm', (a: Tensor, b: Tensor) => product(a, b, null, 0, 1));
rule('addmm', (s: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => product(a, b, s, numberOf(beta), numberOf(alpha)));
rule('_sparse_addmm', (s: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => product(a, b, s, numberOf(beta), numberOf(alpha)));
rule('add.Tensor', (a: Tensor, b: Tensor, alpha: Scalar) => (cooOf(a) === null && cooOf(b) !== null ? onto(a, b, alpha) : sum(a, b, alpha)));
rule('add_.Tensor', (a: Tensor, b: Tensor, alpha: Scalar) => {
  if (cooOf(a) !== null) return becomes(a, sum(a, b, alpha));
  a.storage.willChange();
  write(a, read(onto(a, b, alpha), a.dtype));
  return a;
});
rule('sparse_mask', (t: Tensor, mask: Tensor) => {
  const c = of(mask);
  if (cooOf(t) !== null || !c.coalesced) throw new Unsupported('sparse_mask by what is not coalesced');
  const [w, from] = [width(mask), read(t, t.dtype)];
  const numbers = new Float64Array(nnz(mask) * w);
  flat(mask).forEach((at, i) => {
    for (let j = 0; j < w; j++) numbers[i * w + j] = from[at * w + j];
  });
  return makeCoo(t.sizes, { ...c, values: made(c.values.sizes, t, numbers) });
});
rule('sum', (t: Tensor) => {
  const round = roundingOf(t.dtype);
  return made([], t, [Array.from(read(of(t).values, t.dtype)).reduce((a, b) => round(a + b), 0)]);
});
rule('neg', (t: Tensor) => each(t, (v) => -v));
rule('div.Tensor', (t: Tensor, by: Arg) => scaled(t, by, (v, x) => v / x));
rule('mv', (a: Tensor, b: Tensor) => viewOf(product(a, viewOf(b, [b.sizes[0], 1], [b.strides[0], 0]), null, 0, 1), [a.sizes[0]], [1]));
rule('transpose.int', turned);
rule('permute', (t: Tensor, dims: readonly number[]) => {
  if (dims.length !== 2 || dims.some((d, i) => (d + 2) % 2 !== 1 - i)) throw new Unsupported('permute of a sparse tensor that is no matrix');
  return turned(t);
});
rule('_to_copy', (t: Tensor, dtype: DType | null) => {
  const c = of(t);
  const as = dtype ?? t.dtype;
  return makeCoo(t.sizes, {
    ...c,
    indices: made(c.indices.sizes, c.indices, read(c.indices, int64)),
    values: made(c.values.sizes, c.values, read(c.values, as), as),
  });
});
rule('mul.Tensor', (t: Tensor, by: Arg) => scaled(t, by, (v, x) => v * x));
rule('t', turned);
rule('detach', (t: Tensor) => makeCoo(t.sizes, of(t)));
rule('alias', (t: Tensor) => makeCoo(t.sizes, of(t)));
rule('clone', (t: Tensor) => {
  const c = of(t);
  const copy = (x: Tensor): Tensor => made(x.sizes, x, read(x, x.dtype));
  return makeCoo(t.sizes, { ...c, indices: copy(c.indices), values: copy(c.values) });
});

/** The operators that are about sparse tensors alone. */
const only = (schema: string, kind: 'kernel' | 'view' = 'kernel'): OpDef => ({
  schema,
  kind,
  meta: () => {
    throw new Unsupported(`aten.${schema.slice(0, schema.indexOf('('))} of a tensor that is not sparse`);
  },
});

export const SPARSE: readonly OpDef[] = [
  {
    schema: 'is_coalesced(Tensor self) -> bool',
    kind: 'kernel',
    kernel: () => {
      throw runtimeError('is_coalesced expected sparse coordinate tensor layout but got Strided');
    },
  },
  only('_coalesce(Tensor self) -> Tensor'),
  only('_indices(Tensor(a) self) -> Tensor(a)'),
  only('_values(Tensor(a) self) -> Tensor(a)'),
  only('indices(Tensor(a) self) -> Tensor(a)'),
  only('values(Tensor(a) self) -> Tensor(a)'),
  only('_nnz(Tensor self) -> int'),
  only('sparse_dim(Tensor self) -> int'),
  only('dense_dim(Tensor self) -> int'),
  only('sparse_mask(Tensor self, Tensor mask) -> Tensor'),
  only('_to_dense(Tensor self, ScalarType? dtype=None, bool? masked_grad=None) -> Tensor'),
  {
    schema:
      '_sparse_coo_tensor_with_dims_and_tensors(int sparse_dim, int dense_dim, SymInt[] size, Tensor indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False, bool? is_coalesced=None) -> Tensor',
    kind: 'kernel',
    meta: (_s: number, _d: number, size: number[], indices: Tensor, values: Tensor, _t: Arg, _l: Arg, _v: Arg, _p: Arg, is: boolean | null) =>
      makeCoo(size, { indices, values, coalesced: is ?? false }),
  },
  {
    schema: '_to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_out: null, t: Tensor) => {
      const numbers = read(t, t.dtype);
      const at = Array.from(numbers.keys()).filter((i) => numbers[i] !== 0);
      const index = new Float64Array(t.dim * at.length);
      at.forEach((i, k) => {
        for (let d = t.dim - 1, left = i; d >= 0; d--) {
          index[d * at.length + k] = left % t.sizes[d];
          left = Math.floor(left / t.sizes[d]);
        }
      });
      const indices = made([t.dim, at.length], t, index, int64);
      return makeCoo(t.sizes, {
        indices,
        values: made(
          [at.length],
          t,
          at.map((i) => numbers[i]),
        ),
        coalesced: true,
      });
    },
  },
  {
    ...only('_sparse_addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor'),
    derivative: derivative('SparseAddmmBackward0', ['mat1', 'mat2?mat1'], {
      mat1: (c) => {
        const k = c.call;
        const mat1 = c.t('mat1');
        if (!k('is_coalesced', mat1)) throw new Unsupported('the gradient of a sparse matrix that is not coalesced');
        return k.one('sparse_mask', k.maybeMul(k.mm(c.g, k.t(c.t('mat2'))), c.arg<Scalar>('alpha')), mat1);
      },
      self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
      mat2: (c) => c.call.maybeMul(c.call.mm(c.call.t(c.t('mat1')), c.g), c.arg<Scalar>('alpha')),
    }),
  },
  {
    schema:
      '_sparse_coo_tensor_unsafe(Tensor indices, Tensor values, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool? is_coalesced=None) -> Tensor',
    kind: 'composite',
    composite: (call, indices: Tensor, values: Tensor, size: number[], _t: Arg, _l: Arg, _d: Arg, _p: Arg, is: boolean | null) => {
      const dims = indices.sizes[0];
      if (indices.dim !== 2 || values.dim < 1 || values.sizes[0] !== indices.sizes[1] || size.length !== dims + values.dim - 1)
        throw new Unsupported('a sparse tensor whose indices, values and sizes do not fit');
      const device = values.device;
      return call.one('_sparse_coo_tensor_with_dims_and_tensors', dims, values.dim - 1, size, indices, values, values.dtype, 'sparse_coo', device, null, is);
    },
  },
  {
    schema: '_sparse_mm(Tensor sparse, Tensor dense) -> Tensor',
    kind: 'composite',
    composite: (call, a: Tensor, b: Tensor) => {
      const start = call.one('zeros', [a.sizes[0], b.sizes[1]], b.dtype, 'strided', b.device, null);
      return call.one('_sparse_addmm', start, a, b, 0, 1);
    },
  },
  {
    schema: 'coalesce(Tensor(a) self) -> Tensor(a)',
    kind: 'composite',
    composite: (call, t: Tensor) => (call('is_coalesced', t) ? t : call.u('_coalesce', t)),
  },
  {
    schema: 'to_dense(Tensor self, ScalarType? dtype=None, *, bool? masked_grad=None) -> Tensor',
    kind: 'composite',
    composite: (call, t: Tensor, dtype: Arg) => (cooOf(t) === null ? t : call.one('_to_dense', t, dtype, null)),
  },
  {
    schema: 'to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor',
    kind: 'composite',
    composite: (call, t: Tensor) => (cooOf(t) === null ? call.one('_to_sparse', t, null, null, null) : t),
  },
];
