/**
 * Messages for arguments that do not fit: one misfit of a function's only signature, or the long message with what was given
 * and what each signature wanted.
 *
 * Wording and its oddities (a `*` counts as an argument, keywords in the order of `std::unordered_map`): torch/csrc/utils/invalid_arguments.cpp.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { typeOf } from '../python/types.ts';
import { raise } from '../python/errors.ts';
import type { Value } from '../python/values.ts';
import { isSequence, tpName } from './arguments.ts';
import { kindName, type Param, type Signature } from './signature.ts';

const DEVICES = 'cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone';

/** Refuses what is no type of device at all; the list is that of c10/core/Device.cpp. */
export function deviceType(type: string): void {
  if (!DEVICES.split(', ').includes(type)) raise('RuntimeError', `Expected one of ${DEVICES} device type at start of device string: ${type}`);
}

const short = (v: Value): string => typeOf(v).tp;

function long(v: Value): string {
  if (v instanceof PyTuple) return `tuple of (${v.items.map(short).join(', ')}${v.items.length === 1 ? ',' : ''})`;
  if (v instanceof PyList) return `list of [${v.items.map(short).join(', ')}]`;
  if (v instanceof PyDict) return 'dict';
  return short(v);
}

interface Option {
  type: string;
  name: string;
}

/** `(Tensor input, *, Tensor out = None)` as the C++ code splits it. */
function options(text: string): Option[] {
  return text
    .slice(1, -1)
    .split(', ')
    .map((a) => {
      const cut = a.lastIndexOf(' ');
      return { type: cut < 0 ? '' : a.slice(0, cut), name: a.slice(cut + 1) };
    });
}

function matches(type: string, v: Value): boolean {
  const got = short(v);
  if (type === 'float') return got === 'float' || got === 'int';
  return got === type;
}

function given(args: readonly Value[], kw: readonly [string, Value][]): string {
  const parts = args.map(short).join(', ');
  if (kw.length === 0) return `(${parts})`;
  const named = kw.map(([k, v]) => `${k}=${short(v)}`).join(', ');
  return args.length > 0 ? `(${parts}, ${named})` : `(${named}, )`;
}

function described(opts: Option[], args: readonly Value[], kw: ReadonlyMap<string, Value>): string {
  const parts = Array.from({ length: args.length + kw.size }, (_, i) => {
    const o = opts[Math.min(i, opts.length - 1)];
    const byName = i >= args.length;
    const v = byName ? kw.get(o.name) : args[i];
    if (v === undefined) return '';
    const text = `${byName ? `${o.name}=` : ''}${long(v)}`;
    return matches(o.type, v) ? text : `!${text}!`;
  });
  return `(${parts.join(', ')})`;
}

function unmatched(opts: Option[], kw: readonly [string, Value][]): string[] {
  const start = Math.max(0, opts.length - kw.length);
  return kw.filter(([k]) => !opts.slice(start).some((o) => o.name === k)).map(([k]) => k);
}

const WORD = (1n << 64n) - 1n;
const MIX = 0xc6a4a7935bd1e995n;

/** libstdc++'s `std::hash<std::string>`: MurmurHash64A. */
function stringHash(s: string): bigint {
  const b = new TextEncoder().encode(s);
  let h = 0xc70f6907n ^ ((BigInt(b.length) * MIX) & WORD);
  const mixed = (x: bigint): bigint => (x * MIX) & WORD;
  for (let i = 0; i < b.length; i += 8) {
    let d = 0n;
    for (let j = Math.min(i + 8, b.length) - 1; j >= i; j--) d = (d << 8n) | BigInt(b[j]);
    if (i + 8 <= b.length) {
      d = mixed(d);
      d = mixed(d ^ (d >> 47n));
    }
    h = mixed(h ^ d);
  }
  h = mixed(h ^ (h >> 47n));
  return h ^ (h >> 47n);
}

/** The order in which an unordered map gives what was put into it: the newest first, but beside those of its bucket. */
function bucketed<T>(entries: readonly [string, T][]): [string, T][] {
  const buckets = entries.length > 13 ? 29n : 13n;
  const out: [string, T][] = [];
  for (const e of entries) {
    const own = stringHash(e[0]) % buckets;
    out.splice(
      Math.max(
        0,
        out.findIndex(([k]) => stringHash(k) % buckets === own),
      ),
      0,
      e,
    );
  }
  return out;
}

export function invalidArguments(fn: string, args: readonly Value[], kwargs: Map<string, Value> | null, texts: readonly string[]): string {
  const kw = kwargs ? bucketed([...kwargs]) : [];
  const kwMap = new Map(kw);
  const n = args.length + kw.length;
  let out = `${fn} received an invalid combination of arguments - `;
  if (texts.length === 1) {
    const opts = options(texts[0]);
    const bad = unmatched(opts, kw);
    if (bad.length > 0) return `${out}got unrecognized keyword arguments: ${bad.join(', ')}`;
    return `${out}got ${opts.length === n ? described(opts, args, kwMap) : given(args, kw)}, but expected ${texts[0]}`;
  }
  out += `got ${given(args, kw)}, but expected one of:\n`;
  for (const text of texts) {
    out += ` * ${text}\n`;
    const opts = options(text);
    if (opts.length !== n) continue;
    const bad = unmatched(opts, kw);
    out +=
      bad.length > 0
        ? `      didn't match because some of the keywords were incorrect: ${bad.join(', ')}\n`
        : `      didn't match because some of the arguments have invalid types: ${described(opts, args, kwMap)}\n`;
  }
  return out;
}

export function extraArgs(s: Signature, nargs: number): never {
  const { maxPositional: max, minArgs: min, name } = s;
  if (min !== max) raise('TypeError', `${name}() takes from ${min} to ${max} positional arguments but ${nargs} were given`);
  raise('TypeError', `${name}() takes ${max} positional argument${max === 1 ? '' : 's'} but ${nargs} ${nargs === 1 ? 'was' : 'were'} given`);
}

export function missingArgs(s: Signature, from: number): never {
  const missing = s.params
    .slice(from)
    .filter((p) => !p.optional)
    .map((p) => `"${p.name}"`);
  raise('TypeError', `${s.name}() missing ${missing.length} required positional argument${missing.length === 1 ? 's' : ''}: ${missing.join(', ')}`);
}

export function extraKeywords(s: Signature, kw: Map<string, Value>, nargs: number): never {
  for (const key of kw.keys()) {
    const at = s.params.findIndex((p) => p.name === key);
    if (at < 0) raise('TypeError', `${s.name}() got an unexpected keyword argument '${key}'`);
    if (at < nargs) raise('TypeError', `${s.name}() got multiple values for argument '${key}'`);
  }
  raise('TypeError', 'invalid keyword arguments');
}

export function wrongType(s: Signature, p: Param, v: Value, position: number | null, args: readonly Value[], failed: number): never {
  const want = kindName(p);
  if (position === null) raise('TypeError', `${s.name}(): argument '${p.name}' must be ${want}, not ${tpName(v)}`);
  if (failed >= 0) {
    const list = isSequence(v) ? v.items : args;
    raise(
      'TypeError',
      `${s.name}(): argument '${p.name}' (position ${position}) must be ${want}, but found element of type ${tpName(list[failed])} at pos ${failed}`,
    );
  }
  raise('TypeError', `${s.name}(): argument '${p.name}' (position ${position}) must be ${want}, not ${tpName(v)}`);
}
