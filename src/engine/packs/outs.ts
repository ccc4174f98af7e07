/** Pack: `out=` forms made by need. */
import { outForm } from '../aten/out_forms.ts';
import { packs } from '../python/packs.ts';

packs.provide('outs', { outForm });
