/**
 * Batching rules of linear algebra: operators that take batches of matrices take the examples as one batch dimension more
 * (BatchRulesLinearAlgebra.cpp).
 */
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { give, type Rule, type Site } from './site.ts';

function checkMatrix(s: Site): void {
  if (s.t(0).dim >= 2) return;
  throw runtimeError(`${s.op.sig.base}: The input tensor A must have at least 2 dimensions.`);
}

const matrices: Rule = (s) => {
  checkMatrix(s);
  return s.again(s.with({ 0: s.front(s.t(0)) }));
};

give(
  `linalg_inv_ex linalg_cholesky_ex cholesky cholesky_inverse _linalg_det _linalg_slogdet _linalg_svd linalg_eig _linalg_eigvals _linalg_eigh linalg_qr
  linalg_matrix_exp linalg_lu_factor_ex linalg_lu linalg_pinv.atol_rtol_tensor linalg_householder_product`,
  matrices,
);
give('_linalg_check_errors', (s) => s.call(s.op.overload, s.front(s.t(0)), s.args[1], false));
give('_linalg_solve_ex', (s) => s.again(s.with({ 0: s.whole(s.t(0)), 1: s.whole(s.t(1)) })));
give('linalg_solve_triangular', (s) => {
  if (!s.has(s.t(0)) || !s.has(s.t(1))) throw new Unsupported(`${s.op.name} under vmap with a matrix that all examples share`);
  return s.again(s.with({ 0: s.front(s.t(0)), 1: s.front(s.t(1)) }));
});
give('trace', (s) => s.call.sum(s.call.one('diagonal', s.t(0), 0, 0, 1), [-1]));
give('diag_embed', (s) => {
  const place = (at: number): number => wrapDim(s.args[at] as number, s.t(0).dim + 1) + 1;
  return s.again([s.front(s.t(0)), s.args[1], place(2), place(3)]);
});
