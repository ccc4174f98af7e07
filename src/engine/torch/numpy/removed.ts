/**
 * Names that older programs take from numpy and that are no more in it: its `AttributeError` says what to write instead.
 * From numpy's `__former_attrs__` and `_expired_attrs_2_0.py`.
 * Leaves out: the warning that comes before for names to be defined again (standard error), removed names that no model
 * file has.
 */
import { raise } from '../../python/errors.ts';

const scalar = (name: string): string => `If you specifically wanted the numpy scalar type, use \`np.${name}\` here.`;
const BUILTINS: Readonly<Record<string, string>> = {
  object: '',
  float: scalar('float64'),
  complex: scalar('complex128'),
  str: scalar('str_'),
  int: 'When replacing `np.int`, you may wish to use e.g. `np.int64` or `np.int32` to specify the precision. If you wish to review your current use, check the release note link for additional information.',
};

/** What to use instead, in numpy 2. */
const USE: Readonly<Record<string, string>> = {
  alltrue: 'np.all',
  asfarray: 'np.asarray` with a proper dtype',
  cast: 'np.asarray(arr, dtype=dtype)',
  cfloat: 'np.complex128',
  complex_: 'np.complex128',
  float_: 'np.float64',
  Inf: 'np.inf',
  Infinity: 'np.inf',
  infty: 'np.inf',
  issubclass_: 'issubclass` builtin',
  issubsctype: 'np.issubdtype',
  mat: 'np.asmatrix',
  NaN: 'np.nan',
  NINF: '-np.inf',
  NZERO: '-0.0',
  PINF: 'np.inf',
  PZERO: '0.0',
  round_: 'np.round',
  safe_eval: 'ast.literal_eval',
  singlecomplex: 'np.complex64',
  sometrue: 'np.any',
  string_: 'np.bytes_',
  unicode_: 'np.str_',
};

/** A name that numpy has not: what it once was, where it says so. */
export function absent(name: string): never {
  const plain = `module 'numpy' has no attribute '${name}'`;
  if (Object.hasOwn(BUILTINS, name)) {
    raise(
      'AttributeError',
      `${plain}.\n\`np.${name}\` was a deprecated alias for the builtin \`${name}\`. To avoid this error in existing code, use \`${name}\` by itself. Doing this will not modify any behavior and is safe. ${BUILTINS[name]}\nThe aliases was originally deprecated in NumPy 1.20; for more details and guidance see the original release note at:\n    https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations`,
    );
  }
  if (Object.hasOwn(USE, name)) {
    const use = USE[name];
    raise('AttributeError', `\`np.${name}\` was removed in the NumPy 2.0 release. Use \`${use}${/` /.test(use) ? '' : '`'} instead.`);
  }
  return raise('AttributeError', plain);
}
