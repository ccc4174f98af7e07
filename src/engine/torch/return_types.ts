/** torch.return_types: tuples with named fields, one type an operator, made at first use. */
import { PyTuple } from '../python/containers.ts';
import { extendType } from '../python/native.ts';
import { newType, tupleType, type PyType } from '../python/types.ts';
import type { Value } from '../python/values.ts';
import { repr } from './vm_text.ts';

const types = new Map<string, PyType>();

function typeFor(name: string, fields: readonly string[]): PyType {
  let t = types.get(name);
  if (t) return t;
  t = newType(name, tupleType, 'torch.return_types');
  types.set(name, t);
  const attrs = Object.fromEntries(fields.map((f, i) => [f, (_vm: unknown, self: never) => (self as PyTuple).items[i]]));
  extendType(t, {
    attrs,
    methods: {
      *'__repr__(self)'(vm, self: PyTuple) {
        const parts: string[] = [];
        for (let i = 0; i < fields.length; i++) parts.push(`${fields[i]}=${yield* repr(vm, self.items[i])}`);
        return `torch.return_types.${name}(\n${parts.join(',\n')})`;
      },
    },
  });
  return t;
}

export function returnType(name: string, fields: readonly string[], values: readonly Value[]): PyTuple {
  return new PyTuple(values, typeFor(name, fields));
}
