/** Pack: functions of the torch module that few programs call, and the limits of number types. */
import { packs } from '../python/packs.ts';
import { NAMES } from '../torch/late_functions.ts';

packs.provide('torch-more', { NAMES });
