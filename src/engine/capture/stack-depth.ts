/**
 * Operand stack depth and open blocks before each instruction, found by walking the code once.
 *
 * Used for the points a frame can be taken back to: an instruction with an empty stack outside every block (Dynamo's
 * speculation checkpoints). Effects follow the stack pictures of `opcodes.ts`; an opcode without a row ends the walk.
 */
import type { Code } from '../python/code.ts';
import { Op, OPCODES, type OpName } from '../python/opcodes.ts';

type Effect = number | ((arg: number) => number);

/** Change of depth when the next instruction follows. */
const NEXT: Partial<Record<OpName, Effect>> = {
  LOAD_CONST: 1,
  LOAD_FAST: 1,
  STORE_FAST: -1,
  LOAD_GLOBAL: 1,
  POP_TOP: -1,
  DROP_ITER: -1,
  JUMP: 0,
  POP_JUMP_IF_FALSE: -1,
  POP_JUMP_IF_TRUE: -1,
  BINARY: -1,
  COMPARE: -1,
  LOAD_ATTR: 0,
  LOAD_METHOD: 1,
  PUSH_NULL: 1,
  CALL: (n) => -n - 1,
  CALL_KW: (a) => -(a & 0xffff) - 1,
  FOR_ITER: 1,
  FOR_CHECK: 0,
  RETURN: -1,
  LOAD_DEREF: 1,
  STORE_DEREF: -1,
  SUBSCR: -1,
  STORE_SUBSCR: -3,
  STORE_ATTR: -2,
  GET_ITER: 0,
  BUILD_LIST: (n) => 1 - n,
  BUILD_TUPLE: (n) => 1 - n,
  DUP: 1,
  SWAP: 0,
  ROT3: 0,
  IS: -1,
  NOT: 0,
  UNARY: 0,
  INPLACE: -1,
  JUMP_IF_FALSE_OR_POP: -1,
  JUMP_IF_TRUE_OR_POP: -1,
  LIST_APPEND: -1,
  UNPACK: (n) => n - 1,
  STORE_GLOBAL: -1,
  SETUP_TRY: 0,
  POP_BLOCK: 0,
  CALL_EX: (a) => (a === 1 ? -3 : -2),
  LOAD_NAME: 1,
  STORE_NAME: -1,
  DELETE_NAME: 0,
  DELETE_GLOBAL: 0,
  DELETE_FAST: 0,
  DELETE_DEREF: 0,
  LOAD_CLOSURE: 1,
  MAKE_FUNCTION: (a) => -[1, 2, 4, 8].filter((b) => a & b).length,
  LOAD_BUILD_CLASS: 1,
  CONTAINS: -1,
  DELETE_SUBSCR: -2,
  DELETE_ATTR: -1,
  BUILD_MAP: (n) => 1 - 2 * n,
  BUILD_SET: (n) => 1 - n,
  BUILD_SLICE: (n) => 1 - n,
  BUILD_STRING: (n) => 1 - n,
  FORMAT: (a) => (a & 4 ? -1 : 0),
  LIST_EXTEND: -1,
  SET_UPDATE: -1,
  DICT_UPDATE: -1,
  DICT_MERGE: -1,
  SET_ADD: -1,
  MAP_ADD: -2,
  LIST_TO_TUPLE: 0,
  UNPACK_EX: (a) => (a & 0xff) + (a >> 8),
  PUSH_EXC: 0,
  LOAD_EXC: 1,
  POP_EXC: -1,
  CHECK_EXC_MATCH: -1,
  WITH_LOOKUP: 2,
  WITH_EXIT: 0,
  WITH_EXCEPT: 1,
  IMPORT_NAME: -1,
  IMPORT_FROM: 1,
  LOAD_ASSERTION_ERROR: 1,
  COPY: 1,
  SETUP_WITH: 0,
};

/** Change of depth when the jump is taken; default: as NEXT. */
const TAKEN: Partial<Record<OpName, number>> = {
  FOR_ITER: -1,
  FOR_CHECK: -2,
  JUMP_IF_FALSE_OR_POP: 0,
  JUMP_IF_TRUE_OR_POP: 0,
  SETUP_TRY: 1,
  SETUP_WITH: 1,
};
const JUMPING = new Set<OpName>([
  'JUMP',
  'POP_JUMP_IF_FALSE',
  'POP_JUMP_IF_TRUE',
  'FOR_ITER',
  'FOR_CHECK',
  'JUMP_IF_FALSE_OR_POP',
  'JUMP_IF_TRUE_OR_POP',
  'SETUP_TRY',
  'SETUP_WITH',
]);
const FINAL = new Set<OpName>(['JUMP', 'RETURN', 'RAISE', 'END_FINALLY', 'RESTORE_RERAISE']);

interface State {
  depth: number;
  blocks: number;
}

const cache = new WeakMap<Code, (State | undefined)[]>();

function analyse(code: Code): (State | undefined)[] {
  const { ops } = code;
  const states: (State | undefined)[] = new Array(ops.length / 2).fill(undefined);
  const todo: [number, State][] = [[0, { depth: 0, blocks: 0 }]];
  for (let item = todo.pop(); item; item = todo.pop()) {
    const [pc, state] = item;
    const i = pc / 2;
    if (i >= states.length || states[i]) continue;
    states[i] = state;
    const name = OPCODES[ops[pc]];
    const arg = ops[pc + 1];
    const effect = NEXT[name];
    const change = typeof effect === 'function' ? effect(arg) : effect;
    const opens = name === 'SETUP_TRY' || name === 'SETUP_WITH' ? 1 : name === 'POP_BLOCK' ? -1 : 0;
    if (JUMPING.has(name)) {
      // A handler starts with its block already closed.
      todo.push([arg, { depth: state.depth + (TAKEN[name] ?? change ?? 0), blocks: state.blocks }]);
    }
    if (!FINAL.has(name) && change !== undefined) todo.push([pc + 2, { depth: state.depth + change, blocks: state.blocks + opens }]);
  }
  return states;
}

/** The last instruction at or before `pc` with nothing on the stack and no open block; -1 where there is none. */
export function checkpointBefore(code: Code, pc: number): number {
  let states = cache.get(code);
  if (!states) cache.set(code, (states = analyse(code)));
  for (let i = pc / 2; i >= 0; i--) {
    const s = states[i];
    if (s && s.depth === 0 && s.blocks === 0) return 2 * i;
  }
  return -1;
}

export const opNameAt = (code: Code, pc: number): OpName => OPCODES[code.ops[pc]];
export const isOp = (code: Code, pc: number, name: OpName): boolean => code.ops[pc] === Op[name];
