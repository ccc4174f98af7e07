/** int64 in doubles while these hold every number, else once more in 64-bit integers. */
import { fromBigInts, toBigInts } from '../tensor/access.ts';
import type { DType } from '../tensor/dtype.ts';
import { Unsupported } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { expandTo, isTensor, numberOf, type Operand } from './work.ts';

/** Runs `doubles`; where they cannot hold what an int64 operand holds, fills `out` with `big(i)` of the operands' elements. */
export function exactly(out: Tensor, dtype: DType, operands: readonly Operand[], doubles: () => void, big: (...x: bigint[]) => bigint): void {
  try {
    doubles();
    return;
  } catch (e) {
    if (!(e instanceof Unsupported) || dtype.name !== 'int64') throw e;
  }
  const columns = operands.map((x) => {
    if (isTensor(x)) return toBigInts(expandTo(x, out.sizes));
    const v = typeof x === 'bigint' ? x : BigInt(numberOf(x));
    return new BigInt64Array(out.numel).fill(v);
  });
  const res = new BigInt64Array(out.numel);
  for (let i = 0; i < res.length; i++) res[i] = big(...columns.map((c) => c[i]));
  fromBigInts(out, res);
}
