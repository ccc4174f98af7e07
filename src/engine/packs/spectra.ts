/** Pack: eigenvectors and singular vectors by LAPACK's own steps. */
import * as bidiagonal from '../aten/linalg/bidiagonal.ts';
import * as tridiagonal from '../aten/linalg/tridiagonal.ts';
import { packs } from '../python/packs.ts';

packs.provide('spectra', { bidiagonal, tridiagonal });
