/**
 * Eigenvalues and vectors of a symmetric matrix as LAPACK's `syevd` finds them for small ones: reflections to a
 * tridiagonal matrix (`sytd2`, lower), then implicit QL or QR steps (`steqr`), then the reflections on the vectors.
 *
 * The order of the steps decides the signs of the vectors, which programs print. Rotations are those of LAPACK before
 * 3.10 (`lartg`), as MKL makes them; a minus zero counts as positive. Steps are rounded to float32 where the matrix is.
 *
 * Leaves out: scaling of very large and very small numbers; the divided form for more than 25 rows, whose signs may differ.
 */
import type { Matrix } from '../matrices.ts';

type Round = (x: number) => number;

const withSign = (x: number, of: number): number => (of >= 0 ? x : -x);

/** A rotation that turns (f, g) into (r, 0): cosine, sine, r. */
function rotation(f: number, g: number, q: Round): [number, number, number] {
  if (g === 0) return [1, 0, f];
  if (f === 0) return [0, 1, g];
  const r = q(Math.sqrt(q(q(f * f) + q(g * g))));
  const [c, s] = [q(f / r), q(g / r)];
  return Math.abs(f) > Math.abs(g) && c < 0 ? [-c, -s, -r] : [c, s, r];
}

/** Eigenvalues of [[a, b], [b, c]], the larger in magnitude first, and its vector (`laev2`). */
function twoByTwo(a: number, b: number, c: number, q: Round): [number, number, number, number] {
  const [sum, diff, twice] = [q(a + c), q(a - c), q(b + b)];
  const [ad, ab] = [Math.abs(diff), Math.abs(twice)];
  const [most, least] = Math.abs(a) > Math.abs(c) ? [a, c] : [c, a];
  const root = ad > ab ? q(ad * Math.sqrt(1 + (ab / ad) ** 2)) : ad < ab ? q(ab * Math.sqrt(1 + (ad / ab) ** 2)) : q(ab * Math.SQRT2);
  const negative = sum < 0;
  const first = sum === 0 ? q(root / 2) : q((negative ? sum - root : sum + root) / 2);
  const second = sum === 0 ? q(-root / 2) : q(q(q(most / first) * least) - q(q(b / first) * b));
  const cs = q(diff >= 0 ? diff + root : diff - root);
  let [cosine, sine] = [1, 0];
  if (Math.abs(cs) > ab) {
    const ct = q(-twice / cs);
    sine = q(1 / Math.sqrt(1 + ct * ct));
    cosine = q(ct * sine);
  } else if (ab !== 0) {
    const tn = q(-cs / twice);
    cosine = q(1 / Math.sqrt(1 + tn * tn));
    sine = q(tn * cosine);
  }
  return negative === diff < 0 ? [first, second, -sine, cosine] : [first, second, cosine, sine];
}

interface Reflection {
  readonly at: number;
  readonly v: Float64Array;
  readonly tau: number;
}

function tridiagonal(a: Matrix, n: number, q: Round): { d: Float64Array; e: Float64Array; steps: Reflection[] } {
  const [d, e] = [new Float64Array(n), new Float64Array(n)];
  const steps: Reflection[] = [];
  for (let i = 0; i < n - 1; i++) {
    const m = n - 1 - i;
    const first = (i + 1) * n + i;
    const alpha = a[first];
    let rest = 0;
    for (let k = 1; k < m; k++) rest += a[first + k * n] ** 2;
    const v = new Float64Array(m);
    let [beta, tau] = [alpha, 0];
    v[0] = 1;
    if (rest !== 0) {
      const norm = q(Math.sqrt(alpha * alpha + rest));
      beta = alpha >= 0 ? -norm : norm;
      tau = q((beta - alpha) / beta);
      const by = q(1 / q(alpha - beta));
      for (let k = 1; k < m; k++) v[k] = q(a[first + k * n] * by);
      const w = new Float64Array(m);
      const at = (r: number, c: number): number => (i + 1 + Math.max(r, c)) * n + i + 1 + Math.min(r, c);
      let dot = 0;
      for (let r = 0; r < m; r++) {
        for (let c = 0; c < m; c++) w[r] += a[at(r, c)] * v[c];
        w[r] = q(tau * w[r]);
        dot += w[r] * v[r];
      }
      const half = q(-0.5 * tau * dot);
      for (let r = 0; r < m; r++) w[r] = q(w[r] + half * v[r]);
      for (let r = 0; r < m; r++) for (let c = 0; c <= r; c++) a[at(r, c)] = q(a[at(r, c)] - q(v[r] * w[c]) - q(w[r] * v[c]));
    }
    e[i] = beta;
    d[i] = a[i * n + i];
    steps.push({ at: i, v, tau });
  }
  if (n > 0) d[n - 1] = a[n * n - 1];
  return { d, e, steps };
}

