/** Pack: gradients: nodes, histories, the engine that runs backward, and what programs see of them. */
import * as recording from '../dispatch/autograd/recording.ts';
import { packs } from '../python/packs.ts';
import * as autograd from '../torch/autograd.ts';
import * as module from '../torch/autograd_module.ts';
import * as nodes from '../torch/nodes.ts';

packs.provide('autograd', { recording, autograd, module, nodes });
