/**
 * The functional operator that stands for an in-place one after functionalisation.
 *
 * native_functions.yaml's rule is the name without its underscore; the table lists where it differs.
 * Inputs that a few operators change beside their result (running statistics) have their own functional form.
 */
const IRREGULAR: Readonly<Record<string, string>> = {
  'bernoulli_.float': 'bernoulli.p',
  normal_: 'normal_functional',
  _index_put_impl_: '_index_put_impl',
};

/** `add_.Tensor` to `add.Tensor`. */
export function functionalName(overload: string): string {
  if (IRREGULAR[overload]) return IRREGULAR[overload];
  const [base, suffix] = overload.split('.');
  const name = base.endsWith('_') ? base.slice(0, -1) : base;
  return suffix ? `${name}.${suffix}` : name;
}

/** In-place operators that change only sizes and strides, with the view that does the same. */
export const METADATA_ONLY: Readonly<Record<string, string>> = {
  t_: 't',
  transpose_: 'transpose.int',
  unsqueeze_: 'unsqueeze',
  squeeze_: 'squeeze',
  'squeeze_.dim': 'squeeze.dim',
  'squeeze_.dims': 'squeeze.dims',
  as_strided_: 'as_strided',
  swapaxes_: 'transpose.int',
  swapdims_: 'transpose.int',
};
