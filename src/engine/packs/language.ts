/** Pack: rarer statements (`match`, `except*`), rarer builtin functions and methods of sets. */
import { BODIES } from '../python/builtins/rarer.ts';
import * as patterns from '../python/compile/grammar/patterns.ts';
import * as match from '../python/compile/match.ts';
import * as groups from '../python/exceptgroup.ts';
import * as matching from '../python/matching.ts';
import { packs } from '../python/packs.ts';
import * as sets from '../python/types/setmethods.ts';

packs.provide('language', { match, patterns, groups, matching, sets, builtins: BODIES });
