/**
 * Singular values and vectors as LAPACK's `gesdd` finds them for small matrices: reflections from both sides to two
 * diagonals (`gebd2`), implicit QR steps on them (`bdsqr`), then the reflections on the vectors; a matrix half as high
 * again as it is wide is brought to its triangle first.
 *
 * The order of the steps decides the signs of the vectors, which programs print. Rotations are those of LAPACK from 3.10
 * on (`lartg`), as MKL makes them here; a minus zero counts as positive.
 *
 * Leaves out: scaling of very large and very small numbers; the divided form for more than 25 columns, whose signs may
 * differ; rounding of each step to float32.
 */
import { type Matrix, transpose } from '../matrices.ts';

const sign = (x: number, of: number): number => (of >= 0 ? Math.abs(x) : -Math.abs(x));
const SMALLEST = 2 ** -1022;

/** A rotation that turns (f, g) into (r, 0): cosine, sine, r. */
function rotation(f: number, g: number): [number, number, number] {
  if (g === 0) return [1, 0, f];
  if (f === 0) return [0, sign(1, g), Math.abs(g)];
  const d = Math.sqrt(f * f + g * g);
  const r = sign(d, f);
  return [Math.abs(f) / d, g / r, r];
}

/** The smaller singular value of [[f, g], [0, h]] (`las2`). */
function smallerOf(f: number, g: number, h: number): number {
  const [fa, ga, ha] = [Math.abs(f), Math.abs(g), Math.abs(h)];
  const [least, most] = [Math.min(fa, ha), Math.max(fa, ha)];
  if (least === 0) return 0;
  const [as, at] = [1 + least / most, (most - least) / most];
  if (ga < most) {
    const au = (ga / most) ** 2;
    return least * (2 / (Math.sqrt(as * as + au) + Math.sqrt(at * at + au)));
  }
  const au = most / ga;
  if (au === 0) return (least * most) / ga;
  return least * (1 / (Math.sqrt(1 + (as * au) ** 2) + Math.sqrt(1 + (at * au) ** 2))) * au * 2;
}

/** Singular values of [[f, g], [0, h]], the smaller first, then sine and cosine of the right and of the left rotation (`lasv2`). */
function twoByTwo(f: number, g: number, h: number, eps: number): [number, number, number, number, number, number] {
  const swap = Math.abs(h) > Math.abs(f);
  const [ft, ht] = swap ? [h, f] : [f, h];
  const [fa, ha, ga] = [Math.abs(ft), Math.abs(ht), Math.abs(g)];
  let most = swap ? 3 : 1;
  let [least, largest, clt, crt, slt, srt] = [ha, fa, 1, 1, 0, 0];
  if (ga !== 0 && ga > fa && fa / ga < eps) {
    most = 2;
    [largest, least] = [ga, ha > 1 ? fa / (ga / ha) : (fa / ga) * ha];
    [slt, srt, crt] = [ht / g, 1, ft / g];
  } else if (ga !== 0) {
    if (ga > fa) most = 2;
    const d = fa - ha;
    let l = d === fa ? 1 : d / fa;
    const m = g / ft;
    let t = 2 - l;
    const s = Math.sqrt(t * t + m * m);
    const r = l === 0 ? Math.abs(m) : Math.sqrt(l * l + m * m);
    const a = (s + r) / 2;
    [least, largest] = [ha / a, fa * a];
    if (m * m === 0) t = l === 0 ? sign(2, ft) * sign(1, g) : g / sign(d, ft) + m / t;
    else t = (m / (s + t) + m / (r + l)) * (1 + a);
    l = Math.sqrt(t * t + 4);
    [crt, srt] = [2 / l, t / l];
    clt = (crt + srt * m) / a;
    slt = ((ht / ft) * srt) / a;
  }
  const [csl, snl, csr, snr] = swap ? [srt, crt, slt, clt] : [clt, slt, crt, srt];
  const s =
    most === 1 ? sign(1, csr) * sign(1, csl) * sign(1, f) : most === 2 ? sign(1, snr) * sign(1, csl) * sign(1, g) : sign(1, snr) * sign(1, snl) * sign(1, h);
  return [sign(least, s * sign(1, f) * sign(1, h)), sign(largest, s), snr, csr, snl, csl];
}

