/**
 * The arguments of itertools' types, checked before any is looked at, in CPython's words (`itertoolsmodule.c` with its
 * clinic): some take them by name, the others by position alone.
 */
import { raise } from '../errors.ts';
import { asNum } from '../arith.ts';
import { unbox, type Value } from '../values.ts';

/** Names in order, `*` behind those that must be there, `=` before those that can be given by name alone. */
const NAMED: Readonly<Record<string, string>> = {
  accumulate: 'iterable* func =initial',
  combinations: 'iterable* r*',
  combinations_with_replacement: 'iterable* r*',
  compress: 'data* selectors*',
  count: 'start step',
  groupby: 'iterable* key',
  permutations: 'iterable* r',
  repeat: 'object* times',
};
/** Least and most of those by position. */
const PLACED: Readonly<Record<string, readonly [number, number]>> = {
  cycle: [1, 1],
  dropwhile: [2, 2],
  filterfalse: [2, 2],
  islice: [2, 4],
  pairwise: [1, 1],
  starmap: [2, 2],
  takewhile: [2, 2],
  chain: [0, Infinity],
};

type Named = ReadonlyMap<string, Value>;
const plural = (n: number): string => `${n} argument${n === 1 ? '' : 's'}`;

function named(name: string, params: string, args: readonly Value[], kw: Named): Value[] {
  const all = params.split(' ').map((p) => ({ name: p.replace(/[*=]/, ''), required: p.endsWith('*'), byName: p.startsWith('=') }));
  const given = args.length + kw.size;
  const places = all.filter((p) => !p.byName).length;
  if (given > all.length) raise('TypeError', `${name}() takes at most ${plural(all.length)} (${given} given)`);
  if (args.length > places) raise('TypeError', `${name}() takes at most ${places} positional arguments (${args.length} given)`);
  const out: Value[] = [...args];
  all.forEach((p, i) => {
    const v = kw.get(p.name);
    if (v !== undefined && i < args.length) raise('TypeError', `argument for ${name}() given by name ('${p.name}') and position (${i + 1})`);
    if (p.required && i >= args.length) {
      if (v === undefined) raise('TypeError', `${name}() missing required argument '${p.name}' (pos ${i + 1})`);
      out[i] = v;
    }
  });
  for (const k of kw.keys()) if (!all.some((p) => p.name === k)) raise('TypeError', `'${k}' is an invalid keyword argument for ${name}()`);
  return out;
}

const below = (v: Value, least: number): boolean => {
  const n = unbox(v);
  return (typeof n === 'number' || typeof n === 'bigint') && n < least;
};

/** The arguments by position, required ones that came by name among them. */
export function fitted(name: string, args: readonly Value[], kw: Named): Value[] {
  const params = NAMED[name];
  if (params !== undefined) {
    const out = named(name, params, args, kw);
    if (name === 'count' && [...out, ...kw.values()].some((v) => asNum(v) === undefined)) raise('TypeError', 'a number is required');
    const r = out[1] ?? kw.get('r');
    if (/^(combinations|permutations)/.test(name) && r !== undefined && below(r, 0)) raise('ValueError', 'r must be non-negative');
    return out;
  }
  const odd = [...kw.keys()].find((k) => k !== (name === 'product' ? 'repeat' : name === 'zip_longest' ? 'fillvalue' : ''));
  if (odd !== undefined && name === 'product') raise('TypeError', `'${odd}' is an invalid keyword argument for product()`);
  if (odd !== undefined)
    raise('TypeError', name === 'zip_longest' ? 'zip_longest() got an unexpected keyword argument' : `${name}() takes no keyword arguments`);
  const [least, most] = PLACED[name] ?? [0, Infinity];
  if (args.length < least || args.length > most) {
    const bound = least === most ? '' : args.length < least ? 'at least ' : 'at most ';
    raise('TypeError', `${name} expected ${bound}${plural(args.length < least ? least : most)}, got ${args.length}`);
  }
  if (name === 'islice' && args[3] !== undefined && args[3] !== null && below(args[3], 1))
    raise('ValueError', 'Step for islice() must be a positive integer or None.');
  return [...args];
}
