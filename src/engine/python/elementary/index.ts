/** Elementary functions that give the same bytes on every machine. The plain double ones beside them are the tensors' (tensor/math). */
export { erf, erfc } from './erf.ts';
export { expm1, sinh, tanh } from './exp.ts';
export { acosh, asinh, cosh } from './glibc.ts';
export { atanh, log10, log1p } from './log.ts';
export { cbrt } from './pow.ts';
export { acos, asin, atan, atan2, cos, exp, exp2, log, log2, pow, sin, tan } from './rounded.ts';
