/** tuple: construction and methods. */
import { PyTuple } from '../containers.ts';
import { equals } from '../compare.ts';
import { raise } from '../errors.ts';
import type { NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import { extendType, taking } from '../native.ts';
import { tupleType, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { find } from './list.ts';

function* create(vm: VM, args: Value[]): NativeGen {
  const cls = args[0] as PyType;
  if (args.length > 2) raise('TypeError', `tuple expected at most 1 argument, got ${args.length - 1}`);
  if (args.length === 2 && args[1] instanceof PyTuple && cls === tupleType && args[1].cls === tupleType) return args[1];
  return new PyTuple(args.length < 2 ? [] : [...(yield* collect(vm, args[1]))], cls);
}

extendType(tupleType, {
  create: taking([], create),
  methods: {
    'count(self, item, /)': function* (vm, self: PyTuple, v) {
      let n = 0;
      for (const x of self.items) {
        const e = equals(vm, x, v);
        if (typeof e === 'boolean' ? e : yield* e) n++;
      }
      return n;
    },
    'index(self, item, start=0, stop=9007199254740991, /)': function* (vm, self: PyTuple, v, start, stop) {
      const i = yield* find(vm, self.items, v, start, stop);
      if (i < 0) raise('ValueError', 'tuple.index(x): x not in tuple');
      return i;
    },
    '__getnewargs__(self, /)': (_vm, self: PyTuple) => new PyTuple([new PyTuple(self.items)]),
  },
});
