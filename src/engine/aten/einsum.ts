/**
 * einsum: letters to aligned dimensions, then products of pairs by batched matrix products.
 *
 * Which operators run, and in which order, follows ATen's `einsum` and `sumproduct_pair` (native/Linear.cpp): every
 * operand is permuted to "output, then contracted" dimensions and contracted from left to right.
 * Leaves out: a contraction path other than left to right.
 */
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Call, OpDef } from './op.ts';

const ELLIPSIS = '...';

/** Letters in PyTorch's order: capitals first. */
const order = (letter: string): number => letter.charCodeAt(0);

function subscripts(text: string, what: string, start: number): string[] {
  const out: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === ' ') continue;
    if (c === '.') {
      if (out.includes(ELLIPSIS))
        throw runtimeError(
          `einsum(): found '.' for ${what} ${what === 'output' ? 'but' : 'for which'} an ellipsis ${what === 'output' ? '(...) was already found' : 'was already found'}`,
        );
      if (text.slice(i, i + 3) !== ELLIPSIS)
        throw runtimeError(`einsum(): found '.' for ${what} that is not part of any ellipsis${what === 'output' ? ' (...)' : ''}`);
      out.push(ELLIPSIS);
      i += 2;
    } else if (/[a-zA-Z]/.test(c)) out.push(c);
    else throw runtimeError(`einsum(): invalid subscript given at index ${start + i} in the equation string, subscripts must be in [a-zA-Z]`);
  }
  return out;
}

interface Plan {
  readonly inputs: string[][];
  /** Place of each letter among the aligned dimensions. */
  readonly place: Map<string, number>;
  readonly ellipsisAt: number;
  readonly ellipsisDims: number;
  /** Aligned dimensions in all, and how many of them are the output's. */
  readonly width: number;
  readonly outDims: number;
}

function plan(equation: string, operands: readonly Tensor[]): Plan {
  const arrow = equation.indexOf('->');
  const left = arrow < 0 ? equation : equation.slice(0, arrow);
  const parts = left.split(',');
  if (parts.length > operands.length) throw runtimeError('einsum(): fewer operands were provided than specified in the equation');
  if (parts.length < operands.length) throw runtimeError('einsum(): more operands were provided than specified in the equation');
  let at = 0;
  const inputs = parts.map((p, i) => {
    const s = subscripts(p, `operand ${i}`, at);
    at += p.length + 1;
    return s;
  });
  const count = new Map<string, number>();
  let ellipsisDims = 0;
  for (const [i, labels] of inputs.entries()) {
    const rank = (operands[i] as Tensor).dim;
    const named = labels.filter((l) => l !== ELLIPSIS);
    const open = named.length < labels.length;
    if (open ? named.length > rank : named.length !== rank) {
      throw runtimeError(
        `einsum(): the number of subscripts in the equation (${named.length}${open ? ') is more than the number of dimensions (' : ') does not match the number of dimensions ('}${rank}) for operand ${i}${open ? '' : ' and no ellipsis was given'}`,
      );
    }
    if (open) ellipsisDims = Math.max(ellipsisDims, rank - named.length);
    for (const l of named) count.set(l, (count.get(l) ?? 0) + 1);
  }
  const place = new Map<string, number>();
  const letters = [...count.keys()].sort((a, b) => order(a) - order(b));
  let width = 0;
  let ellipsisAt = -1;
  if (arrow < 0) {
    ellipsisAt = 0;
    width = ellipsisDims;
    for (const l of letters) if (count.get(l) === 1) place.set(l, width++);
  } else {
    for (const l of subscripts(equation.slice(arrow + 2), 'output', arrow + 2)) {
      if (l === ELLIPSIS) {
        ellipsisAt = width;
        width += ellipsisDims;
        continue;
      }
      if (!count.has(l) || place.has(l))
        throw runtimeError(
          `einsum(): output subscript ${l}${place.has(l) ? ' appears more than once in the output' : ' does not appear in the equation for any input operand'}`,
        );
      place.set(l, width++);
    }
  }
  const outDims = width;
  if (ellipsisAt < 0) {
    ellipsisAt = width;
    width += ellipsisDims;
  }
  for (const l of letters) if (!place.has(l)) place.set(l, width++);
  return { inputs, place, ellipsisAt, ellipsisDims, width, outDims };
}

