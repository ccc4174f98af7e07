/** list: construction and methods. */
import { equals } from '../compare.ts';
import { PyList } from '../containers.ts';
import { raise } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { collect } from '../iterate.ts';
import { extendType } from '../native.ts';
import { part } from '../packs.ts';
import { reprOf } from '../repr.ts';
import { sortItems } from '../sort.ts';
import { spendItems, spendLooks } from '../spend.ts';
import { indexOf } from '../subscript.ts';
import { listType, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

const words = part<typeof import('../operands.ts')>('faults', 'operands');

function* init(vm: VM, self: PyList, iterable: Value | undefined): NativeGen {
  if (self.items.length > 0) {
    self.willChange();
    self.items = [];
  }
  if (iterable !== undefined) {
    const items = yield* collect(vm, iterable);
    spendItems(items.length);
    self.items = items.slice();
  }
  return null;
}

export function* find(
  vm: VM,
  items: readonly Value[],
  v: Value,
  start: Value = 0,
  stop: Value = items.length,
): Generator<import('../functions.ts').Request, number, Value> {
  const at = function* (i: Value) {
    const k = Number(yield* indexOf(vm, i, 'slice indices must be integers or have an __index__ method'));
    return k < 0 ? Math.max(0, k + items.length) : k;
  };
  const from = yield* at(start);
  const to = yield* at(stop);
  for (let i = from; i < to && i < items.length; i++) {
    const e = equals(vm, items[i], v);
    if (!(typeof e === 'boolean' ? e : yield* e)) continue;
    spendLooks(i - from);
    return i;
  }
  spendLooks(Math.min(to, items.length) - from);
  return -1;
}

extendType(listType, {
  create: (_vm, args) => new PyList([], args[0] as PyType),
  methods: {
    '__init__(self, iterable=…, /)': init,
    'append(self, item, /)': (_vm, self: PyList, v) => {
      self.push(v);
      return null;
    },
    'extend(self, iterable, /)': function* (vm, self: PyList, it) {
      const items = yield* collect(vm, it);
      self.willChange();
      spendItems(items.length);
      for (const x of items.slice()) self.items.push(x);
      return null;
    },
    'insert(self, index, item, /)': function* (vm, self: PyList, i, v) {
      const n = self.items.length;
      let at = Number(yield* indexOf(vm, i));
      if (at < 0) at = Math.max(0, at + n);
      spendLooks(n - at);
      self.willChange();
      self.items.splice(Math.min(at, n), 0, v);
      return null;
    },
    'pop(self, index=-1, /)': function* (vm, self: PyList, i) {
      const n = self.items.length;
      if (n === 0) raise('IndexError', 'pop from empty list');
      const at = typeof i === 'number' ? i : Number(yield* indexOf(vm, i));
      const k = at < 0 ? at + n : at;
      if (k < 0 || k >= n) raise('IndexError', 'pop index out of range');
      spendLooks(n - k);
      self.willChange();
      return self.items.splice(k, 1)[0];
    },
    'remove(self, item, /)': function* (vm, self: PyList, v) {
      const i = yield* find(vm, self.items, v);
      if (i < 0) raise('ValueError', 'list.remove(x): x not in list');
      self.willChange();
      self.items.splice(i, 1);
      return null;
    },
    'clear(self, /)': (_vm, self: PyList) => {
      self.willChange();
      self.items = [];
      return null;
    },
    'copy(self, /)': (_vm, self: PyList) => {
      spendItems(self.items.length);
      return new PyList(self.items.slice());
    },
    'count(self, item, /)': function* (vm, self: PyList, v) {
      let n = 0;
      spendLooks(self.items.length);
      for (const x of self.items) {
        const e = equals(vm, x, v);
        if (typeof e === 'boolean' ? e : yield* e) n++;
      }
      return n;
    },
    'index(self, item, start=0, stop=9007199254740991, /)': function* (vm, self: PyList, v, start, stop) {
      const i = yield* find(vm, self.items, v, start, stop);
      if (i < 0) {
        const r = reprOf(vm, v);
        raise('ValueError', `${(isGen(r) ? yield* r : r) as string} is not in list`);
      }
      return i;
    },
    'reverse(self, /)': (_vm, self: PyList) => {
      spendLooks(self.items.length);
      self.willChange();
      self.items.reverse();
      return null;
    },
    'sort(self, /, *args, key=None, reverse=False)': function* (vm, self: PyList, args: Value[], key, reverse) {
      if (args.length > 0) raise('TypeError', 'sort() takes no positional arguments');
      // While Python code compares, the list is empty, and must stay so (`list_sort_impl`).
      const items = [...self.items];
      const none: Value[] = [];
      let now = none;
      self.willChange();
      self.items = none;
      try {
        yield* sortItems(vm, items, key, reverse);
      } finally {
        now = self.items;
        self.willChange();
        self.items = items;
      }
      if (now !== none || now.length > 0) words().sortedWhileChanged();
      return null;
    },
  },
});
