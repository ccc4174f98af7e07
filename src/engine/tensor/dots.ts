/**
 * Dot products in float32 with the summation trees of the reference library.
 *
 * A dot product's last bits depend on the order of its additions. These orders were found by experiment on PyTorch 2.13.0
 * with `MKL_CBWR=COMPATIBLE` and `ATEN_CPU_CAPABILITY=default` (put +2^60 and −2^60 at two places, ones elsewhere: what
 * survives tells which terms meet before the two cancel). No fused multiply-add takes part.
 * `a` and `b` are read from `ao` and `bo` on, `k` terms.
 */

const fround = Math.fround;

type F = Float32Array;

/** One term after the other. */
export function dotSequential(a: F, ao: number, b: F, bo: number, k: number): number {
  if (k === 0) return 0;
  let s = fround(a[ao] * b[bo]);
  for (let i = 1; i < k; i++) s = fround(s + fround(a[ao + i] * b[bo + i]));
  return s;
}

/**
 * Four lanes, one register: ((l0 + l2) + (l1 + l3)), what is left over one by one. `peel`: the first term goes into lane 0
 * ahead of the rest. The vector part covers a multiple of `step` terms.
 */
export function dotLanes4(a: F, ao: number, b: F, bo: number, k: number, peel: 0 | 1, step: 4 | 8): number {
  const main = Math.floor((k - peel) / step) * step;
  if (main <= 0) return dotSequential(a, ao, b, bo, k);
  let i = peel;
  let l0 = fround(a[ao + i] * b[bo + i]);
  if (peel) l0 = fround(fround(a[ao] * b[bo]) + l0);
  let l1 = fround(a[ao + i + 1] * b[bo + i + 1]);
  let l2 = fround(a[ao + i + 2] * b[bo + i + 2]);
  let l3 = fround(a[ao + i + 3] * b[bo + i + 3]);
  const end = main + peel;
  for (i += 4; i < end; i += 4) {
    l0 = fround(l0 + fround(a[ao + i] * b[bo + i]));
    l1 = fround(l1 + fround(a[ao + i + 1] * b[bo + i + 1]));
    l2 = fround(l2 + fround(a[ao + i + 2] * b[bo + i + 2]));
    l3 = fround(l3 + fround(a[ao + i + 3] * b[bo + i + 3]));
  }
  let s = fround(fround(l0 + l2) + fround(l1 + l3)) + 0; // the lanes start from zero, which is no −0
  for (; i < k; i++) s = fround(s + fround(a[ao + i] * b[bo + i]));
  return s;
}

const L = new Float32Array(64);

/** Four lanes in each of two registers that take turns; otherwise as `dotLanes4`. */
export function dotLanes8(a: F, ao: number, b: F, bo: number, k: number, peel: 0 | 1): number {
  const main = Math.floor((k - peel) / 8) * 8;
  if (main <= 0) return dotSequential(a, ao, b, bo, k);
  for (let l = 0; l < 8; l++) L[l] = a[ao + peel + l] * b[bo + peel + l];
  if (peel) L[0] = fround(fround(a[ao] * b[bo]) + L[0]);
  const end = main + peel;
  for (let i = peel + 8; i < end; i += 8) {
    for (let l = 0; l < 8; l++) L[l] += fround(a[ao + i + l] * b[bo + i + l]);
  }
  for (let l = 0; l < 4; l++) L[l] += L[l + 4];
  let s = fround(fround(L[0] + L[2]) + fround(L[1] + L[3])) + 0;
  for (let i = end; i < k; i++) s = fround(s + fround(a[ao + i] * b[bo + i]));
  return s;
}

/** `torch.dot`: four registers of four lanes; leftover fours go to the first two in turn, leftover terms to lane 0. */
export function dotF32(a: F, ao: number, b: F, bo: number, k: number): number {
  L.fill(0, 0, 16);
  let i = 0;
  for (; i + 16 <= k; i += 16) for (let l = 0; l < 16; l++) L[l] += fround(a[ao + i + l] * b[bo + i + l]);
  for (let r = 0; i + 4 <= k; r = 4 - r, i += 4) for (let l = 0; l < 4; l++) L[r + l] += fround(a[ao + i + l] * b[bo + i + l]);
  for (; i < k; i++) L[0] += fround(a[ao + i] * b[bo + i]);
  for (let r = 4; r < 16; r += 4) for (let l = 0; l < 4; l++) L[l] += L[r + l];
  return fround(fround(L[0] + L[2]) + fround(L[1] + L[3]));
}

/**
 * float16 and bfloat16 with both operands contiguous along k: float32 sums in eight registers of eight lanes, halved
 * three times, the lanes then added up in order; leftover sixteens in one register; leftover terms one by one.
 */
export function dotHalf(a: F, ao: number, b: F, bo: number, k: number): number {
  const main = k - (k % 64);
  let s = 0;
  if (main > 0) {
    L.fill(0);
    for (let i = 0; i < main; i += 64) for (let l = 0; l < 64; l++) L[l] += fround(a[ao + i + l] * b[bo + i + l]);
    for (let half = 32; half >= 8; half >>= 1) for (let l = 0; l < half; l++) L[l] += L[l + half];
    s = L[0];
    for (let l = 1; l < 8; l++) s = fround(s + L[l]);
  }
  const vector = k - (k % 16);
  if (vector > main) {
    L.fill(0, 0, 8);
    for (let i = main; i < vector; i += 8) for (let l = 0; l < 8; l++) L[l] += fround(a[ao + i + l] * b[bo + i + l]);
    let t = L[0];
    for (let l = 1; l < 8; l++) t = fround(t + L[l]);
    s = main > 0 ? fround(s + t) : t;
  }
  for (let i = vector; i < k; i++) s = fround(s + fround(a[ao + i] * b[bo + i]));
  return s;
}

/** float16 and bfloat16 with the second operand running across k: four sums in turn, the leftover terms in the first. */
export function dotHalfStrided(a: F, ao: number, b: F, bo: number, step: number, k: number): number {
  const main = k - (k % 4);
  L.fill(0, 0, 4);
  for (let i = 0; i < main; i += 4) for (let l = 0; l < 4; l++) L[l] += fround(a[ao + i + l] * b[bo + (i + l) * step]);
  for (let i = main; i < k; i++) L[0] += fround(a[ao + i] * b[bo + i * step]);
  return fround(fround(fround(L[0] + L[1]) + L[2]) + L[3]);
}
