/** str: construction, and the names of its methods; their bodies are in strmethods.ts. */
import { isGen, type NativeGen } from '../functions.ts';
import { bodiesIn, type Body, extendType, taking } from '../native.ts';
import { part } from '../packs.ts';
import { strOf } from '../repr.ts';
import { spend } from '../spend.ts';
import { BOTH } from './bothtexts.ts';
import { type PyType, strType } from '../types.ts';
import { PyBoxed, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

/** Characters from which a text is charged for. */
const LONG = 64;

const bodies = part<typeof import('./strmethods.ts')>('text', 'str');
const bytes = part<typeof import('./bytesmethods.ts')>('text', 'bytes');

function* create(vm: VM, args: Value[]): NativeGen {
  const [cls, v] = args as [PyType, Value | undefined];
  let s: string;
  if (v === undefined && args.length < 2) s = '';
  else if (args.length > 2) s = bytes().decoded(v, args[2], args[3]);
  else {
    const r = strOf(vm, v as Value);
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
  create: taking(['object', 'encoding', 'errors'], create),
  raw: {
    __init__: () => null,
    format: (vm, args, kw) => bodies().format(vm, args, kw),
  },
  methods: counted(
    () => bodies().METHODS,
    [
      ...BOTH,
      'casefold(self, /)',
      'isdecimal(self, /)',
      'isnumeric(self, /)',
      'isidentifier(self, /)',
      'isprintable(self, /)',
      "encode(self, encoding='utf-8', errors='strict')",
      'translate(self, table, /)',
      'format_map(self, mapping, /)',
    ],
  ),
  staticmethods: bodiesIn(() => bodies().METHODS, ['maketrans(x, y=…, z=…, /)']),
});
