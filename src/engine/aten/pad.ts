/** Padding by reflection, replication and wrapping, with the backward operators. */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Sizes } from './dims.ts';
import { emptySuggested } from './making.ts';
import { derivative, type OpDef } from './op.ts';
import { read, write } from './work.ts';

type Kind = 'reflection' | 'replication';

/** Where position `i` of the padded line comes from. */
function source(kind: Kind, i: number, pad: number, n: number): number {
  const p = i - pad;
  if (kind === 'replication') return Math.min(Math.max(p, 0), n - 1);
  if (p < 0) return -p;
  return p >= n ? 2 * (n - 1) - p : p;
}

function outSizes(self: Tensor, pad: Sizes, n: number): number[] {
  return self.sizes.map((s, i) => {
    const k = (self.dim - 1 - i) * 2;
    return k < 2 * n ? s + pad[k] + pad[k + 1] : s;
  });
}

function check(kind: Kind, self: Tensor, pad: Sizes, n: number): void {
  if (self.dim !== n + 1 && self.dim !== n + 2)
    throw runtimeError(
      `Expected ${n + 1}D or ${n + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: [${self.sizes.join(', ')}]`,
    );
  for (let i = 0; i < n; i++) {
    const d = self.dim - 1 - i;
    if (kind === 'reflection' && (pad[2 * i] >= self.sizes[d] || pad[2 * i + 1] >= self.sizes[d])) {
      throw runtimeError(
        `Argument #4: Padding size should be less than the corresponding input dimension, but got: padding (${pad[2 * i]}, ${pad[2 * i + 1]}) at dimension ${d} of input [${self.sizes.join(', ')}]`,
      );
    }
  }
}

/** Visits every place of the padded tensor with the place it repeats. */
function eachPlace(kind: Kind, inner: Sizes, outer: Sizes, pad: Sizes, n: number, f: (out: number, from: number) => void): void {
  const rank = inner.length;
  const maps = outer.map((size, d) => {
    const k = (rank - 1 - d) * 2;
    return Array.from({ length: size }, (_, i) => (k < 2 * n ? source(kind, i, pad[k], inner[d]) : i));
  });
  const walk = (d: number, out: number, from: number): void => {
    if (d === rank) {
      f(out, from);
      return;
    }
    for (let i = 0; i < outer[d]; i++) walk(d + 1, out * outer[d] + i, from * inner[d] + maps[d][i]);
  };
  walk(0, 0, 0);
}

/** Pictures keep channels last, signals and volumes are contiguous. */
const placed = (self: Tensor, sizes: Sizes, n: number): Tensor => (n === 2 ? emptySuggested(self, sizes) : empty(sizes, self.dtype, { device: self.device }));

const pads = (kind: Kind, n: number): OpDef[] => {
  const name = `${kind}_pad${n}d`;
  const title = kind === 'reflection' ? 'Reflection' : 'Replication';
  return [
    {
      schema: `${name}(Tensor self, SymInt[${2 * n}] padding) -> Tensor`,
      kind: 'kernel',
      meta: (self: Tensor, pad: Sizes) => {
        check(kind, self, pad, n);
        return placed(self, outSizes(self, pad, n), n);
      },
      kernel: (out: Tensor, self: Tensor, pad: Sizes) => {
        const x = read(self, self.dtype);
        const y = new Float64Array(out.numel);
        eachPlace(kind, self.sizes, out.sizes, pad, n, (o, i) => (y[o] = x[i]));
        write(out, y);
      },
      derivative: derivative(`${title}Pad${n}DBackward0`, ['self'], { self: (c) => c.call.one(`${name}_backward`, c.g, c.t('self'), c.arg('padding')) }),
    },
    {
      schema: `${name}_backward(Tensor grad_output, Tensor self, SymInt[${2 * n}] padding) -> Tensor`,
      kind: 'kernel',
      meta: (_g: Tensor, self: Tensor) => placed(self, self.sizes, n),
      kernel: (out: Tensor, grad: Tensor, self: Tensor, pad: Sizes) => {
        const g = read(grad, grad.dtype);
        const y = new Float64Array(out.numel);
        eachPlace(kind, self.sizes, grad.sizes, pad, n, (o, i) => (y[i] += g[o]));
        write(out, y);
      },
    },
  ];
};

const circular: OpDef = {
  schema: '_pad_circular(Tensor self, SymInt[] pad) -> Tensor',
  kind: 'composite',
  composite: (call, self: Tensor, pad: Sizes) => {
    const n = pad.length / 2; // the last dimensions
    const first = self.dim - n;
    const size = outSizes(self, pad, n);
    for (let i = 0; i < n; i++) {
      const d = self.dim - 1 - i;
      if (pad[2 * i] > self.sizes[d] || pad[2 * i + 1] > self.sizes[d]) throw runtimeError('Padding value causes wrapping around more than once.');
      if (size[d] < 0) throw runtimeError('Negative padding value is resulting in an empty dimension');
    }
    const out = call.one('new_empty', self, size, self.dtype, null, self.device, null);
    let [o, x] = [out, self];
    for (let i = 0; i < n; i++) {
      const d = first + i;
      const k = (n - 1 - i) * 2;
      o = call.slice(o, d, Math.max(pad[k], 0), size[d] - Math.max(pad[k + 1], 0));
      x = call.slice(x, d, Math.max(-pad[k], 0), self.sizes[d] - Math.max(-pad[k + 1], 0));
    }
    call('copy_', o, x, false);
    for (let i = n - 1; i >= 0; i--) {
      const d = first + i;
      const k = (n - 1 - i) * 2;
      if (pad[k] > 0)
        call('copy_', call.slice(out, d, 0, pad[k]), call.slice(out, d, size[d] - pad[k] - Math.max(pad[k + 1], 0), size[d] - Math.max(pad[k + 1], 0)), false);
      if (pad[k + 1] > 0)
        call('copy_', call.slice(out, d, size[d] - pad[k + 1], size[d]), call.slice(out, d, Math.max(pad[k], 0), Math.max(pad[k], 0) + pad[k + 1]), false);
    }
    return out;
  },
};

export const PADS: readonly OpDef[] = [...[1, 2, 3].flatMap((n) => [...pads('reflection', n), ...pads('replication', n)]), circular];
