/**
 * Operator schemas: PyTorch's text (`add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`) as data.
 *
 * Grammar: the header of native_functions.yaml. Default values come out as the arguments of `op.ts` are written: an int
 * is a number, a float a `PyFloat`, `Mean` its number, a memory format its name.
 * Leaves out: Dimname and Stream types.
 */
import { PyFloat } from '../python/values.ts';
import { DTYPES, type DTypeName } from '../tensor/dtype.ts';
import type { Arg } from './op.ts';

export interface SchemaArg {
  readonly name: string;
  /** `Tensor`, `Scalar`, `int`, `float`, `bool`, `str`, `ScalarType`, `Device`, `MemoryFormat`, `Layout`, `Generator`. */
  readonly base: string;
  /** `Tensor?`, `int[]?`: the whole may be None. */
  readonly optional: boolean;
  /** 0: no list; -1: list of any length; n: list of n, one int stands for n equal ones. */
  readonly list: number;
  /** `Tensor?[]`: items may be None. */
  readonly itemOptional: boolean;
  readonly kwarg: boolean;
  readonly hasDefault: boolean;
  readonly def: Arg;
  /** Written by the operator: `Tensor(a!)`. */
  readonly write: boolean;
  /** Alias letter or the empty string. */
  readonly alias: string;
}

export interface Schema {
  readonly text: string;
  /** `add_` */
  readonly base: string;
  /** `Tensor`, `default` where the text has none. */
  readonly overload: string;
  readonly args: readonly SchemaArg[];
  readonly positions: ReadonlyMap<string, number>;
  readonly returns: readonly { base: string; list: boolean; write: boolean; alias: string; name: string }[];
  /** Positions of Tensor, Tensor? and Tensor list arguments. */
  readonly tensors: readonly number[];
  /** Position of the argument that an in-place operator writes and returns, else -1. */
  readonly inplace: number;
  readonly out: boolean;
  /** Some argument is written, returned or not: running statistics are not. */
  readonly writes: boolean;
}

const ENUMS: Readonly<Record<string, Arg>> = {
  None: null,
  True: true,
  False: false,
  Mean: 1,
  Sum: 2,
  contiguous_format: 'contiguous_format',
  preserve_format: 'preserve_format',
  strided: 'strided',
};

function defaultOf(text: string, base: string, list: number): Arg {
  if (text in ENUMS) return ENUMS[text];
  if (text.startsWith('[')) {
    const inner = text.slice(1, -1).trim();
    return inner === '' ? [] : inner.split(',').map((s) => defaultOf(s.trim(), base, 0));
  }
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (text in DTYPES) return DTYPES[text as DTypeName];
  const n = Number(text);
  if (Number.isNaN(n)) return text;
  const float = base === 'float' || (base === 'Scalar' && /[.e]/.test(text));
  const one: Arg = float ? new PyFloat(n) : n;
  return list > 0 ? new Array<Arg>(list).fill(one) : one;
}

const TYPE = /^(?:(Tensor)(?:\(([^)]*)\))?|([A-Za-z]+))(\?)?(?:\[(\d*)\])?(\?)?$/;
const BASES: Readonly<Record<string, string>> = { SymInt: 'int', SymBool: 'bool', DeviceIndex: 'int' };

interface ParsedType {
  base: string;
  optional: boolean;
  list: number;
  itemOptional: boolean;
  write: boolean;
  alias: string;
}

function parseType(text: string): ParsedType {
  const m = TYPE.exec(text);
  if (!m) throw new Error(`schema type: ${text}`);
  const isList = m[5] !== undefined;
  const mark = m[2] ?? '';
  return {
    base: BASES[m[3]] ?? m[1] ?? m[3],
    list: isList ? (m[5] === '' ? -1 : Number(m[5])) : 0,
    optional: isList ? m[6] !== undefined : m[4] !== undefined,
    itemOptional: isList && m[4] !== undefined,
    write: mark.includes('!'),
    alias: mark.replace(/[!\s].*$/, ''),
  };
}

/** Splits at commas outside brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  if (last) parts.push(last);
  return parts;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  throw new Error(`schema: ${text}`);
}

function parseArgs(text: string): SchemaArg[] {
  const args: SchemaArg[] = [];
  let kwarg = false;
  for (const part of split(text)) {
    if (part === '*') {
      kwarg = true;
      continue;
    }
    const space = part.lastIndexOf(' ', part.includes('=') ? part.indexOf('=') : part.length);
    const t = parseType(part.slice(0, space));
    const [name, def] = part.slice(space + 1).split(/=(.*)/s);
    args.push({ ...t, name, kwarg, hasDefault: def !== undefined, def: def === undefined ? null : defaultOf(def, t.base, t.list) });
  }
  return args;
}

export function parseSchema(text: string): Schema {
  const open = text.indexOf('(');
  const close = closing(text, open);
  const [base, overload] = text.slice(0, open).split('.');
  const args = parseArgs(text.slice(open + 1, close));
  const after = text.slice(text.indexOf('->', close) + 2).trim();
  const items = after.startsWith('(') ? split(after.slice(1, -1)) : [after];
  const returns = items
    .filter((s) => s !== '')
    .map((item) => {
      const m = /^(Tensor\([^)]*\)|\S+?)((?:\?|\[\d*\])*)(?:\s+(\w+))?$/.exec(item) as RegExpExecArray;
      const t = parseType(m[1] + m[2]);
      return { base: t.base, list: t.list !== 0, write: t.write, alias: t.alias, name: m[3] ?? '' };
    });
  const writes = args.findIndex((a) => a.write);
  const out = writes >= 0 && args[writes].kwarg;
  return {
    text,
    base,
    overload: overload ?? 'default',
    args,
    returns,
    out,
    positions: new Map(args.map((a, i) => [a.name, i])),
    tensors: args.flatMap((a, i) => (a.base === 'Tensor' ? [i] : [])),
    inplace: writes >= 0 && !out && (returns.length === 0 || returns.some((r) => r.write)) ? writes : -1,
    writes: writes >= 0,
  };
}
