/**
 * Negative log likelihood of class indices: nll_loss, nll_loss2d, and nll_loss_nd, which chooses between them.
 *
 * After LossNLL.cpp and LossNLL2d.cpp, whose sums are cascades.
 */
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { indexError, runtimeError, valueError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { dest, read, roundingOf, write } from '../work.ts';
import { MEAN, NONE } from './reduction.ts';

function nllCheck(self: Tensor, target: Tensor, weight: Tensor | null): void {
  if (self.dim === 0 || self.dim > 2) throw runtimeError('input tensor should be 1D or 2D');
  if (target.dim > 1) throw runtimeError('0D or 1D target tensor expected, multi-target not supported');
  if (self.dim === 1 && target.dim === 1 && target.sizes[0] !== 1)
    throw valueError(`For 1D input, 1D target must have size 1, but got target size: ${target.sizes[0]}`);
  const none = self.dim === 1;
  if (!none && self.sizes[0] !== target.sizes[0]) throw runtimeError(`size mismatch (got input: ${list(self.sizes)}, target: ${list(target.sizes)})`);
  const classes = self.sizes[self.dim - 1];
  if (weight && !(weight.dim === 1 && weight.numel === classes)) {
    throw runtimeError(`weight tensor should be defined either for all ${classes} classes or no classes but got weight tensor of shape: ${list(weight.sizes)}`);
  }
  classIndices(target);
}

function classIndices(target: Tensor): void {
  if (target.dtype !== int64 && target.dtype.name !== 'uint8')
    throw runtimeError(`expected target dtype to be Long or Byte, but got ${CPP[target.dtype.name]}`);
}

interface NllShape {
  n: number;
  classes: number;
  inner: number;
}

const flatShape = (self: Tensor): NllShape => ({
  n: self.dim === 1 ? 1 : self.sizes[0],
  classes: self.sizes[self.dim === 1 ? 0 : 1],
  inner: self.sizes.slice(2).reduce((a, b) => a * b, 1),
});

/** Partial sums of a cascade: levels of at least 16 terms each, every step rounded to the type of the input. */
class Cascade {
  private readonly levels = new Float64Array(8);
  private readonly round: (x: number) => number;
  private readonly power: number;

  constructor(count: number, round: (x: number) => number) {
    this.round = round;
    this.power = Math.max(4, Math.floor(Math.ceil(Math.log2(Math.max(count, 1))) / this.levels.length));
  }

  add(term: number): void {
    this.levels[0] = this.round(this.levels[0] + term);
  }

  /** Full levels move up after the term at `place`. */
  carry(place: number): void {
    const { levels, power, round } = this;
    for (let j = 0; j + 1 < levels.length; j++) {
      // Places are counted in numbers, whose shifts would end at 32 bits.
      if (Math.floor(place / 2 ** (j * power)) % 2 ** power !== 0) break;
      levels[j + 1] = round(levels[j + 1] + levels[j]);
      levels[j] = 0;
    }
  }

  total(): number {
    return this.levels.reduce((a, b) => this.round(a + b), 0);
  }
}

function nllForward([out, total]: Tensor[], self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number): void {
  const { n, classes, inner } = flatShape(self);
  const x = read(self, self.dtype);
  const t = read(target, target.dtype);
  const w = weight ? read(weight, weight.dtype) : null;
  const round = roundingOf(self.dtype);
  const items = new Float64Array(n * inner);
  const [losses, weights] = [new Cascade(n * inner, round), new Cascade(n * inner, round)];
  let counted = 0;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < inner; k++) {
      const place = i * inner + k;
      const cls = t[place];
      if (cls === ignore) continue;
      if (cls < 0 || cls >= classes) throw indexError(`Target ${cls} is out of bounds.`);
      const v = -x[(i * classes + cls) * inner + k];
      items[place] = w ? round(v * w[cls]) : v;
      counted++;
      losses.add(items[place]);
      if (w) weights.add(w[cls]);
      losses.carry(place);
      if (w) weights.carry(place);
    }
  }
  if (reduction === NONE) {
    write(out, items);
    write(total, new Float64Array(total.numel));
    return;
  }
  const sum = losses.total();
  const all = w ? weights.total() : round(counted);
  write(out, [reduction === MEAN ? sum / all : sum]);
  write(total, [all]);
}