/** Operands with all dimensions in place; `wide[d]`: how many of them have more than one row along d. */
function align(call: Call, p: Plan, operands: readonly Tensor[]): { ops: Tensor[]; wide: number[] } {
  const wide = new Array<number>(p.width).fill(0);
  const sizes = new Array<number>(p.width).fill(1);
  const see = (at: number, size: number, complaint: (seen: number) => string): void => {
    if (size === 1) return;
    const seen = sizes[at] as number;
    if (seen !== 1 && seen !== size) throw runtimeError(complaint(seen));
    sizes[at] = size;
    wide[at] = (wide[at] as number) + 1;
  };
  const ops = operands.map((operand, i) => {
    let op = operand;
    const permutation = new Array<number>(p.width).fill(-1);
    const labels = p.inputs[i] as string[];
    let dim = 0;
    for (const l of labels) {
      if (l === ELLIPSIS) {
        const own = operand.dim - (labels.length - 1);
        for (let j = p.ellipsisDims - own; j < p.ellipsisDims; j++) {
          const d = dim;
          see(
            p.ellipsisAt + j,
            op.sizes[d] as number,
            (seen) =>
              `einsum(): dimension ${d} covered by ellipsis in operand ${i}has size ${op.sizes[d]} which does not broadcast with previously seen ellipsis with size ${seen} for the respective dimension`,
          );
          permutation[p.ellipsisAt + j] = dim++;
        }
        continue;
      }
      const at = p.place.get(l) as number;
      const size = op.sizes[dim] as number;
      const before = permutation[at] as number;
      if (before === -1) {
        see(at, size, (seen) => `einsum(): subscript ${l} has size ${size} for operand ${i} which does not broadcast with previously seen size ${seen}`);
        permutation[at] = dim++;
      } else {
        if (size !== op.sizes[before])
          throw runtimeError(`einsum(): subscript ${l} is repeated for operand ${i} but the sizes don't match, ${size} != ${op.sizes[before]}`);
        op = call.one('movedim.int', call.one('diagonal', op, 0, before, dim), -1, before);
      }
    }
    for (let d = 0; d < p.width; d++) {
      if (permutation[d] !== -1) continue;
      op = call.unsqueeze(op, dim);
      permutation[d] = dim++;
    }
    return call.permute(op, permutation);
  });
  return { ops, wide };
}

/** Product of two aligned operands, summed over `sums`, which stay as dimensions of one row. */
function pair(call: Call, first: Tensor, second: Tensor, sums: readonly number[]): Tensor {
  if (sums.length === 0) return call.mul(first, second);
  let [a, b] = [first, second];
  const both: number[] = [];
  let [onlyA, onlyB]: [number[], number[]] = [[], []];
  let [nBoth, nA, nB, nSum] = [1, 1, 1, 1];
  for (let d = 0; d < a.dim; d++) {
    const [x, y] = [a.sizes[d] as number, b.sizes[d] as number];
    if (sums.includes(d)) nSum *= x;
    else if (x !== 1 && y !== 1) {
      both.push(d);
      nBoth *= x;
    } else if (x !== 1) {
      onlyA.push(d);
      nA *= x;
    } else {
      onlyB.push(d);
      nB *= y;
    }
  }
  // Where everything of the second comes before the first's in the result, the product is taken the other way round, so that
  // its own layout is the result's.
  if (onlyA.length > 0 && onlyB.length > 0 && (onlyB.at(-1) as number) < (onlyA[0] as number)) [a, b, onlyA, onlyB, nA, nB] = [b, a, onlyB, onlyA, nB, nA];
  const outSizes = [...both.map((d) => a.sizes[d]), ...onlyA.map((d) => a.sizes[d]), ...sums.map(() => 1), ...onlyB.map((d) => b.sizes[d])] as number[];
  const places = [...both, ...onlyA, ...sums, ...onlyB];
  const back = new Array<number>(places.length);
  places.forEach((d, i) => {
    back[d] = i;
  });
  const left = call.reshape(call.permute(a, [...both, ...onlyA, ...sums, ...onlyB]), [nBoth, nA, nSum]);
  const right = call.reshape(call.permute(b, [...both, ...sums, ...onlyB, ...onlyA]), [nBoth, nSum, nB]);
  return call.permute(call.view(call.bmm(left, right), outSizes), back);
}

function einsum(call: Call, equation: string, operands: readonly Tensor[], path: readonly number[] | null): Tensor {
  if (operands.length === 0) throw runtimeError('einsum(): must provide at least one operand');
  if (path !== null) throw new Unsupported('einsum(path=…)');
  const p = plan(equation, operands);
  const { ops, wide } = align(call, p, operands);
  while (ops.length > 1) {
    let [a, b] = ops.splice(0, 2) as [Tensor, Tensor];
    const [sums, ofA, ofB]: [number[], number[], number[]] = [[], [], []];
    for (let d = p.outDims; d < p.width; d++) {
      const left = wide[d] as number;
      if (a.sizes[d] !== 1 && b.sizes[d] !== 1) {
        wide[d] = left - 1;
        if (left - 1 !== 1) continue;
        sums.push(d);
      } else if (left === 1) {
        if (a.sizes[d] !== 1) ofA.push(d);
        else if (b.sizes[d] !== 1) ofB.push(d);
        else continue;
      } else continue;
      wide[d] = 0;
    }
    if (ofA.length > 0) a = call.sum(a, ofA, true);
    if (ofB.length > 0) b = call.sum(b, ofB, true);
    ops.unshift(pair(call, a, b, sums));
  }
  const [out] = ops as [Tensor];
  if (p.width === p.outDims) return out;
  if (operands.length > 1) return call.view(out, out.sizes.slice(0, p.outDims));
  return call.sum(
    out,
    Array.from({ length: p.width - p.outDims }, (_, i) => p.outDims + i),
  );
}

export const EINSUM: readonly OpDef[] = [
  {
    schema: 'einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor',
    kind: 'composite',
    composite: (call: Call, equation: string, tensors: Tensor[], path: number[] | null) => einsum(call, equation, tensors, path),
  },
];
