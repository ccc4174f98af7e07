/**
 * Dense matrix algorithms in double precision on row-major arrays: LU with partial pivoting, Cholesky, triangular solves,
 * Householder QR, symmetric eigenvalues and singular values by Jacobi rotations.
 *
 * Textbook methods (Golub and Van Loan); results are rounded once when stored.
 */
export type Matrix = Float64Array;

export const copyOf = (a: ArrayLike<number>): Matrix => Float64Array.from(a);

export function multiply(m: number, k: number, n: number, a: ArrayLike<number>, b: ArrayLike<number>): Matrix {
  const out = new Float64Array(m * n);
  for (let i = 0; i < m; i++) for (let p = 0; p < k; p++) for (let j = 0; j < n; j++) out[i * n + j] += a[i * k + p] * b[p * n + j];
  return out;
}

/** LU of an m × n matrix in place; pivots count rows from one, as LAPACK does. `info`: first zero pivot, or 0. */
export function luFactor(a: Matrix, m: number, n: number): { pivots: number[]; info: number; sign: number } {
  const pivots: number[] = [];
  let [info, sign] = [0, 1];
  for (let k = 0; k < Math.min(m, n); k++) {
    let p = k;
    for (let i = k + 1; i < m; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) p = i;
    pivots.push(p + 1);
    if (p !== k) {
      sign = -sign;
      for (let j = 0; j < n; j++) [a[k * n + j], a[p * n + j]] = [a[p * n + j], a[k * n + j]];
    }
    const d = a[k * n + k];
    if (d === 0) {
      if (info === 0) info = k + 1;
      continue;
    }
    for (let i = k + 1; i < m; i++) {
      const f = (a[i * n + k] /= d);
      for (let j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j];
    }
  }
  return { pivots, info, sign };
}

/** Solves with the factors of `luFactor`; `b` is n × r and is overwritten. */
export function luSolve(lu: ArrayLike<number>, pivots: ArrayLike<number>, n: number, b: Matrix, r: number): Matrix {
  for (let k = 0; k < n; k++) {
    const p = pivots[k] - 1;
    if (p !== k) for (let j = 0; j < r; j++) [b[k * r + j], b[p * r + j]] = [b[p * r + j], b[k * r + j]];
  }
  triangularSolve(lu, n, b, r, false, true);
  return triangularSolve(lu, n, b, r, true, false);
}

/** Solves T x = b in place. `unit`: ones on the diagonal. */
export function triangularSolve(t: ArrayLike<number>, n: number, b: Matrix, r: number, upper: boolean, unit: boolean): Matrix {
  for (let s = 0; s < n; s++) {
    const i = upper ? n - 1 - s : s;
    for (let j = 0; j < r; j++) {
      let v = b[i * r + j];
      for (let k = upper ? i + 1 : 0; k < (upper ? n : i); k++) v -= t[i * n + k] * b[k * r + j];
      b[i * r + j] = unit ? v : v / t[i * n + i];
    }
  }
  return b;
}

export function transpose(a: ArrayLike<number>, m: number, n: number): Matrix {
  const out = new Float64Array(m * n);
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) out[j * m + i] = a[i * n + j];
  return out;
}

/** Lower factor; `info`: order of the first minor that is not positive, or 0. */
export function cholesky(a: ArrayLike<number>, n: number): { l: Matrix; info: number } {
  const l = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    let d = a[j * n + j];
    for (let k = 0; k < j; k++) d -= l[j * n + k] ** 2;
    if (!(d > 0)) return { l, info: j + 1 };
    const s = (l[j * n + j] = Math.sqrt(d));
    for (let i = j + 1; i < n; i++) {
      let v = a[i * n + j];
      for (let k = 0; k < j; k++) v -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = v / s;
    }
  }
  return { l, info: 0 };
}

