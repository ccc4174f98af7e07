/** Pack: files in memory, and the modules of the standard library that work on them. */
import { packs } from '../python/packs.ts';
import { LIB } from '../python/packed/std-files.generated.ts';

packs.provide('std-files', LIB);
