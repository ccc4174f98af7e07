/** Pack: rarer standard modules: dates, fractions, statistics, printing of structures, bytes as numbers and as text. */
import { packs } from '../python/packs.ts';
import { LIB } from '../python/packed/std-rarer.generated.ts';

packs.provide('std-rarer', LIB);
