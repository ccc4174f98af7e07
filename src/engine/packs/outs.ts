/** Pack: `out=` forms made by need; what is known on shapes alone. */
import * as known from '../aten/known.ts';
import { outForm } from '../aten/out_forms.ts';
import { packs } from '../python/packs.ts';

packs.provide('outs', { outForm, known });
