/** bytes and bytearray: construction, and the names of their methods; the bodies lie in packs. */
import { bodiesIn, extendType, taking } from '../native.ts';
import { part } from '../packs.ts';
import { bytearrayType, bytesType } from '../types.ts';
import { BOTH } from './bothtexts.ts';

const maker = part<typeof import('./bytesmethods.ts')>('text', 'bytes');
const more = part<typeof import('./bytestext.ts')>('bytes', 'text');
const changeable = part<typeof import('./bytearray.ts')>('bytes', 'bytearray');
const NAMES = ['source', 'encoding', 'errors'];
const methods = () => more().METHODS;

extendType(bytesType, {
  create: taking(NAMES, (vm, args) => maker().create(vm, args)),
  raw: { __init__: () => null },
  methods: {
    ...bodiesIn(methods, [...BOTH, 'hex(self, sep=…, bytes_per_sep=1)', "translate(self, table, /, delete=' ')", '__mod__(self, args, /)']),
    ...bodiesIn(() => maker().METHODS, ["decode(self, encoding='utf-8', errors='strict')"]),
  },
  classmethods: bodiesIn(() => maker().METHODS, ['fromhex(cls, text, /)']),
  staticmethods: bodiesIn(methods, ['maketrans(x, y, /)']),
});
// Its methods come with the first one made.
extendType(bytearrayType, { create: taking(NAMES, (vm, args) => changeable().create(vm, args)) });
