/** Pack: the other standard modules. */
import { packs } from '../python/packs.ts';
import { LIB } from '../python/packed/std-more.generated.ts';

packs.provide('std-more', LIB);
