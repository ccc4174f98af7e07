/**
 * The gradient of Dirichlet numbers by their concentration: that of a beta distribution's function held fixed (implicit
 * reparametrisation; Jankowiak and Obermeyer 2018).
 *
 * Taylor series near 0 and 1, a saddle point expansion for large shapes, else a rational fit; the coefficients are those of
 * ATen/native/Distributions.h, and so are the places where it rounds.
 */
import { fromWorking } from '../tensor/access.ts';
import { notImplementedFor } from '../tensor/errors.ts';
import { digamma } from '../tensor/math/gamma.ts';
import { log, pow } from '../tensor/math/index.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut } from './elementwise.ts';
import type { OpDef } from './op.ts';
import { expandTo, read, roundingOf } from './work.ts';

type Round = (x: number) => number;

const orZero = (x: number): number => (x !== x ? 0 : x);

/** By the first shape, for small x. */
function nearZero(r: Round, x: number, alpha: number, beta: number): number {
  const factor = r(r(r(digamma(alpha)) - r(digamma(r(alpha + beta)))) - r(log(x)));
  let numer = 1;
  let series = r(r(1 / alpha) * r(factor + r(1 / alpha)));
  for (let i = 1; i <= 10; i++) {
    numer = r(numer * r(r(r(i - beta) * x) / i));
    const denom = r(alpha + i);
    series = r(series + r(r(numer / denom) * r(factor + r(1 / denom))));
  }
  return orZero(r(r(x * r(pow(r(1 - x), -beta))) * series));
}

/** By the second shape, for small x. */
function nearOne(r: Round, x: number, alpha: number, beta: number): number {
  const factor = r(r(digamma(r(alpha + beta))) - r(digamma(beta)));
  let [numer, betas, dbetas, series] = [1, 1, 0, r(factor / alpha)];
  for (let i = 1; i <= 8; i++) {
    numer = r(numer * r(-x / i));
    dbetas = r(r(dbetas * r(beta - i)) + betas);
    betas = r(betas * r(beta - i));
    series = r(series + r(r(numer / r(alpha + i)) * r(dbetas + r(factor * betas))));
  }
  return orZero(r(-r(pow(r(1 - x), r(1 - beta))) * series));
}

/** Both shapes large. */
function saddle(x: number, alpha: number, beta: number): number {
  const total = alpha + beta;
  const mean = alpha / total;
  const std = Math.sqrt((alpha * beta) / (total + 1)) / total;
  if (mean - 0.1 * std <= x && x <= mean + 0.1 * std) {
    // The expansion is singular at the mean: a polynomial about it.
    const b2 = beta * beta;
    const inner = (453 + 1620 * beta * (1 - x) - 455 * x) * beta + 8 * (1 - x) * (135 * beta - 11) * alpha;
    const poly = 47 * x * b2 * b2 + ((43 + 20 * (16 + 27 * beta) * x) * b2 * beta + (3 * (59 + 180 * beta - 90 * x) * b2 + inner * alpha) * alpha) * alpha;
    const over = ((1 + 12 * alpha) * (1 + 12 * beta)) / (total * total);
    const under = 12960 * alpha * alpha * alpha * b2 * (1 + 12 * total);
    return ((over / (1 - x)) * poly) / under;
  }
  const stirlingOf = (n: number): number => 1 + 1 / (12 * n) + 1 / (288 * n * n);
  const stirling = (stirlingOf(alpha) * stirlingOf(beta)) / stirlingOf(total);
  const axbx = alpha * (x - 1) + beta * x;
  const one = (2 * alpha * alpha * (x - 1) + alpha * beta * (x - 1) - x * beta * beta) / (Math.sqrt((2 * alpha) / beta) * pow(total, 1.5) * axbx * axbx);
  const two = 0.5 * log(alpha / (total * x));
  const three = Math.sqrt((8 * alpha * beta) / total) / (beta * x + alpha * (x - 1));
  const four = pow(beta * log(beta / (total * (1 - x))) + alpha * log(alpha / (total * x)), -1.5);
  return ((stirling * -x) / Math.sqrt((2 * alpha * beta) / total)) * (one + two * (three + (x < mean ? four : -four)));
}

