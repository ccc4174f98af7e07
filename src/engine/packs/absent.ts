/** Pack: functions of PyTorch that the engine has no operator for. */
import { packs } from '../python/packs.ts';
import { ABSENT } from '../torch/signatures/absent-more.generated.ts';

packs.provide('absent', { names: ABSENT });
