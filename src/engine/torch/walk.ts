/**
 * The walk of `named_modules` and `named_parameters` over a tree of modules without its Python, for trees of which no class
 * changes what walking or comparing is. As lazy as the Python is: a child put in place while one walks is met.
 *
 * Torch/lib/torch/nn/modules/module.py asks for it; what is not walked here (null) that text walks, which is also the one
 * a trace sees. Leaves out walks that meet a module more than once, whose length is no longer that of the tree.
 */
import { PyDict, PyTuple } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import { PyIterator, type PyFunction } from '../python/functions.ts';
import { dictIterator } from '../python/iterate.ts';
import { fn } from '../python/native.ts';
import { dictType, objectType, type PyType } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { type PyTensor, tensorBaseType } from './objects.ts';

/** What a class must not have changed, for each step of the walk to be the one described here. */
const WALKED = ['named_modules', '_named_members', '__hash__', '__eq__', '__getattribute__'];

const rowsOf = (o: PyInstance, table: string): PyDict | null => {
  const d = o.attrs.get(table);
  return d instanceof PyDict && d.cls === dictType ? d : null;
};

/** `_walk(self, table, prefix, recurse)`: pairs of name and module, or of name and what `table` holds; None: not by this walk. */
export function walker(init: PyFunction) {
  /** Asked anew in each walk: classes change while a program runs. */
  const plain = new Map<PyType, boolean>();

  function isPlain(cls: PyType): boolean {
    let known = plain.get(cls);
    if (known === undefined) {
      const base = init.module.attrs.get('Module') as PyType;
      known = cls.isSubtype(base) && WALKED.every((name) => cls.lookup(name) === (base.lookup(name) ?? objectType.lookup(name)));
      plain.set(cls, known);
    }
    return known;
  }

  const isModule = (v: Value): v is PyInstance => v instanceof PyInstance && isPlain(v.cls) && rowsOf(v, '_modules') !== null;
  const isTensor = (v: Value): v is PyTensor =>
    v instanceof PyInstance && v.cls.isSubtype(tensorBaseType) && v.cls.lookup('__hash__') === tensorBaseType.lookup('__hash__');

  /** Whether every module of the tree, and every member asked for, can be walked here. One look costs a step: a walk may be begun in a loop. */
  function all(vm: VM, root: Value, table: string | null, recurse: boolean): boolean {
    const seen = new Set<Value>([root]);
    for (const m of seen) {
      vm.charge(1);
      if (!isModule(m)) return false;
      if (table !== null) {
        const members = rowsOf(m, table)?.values();
        if (!members?.every((v) => v === null || isTensor(v))) return false;
        vm.charge(members.length);
      }
      if (recurse) for (const child of (rowsOf(m, '_modules') as PyDict).values()) if (child !== null) seen.add(child);
    }
    return true;
  }

  return fn('_walk(self, table, prefix, recurse, /)', (vm, self: Value, table: string | null, prefix: string, recurse: boolean) => {
    plain.clear();
    if (vm.monitor !== null || vm.frameHook !== null || typeof prefix !== 'string' || !all(vm, self, table, recurse)) return null;
    const met = new Set<Value>();
    /** Children of modules under way, innermost last, with the prefix of their names. */
    const open: [string, PyIterator][] = [];
    /** The module that was given last: its children come next. */
    let entered: [string, PyInstance] | null = null;

    function module(): [string, PyInstance] | undefined {
      if (entered !== null) {
        const [name, m] = entered;
        const children = recurse ? rowsOf(m, '_modules') : null;
        if (children !== null && children.size > 0) open.push([name && `${name}.`, dictIterator(children, 'items')]);
        entered = null;
      } else if (met.size === 0) return enter(prefix, self as PyInstance);
      for (;;) {
        const top = open.at(-1);
        if (top === undefined) return undefined;
        vm.charge(1);
        const row = top[1].next() as PyTuple | undefined;
        if (row === undefined) open.pop();
        else {
          const [name, child] = row.items as [string, Value];
          if (child !== null && !met.has(child)) return enter(top[0] + name, child);
        }
      }
    }
    function enter(name: string, m: Value): [string, PyInstance] {
      if (!isModule(m)) throw new Unsupported('putting a module with a walk of its own in place while its modules are walked');
      met.add(m);
      entered = [name, m];
      return entered;
    }

    const type = dictIterator(new PyDict(), 'items').cls;
    if (table === null) {
      return new PyIterator(() => {
        const next = module();
        return next && new PyTuple(next);
      }, type);
    }
    const given = new Set<Value>();
    let under = '';
    let members: PyIterator | null = null;
    return new PyIterator(() => {
      for (;;) {
        if (members === null) {
          const next = module();
          if (next === undefined) return undefined;
          under = next[0] && `${next[0]}.`;
          const rows = rowsOf(next[1], table);
          if (rows === null || rows.size === 0) continue;
          members = dictIterator(rows, 'items');
        }
        const row = members.next() as PyTuple | undefined;
        if (row === undefined) {
          members = null;
          continue;
        }
        const [name, v] = row.items as [string, Value];
        if (v === null || given.has(v)) continue;
        vm.charge(1);
        given.add(v);
        return new PyTuple([under + name, v]);
      }
    }, type);
  });
}
