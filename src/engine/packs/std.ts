/** Pack: standard modules that torch.nn and most programs import. */
import { packs } from '../python/packs.ts';
import { LIB } from '../python/packed/std.generated.ts';

packs.provide('std', LIB);