/** A square array whose rows are the vectors so far. */
class Rows {
  readonly v: Matrix;
  readonly n: number;
  constructor(n: number) {
    this.n = n;
    this.v = new Float64Array(n * n);
    for (let i = 0; i < n; i++) this.v[i * n + i] = 1;
  }
  turn(j: number, c: number, s: number): void {
    const { v, n } = this;
    for (let a = j * n, b = a + n, k = 0; k < n; k++, a++, b++) [v[a], v[b]] = [s * v[b] + c * v[a], c * v[b] - s * v[a]];
  }
  negate(j: number): void {
    for (let k = j * this.n; k < (j + 1) * this.n; k++) this.v[k] = -this.v[k];
  }
  swap(a: number, b: number): void {
    for (let k = 0; k < this.n; k++) [this.v[a * this.n + k], this.v[b * this.n + k]] = [this.v[b * this.n + k], this.v[a * this.n + k]];
  }
}

/** One sweep over the block of places `low` to `high`, downwards or upwards; without a shift in the form that keeps small values exact. */
function sweep(d: number[], e: number[], vt: Rows, u: Rows, low: number, high: number, down: boolean, shift: number): void {
  const [from, to, step] = down ? [low, high, 1] : [high, low, -1];
  const off = (i: number): number => (down ? i : i - 1); // what lies between `i` and the next place
  const turns: (() => void)[] = [];
  const turn = (i: number, c1: number, s1: number, c2: number, s2: number): void => {
    const [first, second, k] = down ? [vt, u, 1] : [u, vt, -1];
    turns.push(() => {
      first.turn(off(i), c1, k * s1);
      second.turn(off(i), c2, k * s2);
    });
  };
  if (shift === 0) {
    let [cs, oldcs, oldsn] = [1, 1, 0];
    for (let i = from; i !== to; i += step) {
      let [sn, r] = [0, 0];
      [cs, sn, r] = rotation(d[i] * cs, e[off(i)]);
      if (i !== from) e[off(i - step)] = oldsn * r;
      [oldcs, oldsn, d[i]] = rotation(oldcs * r, d[i + step] * sn);
      turn(i, cs, sn, oldcs, oldsn);
    }
    const h = d[to] * cs;
    d[to] = h * oldcs;
    e[off(to - step)] = h * oldsn;
  } else {
    let f = (Math.abs(d[from]) - shift) * (sign(1, d[from]) + shift / d[from]);
    let g = e[off(from)];
    for (let i = from; i !== to; i += step) {
      const [k, next] = [off(i), i + step];
      const [cr, sr, r] = rotation(f, g);
      if (i !== from) e[off(i - step)] = r;
      f = cr * d[i] + sr * e[k];
      e[k] = cr * e[k] - sr * d[i];
      g = sr * d[next];
      d[next] *= cr;
      const [cl, sl, q] = rotation(f, g);
      d[i] = q;
      f = cl * e[k] + sl * d[next];
      d[next] = cl * d[next] - sl * e[k];
      if (next !== to) {
        g = sl * e[off(next)];
        e[off(next)] *= cl;
      }
      turn(i, cr, sr, cl, sl);
    }
    e[off(to - step)] = f;
  }
  for (const t of turns) t();
}

/** Sets an element that no longer counts to zero; else the least singular value of the block, as far as can be told. */
function negligible(d: number[], e: number[], low: number, high: number, down: boolean, tol: number): number | null {
  const [from, to, step] = down ? [low, high, 1] : [high, low, -1];
  const last = down ? high - 1 : low;
  if (Math.abs(e[last]) <= tol * Math.abs(d[to])) {
    e[last] = 0;
    return null;
  }
  let mu = Math.abs(d[from]);
  let least = mu;
  for (let i = from; i !== to; i += step) {
    const k = down ? i : i - 1;
    if (Math.abs(e[k]) <= tol * mu) {
      e[k] = 0;
      return null;
    }
    mu = Math.abs(d[i + step]) * (mu / (mu + Math.abs(e[k])));
    least = Math.min(least, mu);
  }
  return least;
}

