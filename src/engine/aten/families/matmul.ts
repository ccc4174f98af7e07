/** Operator families: products of matrices and vectors. */
import '../effort_rules.ts';
import { MATMUL } from '../matmul/matmul.ts';
import { MATRIX_PRODUCTS } from '../matmul/matrices.ts';
import { TENSORDOT } from '../matmul/tensordot.ts';
import { VECTOR_PRODUCTS } from '../matmul/vectors.ts';
import type { OpDef } from '../op.ts';

export const FAMILIES: readonly (readonly OpDef[])[] = [MATRIX_PRODUCTS, VECTOR_PRODUCTS, MATMUL, TENSORDOT];
