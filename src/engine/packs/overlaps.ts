/** Pack: in-place operators that read what they have written. */
import * as overlaps from '../aten/overlaps.ts';
import { packs } from '../python/packs.ts';

packs.provide('overlaps', { overlaps });
