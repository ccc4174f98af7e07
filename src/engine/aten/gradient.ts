/**
 * torch.gradient: differences of neighbours over their distance, one-sided at the edges. After ReduceOps.cpp
 * (`gradient_helper_float`, `gradient_helper`, `pre_check_gradient`), row by row.
 *
 * Leaves out: edges of second order between uneven coordinates.
 */
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { reducedDims, type Sizes } from './dims.ts';
import { type Call, composite, type OpDef, type Scalar } from './op.ts';

function check(self: Tensor, count: number | null, dims: Sizes | null, order: number): void {
  if (self.dtype.name === 'uint8') throw runtimeError('torch.gradient does not support uint8 input.');
  if (count !== null && dims !== null && count !== dims.length) throw runtimeError(differ(count, dims.length));
  if (order !== 1 && order !== 2) throw runtimeError('torch.gradient only supports edge_order=1 and edge_order=2.');
  const over = dims === null ? self.sizes : reducedDims(dims, self.dim).map((d) => self.sizes[d]);
  if (over.some((n) => n < order + 1)) throw runtimeError('torch.gradient expected each dimension size to be at least edge_order+1');
}

const differ = (count: number, dims: number): string =>
  `torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the same length, but got a spacing argument of length ${count} and a dim argument of length ${dims}.`;

/** `[from, to)` along a dimension. */
const part = (k: Call, x: Tensor, dim: number, from: number, to: number): Tensor => k.slice(x, dim, from, to, 1);

/** The difference of two neighbours at an edge. */
function edge(k: Call, x: Tensor, d: number, at: number, h: Tensor | Scalar): Tensor {
  const left = part(k, x, d, at, at + 1);
  return k.div(k.sub(part(k, x, d, at + 1, at + 2), left), h);
}

/** Three neighbours weighed, in the order C++ takes the terms. */
function edge2(k: Call, x: Tensor, d: number, h: Scalar, first: boolean): Tensor {
  const n = x.sizes[d];
  const term = (at: number, w: number): Tensor => k.mul(part(k, x, d, at, at + 1), w === 2 ? 2 : k.float(w));
  if (first) {
    const c = term(2, 0.5);
    const b = term(1, 2);
    return k.div(k.sub(k.add(term(0, -1.5), b), c), h);
  }
  const c = term(n - 1, 1.5);
  const b = term(n - 2, 2);
  return k.div(k.add(k.sub(term(n - 3, 0.5), b), c), h);
}

function even(k: Call, self: Tensor, dims: Sizes, spacing: readonly Scalar[], order: number): Tensor[] {
  return dims.map((d, i) => {
    const h = spacing[i];
    const n = self.sizes[d];
    const before = part(k, self, d, 0, n - 2);
    const inner = k.div(k.sub(part(k, self, d, 2, n), before), h);
    const first = order === 1 ? edge(k, self, d, 0, h) : edge2(k, self, d, h, true);
    const last = order === 1 ? edge(k, self, d, n - 2, h) : edge2(k, self, d, h, false);
    return k.one('cat', [first, k.div(inner, 2), last], d);
  });
}

function uneven(k: Call, self: Tensor, dims: Sizes, coordinates: readonly Tensor[], order: number): Tensor[] {
  if (order === 2) throw new Unsupported('torch.gradient of second order at the edges between coordinates');
  return dims.map((d, i) => {
    const x = coordinates[i];
    const n = self.sizes[d];
    const shape = self.sizes.map((_, at) => (at === d ? -1 : 1));
    const start = part(k, x, 0, 0, n - 1);
    const dx = k.sub(part(k, x, 0, 1, n), start);
    const dx1 = part(k, dx, 0, 0, n - 2);
    const dx2 = part(k, dx, 0, 1, n - 1);
    const sum = k.mul(dx1, k.add(dx1, dx2));
    const a = k.view(k.div(k.neg(dx2), sum), shape);
    const both = k.mul(dx1, dx2);
    const b = k.view(k.div(k.sub(dx2, dx1), both), shape);
    const c = k.view(k.div(dx1, k.mul(dx2, k.add(dx1, dx2))), shape);
    const third = k.mul(c, part(k, self, d, 2, n));
    const second = k.mul(b, part(k, self, d, 1, n - 1));
    const inner = k.add(k.add(k.mul(a, part(k, self, d, 0, n - 2)), second), third);
    const first = edge(k, self, d, 0, k.select(dx, 0, 0));
    const last = edge(k, self, d, n - 2, k.select(dx, 0, -1));
    return k.one('cat', [first, inner, last], d);
  });
}

const all = (self: Tensor): number[] => self.sizes.map((_, i) => i);
const chosen = (self: Tensor, dim: Sizes | number | null): number[] => (dim === null ? all(self) : reducedDims(dim, self.dim, false));
const listed = (dim: Sizes | number | null): Sizes | null => (typeof dim === 'number' ? [dim] : dim);

function byScalars(k: Call, self: Tensor, spacing: readonly Scalar[] | Scalar | null, dim: Sizes | number | null, order: number): Tensor[] {
  check(self, Array.isArray(spacing) ? spacing.length : null, listed(dim), order);
  const dims = chosen(self, dim);
  const h = spacing === null ? dims.map(() => k.float(1)) : Array.isArray(spacing) ? (spacing as Scalar[]) : dims.map(() => spacing as Scalar);
  if (h.length !== dims.length) throw runtimeError(differ(h.length, dims.length));
  return even(k, self, dims, h, order);
}

function byTensors(k: Call, self: Tensor, spacing: readonly Tensor[], dim: Sizes | number | null, order: number): Tensor[] {
  check(self, spacing.length, listed(dim), order);
  const dims = chosen(self, dim);
  if (spacing.length !== dims.length) throw runtimeError(differ(spacing.length, dims.length));
  return uneven(k, self, dims, spacing, order);
}

type Dim = Sizes | number | null;
const form = (overload: string, args: string, run: (k: Call, self: Tensor, ...rest: never[]) => Tensor[]): OpDef =>
  composite(`gradient.${overload}(Tensor self, *, ${args}, int edge_order=1) -> Tensor[]`, run);

export const GRADIENT: readonly OpDef[] = [
  form('scalarint', 'Scalar? spacing=None, int? dim=None', (k, self: Tensor, h: Scalar | null, dim: Dim, order: number) => byScalars(k, self, h, dim, order)),
  form('scalararray', 'Scalar spacing, int[] dim', (k, self: Tensor, h: Scalar, dim: Dim, order: number) => byScalars(k, self, h, dim, order)),
  form('array', 'int[] dim', (k, self: Tensor, dim: Dim, order: number) => byScalars(k, self, null, dim, order)),
  form('scalarrayint', 'Scalar[] spacing, int? dim=None', (k, self: Tensor, h: Scalar[], dim: Dim, order: number) => byScalars(k, self, h, dim, order)),
  form('scalarrayarray', 'Scalar[] spacing, int[] dim', (k, self: Tensor, h: Scalar[], dim: Dim, order: number) => byScalars(k, self, h, dim, order)),
  form('tensorarrayint', 'Tensor[] spacing, int? dim=None', (k, self: Tensor, h: Tensor[], dim: Dim, order: number) => byTensors(k, self, h, dim, order)),
  form('tensorarray', 'Tensor[] spacing, int[] dim', (k, self: Tensor, h: Tensor[], dim: Dim, order: number) => byTensors(k, self, h, dim, order)),
];
