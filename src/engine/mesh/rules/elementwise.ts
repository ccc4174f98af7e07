/**
 * The operators that PyTorch gives the pointwise rule (`torch/distributed/tensor/_ops/_pointwise_ops.py`, its tag `pointwise`
 * included), as far as the engine has them.
 *
 * One line an overload name; `abs!` stands for `abs` and `abs_`. Leaves out: `out=` forms, foreach and fused operators.
 */
const TEXT = `
  default: _conj abs! acos! acosh! addcdiv! addcmul! angle asin! asinh! atan! atan2! atanh! bitwise_not! ceil! celu! clamp! clamp_max! clamp_min! clip!
      clone conj_physical copy_ cos! cosh! deg2rad! digamma! elu! erf! erfc! erfinv! exp! exp2! expm1! exponential_ floor! fmax fmin frac! gcd gelu
      gelu_backward hardshrink hardsigmoid! hardtanh! heaviside hypot! i0! igamma! igammac! isfinite isinf isnan isneginf isposinf lcm leaky_relu!
      lgamma! log! log10! log1p! log2! logaddexp logaddexp2 logical_and! logical_not! logical_or! logical_xor! logit! logit_backward maximum minimum
      mish mvlgamma nan_to_num! native_dropout_backward neg! nextafter! polygamma! positive rad2deg! reciprocal! relu! relu6 round! rrelu_with_noise
      rsqrt! selu! sgn! sigmoid! sigmoid_backward sign! signbit silu! silu_backward sin! sinc! sinh! softplus softshrink sqrt! square! tan! tanh!
      tanh_backward threshold threshold_backward trunc!
  Tensor: __ixor__ __xor__ add! bitwise_and! bitwise_left_shift! bitwise_or! bitwise_right_shift! bitwise_xor! clamp! clamp_max! clamp_min! clip!
      copysign! div! eq fmod! frexp ge gt ldexp le lerp! lt mul! ne pow_ remainder! sub! true_divide xlogy!
  Scalar: __ixor__ __xor__ add! bitwise_and! bitwise_or! bitwise_xor! copysign! div! eq float_power fmod! ge gt le lerp! lt masked_fill! mul! ne pow!
      remainder! rsub sub!
  Tensor_Scalar: bitwise_left_shift! bitwise_right_shift! float_power pow
  Scalar_mode: div!
  Tensor_mode: div!
  Tensor_Tensor: float_power pow
  other: max min
  decimals: round!
  out_mode: div
  dtype: to
  self: where
  Scalar_Other: xlogy
  Scalar_Self: xlogy`;

/** Overloads without `aten.`: `add.Tensor`. */
export const ELEMENTWISE: readonly string[] = TEXT.trim()
  .split(/\n {2}(?=\S)/)
  .flatMap((line) => {
    const [overload, ...names] = line.split(/:?\s+/) as [string, ...string[]];
    return names.flatMap((n) => (n.endsWith('!') ? [n.slice(0, -1), `${n.slice(0, -1)}_`] : [n])).map((n) => `${n}.${overload}`);
  });
