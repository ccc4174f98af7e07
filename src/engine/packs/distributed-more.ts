/** Pack: what is built on torch.distributed and fewer programs use: sharded optimizers, hooks, counts, collectives with gradients. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/distributed-more.generated.ts';

packs.provide('distributed-more', LIB);
