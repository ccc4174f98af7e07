/** Pack: derivatives of backward operators. */
import { SECOND } from '../aten/second/index.ts';
import { packs } from '../python/packs.ts';

packs.provide('second', SECOND);
