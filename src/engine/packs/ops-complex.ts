/** Pack of operators: complex numbers, Fourier transforms, and what the other operators do with complex numbers. */
import { formOf } from '../aten/complex/forms.ts';
import { FAMILIES } from '../aten/families/complex.ts';
import { packs } from '../python/packs.ts';
import { SIGNATURES } from '../torch/signatures/ops-complex.generated.ts';

packs.provide('ops-complex', { FAMILIES, SIGNATURES });
packs.provide('complex-forms', formOf);