function nllBackward(out: Tensor, grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number, total: Tensor): void {
  const { n, classes, inner } = flatShape(self);
  const g = read(grad, grad.dtype);
  const t = read(target, target.dtype);
  const w = weight ? read(weight, weight.dtype) : null;
  const round = roundingOf(self.dtype);
  // Of a sum or a mean, one gradient for all, rounded before the weight comes to it.
  const each = reduction === MEAN ? round(-g[0] / read(total, total.dtype)[0]) : -g[0];
  const o = dest(out);
  o.w.fill(0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < inner; k++) {
      const cls = t[i * inner + k];
      if (cls === ignore) continue;
      if (cls < 0 || cls >= classes) throw indexError(`Target ${cls} is out of bounds.`);
      const dy = reduction === NONE ? -g[i * inner + k] : each;
      o.w[(i * classes + cls) * inner + k] = w ? w[cls] * dy : dy;
    }
  }
  o.flush();
}

const nll = (suffix: '' | '2d'): OpDef[] => {
  const check =
    suffix === ''
      ? nllCheck
      : (self: Tensor, target: Tensor, weight: Tensor | null): void => {
          if (target.dim !== 3) throw runtimeError(`only batches of spatial targets supported (3D tensors) but got targets of dimension: ${target.dim}`);
          if (self.dim !== 4) throw runtimeError(`only batches of spatial inputs supported (4D tensors), but got input of dimension: ${self.dim}`);
          if (weight && weight.numel !== self.sizes[1]) throw runtimeError('weight tensor should be defined either for all or no classes');
          const [a, b] = [self.sizes, target.sizes];
          if (a[0] !== b[0] || a[2] !== b[1] || a[3] !== b[2]) throw runtimeError(`size mismatch (got input: ${list(a)} , target: ${list(b)}`);
          classIndices(target);
        };
  return [
    {
      schema: `nll_loss${suffix}_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)`,
      kind: 'kernel',
      meta: (self: Tensor, target: Tensor, weight: Tensor | null, reduction: number) => {
        check(self, target, weight);
        const o = { device: self.device };
        return [empty(reduction === NONE ? target.sizes : [], self.dtype, o), empty([], self.dtype, o)];
      },
      kernel: nllForward,
      derivative: derivative(
        `NllLoss${suffix}Backward0`.replace('Loss2dB', 'Loss2DB'),
        ['self', 'target', 'weight', 'result1'],
        {
          self: (c) =>
            c.call.one(`nll_loss${suffix}_backward`, c.g, c.t('self'), c.t('target'), c.arg('weight'), c.arg('reduction'), c.arg('ignore_index'), c.results[1]),
        },
        [1],
      ),
    },
    {
      schema: `nll_loss${suffix}_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor`,
      kind: 'kernel',
      meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
      kernel: nllBackward,
      derivative: derivative(`NllLoss${suffix}BackwardBackward0`.replace('Loss2dB', 'Loss2DB'), ['target', 'weight', 'total_weight'], {
        grad_output: (c) => c.call.one(`nll_loss${suffix}`, c.g, c.t('target'), c.arg('weight'), c.arg('reduction'), c.arg('ignore_index')),
        self: (c) => c.call.zerosLike(c.g),
      }),
    },
    {
      schema: `nll_loss${suffix}(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100) -> Tensor`,
      kind: 'composite',
      composite: (call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number) =>
        call.many(`nll_loss${suffix}_forward`, self, target, weight, reduction, ignore)[0],
    },
  ];
};

const nllNd: OpDef = {
  schema: 'nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100) -> Tensor',
  kind: 'composite',
  composite: (call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number) => {
    if (self.dim < 1) throw valueError(`Expected 1 or more dimensions (got ${self.dim})`);
    if (self.dim !== 1 && self.sizes[0] !== target.sizes[0]) {
      throw valueError(`Expected input batch_size (${self.sizes[0]}) to match target batch_size (${target.sizes[0] ?? 0}).`);
    }
    if (self.dim <= 2) return call.one('nll_loss', self, target, weight, reduction, ignore);
    if (self.dim === 4) return call.one('nll_loss2d', self, target, weight, reduction, ignore);
    const [n, c] = self.sizes;
    const outSize = [n, ...self.sizes.slice(2)];
    if (target.sizes.slice(1).some((s, i) => s !== self.sizes[i + 2])) throw runtimeError(`Expected target size ${list(outSize)}, got ${list(target.sizes)}`);
    // Both are made contiguous before either is seen otherwise.
    const [whole, classes] = [call.contiguous(self), call.contiguous(target)];
    const input = call.view(whole, self.numel > 0 ? [n, c, 1, -1] : [n, c, 0, 0]);
    const t = call.view(classes, target.numel > 0 ? [n, 1, -1] : [n, 0, 0]);
    if (reduction !== NONE) return call.one('nll_loss2d', input, t, weight, reduction, ignore);
    return call.view(call.one('nll_loss2d', input, t, weight, reduction, ignore), outSize);
  },
};

export const NLL: readonly OpDef[] = [...nll(''), ...nll('2d'), nllNd];
