/** Pack: stages of captured graphs: tracing ahead of time, partition, printing. */
import * as stages from '../graph/stages.ts';
import { packs } from '../python/packs.ts';

packs.provide('graph', { stages });
