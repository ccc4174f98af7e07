/** Pack: torch.nn: recurrent, convolution, pooling, attention, utilities. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/nn-more.generated.ts';

packs.provide('nn-more', LIB);
