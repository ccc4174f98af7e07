/** Pack: native halves of standard modules. */
import { MODULES } from '../python/modules/natives.ts';
import { packs } from '../python/packs.ts';

packs.provide('natives', MODULES);
