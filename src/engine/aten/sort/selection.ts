/** One element of a line: kthvalue, median, nanmedian, mode, and the running extremes cummax, cummin. After Sorting.cpp and ReduceOps.cpp. */
import { toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { indexError, notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedSizes } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { evenly, selectingBack } from '../reduce/extremes.ts';
import { kthPlace, modePlace } from '../select_order.ts';
import { write } from '../work.ts';
import { lines, pairOf, sortedOrder } from './lines.ts';

const selecting = (
  name: string,
  schema: string,
  pick: (line: number[], ...args: number[]) => number,
  extra: number,
  check?: (self: Tensor, dim: number, ...a: number[]) => void,
): OpDef => ({
  schema,
  kind: 'kernel',
  meta: (self: Tensor, ...args: never[]) => {
    const [dim, keepdim] = [args[extra] as number, args[extra + 1] as boolean];
    const d = wrapDim(dim, self.dim);
    check?.(self, d, ...(args.slice(0, extra) as number[]));
    if (self.dim > 0 && self.sizes[d] === 0) throw indexError(`${name}(): Expected reduction dim ${d} to have non-zero size.`);
    return pairOf(self, self.dim === 0 ? [] : reducedSizes(self.sizes, [d], keepdim));
  },
  kernel: ([values, indices]: Tensor[], self: Tensor, ...args: never[]) => {
    const d = wrapDim(args[extra] as number, self.dim);
    const n = values.numel;
    if (self.dtype.category === 'bool' && name !== 'mode') throw notImplementedFor(name === 'kthvalue' ? 'kthvalue_cpu' : 'median_out', 'Bool');
    const [v, x] = [new Float64Array(n), new Float64Array(n)];
    lines(self, d, (line, _at, k) => {
      const i = pick(line, ...(args.slice(0, extra) as number[]));
      v[k] = line[i];
      x[k] = i;
    });
    write(values, v);
    write(indices, x);
  },
  derivative: derivative(
    `${name[0].toUpperCase()}${name.slice(1)}Backward${name === 'median' || name === 'nanmedian' ? 1 : 0}`,
    ['result1'],
    { self: selectingBack },
    [1],
  ),
});

const kth = (line: number[], k: number): number => kthPlace(line, k - 1);

const medianAt = (line: number[]): number => {
  const nan = line.findIndex((x) => x !== x);
  return nan >= 0 ? nan : sortedOrder(line, false)[Math.floor((line.length - 1) / 2)];
};

const nanmedianAt = (line: number[]): number => {
  const n = line.filter((x) => x === x).length;
  return n === 0 ? 0 : sortedOrder(line, false)[Math.floor((n - 1) / 2)];
};

const wholeMedian = (name: 'median' | 'nanmedian', at: (l: number[]) => number): OpDef => ({
  schema: `${name}(Tensor self) -> Tensor`,
  kind: 'kernel',
  meta: (self: Tensor) => empty([], self.dtype, { device: self.device }),
  kernel: (out: Tensor, self: Tensor) => {
    if (self.dtype.category === 'bool') throw notImplementedFor('median_cpu', 'Bool');
    const line = [...toWorking(self)];
    write(out, [line.length === 0 ? NaN : line[at(line)]]);
  },
  derivative: derivative(name === 'median' ? 'MedianBackward0' : 'NanmedianBackward0', ['self', 'result'], { self: evenly }),
});

const cumBest = (name: 'cummax' | 'cummin'): OpDef => ({
  schema: `${name}(Tensor self, int dim) -> (Tensor values, Tensor indices)`,
  kind: 'kernel',
  meta: (self: Tensor, dim: number) => {
    wrapDim(dim, self.dim);
    return pairOf(self, self.sizes);
  },
  kernel: ([values, indices]: Tensor[], self: Tensor, dim: number) => {
    const [v, x] = [new Float64Array(self.numel), new Float64Array(self.numel)];
    lines(self, wrapDim(dim, self.dim), (line, at) => {
      let best = 0;
      line.forEach((val, i) => {
        const old = line[best];
        if (val !== val || (old === old && (name === 'cummax' ? val >= old : val <= old))) best = i;
        v[at(i)] = line[best];
        x[at(i)] = best;
      });
    });
    write(values, v);
    write(indices, x);
  },
  derivative: derivative(
    name === 'cummax' ? 'CummaxBackward0' : 'CumminBackward0',
    ['self', 'result1'],
    {
      self: (c) => {
        if (c.g.numel === 0) return c.g;
        const k = c.call;
        return k.one('scatter_add', k.one('zeros', c.t('self').sizes, c.g.dtype, 'strided', c.g.device, null), c.arg('dim'), c.results[1], c.g);
      },
    },
    [1],
  ),
});

export const SELECTIONS: readonly OpDef[] = [
  selecting('kthvalue', 'kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)', kth, 1, (self, d, k) => {
    if (k < 1 || k > (self.dim === 0 ? 1 : self.sizes[d])) throw runtimeError(`kthvalue(): selected number k out of range for dimension ${d}`);
  }),
  wholeMedian('median', medianAt),
  wholeMedian('nanmedian', nanmedianAt),
  selecting('median', 'median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)', medianAt, 0),
  selecting('nanmedian', 'nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)', nanmedianAt, 0),
  selecting('mode', 'mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)', modePlace, 0),
  cumBest('cummax'),
  cumBest('cummin'),
];
