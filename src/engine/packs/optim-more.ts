/** Pack: torch.optim: the other optimizers, schedules of the learning rate. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/optim-more.generated.ts';

packs.provide('optim-more', LIB);
