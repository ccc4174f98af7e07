/** Pack: torch.optim: SGD, Adam and what they share. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/optim.generated.ts';

packs.provide('optim', LIB);
