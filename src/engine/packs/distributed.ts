/** Pack: torch.distributed, device meshes, tensor parallelism. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/distributed.generated.ts';

packs.provide('distributed', LIB);
