/**
 * `_assert_async`: an assertion that runs with the device's work. Only traced programs have it (`assert tensor`).
 */
import { itemOf } from '../tensor/access.ts';
import { runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { OpDef } from './op.ts';

const holds = (t: Tensor, message: string): void => {
  if (Number(itemOf(t)) === 0) throw runtimeError(message);
};

export const ASSERTS: readonly OpDef[] = [
  {
    schema: '_assert_async(Tensor self) -> ()',
    kind: 'kernel',
    meta: () => null,
    kernel: (_out: null, self: Tensor) => holds(self, 'Expected Tensor with single nonzero value, but got zero'),
  },
  {
    schema: '_assert_async.msg(Tensor self, str assert_msg) -> ()',
    kind: 'kernel',
    meta: () => null,
    kernel: (_out: null, self: Tensor, message: string) => holds(self, message),
  },
];
