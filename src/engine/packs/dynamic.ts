/** Pack: what compiled frames find out about sizes and numbers that became dynamic. */
import * as dynamic from '../capture/dynamic.ts';
import * as exploration from '../capture/exploration.ts';
import { packs } from '../python/packs.ts';

packs.provide('dynamic', { dynamic, exploration });
