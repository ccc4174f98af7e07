/** Pack: collectives, device meshes and distributed tensors. */
import { DTensorMode } from '../mesh/dtensor.ts';
import { placementRepr } from '../mesh/placement.ts';
import { runRanks } from '../mesh/schedule.ts';
import { World } from '../mesh/world.ts';
import { packs } from '../python/packs.ts';
import { makeDist } from '../torch/distributed/index.ts';

packs.provide('mesh', { DTensorMode, makeDist, placementRepr, runRanks, World });
