/**
 * The instruction set. An instruction is an (opcode, argument) pair in `Code.ops`; an opcode is an index into this list.
 *
 * The first block is what the main loop (`execute.ts`) mostly handles inline; the second is left to `instructions/`.
 * Stack pictures read bottom to top: `[a b] → [c]`.
 */
export const OPCODES = [
  'LOAD_CONST', // → [const]
  'LOAD_FAST',
  'STORE_FAST',
  'LOAD_GLOBAL', // name
  'POP_TOP',
  'JUMP',
  'POP_JUMP_IF_FALSE',
  'POP_JUMP_IF_TRUE',
  'BINARY', // operator; [a b] → [c]
  'COMPARE', // operator; [a b] → [c]
  'LOAD_ATTR', // name
  'LOAD_METHOD', // name; [o] → [function self] or [value null]
  'PUSH_NULL', // → [undefined]
  'CALL', // n; [f self|undefined args…] → [result]
  'CALL_KW', // const index of the names << 16 | n
  'FOR_ITER', // [it] → [it value], or jumps with [it] popped
  'FOR_CHECK', // after a slow FOR_ITER: turns the sentinel into the jump
  'RETURN',
  'LOAD_DEREF',
  'STORE_DEREF',
  'SUBSCR', // [o k] → [v]
  'STORE_SUBSCR', // [v o k] → []
  'STORE_ATTR', // name; [v o] → []
  'GET_ITER',
  'BUILD_LIST',
  'BUILD_TUPLE',
  'DUP',
  'SWAP', // [a b] → [b a]
  'ROT3', // [a b c] → [c a b]
  'IS', // 1: negated
  'NOT',
  'UNARY', // operator
  'INPLACE', // operator
  'JUMP_IF_FALSE_OR_POP',
  'JUMP_IF_TRUE_OR_POP',
  'LIST_APPEND', // depth
  'UNPACK', // n
  'YIELD',
  'STORE_GLOBAL',
  'SETUP_TRY', // target
  'POP_BLOCK',
  // only in `instructions/` from here
  'SETUP_WITH',
  'CALL_EX', // 1: with keyword dict; [f self args kw?] → [result]
  'LOAD_NAME',
  'STORE_NAME',
  'DELETE_NAME',
  'DELETE_GLOBAL',
  'DELETE_FAST',
  'DELETE_DEREF',
  'LOAD_CLASSDEREF',
  'LOAD_CLOSURE',
  'MAKE_FUNCTION', // 1 defaults, 2 keyword defaults, 4 annotations, 8 closure
  'LOAD_BUILD_CLASS',
  'CONTAINS', // 1: negated; [a b] → [a in b]
  'DELETE_SUBSCR',
  'DELETE_ATTR',
  'BUILD_MAP',
  'BUILD_SET',
  'BUILD_SLICE',
  'BUILD_STRING',
  'FORMAT', // conversion (0 none, 1 str, 2 repr, 3 ascii) | 4 with spec
  'LIST_EXTEND',
  'SET_UPDATE',
  'DICT_UPDATE',
  'DICT_MERGE', // for calls: repeated keys are errors
  'SET_ADD',
  'MAP_ADD',
  'LIST_TO_TUPLE',
  'UNPACK_EX', // before | after << 8
  'RAISE', // 0, 1, 2 values
  'PUSH_EXC', // [exc] → [previous], exc becomes the handled one
  'LOAD_EXC',
  'POP_EXC', // [previous] → []
  'END_FINALLY', // [previous] → raises the handled one again
  'RESTORE_RERAISE', // [previous new] → raises new
  'CHECK_EXC_MATCH', // [exc type] → [bool]
  'WITH_LOOKUP', // [manager] → [exit enter self]
  'WITH_EXIT', // [exit] → [result], called without exception
  'WITH_EXCEPT', // [exit previous] → [exit previous result]
  'IMPORT_NAME', // [level fromlist] → [module]
  'IMPORT_FROM',
  'IMPORT_STAR',
  'YIELD_FROM_ITER',
  'SEND', // [it v] → [it yielded], or the sentinel
  'SEND_CHECK',
  'LOAD_ASSERTION_ERROR',
  'SETUP_ANNOTATIONS',
  'COPY', // n-th from the top
  'MATCH_SEQUENCE', // [s] → [s bool]
  'MATCH_MAPPING',
  'MATCH_KEYS', // [s keys] → [s keys values|None]
  'MATCH_CLASS', // n; [s cls names] → [values|None]
  'MATCH_LENGTH', // n<<1 | atLeast; [s] → [s bool]
  'GET_INDEX', // i (negative from the end); [s] → [s s[i]]
  'MATCH_SLICE', // before | after << 8; [s] → [s list]
  'MATCH_REST', // [s keys] → [dict]
  'EG_SPLIT', // [type] with the handled group → [matched|None rest|None]
  'EG_RERAISE', // [list of what handlers raised, rest] → re-raises what is left, or goes on
  'EG_PUSH',
  'BREAKPOINT', // the frame's owner stops it here (breakpoint.ts)
  'DROP_ITER', // 1: what it goes through was called for; [it] → [], and a generator that nothing else holds is closed
] as const;

export type OpName = (typeof OPCODES)[number];
export const Op = Object.fromEntries(OPCODES.map((n, i) => [n, i])) as Record<OpName, number>;

export const BINARY_OPS = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@'] as const;
export const COMPARE_OPS = ['<', '<=', '==', '!=', '>', '>='] as const;
export const UNARY_OPS = ['-', '+', '~'] as const;
