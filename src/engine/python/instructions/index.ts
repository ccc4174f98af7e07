/** The instructions that the main loop leaves to a function, by opcode. */
import { Op, type OpName } from '../opcodes.ts';
import { calls } from './calls.ts';
import { displays } from './displays.ts';
import { exceptions } from './exceptions.ts';
import { iteration } from './iteration.ts';
import { names } from './names.ts';
import type { Instruction } from './operands.ts';
import { operators } from './operators.ts';
import { patterns } from './patterns.ts';
import { spread } from './spread.ts';

export const instructions: Instruction[] = [];
for (const family of [operators, names, calls, displays, spread, iteration, exceptions, patterns]) {
  for (const [name, run] of Object.entries(family)) instructions[Op[name as OpName]] = run;
}
