/** Pack: the parts of a trace (calls, what is loaded, guards collected, `torch.cond`, what happens after a break), beside the frames in the pack `capture`. */
import * as plans from '../capture/break-plan.ts';
import * as calls from '../capture/call-rules.ts';
import * as collector from '../capture/collector.ts';
import * as handed from '../capture/handed.ts';
import { cond } from '../capture/cond.ts';
import * as reach from '../capture/reach.ts';
import * as userErrors from '../capture/user-errors.ts';
import { packs } from '../python/packs.ts';

packs.provide('tracing', { calls, collector, cond, handed, plans, reach, userErrors });
