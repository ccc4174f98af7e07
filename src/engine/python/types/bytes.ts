/** bytes: what model code needs of them. */
import { bodiesIn, extendType } from '../native.ts';
import { part } from '../packs.ts';
import { bytesType } from '../types.ts';

const rest = part<typeof import('./bytesmethods.ts')>('text', 'bytes');
const methods = () => rest().METHODS;

extendType(bytesType, {
  create: (vm, args) => rest().create(vm, args),
  raw: { __init__: () => null },
  methods: bodiesIn(methods, ["decode(self, encoding='utf-8', errors='strict')", 'hex(self)', 'startswith(self, prefix, /)']),
  classmethods: bodiesIn(methods, ['fromhex(cls, text, /)']),
});
