/**
 * A code object: the compiled form of one module, class body, function, lambda or comprehension.
 *
 * `ops` holds pairs (opcode, argument); `pos` four numbers a pair (line, end line, column, end column).
 * Exception blocks are set up at run time (`SETUP_TRY`), not by a table.
 * Leaves out: specialisation of instructions.
 */
import type { Frame } from './frame.ts';
import type { NativeGen, PyGenerator } from './functions.ts';
import { PyObject, type Value } from './values.ts';
import { codeType } from './types.ts';
import type { VM } from './vm.ts';

export class Code extends PyObject {
  readonly cls = codeType;
  name = '<module>';
  qualname = '<module>';
  filename = '<string>';
  source: string | null = null;
  firstLine = 1;
  /** Line of the first decorator: CPython's `co_firstlineno`. */
  startLine = 0;
  /** Of a generator's body: the handlers that run when it is closed, and who is told of each generator made, and of a loop that leaves one (dropped.ts). */
  closing?: {
    handlers: { readonly at: number }[];
    made: (g: PyGenerator) => void;
    left: (vm: VM, g: PyGenerator, by: Frame, called: number) => NativeGen | null;
  };
  /** Parameters that can be given by position, and of these the positional-only ones. */
  argCount = 0;
  posOnly = 0;
  kwOnly = 0;
  hasVarArgs = false;
  hasVarKw = false;
  isGenerator = false;
  /** Class bodies keep their names in a map. */
  isClass = false;
  isModule = false;
  doc: Value = null;
  /** Parameters first, in the order positional, keyword-only, *args, **kwargs. */
  varNames: string[] = [];
  cellVars: string[] = [];
  freeVars: string[] = [];
  /** For each cell variable that is a parameter its slot, else -1. */
  cellArgs: number[] = [];
  consts: (Value | Code)[] = [];
  names: string[] = [];
  /** Compiles the body, which waits for the first call (compile/bodies.ts); until then the code calls itself a generator's. */
  pending: (() => void) | null = null;
  ops: Int32Array = new Int32Array(0);
  pos: Int32Array = new Int32Array(0);

  /** Line of the instruction at `pc`. */
  lineAt(pc: number): number {
    return this.pos[pc * 2] ?? this.firstLine;
  }
}
