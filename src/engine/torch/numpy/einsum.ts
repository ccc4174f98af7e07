/**
 * `numpy.einsum` with subscripts as text: `…` and implicit results included. Products are summed one after the other in
 * float64, so a contraction's last digit may differ from numpy's, as with `matmul`.
 *
 * Leaves out: subscripts as lists, complex and truth values.
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { spend } from '../../python/spend.ts';
import { typeOf } from '../../python/types.ts';
import type { Value } from '../../python/values.ts';
import { fromWorking, toFloat64 } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { part } from '../../python/packs.ts';
import type { Tools } from './tools.ts';

const tools = part<Tools>('numpy', 'tools');

/** Labels of an operand; dimensions under `...` are named by their place from the right: `-1`, `-2`. */
function labelsOf(text: string, dim: number, open: number): string[] {
  const [head, tail] = text.split('...');
  const hidden = tail === undefined ? 0 : open < 0 ? dim - head.length - tail.length : open;
  if (hidden < 0) throw new Unsupported('numpy.einsum with more subscripts than dimensions');
  return [...head, ...Array.from({ length: hidden }, (_, i) => String(i - hidden)), ...(tail ?? '')];
}

export function einsum(subscripts: Value, operands: Value): Value {
  if (typeof subscripts !== 'string') throw new Unsupported(`numpy.einsum of ${typeOf(subscripts).name}`);
  const { arrayOf, promote, result } = tools();
  const given = (operands as unknown as Value[]).map((v) => arrayOf(v, 'numpy.einsum'));
  const [left, right] = subscripts.replaceAll(' ', '').split('->');
  const texts = left.split(',');
  // numpy's own words: fewer subscripts than operands are "fewer operands".
  if (texts.length !== given.length) {
    const which = texts.length > given.length ? 'more' : 'fewer';
    raise('ValueError', `${which} operands provided to einstein sum function than specified in the subscripts string`);
  }
  const labels = texts.map((text, k) => labelsOf(text, given[k].dim, -1));
  const sizes = new Map<string, number>();
  labels.forEach((own, k) => {
    if (own.length !== given[k].dim) throw new Unsupported('numpy.einsum with subscripts that do not fit the dimensions');
    own.forEach((label, d) => {
      const size = given[k].sizes[d];
      const before = sizes.get(label) ?? 1;
      if (before !== 1 && size !== 1 && before !== size) throw new Unsupported('numpy.einsum of sizes that do not fit');
      sizes.set(label, Math.max(before, size));
    });
  });
  const hidden = Math.max(0, ...[...sizes.keys()].filter((l) => l.startsWith('-')).map((l) => -Number(l)));
  const letters = texts.join('').replaceAll('.', '');
  const once = [...new Set(letters)].filter((c) => letters.indexOf(c) === letters.lastIndexOf(c)).sort();
  const out = right === undefined ? labelsOf(`...${once.join('')}`, 0, hidden) : labelsOf(right, 0, hidden);
  if (out.some((l) => !sizes.has(l))) throw new Unsupported('numpy.einsum with a result of other subscripts than its operands');
  const all = [...out, ...[...sizes.keys()].filter((l) => !out.includes(l))];
  const d = given.map((t) => t.dtype).reduce(promote);
  if (d.category !== 'float' && d.category !== 'int') throw new Unsupported(`numpy.einsum of ${d.name}`);

  const numbers = given.map(toFloat64);
  // Steps of each operand along each label, for a label may stand twice.
  const steps = labels.map((own, k) =>
    all.map((label) => {
      let [total, block] = [0, 1];
      for (let i = own.length - 1; i >= 0; i--) {
        if (own[i] === label && given[k].sizes[i] !== 1) total += block;
        block *= given[k].sizes[i];
      }
      return total;
    }),
  );
  const extent = all.map((label) => sizes.get(label) as number);
  spend(extent.reduce((a, b) => a * b, given.length));
  const values = new Float64Array(out.reduce((n, label) => n * (sizes.get(label) as number), 1));
  const at = given.map(() => 0);
  const go = (k: number, to: number): void => {
    if (k === all.length) {
      values[to] += numbers.reduce((product, x, i) => product * x[at[i]], 1);
      return;
    }
    for (let i = 0; i < extent[k]; i++) {
      go(k + 1, k < out.length ? to * extent[k] + i : to);
      for (let o = 0; o < at.length; o++) at[o] += steps[o][k];
    }
    for (let o = 0; o < at.length; o++) at[o] -= steps[o][k] * extent[k];
  };
  go(0, 0);
  if (d.category === 'int' && values.some((v) => !Number.isSafeInteger(v))) throw new Unsupported('numpy.einsum of integers beyond 2**53');
  const t = empty(
    out.map((label) => sizes.get(label) as number),
    d,
    { fake: false },
  );
  fromWorking(t, values);
  return result(t);
}
