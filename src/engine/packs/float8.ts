/** Pack: numbers of eight bits. */
import { packs } from '../python/packs.ts';
import { float8 } from '../tensor/float8.ts';

packs.provide('float8', { float8 });