/** Householder QR with LAPACK's signs; Q is m × c, R is c × n, c = full ? m : min(m, n). */
export function qr(a: ArrayLike<number>, m: number, n: number, full: boolean): { q: Matrix; r: Matrix; c: number } {
  const w = copyOf(a);
  const k = Math.min(m, n);
  const vs: { v: Matrix; tau: number }[] = [];
  for (let j = 0; j < k; j++) {
    let norm = 0;
    for (let i = j; i < m; i++) norm += w[i * n + j] ** 2;
    norm = Math.sqrt(norm);
    const alpha = w[j * n + j];
    const v = new Float64Array(m);
    let rest = 0;
    for (let i = j + 1; i < m; i++) rest += w[i * n + j] ** 2;
    if (rest === 0) {
      // Nothing to reflect; the zeros below keep their sign.
      for (let i = j + 1; i < m; i++) v[i] = w[i * n + j];
      vs.push({ v, tau: 0 });
      continue;
    }
    const beta = alpha >= 0 ? -norm : norm;
    v[j] = 1;
    for (let i = j + 1; i < m; i++) v[i] = w[i * n + j] / (alpha - beta);
    const tau = (beta - alpha) / beta;
    vs.push({ v, tau });
    for (let p = j; p < n; p++) {
      let dot = 0;
      for (let i = j; i < m; i++) dot += v[i] * w[i * n + p];
      for (let i = j; i < m; i++) w[i * n + p] -= tau * v[i] * dot;
    }
  }
  const c = full ? m : k;
  const r = new Float64Array(c * n);
  for (let i = 0; i < Math.min(c, m); i++) for (let j = i; j < n; j++) r[i * n + j] = w[i * n + j];
  const q = new Float64Array(m * c);
  for (let i = 0; i < Math.min(m, c); i++) q[i * c + i] = 1;
  for (let j = k - 1; j >= 0; j--) {
    const { v, tau } = vs[j];
    for (let p = j + 1; p < c && tau !== 0; p++) {
      let dot = 0;
      for (let i = j; i < m; i++) dot += v[i] * q[i * c + p];
      for (let i = j; i < m; i++) q[i * c + p] -= tau * v[i] * dot;
    }
    // The column itself is still a unit vector: LAPACK's `org2r` scales the reflector, which gives its zeros their sign.
    q[j * c + j] = 1 - tau;
    for (let i = j + 1; i < m; i++) q[i * c + j] = -tau * v[i];
  }
  return { q, r, c };
}

/** Eigenvalues (ascending) and vectors (columns) of a symmetric matrix. */
export function symmetricEigen(a0: ArrayLike<number>, n: number): { values: number[]; vectors: Matrix } {
  const a = copyOf(a0);
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) off += a[i * n + j] ** 2;
    if (off < 1e-300) break;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = a[p * n + q];
        if (apq === 0) continue;
        const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k++) {
          const [x, y] = [a[k * n + p], a[k * n + q]];
          a[k * n + p] = c * x - s * y;
          a[k * n + q] = s * x + c * y;
        }
        for (let k = 0; k < n; k++) {
          const [x, y] = [a[p * n + k], a[q * n + k]];
          a[p * n + k] = c * x - s * y;
          a[q * n + k] = s * x + c * y;
        }
        for (let k = 0; k < n; k++) {
          const [x, y] = [v[k * n + p], v[k * n + q]];
          v[k * n + p] = c * x - s * y;
          v[k * n + q] = s * x + c * y;
        }
      }
    }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i * n + i] - a[j * n + j]);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    for (let k = 0; k < n; k++) vectors[k * n + to] = v[k * n + from];
  });
  return { values: order.map((i) => a[i * n + i]), vectors };
}

/** Singular values, largest first. */
export function singularValues(a: ArrayLike<number>, m: number, n: number): number[] {
  const [rows, cols] = m >= n ? [m, n] : [n, m];
  const w = m >= n ? copyOf(a) : transpose(a, m, n);
  // One-sided Jacobi: columns are turned until they are orthogonal.
  for (let sweep = 0; sweep < 60; sweep++) {
    let moved = false;
    for (let p = 0; p < cols; p++) {
      for (let q = p + 1; q < cols; q++) {
        let [al, be, ga] = [0, 0, 0];
        for (let i = 0; i < rows; i++) {
          al += w[i * cols + p] ** 2;
          be += w[i * cols + q] ** 2;
          ga += w[i * cols + p] * w[i * cols + q];
        }
        if (Math.abs(ga) <= 1e-17 * Math.sqrt(al * be) || ga === 0) continue;
        moved = true;
        const zeta = (be - al) / (2 * ga);
        const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const c = 1 / Math.sqrt(1 + t * t);
        const s = c * t;
        for (let i = 0; i < rows; i++) {
          const [x, y] = [w[i * cols + p], w[i * cols + q]];
          w[i * cols + p] = c * x - s * y;
          w[i * cols + q] = s * x + c * y;
        }
      }
    }
    if (!moved) break;
  }
  return Array.from({ length: cols }, (_, j) => {
    let s = 0;
    for (let i = 0; i < rows; i++) s += w[i * cols + j] ** 2;
    return Math.sqrt(s);
  }).sort((x, y) => y - x);
}