/** Diagonalises; the values come in descending order. */
function diagonal(d: number[], e: number[], vt: Rows, u: Rows, eps: number): void {
  const n = d.length;
  const tol = Math.max(10, Math.min(100, eps ** -0.125)) * eps;
  let mu = Math.abs(d[0]);
  let least = mu;
  for (let i = 1; i < n && least !== 0; i++) {
    mu = Math.abs(d[i]) * (mu / (mu + Math.abs(e[i - 1])));
    least = Math.min(least, mu);
  }
  const threshold = Math.max((tol * least) / Math.sqrt(n), 6 * n * n * SMALLEST);
  let [oldLow, oldHigh, down] = [-1, -1, true];
  for (let high = n - 1, tries = 0; high > 0 && tries < 6 * n * n + 100; tries++) {
    let most = Math.abs(d[high]);
    let low = high;
    while (low > 0 && Math.abs(e[low - 1]) > threshold) {
      most = Math.max(most, Math.abs(d[low - 1]), Math.abs(e[low - 1]));
      low--;
    }
    if (low > 0) e[low - 1] = 0;
    if (low === high) {
      high--;
      continue;
    }
    if (low === high - 1) {
      const [small, large, snr, csr, snl, csl] = twoByTwo(d[low], e[low], d[high], eps);
      [d[low], e[low], d[high]] = [large, 0, small];
      vt.turn(low, csr, snr);
      u.turn(low, csl, snl);
      high -= 2;
      continue;
    }
    if (low > oldHigh || high < oldLow) down = Math.abs(d[low]) >= Math.abs(d[high]);
    const smallest = negligible(d, e, low, high, down, tol);
    if (smallest === null) continue;
    [oldLow, oldHigh] = [low, high];
    let shift = 0;
    if (n * tol * (smallest / most) > Math.max(eps, 0.01 * tol)) {
      shift = down ? smallerOf(d[high - 1], e[high - 1], d[high]) : smallerOf(d[low], e[low], d[low + 1]);
      const start = Math.abs(d[down ? low : high]);
      if (start > 0 && (shift / start) ** 2 < eps) shift = 0;
    }
    sweep(d, e, vt, u, low, high, down, shift);
    const end = down ? high - 1 : low;
    if (Math.abs(e[end]) <= threshold) e[end] = 0;
  }
  for (let i = 0; i < n; i++) {
    if (d[i] >= 0) continue;
    d[i] = -d[i];
    vt.negate(i);
  }
  for (let end = n - 1; end > 0; end--) {
    let at = 0;
    for (let j = 1; j <= end; j++) if (d[j] <= d[at]) at = j;
    if (at === end) continue;
    [d[at], d[end]] = [d[end], d[at]];
    vt.swap(at, end);
    u.swap(at, end);
  }
}

interface Reflection {
  readonly at: number;
  readonly v: readonly number[];
  readonly tau: number;
}

/** The reflection of a vector onto its first place, and what stands there then. */
function reflect(x: readonly number[], at: number): [number, Reflection] {
  const [alpha, ...rest] = x;
  const norm = Math.hypot(...rest);
  if (norm === 0) return [alpha, { at, v: [1], tau: 0 }];
  const beta = alpha >= 0 ? -Math.hypot(alpha, norm) : Math.hypot(alpha, norm);
  return [beta, { at, v: [1, ...rest.map((r) => r / (alpha - beta))], tau: (beta - alpha) / beta }];
}

/** Columns of `a` from `first` on, reflected. */
function fromLeft(a: Matrix, columns: number, { at, v, tau }: Reflection, first = 0): void {
  for (let c = first; c < columns && tau !== 0; c++) {
    let dot = 0;
    v.forEach((x, r) => (dot += x * a[(at + r) * columns + c]));
    v.forEach((x, r) => (a[(at + r) * columns + c] -= tau * x * dot));
  }
}

