/** Pack: collectives, device meshes and distributed tensors. */
import { DTensorMode } from '../mesh/dtensor.ts';
import { explainHang } from '../mesh/hang.ts';
import { placementRepr } from '../mesh/placement.ts';
import { World } from '../mesh/world.ts';
import { packs } from '../python/packs.ts';
import { makeDist } from '../torch/distributed/index.ts';

packs.provide('mesh', { DTensorMode, explainHang, makeDist, placementRepr, World });
