/** str: construction, and the names of its methods; their bodies are in strmethods.ts. */
import { isGen, type NativeGen } from '../functions.ts';
import { bodiesIn, type Body, extendType } from '../native.ts';
import { part } from '../packs.ts';
import { strOf } from '../repr.ts';
import { spend } from '../spend.ts';
import { type PyType, strType } from '../types.ts';
import { PyBoxed, PyBytes, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

/** Characters from which a text is charged for. */
const LONG = 64;

const bodies = part<typeof import('./strmethods.ts')>('text', 'str');
const bytes = part<typeof import('./bytesmethods.ts')>('text', 'bytes');

function* create(vm: VM, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const cls = args[0] as PyType;
  const v = args.length > 1 ? args[1] : kw?.get('object');
  let s: string;
  if (v === undefined) s = '';
  else if (v instanceof PyBytes && args.length > 2) s = bytes().decode(v.data, args[2] as string);
  else {
    const r = strOf(vm, v);
    s = (isGen(r) ? yield* r : r) as string;
  }
  return cls === strType ? s : new PyBoxed(cls, s);
}

/** Methods of long texts are charged by the length. */
function counted(find: () => Readonly<Record<string, Body>>, signatures: readonly string[]): Record<string, Body> {
  return Object.fromEntries(
    Object.entries(bodiesIn(find, signatures)).map(([signature, body]): [string, Body] => [
      signature,
      (vm, self: Value, ...rest) => {
        if (typeof self === 'string' && self.length > LONG) spend(self.length >> 3);
        return body(vm, self, ...rest);
      },
    ]),
  );
}

extendType(strType, {
  create: (vm, args, kw) => create(vm, args, kw),
  raw: {
    __init__: () => null,
    format: (vm, args, kw) => bodies().format(vm, args, kw),
  },
  methods: counted(
    () => bodies().METHODS,
    [
      'upper(self, /)',
      'lower(self, /)',
      'casefold(self, /)',
      'swapcase(self, /)',
      'title(self, /)',
      'capitalize(self, /)',
      'strip(self, chars=None, /)',
      'lstrip(self, chars=None, /)',
      'rstrip(self, chars=None, /)',
      'split(self, sep=None, maxsplit=-1)',
      'rsplit(self, sep=None, maxsplit=-1)',
      'splitlines(self, keepends=False)',
      'join(self, iterable, /)',
      'replace(self, old, new, count=-1, /)',
      'startswith(self, prefix, start=None, end=None, /)',
      'endswith(self, suffix, start=None, end=None, /)',
      'removeprefix(self, prefix, /)',
      'removesuffix(self, suffix, /)',
      'find(self, sub, start=None, end=None, /)',
      'rfind(self, sub, start=None, end=None, /)',
      'index(self, sub, start=None, end=None, /)',
      'rindex(self, sub, start=None, end=None, /)',
      'count(self, sub, start=None, end=None, /)',
      'partition(self, sep, /)',
      'rpartition(self, sep, /)',
      "ljust(self, width, fillchar=' ', /)",
      "rjust(self, width, fillchar=' ', /)",
      "center(self, width, fillchar=' ', /)",
      'zfill(self, width, /)',
      'expandtabs(self, tabsize=8)',
      'isdigit(self, /)',
      'isdecimal(self, /)',
      'isnumeric(self, /)',
      'isalpha(self, /)',
      'isalnum(self, /)',
      'isspace(self, /)',
      'isidentifier(self, /)',
      'isascii(self, /)',
      'isprintable(self, /)',
      'isupper(self, /)',
      'islower(self, /)',
      'istitle(self, /)',
      "encode(self, encoding='utf-8', errors='strict')",
      'translate(self, table, /)',
      'format_map(self, mapping, /)',
    ],
  ),
  staticmethods: bodiesIn(() => bodies().METHODS, ['maketrans(x, y=…, z=…, /)']),
});
