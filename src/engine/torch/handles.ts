/** The handle that registering a hook gives back: `remove()` takes the hook away. */
import { extendType } from '../python/native.ts';
import { newType, objectType } from '../python/types.ts';
import { PyObject, type Value } from '../python/values.ts';
import { journal } from '../python/journal.ts';

export const handleType = newType('RemovableHandle', objectType, 'torch.utils.hooks');

let nextId = 0;

export class Handle extends PyObject {
  readonly cls = handleType;
  readonly id: number;
  readonly table: Map<number, unknown>;
  constructor(table: Map<number, unknown>, id: number) {
    super();
    this.table = table;
    this.id = id;
  }
}

export function addHook(table: Map<number, unknown>, hook: unknown): Handle {
  const id = nextId++;
  table.set(id, hook);
  if (journal.open) journal.record(table, () => table.delete(id));
  return new Handle(table, id);
}

extendType(handleType, {
  methods: {
    'remove(self)': (_vm, self: Handle) => {
      self.table.delete(self.id);
      return null;
    },
    '__enter__(self)': (_vm, self: Handle) => self,
    '__exit__(self, *args)': (_vm, self: Handle) => {
      self.table.delete(self.id);
      return null;
    },
  },
  attrs: { id: ((_vm: unknown, self: Handle): Value => self.id) as never },
});
