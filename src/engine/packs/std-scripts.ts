/** Pack: what training scripts import beside the library: arguments and progress bars. */
import { packs } from '../python/packs.ts';
import { LIB } from '../python/packed/std-scripts.generated.ts';

packs.provide('std-scripts', LIB);
