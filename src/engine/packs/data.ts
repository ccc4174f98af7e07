/** Pack: torch.utils.data, amp with the lists of autocast, checkpointing, distributions, and rarer modules of torch. */
import * as autocast from '../dispatch/autocast_lists.ts';
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/data.generated.ts';
import { lowName, makeScript } from '../torch/tensor/script.ts';
import { makeSerial } from '../torch/tensor/serial.ts';

packs.provide('data', { ...LIB, autocast, lowName, makeScript, makeSerial });
