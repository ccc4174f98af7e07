/** isin: which elements are among others. After TensorCompare.cpp (`isin_Tensor_Tensor_out`); the answer does not depend on its choice of a way. */
import { empty } from '../../tensor/create.ts';
import { bool } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { OpDef, Scalar } from '../op.ts';
import { commonType, isTensor, numberOf, read, write } from '../work.ts';

type Operand = Tensor | Scalar;

const values = (x: Operand, like: Operand): ArrayLike<number> => (isTensor(x) ? read(x, commonType(x, like)) : [numberOf(x)]);

const isin = (overload: string, first: string, second: string): OpDef => ({
  schema: `isin.${overload}(${first}, ${second}, *, bool assume_unique=False, bool invert=False) -> Tensor`,
  kind: 'kernel',
  meta: (a: Operand, b: Operand) => empty(isTensor(a) ? a.sizes : [], bool, { device: (isTensor(a) ? a : (b as Tensor)).device }),
  kernel: (out: Tensor, a: Operand, b: Operand, _unique: boolean, invert: boolean) => {
    const among = new Set(Array.from(values(b, a)).filter((v) => v === v));
    write(
      out,
      Array.from(values(a, b), (v) => Number(among.has(v === 0 ? 0 : v) !== invert)),
    );
  },
});

export const ISIN: readonly OpDef[] = [
  isin('Tensor_Tensor', 'Tensor elements', 'Tensor test_elements'),
  isin('Tensor_Scalar', 'Tensor elements', 'Scalar test_element'),
  isin('Scalar_Tensor', 'Scalar element', 'Tensor test_elements'),
];