function fromRight(a: Matrix, rows: number, columns: number, { at, v, tau }: Reflection, first: number): void {
  for (let r = first; r < rows && tau !== 0; r++) {
    let dot = 0;
    v.forEach((x, c) => (dot += x * a[r * columns + at + c]));
    v.forEach((x, c) => (a[r * columns + at + c] -= tau * x * dot));
  }
}

const column = (a: Matrix, m: number, n: number, c: number, from: number): number[] => Array.from({ length: m - from }, (_, i) => a[(from + i) * n + c]);
const row = (a: Matrix, n: number, r: number, from: number): number[] => Array.from(a.subarray(r * n + from, (r + 1) * n));

export interface Singular {
  /** m × m, or m × min(m, n). */
  readonly u: Matrix;
  readonly s: number[];
  readonly vh: Matrix;
}

/** The vectors of the small problem, one a row, set into more dimensions and reflected back. */
function spread(rows: Rows, size: number, count: number, back: readonly Reflection[]): Matrix {
  const out = new Float64Array(size * count);
  for (let i = 0; i < count; i++) {
    if (i >= rows.n) out[i * count + i] = 1;
    else for (let k = 0; k < rows.n; k++) out[k * count + i] = rows.v[i * rows.n + k];
  }
  for (const r of back.toReversed()) fromLeft(out, count, r);
  return out;
}

/** Of an m × n matrix. `single`: its numbers are float32, which decides when an element no longer counts. `full`: square U and V. */
export function singularVectors(a0: ArrayLike<number>, m: number, n: number, single: boolean, full: boolean): Singular {
  const eps = single ? 2 ** -24 : 2 ** -53;
  const k = Math.min(m, n);
  let a = Float64Array.from(a0);
  const before: Reflection[] = [];
  let rows = m;
  if (m > n && m >= Math.floor(1.5 * k)) {
    for (let i = 0; i < n; i++) {
      const [beta, r] = reflect(column(a, m, n, i, i), i);
      fromLeft(a, n, r, i + 1);
      for (let j = i; j < m; j++) a[j * n + i] = j === i ? beta : 0;
      before.push(r);
    }
    a = a.slice(0, n * n);
    rows = n;
  }
  const [left, right]: [Reflection[], Reflection[]] = [[], []];
  const [d, e]: [number[], number[]] = [[], []];
  const upper = rows >= n;
  for (let i = 0; i < k; i++) {
    const [first, one] = reflect(upper ? column(a, rows, n, i, i) : row(a, n, i, i), i);
    d.push(first);
    (upper ? left : right).push(one);
    if (upper) fromLeft(a, n, one, i + 1);
    else fromRight(a, rows, n, one, i + 1);
    if (i === k - 1) continue;
    const [second, two] = reflect(upper ? row(a, n, i, i + 1) : column(a, rows, n, i, i + 1), i + 1);
    e.push(second);
    (upper ? right : left).push(two);
    if (upper) fromRight(a, rows, n, two, i + 1);
    else fromLeft(a, n, two, i + 1);
  }
  const [u, vt] = [new Rows(k), new Rows(k)];
  const turns: [number, number, number][] = [];
  if (!upper) {
    for (let i = 0; i < k - 1; i++) {
      const [c, s, r] = rotation(d[i], e[i]);
      d[i] = r;
      e[i] = s * d[i + 1];
      d[i + 1] *= c;
      turns.push([i, c, s]);
    }
  }
  if (k === 1) {
    u.v[0] = sign(1, d[0]);
    d[0] = Math.abs(d[0]);
  } else if (k > 1) diagonal(d, e, vt, u, eps);
  if (turns.length > 0) {
    const across = new Rows(k);
    across.v.set(transpose(u.v, k, k));
    for (const [i, c, s] of turns.toReversed()) across.turn(i, c, -s);
    u.v.set(transpose(across.v, k, k));
  }
  const small = spread(u, rows, full && before.length === 0 ? rows : k, left);
  let outer = small;
  if (before.length > 0) {
    const wide = new Rows(k);
    wide.v.set(transpose(small, k, k));
    outer = spread(wide, m, full ? m : k, before);
  }
  const count = full ? n : k;
  return { u: outer, s: d, vh: transpose(spread(vt, n, count, right), n, count) };
}
