/** Pack: names that PyTorch and the standard library have, to tell a refusal from a mistake. */
import { packs } from '../python/packs.ts';
import { missingName, placeholder, placeholderModule } from '../python/placeholder.ts';
import { UNMODELLED_MODULES, UNMODELLED_PACKAGES } from '../python/stdlist.ts';
import { UNMODELLED_NAMES } from '../python/stdnames.ts';
import { isListed, mustExist, notFound } from '../python/submodules.ts';
import { KNOWN } from '../torch/known.generated.ts';
import { namesOf, starOf } from '../torch/listing.ts';

packs.provide('known', {
  torch: KNOWN,
  namesOf,
  starOf,
  standard: UNMODELLED_NAMES,
  modules: UNMODELLED_MODULES,
  packages: UNMODELLED_PACKAGES,
  isListed,
  mustExist,
  missingName,
  notFound,
  placeholder,
  placeholderModule,
});
