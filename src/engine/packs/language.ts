/** Pack: statements with a way out of their own (`try`, `with`), rarer ones (`match`), rarer builtin functions, and the algebra and methods of sets. */
import { BODIES } from '../python/builtins/rarer.ts';
import * as patterns from '../python/compile/grammar/patterns.ts';
import * as asynchronous from '../python/compile/asynchronous.ts';
import * as match from '../python/compile/match.ts';
import * as handlers from '../python/compile/try.ts';
import * as hashes from '../python/hashof.ts';
import { coroutinesModule } from '../python/coroutines.ts';
import * as groups from '../python/exceptgroup.ts';
import * as matching from '../python/matching.ts';
import { ownModule } from '../python/ownmodule.ts';
import { rareRepr as repr } from '../python/rarerepr.ts';
import { packs } from '../python/packs.ts';
import * as algebra from '../python/setalgebra.ts';
import * as star from '../python/star.ts';
import * as slices from '../python/slices.ts';
import * as objects from '../python/types/objectmethods.ts';
import * as slots from '../python/types/slots.ts';
import * as sets from '../python/types/setmethods.ts';

packs.provide('language', {
  asynchronous,
  _coroutines: coroutinesModule,
  handlers,
  match,
  patterns,
  groups,
  hashes,
  objects,
  matching,
  algebra,
  sets,
  slices,
  slots,
  star,
  repr,
  module: ownModule,
  builtins: BODIES,
});
