/**
 * Every name of the generated signature table as a Python function or method, with no code of its own.
 *
 * A name whose operators the table lacks still exists, and refuses by name when it is called. Results with named fields
 * become `torch.return_types.*` tuples.
 */
import { findOp, packsNamed, tagged } from '../aten/table.ts';
import type { Arg, Op, Ret } from '../aten/op.ts';
import { PyNative, type NativeFn } from '../python/functions.ts';
import { Unsupported } from '../python/errors.ts';
import { checkReceiver } from '../python/native.ts';
import { packs, part } from '../python/packs.ts';
import { type Value } from '../python/values.ts';
import { Tensor } from '../tensor/tensor.ts';
import { parseArguments, type Parsed } from './arguments.ts';
import { beyond, toArg, toValue } from './convert.ts';
import { defaultDevice, placed } from './device.ts';
import { MADE, noPinned, setRequiresGrad } from './grad.ts';
import { PyTensor, tensorBaseType, wrap } from './objects.ts';
import { returnType } from './return_types.ts';
import { one, runtime } from './runtime.ts';
import { signatureOf, type Signature } from './signature.ts';
import { ABSENT_METHODS } from './signatures/absent.generated.ts';
import { SIGNATURES } from './signatures/core.generated.ts';

export type Space = 'function' | 'method' | 'nn' | 'linalg' | 'special' | 'fft';

const TAGS: Readonly<Record<string, readonly Space[]>> = {
  fm: ['function', 'method'],
  f: ['function'],
  m: ['method'],
  nn: ['nn'],
  linalg: ['linalg'],
  special: ['special'],
  fft: ['fft'],
};

const bySpace = <T>(make: () => T): Record<Space, T> => ({ function: make(), method: make(), nn: make(), linalg: make(), special: make(), fft: make() });

/** Name → overload list as written in the table, of the core and of the packs read so far. */
const rows = bySpace(() => new Map<string, string>());
const names = bySpace(() => new Set<string>());

function readRows(text: string): void {
  let spaces: readonly Space[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) spaces = TAGS[line.slice(1, -1)];
    else if (line !== '') {
      const cut = line.lastIndexOf(': ');
      for (const name of line.slice(cut + 2).split(' ')) for (const s of spaces) rows[s].set(name, line.slice(0, cut));
    }
  }
}

function addNames(into: Record<Space, Set<string>>, tag: string, list: Iterable<string>): void {
  for (const s of TAGS[tag] ?? []) for (const name of list) into[s].add(name);
}

/** `tag: names` parted by bars. */
function readNames(into: Record<Space, Set<string>>, text: string): void {
  for (const group of text.split('|')) {
    const [tag, list] = group.split(': ');
    addNames(into, tag, list.split(' '));
  }
}

readRows(SIGNATURES);
for (const s of Object.keys(names) as Space[]) for (const name of rows[s].keys()) names[s].add(name);
for (const [tag, list] of tagged) addNames(names, tag, list);
readNames(names, ABSENT_METHODS);

/** Names of functions that the engine has no operator for; asked for where a name is in no other list. */
const absentText = part<string>('absent', 'names');
let absent: Record<Space, Set<string>> | null = null;

export const namesIn = (space: Space): ReadonlySet<string> => names[space];

/** PyTorch has the name and the engine none of its operators: it exists and refuses when it is called. */
export const isAbsent = (space: Space, name: string): boolean => absentIn(space).has(name);

export function absentIn(space: Space): ReadonlySet<string> {
  if (!absent) {
    const text = absentText();
    readNames((absent = bySpace(() => new Set<string>())), text);
  }
  return absent[space];
}

const read = new Set<string>();

function rowOf(space: Space, name: string): string {
  for (const pack of rows[space].has(name) ? [] : packsNamed(name)) {
    if (read.has(pack)) continue;
    readRows(packs.require<{ SIGNATURES: string }>(pack).SIGNATURES);
    read.add(pack);
  }
  return rows[space].get(name) ?? '';
}

const overload = (base: string, suffix: string): string => (suffix === '-' ? base : `${base}.${suffix}`);

const cache = bySpace(() => new Map<string, Signature[]>());
/** Lists that lack some of the real overloads. */
const incomplete = new Set<readonly Signature[]>();

/** The signatures behind a name, present ones before deprecated ones; empty where the table has none of them. */
export function signaturesOf(space: Space, name: string): readonly Signature[] {
  let list = cache[space].get(name);
  if (list) return list;
  list = [];
  for (const row of rowOf(space, name).split('|')) {
    const [names, params, forward] = row.split(/=(?:>)?/);
    const [base, out] = names.split('>');
    const op = findOp(overload(name, base));
    if (!op) {
      if (params === undefined) incomplete.add(list);
      continue;
    }
    const outName = out === undefined || out === '' ? null : overload(name, out);
    list.push(signatureOf(name, op, outName, space === 'method', params === undefined ? null : { params, forward }));
  }
  list.sort((a, b) => Number(a.deprecated) - Number(b.deprecated));
  cache[space].set(name, list);
  return list;
}

function needsDevice(op: Op): boolean {
  return op.sig.tensors.length === 0;
}

