/** Pack: torch.optim: the optimizers and the schedules of the learning rate. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/optim.generated.ts';

packs.provide('optim', LIB);
