/** Pack: sharding rules of rarer operators on distributed tensors, arg extremes across ranks, losses over cut classes. */
import { argExtreme } from '../mesh/extremes.ts';
import { parallelLoss } from '../mesh/loss_parallel.ts';
import * as propagation from '../mesh/propagation.ts';
import { RARER } from '../mesh/rules/rarer.ts';
import { WITHOUT_STRATEGY } from '../mesh/rules/unknown.ts';
import { packs } from '../python/packs.ts';

packs.provide('mesh-more', { argExtreme, parallelLoss, propagation, rules: RARER, withoutStrategy: WITHOUT_STRATEGY });
