/**
 * What can go wrong, in four kinds that never mix:
 * a Python exception (`PyError`, catchable by the program), a refusal of the engine (`Unsupported`, by name), a limit met
 * (`LimitReached`), and a defect of ours (any other JavaScript error). Only the first is visible to `except`.
 */
import { PyTuple } from './containers.ts';
import { grouped } from './grouped.ts';
import { part } from './packs.ts';
import { PyInstance, type Value } from './values.ts';
import { newType, objectType, type PyType } from './types.ts';

export interface TracebackEntry {
  filename: string;
  name: string;
  line: number;
  endLine: number;
  /** Columns in code units; -1 when unknown. */
  col: number;
  endCol: number;
  /** The source text of the file, for printing the line. */
  source: string | null;
}

/** An instance of a subclass of BaseException. */
export class PyException extends PyInstance {
  args: PyTuple = new PyTuple([]);
  cause: Value = null;
  context: Value = null;
  suppressContext = false;
  /** Where it arose if not in a frame: in the text that was being compiled. */
  compiledAt: number | null = null;
  /** Innermost first: frames add themselves as the exception passes through them. */
  traceback: TracebackEntry[] = [];
}

/** The JavaScript side of a raised Python exception. Not an `Error`: making one must be cheap. */
export class PyError {
  readonly exc: PyException;
  /** Raised again as it was: the raising frame is in the traceback already. */
  readonly again: boolean;
  constructor(exc: PyException, again = false) {
    this.exc = exc;
    this.again = again;
  }
  get name(): string {
    return this.exc.cls.name;
  }
  get message(): string {
    const { items } = this.exc.args;
    return items.length === 0 ? '' : String(items[0]);
  }
  toString(): string {
    return `${this.name}: ${this.message}`;
  }
}

/** The engine does not model this. Programs cannot catch it; the session adds the line. */
export class Unsupported extends Error {
  readonly construct: string;
  line: number | null = null;
  constructor(construct: string, line: number | null = null) {
    super(`not supported: ${construct}`);
    this.name = 'Unsupported';
    this.construct = construct;
    this.line = line;
  }
}

const faults = part<typeof import('./nativefaults.ts')>('faults', 'natives');
const cures = part<typeof import('./cures.ts').CURES>('faults', 'cures');

/** A counted limit of the run (`decisions.md` 11). Programs cannot catch it. */
export class LimitReached extends Error {
  readonly limit: string;
  readonly count: number;
  line: number | null = null;
  constructor(limit: string, count: number) {
    const cure = cures()[limit];
    super(`limit reached: ${grouped(count)} ${limit}${cure ? ` (${cure})` : ''}`);
    this.name = 'LimitReached';
    this.limit = limit;
    this.count = count;
  }
}

/** A class and those right below it, in order of definition. */
const HIERARCHY =
  'object BaseException|BaseException Exception BaseExceptionGroup GeneratorExit KeyboardInterrupt SystemExit' +
  '|Exception ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError MemoryError NameError OSError ' +
  'ReferenceError RuntimeError StopIteration StopAsyncIteration SyntaxError SystemError TypeError ValueError Warning' +
  '|ArithmeticError FloatingPointError OverflowError ZeroDivisionError|ImportError ModuleNotFoundError|LookupError IndexError KeyError' +
  '|NameError UnboundLocalError|OSError BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError ' +
  'IsADirectoryError NotADirectoryError PermissionError ProcessLookupError TimeoutError' +
  '|ConnectionError BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError' +
  '|RuntimeError NotImplementedError RecursionError|SyntaxError IndentationError|IndentationError TabError' +
  '|ValueError UnicodeError|UnicodeError UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError' +
  '|Warning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning ResourceWarning RuntimeWarning ' +
  'SyntaxWarning UnicodeWarning UserWarning BytesWarning';

export const EXCEPTIONS: Map<string, PyType> = new Map();
const alloc = (cls: PyType): PyException => new PyException(cls);

for (const row of HIERARCHY.split('|')) {
  const [above, ...names] = row.split(' ');
  for (const name of names) {
    const t = newType(name, EXCEPTIONS.get(above) ?? objectType);
    t.hasDict = true;
    t.alloc = alloc;
    EXCEPTIONS.set(name, t);
  }
}

/** A built-in exception type by name. */
export function excType(name: string): PyType {
  const t = EXCEPTIONS.get(name);
  if (!t) throw new Error(`no exception type ${name}`);
  return t;
}

export function makeException(type: string | PyType, ...args: Value[]): PyException {
  const exc = new PyException(typeof type === 'string' ? excType(type) : type);
  exc.args = new PyTuple(args);
  return exc;
}

/** Raises a Python exception from TypeScript: `raise('TypeError', 'unsupported operand')`. */
export function raise(type: string | PyType, message?: string): never {
  throw new PyError(message === undefined ? makeException(type) : makeException(type, message));
}

/** A name that nothing is bound to. */
export function unnamed(name: string): never {
  return faults().undefinedName(name);
}

export function isPyError(e: unknown, type: string): e is PyError {
  return e instanceof PyError && e.exc.cls.isSubtype(excType(type));
}

/**
 * Thrown by a native that must wait for something outside its fiber (another rank). Nothing of the instruction has
 * happened: it is executed again when the owner resumes the fiber. Never visible to programs.
 */
export class Suspend {
  readonly reason: { readonly what: string };
  constructor(reason: { readonly what: string }) {
    this.reason = reason;
  }
}

/** Counts units of work inside one native that may be executed again on their own (nodes of a backward pass). */
export const attempts = { count: 0 };
