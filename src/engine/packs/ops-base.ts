/** Pack of operators: rounding division, powers, comparison, factories, views, reductions, matrix products. */
import { FAMILIES } from '../aten/families/base.ts';
import { packs } from '../python/packs.ts';

packs.provide('ops-base', FAMILIES);
