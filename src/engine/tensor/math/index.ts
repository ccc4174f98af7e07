/**
 * Elementary and special functions in double, made of nothing but + − × ÷ and `Math.sqrt` (which IEEE 754 defines), so
 * that one input gives one output on every machine. For float32 tensors compute here and round: correct to the last bit
 * in all but about one case in 10^8.
 */
export { cosh, exp, exp2, expm1, sigmoid, sinh, tanh } from '../../python/elementary/exp.ts';
export { acosh, asinh, atanh, log, log10, log1p, log2 } from '../../python/elementary/log.ts';
export { acos, asin, atan, atan2, cos, sin, tan } from '../../python/elementary/trig.ts';
export { cbrt, pow } from '../../python/elementary/pow.ts';
export { erf, erfc, erfinv } from '../../python/elementary/erf.ts';
export { erfF32 } from './erff.ts';
export { tanhRounded } from './rounded.ts';
export { expm1F32, log1pF32, tanhF32 } from './expm1f.ts';
export { geluF32, geluGradF32, geluScalarF32 } from './gelu.ts';
export { stepsFor } from './steps.ts';
export { cosF32, expF32, logF32, sigmoidF32, sinF32 } from './single.ts';