function baseArgs(p: Parsed, self: Tensor | null): Arg[] {
  const { signature: s, values } = p;
  const args = s.op.sig.args.map((a) => a.def);
  if (s.forward) {
    const by = new Map<string, Arg>([['self', self]]);
    s.params.forEach((q, i) => {
      const v = values[i];
      if (v !== undefined) by.set(q.name, toArg(v, q, s.name));
    });
    s.forward.forEach((n, i) => {
      args[i] = by.has(n) ? (by.get(n) as Arg) : Number(n);
    });
    return args;
  }
  if (s.method) args[s.op.sig.positions.get('self') ?? 0] = self;
  s.params.forEach((q, i) => {
    const v = values[i];
    if (q.at >= 0 && v !== undefined) args[q.at] = toArg(v, q, s.name);
  });
  return args;
}

const wide = part<typeof import('./wide.ts')>('faults', 'wide');
const outForm = part<typeof import('../aten/out_forms.ts').outForm>('outs', 'outForm');

function withOut(s: Signature, args: readonly Arg[], out: Value): { op: Op; args: Arg[] } {
  const op = s.outName === null ? null : (findOp(s.outName) ?? outForm()(s.op, s.outName));
  if (!op) throw new Unsupported(`${s.name}(…, out=…)`);
  const outs =
    op.sig.args.filter((a) => a.write).length > 1
      ? (toArg(out, { ...s.params[0], base: 'Tensor', list: -1, itemOptional: false, name: 'out' }, s.name) as Tensor[])
      : [(out as PyTensor).t];
  let k = 0;
  const made = op.sig.args.map((a) => {
    if (a.write) return a.list !== 0 ? outs : outs[k++];
    const i = s.op.sig.positions.get(a.name);
    return i === undefined ? a.def : args[i];
  });
  return { op, args: made };
}

/** The operator that a program's own call of a factory asks for; who needs to know sets it back. */
export const factory: { op: Op | null } = { op: null };

/** Runs the operator a parsed call stands for. */
export function invoke(p: Parsed, self: Tensor | null): Value {
  const args = baseArgs(p, self);
  return beyond.seen ? wide().exactly(() => run(p, args)) : run(p, args);
}

function run({ signature: s, values }: Parsed, args: Arg[]): Value {
  let { op } = s;
  if (s.factory) {
    factory.op = op;
    const at = op.sig.positions.get('device') as number;
    const named = args[at] as { type: string } | null;
    if (named) args[at] = placed(named as never);
    else if (needsDevice(op)) args[at] = defaultDevice();
  }
  const outAt = s.params.findIndex((q) => q.name === 'out' && q.at < 0);
  const out = outAt >= 0 ? values[outAt] : undefined;
  if (out !== undefined) ({ op, args } = withOut(s, args, out));
  let ret = runtime().dispatcher.dispatch(op, args);
  if (s.factory && values[s.params.length - 2] === true) noPinned();
  // A view that carries no gradient is handed out detached (make_variable_non_differentiable_view).
  if (op.overload === 'view.dtype') ret = one('detach', ret as Tensor);
  if (s.factory && values[s.params.length - 1] === true) setRequiresGrad(ret as Tensor, true, MADE);
  return result(s, op, ret);
}

function result(s: Signature, op: Op, ret: Ret): Value {
  if (ret instanceof Tensor) return wrap(ret);
  const { returns } = op.sig;
  if (Array.isArray(ret) && returns.length > 1) {
    const { returns: named } = s.op.sig;
    if (named.every((r) => r.name !== ''))
      return returnType(
        s.name,
        named.map((r) => r.name),
        ret.map((r) => toValue(r as Ret)),
      );
  }
  return toValue(ret);
}

export interface OpTag {
  readonly kind: 'op';
  readonly space: Space;
  readonly name: string;
}

export const opTag = (v: Value): OpTag | null => (v instanceof PyNative && (v.tag as OpTag | null)?.kind === 'op' ? (v.tag as OpTag) : null);

const publicName = (space: Space, name: string): string =>
  space === 'method'
    ? `Tensor.${name}`
    : space === 'function'
      ? `torch.${name}`
      : space === 'nn'
        ? `torch._C._nn.${name}`
        : `torch.${space}.${name.replace(`${space}_`, '')}`;

/** Calls a bound name with Python arguments; `self` for methods. */
export function callBound(space: Space, name: string, self: Tensor | null, args: readonly Value[], kw: Map<string, Value> | null): Value {
  const signatures = signaturesOf(space, name);
  if (signatures.length === 0) throw new Unsupported(publicName(space, name));
  return invoke(parseArguments(signatures, args, kw, incomplete.has(signatures) ? `${publicName(space, name)} with these arguments` : null), self);
}

export function boundFunction(space: Exclude<Space, 'method'>, name: string, pyName = name): PyNative {
  const call: NativeFn = (_vm, args, kw) => callBound(space, name, null, args, kw);
  const f = new PyNative(pyName, call);
  f.tag = { kind: 'op', space, name } satisfies OpTag;
  f.module = space === 'function' ? 'torch' : `torch._C._${space}`;
  return f;
}

export function boundMethod(name: string): PyNative {
  const call: NativeFn = (_vm, args, kw) => {
    checkReceiver(f, args);
    return callBound('method', name, (args[0] as PyTensor).t, args.slice(1), kw);
  };
  const f = new PyNative(name, call, true);
  f.receiver = f.owner = tensorBaseType;
  f.tag = { kind: 'op', space: 'method', name } satisfies OpTag;
  return f;
}