/** Numerator and denominator: rows by powers of log x, then of log(alpha / x), columns by powers of the rest. */
const FIT: readonly (readonly (readonly (readonly number[])[])[])[] = [
  [
    [
      [1.003668233, -0.01061107488, -0.0657888334, 0.01201642863],
      [0.6336835991, -0.3557432599, 0.05486251648, -0.001465281033],
      [-0.03276231906, 0.004474107445, 0.002429354597, -0.0001557569013],
    ],
    [
      [0.221950385, -0.3187676331, 0.01799915743, 0.01074823814],
      [-0.2951249643, 0.06219954479, 0.01535556598, 0.001550077057],
      [0.02155310298, 0.004170831599, 0.001292462449, 6.976601077e-5],
    ],
    [
      [-0.05980841433, 0.008441916499, 0.01085618172, 0.002319392565],
      [0.02911413504, 0.01400243777, -0.002721828457, 0.000751041181],
      [0.005900514878, -0.001936558688, -9.495446725e-6, 5.385558597e-5],
    ],
  ],
  [
    [
      [1, -0.02924021934, -0.04438342661, 0.007285809825],
      [0.6357567472, -0.3473456711, 0.05454656494, -0.002407477521],
      [-0.03301322327, 0.004845219414, 0.00231480583, -0.0002307248149],
    ],
    [
      [0.5925320577, -0.1757678135, 0.01505928619, 0.000564515273],
      [0.1014815858, -0.06589186703, 0.01272886114, -0.0007316646956],
      [-0.007258481865, 0.001096195486, 0.0003934994223, -4.12701925e-5],
    ],
    [
      [0.06469649321, -0.0236701437, 0.002902096474, -5.896963079e-5],
      [0.001925008108, -0.002869809258, 0.0008000589141, -6.063713228e-5],
      [-0.0003477407336, 6.959756487e-5, 1.097287507e-5, -1.650964693e-6],
    ],
  ],
];

function gradient(r: Round, x: number, alpha: number, total: number): number {
  const beta = r(total - alpha);
  const boundary = r(r(total * x) * r(1 - x));
  if (x <= 0.5 && boundary < 2.5) return nearZero(r, x, alpha, beta);
  if (x >= 0.5 && boundary < 0.75) return -nearOne(r, r(1 - x), beta, alpha);
  if (alpha > 6 && beta > 6) return saddle(x, alpha, total - alpha);
  const u = log(x);
  const a = log(alpha) - u;
  const b = log(total) - a;
  const [p, q] = FIT.map((rows) => {
    let sum = 0;
    rows.forEach((row, i) => row.forEach((c, j) => (sum += [1, u, u * u][i] * [1, a, a * a][j] * (c[0] + b * (c[1] + b * (c[2] + b * c[3]))))));
    return sum;
  });
  return (p / q) * ((x * (r(digamma(total)) - r(digamma(alpha)))) / (total - alpha));
}

export const DIRICHLET_GRAD: readonly OpDef[] = [
  {
    schema: '_dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor',
    kind: 'kernel',
    meta: (x: Tensor, alpha: Tensor, total: Tensor) => elementwiseOut([x, alpha, total], x.dtype),
    kernel: (out: Tensor, x: Tensor, alpha: Tensor, total: Tensor) => {
      if (x.dtype.name !== 'float32' && x.dtype.name !== 'float64') throw notImplementedFor('_dirichlet_grad_cpu', CPP[x.dtype.name]);
      const [w, a, t] = [x, alpha, total].map((v) => read(expandTo(v, out.sizes), x.dtype));
      const r = roundingOf(x.dtype);
      fromWorking(
        out,
        Float64Array.from(w, (v, i) => gradient(r, v, a[i], t[i])),
      );
    },
  },
];
