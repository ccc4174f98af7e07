/** Pack: rarer statements (`match`, `except*`) and rarer builtin functions. */
import { BODIES } from '../python/builtins/rarer.ts';
import * as patterns from '../python/compile/grammar/patterns.ts';
import * as match from '../python/compile/match.ts';
import * as groups from '../python/exceptgroup.ts';
import * as matching from '../python/matching.ts';
import { packs } from '../python/packs.ts';

packs.provide('language', { match, patterns, groups, matching, builtins: BODIES });
