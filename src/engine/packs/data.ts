/** Pack: torch.utils.data, amp, checkpointing. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/data.generated.ts';

packs.provide('data', LIB);
