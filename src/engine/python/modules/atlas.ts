/** `_atlas`, `_collections`, `_operator`, `_os`, `_time`, `_json`: natives behind the Python halves of modules. */
import { spendItems, spendText } from '../spend.ts';
import { contains } from '../contains.ts';
import { compareValues } from '../compare.ts';
import { compileModule } from '../compile/index.ts';
import { parseSource } from '../compile/parse.ts';
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { type PyException, raise, type TracebackEntry, Unsupported } from '../errors.ts';
import { Frame } from '../frame.ts';
import { PyBoundMethod, PyFunction, PyModule, PyNative, type NativeGen, type NativeResult } from '../functions.ts';
import { resolveKey } from '../hash.ts';
import { fn, type Body } from '../native.ts';
import { placeholderModule } from '../importer.ts';
import { binaryOp, inplaceOp, unaryOp } from '../operators.ts';
import { delItem, getItem, indexOf, setItem } from '../subscript.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { part } from '../packs.ts';
import { unitIndex } from '../text.ts';
import { truth } from '../truth.ts';
import { genericAliasType, getsetType, memberType, PyType, unionType } from '../types.ts';
import { PyFloat, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { makeModule } from './util.ts';
import { jsonParse, jsonQuote } from './jsontext.ts';

const standard = part<typeof import('../stdlist.ts').UNMODELLED_MODULES>('known', 'modules');
const isListed = part<typeof import('../submodules.ts').isListed>('known', 'isListed');
const faults = part<typeof import('../tracebacktext.ts')>('faults', 'traceback');

/** Runs generated source and gives the function it defines (dataclass methods). */
function* define(vm: VM, source: Value, name: Value, scope: Value): NativeGen {
  const code = compileModule(source as string, '<string>');
  const caller = vm.fiber?.frames.findLast((f) => f instanceof Frame && f.code.filename !== 'python3.11/dataclasses.py');
  const m = new PyModule(caller instanceof Frame ? String(caller.module.attrs.get('__name__')) : '<string>');
  for (const [k, v] of (scope as PyDict).entries()) m.attrs.set(k as string, v);
  yield* vm.runFrame(new Frame(code, m, null, [], []));
  return m.attrs.get(name as string) as Value;
}

/** File, line, module, text and function of the frame `level` above the one that calls `warn`; above all of them stands what CPython calls sys. */
function caller(vm: VM, level: Value): Value {
  const frames = (vm.fiber?.frames ?? []).filter((f) => f instanceof Frame) as Frame[];
  const f = frames[frames.length - 1 - Number(level)];
  if (f === undefined) return new PyTuple(['sys', 1, 'sys', null, '<sys>']);
  const text = f.code.source?.split('\n')[f.line - 1] ?? null;
  return new PyTuple([f.code.filename, f.line, f.module.attrs.get('__name__') ?? null, text, f.code.name]);
}

const refuse: Body = (vm: VM, what: Value) => {
  throw new Unsupported(String(what), vm.currentLine());
};

/** Whether a module of that name could be imported where the program reckons with its absence. */
const isFound: Body = (vm, name) => {
  const n = name as string;
  const { natives, sources } = vm.importer;
  if (natives.has(n) || sources.has(n)) return true;
  const top = n.split('.')[0] as string;
  if (n === top) return standard().has(n);
  if (standard().has(top) || top === 'torch') return isListed()(n.slice(0, n.lastIndexOf('.')), n.slice(n.lastIndexOf('.') + 1));
  return false;
};

/** A row of a traceback: file, line, function, the line's text, last line. */
const entryRow = (e: TracebackEntry): Value => new PyTuple([e.filename, e.line, e.name, e.source?.split('\n')[e.line - 1] ?? null, e.endLine]);

/** File, first line, last line and text of all lines of the file a function was written in; no last line for a lambda. */
function sourceOf(vm: VM, f: Value): Value {
  if (f instanceof PyType || f instanceof PyModule) return classSource(vm, f);
  const fn = f instanceof PyBoundMethod ? f.fn : f;
  if (!(fn instanceof PyFunction)) return null;
  const { filename, firstLine, source, name } = fn.code;
  if (source === null || source === undefined) return null;
  spendItems(source.length);
  const lines = linesOf(parseSource(source, filename).body, name, firstLine);
  return new PyTuple([filename, lines?.[0] ?? firstLine, lines?.[1] ?? null, source]);
}

/** The same for a class of the program, found by its qualified name as CPython 3.11 does, and for the program itself. */
function classSource(vm: VM, of: PyType | PyModule): Value {
  const main = vm.fiber?.frames.find((f) => f instanceof Frame && f.code.filename === vm.programFile && f.code.name === '<module>');
  const source = main instanceof Frame ? main.code.source : null;
  if (source === null || source === undefined) return null;
  if (of instanceof PyModule) return new PyTuple([vm.programFile, 0, null, source]);
  spendItems(source.length);
  const lines = classLines(parseSource(source, vm.programFile as string).body, of.qualname.split('.'));
  return new PyTuple([vm.programFile, lines?.[0] ?? null, lines?.[1] ?? null, source]);
}

function classLines(tree: unknown, path: readonly string[]): readonly [number, number] | null {
  if (typeof tree !== 'object' || tree === null) return null;
  const node = tree as Partial<FunctionNode>;
  let rest = path;
  const isFunction = /^(Async)?FunctionDef$/.test(node.nodeType ?? '');
  if (isFunction || node.nodeType === 'ClassDef') {
    if (node.name !== path[0]) return null;
    if (path.length === 1) return isFunction ? null : [node.decorator_list?.[0]?.lineno ?? (node.lineno as number), node.end_lineno as number];
    rest = path.slice(isFunction ? 2 : 1);
  }
  if (!Array.isArray(tree) && node.nodeType === undefined) return null;
  for (const inner of Object.values(tree)) {
    const found = classLines(inner, rest);
    if (found !== null) return found;
  }
  return null;
}

/** First line, decorators included, and last of the function of that name whose `def` or first decorator stands on that line. */
function linesOf(tree: unknown, name: string, line: number): readonly [number, number] | null {
  if (typeof tree !== 'object' || tree === null) return null;
  const node = tree as Partial<FunctionNode>;
  if (/^(Async)?FunctionDef$/.test(node.nodeType ?? '') && node.name === name) {
    const first = Math.min(node.lineno as number, ...(node.decorator_list ?? []).map((d) => d.lineno));
    if (first === line || node.lineno === line) return [first, node.end_lineno as number];
  }
  if (!Array.isArray(tree) && node.nodeType === undefined) return null;
  for (const inner of Object.values(tree)) {
    const found = linesOf(inner, name, line);
    if (found !== null) return found;
  }
  return null;
}

interface FunctionNode {
  nodeType: string;
  name: string;
  lineno: number;
  end_lineno: number;
  decorator_list: readonly { lineno: number }[];
}

/** The two letters of a character's general category, as Unicode's own properties have them. */
const CATEGORIES = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co'.split(' ');

export function atlasModule(): PyModule {
  return makeModule('_atlas', {
    functions: [
      fn('define(source, name, scope, /)', define),
      fn('caller(level, /)', caller),
      fn('dotted(cls, /)', (_vm, cls: PyType) => {
        cls.dotted = true;
        return cls;
      }),
      fn('refuse(what, /)', refuse),
      fn('unmodelled(module, name, /)', (vm, module: string, name: string) => vm.invoke(placeholderModule()(module).attrs.get('__getattr__') as Value, [name])),
      fn('index(v, /)', function* (vm, v) {
        return yield* indexOf(vm, v);
      }),
      fn('unicode_form(form, text, /)', (_vm, form: string, text: string) => {
        spendText(text.length);
        return text.normalize(form);
      }),
      fn('unicode_category(char, /)', (_vm, c: string) => CATEGORIES.find((k) => new RegExp(`^\\p{${k}}$`, 'u').test(c)) ?? 'Cn'),
      fn('format_exception(exc, chain=True, /)', (vm, e: PyException, chain) => faults().formatTraceback(vm, e, chain !== false)),
      fn('format_only(exc, /)', (vm, e: PyException) => faults().onlyOf(vm, e)),
      fn('tb_lines(tb, /)', (_vm, tb) => new PyList(tb instanceof PyTraceback ? faults().entryLines(tb.entries) : [])),
      fn('tb_entries(tb, /)', (_vm, tb) => new PyList(tb instanceof PyTraceback ? [...tb.entries].reverse().map(entryRow) : [])),
      fn('abstract_names(namespace, /)', (vm, ns: PyDict) => {
        vm.charge(ns.size);
        return new PyList(ns.entries().flatMap(([name, v]) => (mayBeAbstract(v) ? [name] : [])));
      }),
      fn('is_found(name, /)', isFound),
      fn('source_of(f, /)', sourceOf),
      fn('native_signature(f, /)', (_vm, f) => {
        const g = f instanceof PyBoundMethod ? f.fn : f;
        if (!(g instanceof PyNative) || g.signature === null) return null;
        const inner = g.signature.slice(1, -1).replaceAll('…', '...');
        return f instanceof PyBoundMethod ? inner.replace(/^self(, )?(\/, |\/)?/, '') : inner;
      }),
    ],
    values: { generic_alias: genericAliasType, union_type: unionType, member_type: memberType, getset_type: getsetType },
  });
}

/** Whether a value of a class's body may carry the mark of `abstractmethod`: most are plain functions without attributes. */
function mayBeAbstract(v: Value): boolean {
  if (v instanceof PyFunction) return v.attrs.size > 0;
  return typeof v === 'object' && v !== null && !(v instanceof PyNative);
}

export function collectionsCore(): PyModule {
  return makeModule('_collections', {
    functions: [
      fn('move(d, key, last, /)', function* (vm, d: PyDict, key, last) {
        const k = yield* resolveKey(vm, d, key);
        if (d.at(k) === undefined) raise('KeyError', key);
        d.move(k, last === true);
        return null;
      }),
    ],
  });
}

const OPERATORS: [string, number][] = [
  ['add', 0],
  ['sub', 1],
  ['mul', 2],
  ['truediv', 3],
  ['floordiv', 4],
  ['mod', 5],
  ['pow', 6],
  ['lshift', 7],
  ['rshift', 8],
  ['and_', 9],
  ['or_', 10],
  ['xor', 11],
  ['matmul', 12],
];
const IN_PLACE = ['iadd', 'isub', 'imul', 'itruediv', 'ifloordiv', 'imod', 'ipow', 'ilshift', 'irshift', 'iand', 'ior', 'ixor', 'imatmul'];
const COMPARISONS = ['lt', 'le', 'eq', 'ne', 'gt', 'ge'];

export function operatorCore(): PyModule {
  const list: PyNative[] = [
    ...OPERATORS.map(([n, op]) => fn(`${n}(a, b, /)`, (vm, a, b): NativeResult => binaryOp(vm, op, a, b))),
    ...IN_PLACE.map((n, op) => fn(`${n}(a, b, /)`, (vm, a, b): NativeResult => inplaceOp(vm, op, a, b))),
    ...COMPARISONS.map((n, op) => fn(`${n}(a, b, /)`, (vm, a, b): NativeResult => compareValues(vm, op, a, b))),
    fn('neg(a, /)', (vm, a) => unaryOp(vm, 0, a)),
    fn('pos(a, /)', (vm, a) => unaryOp(vm, 1, a)),
    fn('invert(a, /)', (vm, a) => unaryOp(vm, 2, a)),
    fn('inv(a, /)', (vm, a) => unaryOp(vm, 2, a)),
    fn('not_(a, /)', function* (vm, a) {
      const t = truth(vm, a);
      return !(typeof t === 'boolean' ? t : yield* t);
    }),
    fn('truth(a, /)', (vm, a) => truth(vm, a)),
    fn('is_(a, b, /)', (_vm, a, b) => a === b),
    fn('is_not(a, b, /)', (_vm, a, b) => a !== b),
    fn('contains(a, b, /)', (vm, a, b) => contains(vm, a, b, false)),
    fn('getitem(a, b, /)', (vm, a, b) => getItem(vm, a, b)),
    fn('setitem(a, b, c, /)', (vm, a, b, c) => setItem(vm, a, b, c)),
    fn('delitem(a, b, /)', (vm, a, b) => delItem(vm, a, b)),
    fn('index(a, /)', function* (vm, a) {
      return yield* indexOf(vm, a);
    }),
    fn('abs(a, /)', function* (vm, a) {
      return yield* vm.call(vm.builtins.attrs.get('abs') as Value, [a]);
    }),
  ];
  for (const f of list) f.module = '_operator';
  const rows = list.flatMap((f) => [new PyTuple([f.name, f]), new PyTuple([`__${f.name.replace(/_$/, '')}__`, f])]);
  return makeModule('_operator', { values: { _table: new PyList(rows) } });
}

export function osCore(vm: VM): PyModule {
  return makeModule('_os', {
    functions: [fn('refuse(what, /)', refuse), fn('program()', (vm) => (vm.fiber?.frames[0] as Frame | undefined)?.code.source ?? null)],
    values: { environ: PyDict.of(vm.host.env ?? []) },
  });
}

/** The simulated clock: the host's, else one that only `sleep` moves. */
export function timeCore(vm: VM): PyModule {
  let own = 0;
  return makeModule('_time', {
    functions: [
      fn('now()', () => new PyFloat((vm.host.time?.() ?? 0) + own)),
      fn('advance(secs, /)', (_vm, s) => {
        const n = unbox(s);
        own += n instanceof PyFloat ? n.v : Number(n);
        return null;
      }),
    ],
  });
}

export function jsonCore(): PyModule {
  return makeModule('_json', {
    functions: [
      fn('encode_string(s, ascii, /)', (_vm, s, ascii) => jsonQuote(unbox(s) as string, ascii === true)),
      fn('parse(s, start=0, part=False, raw=False, /)', (_vm, s, start, part, raw) => {
        const text = unbox(s) as string;
        return jsonParse(text, start === 0 ? 0 : unitIndex(text, Number(start)), part === true, raw === true);
      }),
    ],
  });
}
