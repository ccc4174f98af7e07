/** Pack: torch.fx, and the graph of torch.compile as a program's own back end is given it. */
import * as log from '../capture/fx-log.ts';
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/fx.generated.ts';

packs.provide('fx', { ...LIB, log });
