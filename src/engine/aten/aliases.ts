/**
 * Second names of arithmetic: multiply, divide, subtract, arctan2, the in-place bitwise operators of Python.
 *
 * Aliases are composites, as in native_functions.yaml. Comparison aliases stand with the comparisons (compare.ts).
 */
import { type OpDef, twin } from './op.ts';

export const ALIASES: readonly OpDef[] = [
  ...['Tensor', 'Scalar'].flatMap((f) => [
    twin(`multiply.${f}(Tensor self, ${f} other) -> Tensor`, `mul.${f}`),
    twin(`multiply_.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `mul_.${f}`),
    twin(`divide.${f}(Tensor self, ${f} other) -> Tensor`, `div.${f}`),
    twin(`divide_.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `div_.${f}`),
    twin(`true_divide.${f}(Tensor self, ${f} other) -> Tensor`, `div.${f}`),
    twin(`true_divide_.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `div_.${f}`),
    twin(`subtract.${f}(Tensor self, ${f} other, *, Scalar alpha=1) -> Tensor`.replace('Scalar other, *, ', 'Scalar other, '), `sub.${f}`),
    twin(`subtract_.${f}(Tensor(a!) self, ${f} other, *, Scalar alpha=1) -> Tensor(a!)`.replace('Scalar other, *, ', 'Scalar other, '), `sub_.${f}`),
    twin(`divide.${f}_mode(Tensor self, ${f} other, *, str? rounding_mode) -> Tensor`, `div.${f}_mode`),
    twin(`__iand__.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `bitwise_and_.${f}`),
    twin(`__ior__.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `bitwise_or_.${f}`),
    twin(`__ixor__.${f}(Tensor(a!) self, ${f} other) -> Tensor(a!)`, `bitwise_xor_.${f}`),
  ]),
  twin('arctan2(Tensor self, Tensor other) -> Tensor', 'atan2'),
  twin('arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)', 'atan2_'),
];