/** The vectors and what is done to them: columns `j` and `j + 1` turned. */
class Columns {
  readonly z: Matrix;
  private readonly n: number;
  private readonly q: Round;
  constructor(n: number, q: Round) {
    this.n = n;
    this.q = q;
    this.z = new Float64Array(n * n);
    for (let i = 0; i < n; i++) this.z[i * n + i] = 1;
  }
  turn(j: number, c: number, s: number): void {
    const { z, n, q } = this;
    for (let i = j, k = 0; k < n; k++, i += n) {
      const t = z[i + 1];
      z[i + 1] = q(q(c * t) - q(s * z[i]));
      z[i] = q(q(s * t) + q(c * z[i]));
    }
  }
  swap(a: number, b: number): void {
    for (let k = 0; k < this.n; k++) {
      const row = k * this.n;
      [this.z[row + a], this.z[row + b]] = [this.z[row + b], this.z[row + a]];
    }
  }
}

/** One block of the tridiagonal matrix, from `l` towards `end`: QL where the end lies behind, QR where it lies before. */
function block(d: Float64Array, e: Float64Array, columns: Columns, from: number, end: number, eps: number, q: Round): void {
  const step = end > from ? 1 : -1;
  const off = (m: number): number => (step > 0 ? m : m - 1);
  for (let l = from, tries = 0; (end - l) * step >= 0;) {
    let m = l;
    while (m !== end && e[off(m)] ** 2 > eps * eps * Math.abs(d[m]) * Math.abs(d[m + step])) m += step;
    if (m !== end) e[off(m)] = 0;
    if (m === l) {
      l += step;
      continue;
    }
    if (m === l + step) {
      const low = Math.min(l, m);
      const [a, b, c, s] = twoByTwo(d[low], e[low], d[low + 1], q);
      columns.turn(low, c, s);
      [d[low], d[low + 1], e[low]] = [a, b, 0];
      l += 2 * step;
      continue;
    }
    if (tries++ > 30 * d.length) return;
    let p = d[l];
    let g = q(q(d[l + step] - p) / q(2 * e[off(l)]));
    g = q(q(d[m] - p) + q(e[off(l)] / q(g + withSign(q(Math.hypot(g, 1)), g))));
    let [s, c] = [1, 1];
    p = 0;
    for (let i = m; i !== l; i -= step) {
      // `i` and its neighbour towards `l`, with the element between them.
      const next = i - step;
      const between = Math.min(i, next);
      const [f, b] = [q(s * e[between]), q(c * e[between])];
      let r: number;
      [c, s, r] = rotation(g, f, q);
      if (i !== m) e[Math.min(i, i + step)] = r;
      g = q(d[i] - p);
      r = q(q(q(d[next] - g) * s) + q(2 * c * b));
      p = q(s * r);
      d[i] = q(g + p);
      g = q(q(c * r) - b);
      columns.turn(between, c, step > 0 ? -s : s);
    }
    d[l] = q(d[l] - p);
    e[off(l)] = g;
  }
}

/**
 * Eigenvalues (ascending) and vectors (columns). `single`: a float32 matrix. `upper`: that triangle is read, from its end:
 * the same as the lower one of the matrix turned by half.
 */
export function symmetricEigenpairs(a0: ArrayLike<number>, n: number, single: boolean, upper = false): { values: Float64Array; vectors: Matrix } {
  const q: Round = single ? Math.fround : (x) => x;
  const eps = single ? 2 ** -24 : 2 ** -53;
  const a = Float64Array.from(a0);
  const { d, e, steps } = tridiagonal(upper ? a.reverse() : a, n, q);
  if (upper) {
    d.reverse();
    e.subarray(0, n - 1).reverse();
  }
  const columns = new Columns(n, q);
  for (let start = 0; start < n;) {
    let m = start;
    while (m < n - 1 && Math.abs(e[m]) > Math.sqrt(Math.abs(d[m])) * Math.sqrt(Math.abs(d[m + 1])) * eps) m++;
    if (m < n - 1) e[m] = 0;
    if (m > start) {
      const [from, end] = Math.abs(d[m]) < Math.abs(d[start]) ? [m, start] : [start, m];
      block(d, e, columns, from, end, eps, q);
    }
    start = m + 1;
  }
  for (let i = 0; i < n - 1; i++) {
    let least = i;
    for (let j = i + 1; j < n; j++) if (d[j] < d[least]) least = j;
    if (least === i) continue;
    [d[i], d[least]] = [d[least], d[i]];
    columns.swap(i, least);
  }
  const { z } = columns;
  const row = (r: number): number => (upper ? n - 1 - r : r) * n;
  for (const { at, v, tau } of steps.toReversed()) {
    if (tau === 0) continue;
    for (let c = 0; c < n; c++) {
      let dot = 0;
      for (let r = 0; r < v.length; r++) dot += v[r] * z[row(at + 1 + r) + c];
      for (let r = 0; r < v.length; r++) z[row(at + 1 + r) + c] = q(z[row(at + 1 + r) + c] - q(tau * v[r] * dot));
    }
  }
  return { values: d, vectors: z };
}
