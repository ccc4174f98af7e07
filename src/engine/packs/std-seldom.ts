/** Pack: standard modules that few programs import: literals, addresses, shell words, settings files, the interpreter and its signals. */
import { packs } from '../python/packs.ts';
import { LIB } from '../python/packed/std-seldom.generated.ts';

packs.provide('std-seldom', LIB);
