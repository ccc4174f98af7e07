/**
 * The long message for arguments that fit no signature: what was given, what each signature wanted.
 *
 * Wording and its oddities (a `*` counts as an argument, keyword order reversed): torch/csrc/utils/invalid_arguments.cpp.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { typeOf } from '../python/types.ts';
import type { Value } from '../python/values.ts';

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

export function invalidArguments(fn: string, args: readonly Value[], kwargs: Map<string, Value> | null, texts: readonly string[]): string {
  const kw = kwargs ? [...kwargs].reverse() : [];
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
