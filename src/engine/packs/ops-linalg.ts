/** Pack of operators: linear algebra. */
import { FAMILIES } from '../aten/families/linalg.ts';
import { packs } from '../python/packs.ts';

packs.provide('ops-linalg', FAMILIES);
