/** Making modules from tables of natives, types and constants. */
import { PyModule, type PyNative } from '../functions.ts';
import { PyNative as Native } from '../functions.ts';
import type { PyType } from '../types.ts';
import type { Value } from '../values.ts';

export interface ModuleTable {
  functions?: readonly PyNative[];
  types?: readonly PyType[];
  values?: Readonly<Record<string, Value>>;
}

export function makeModule(name: string, table: ModuleTable): PyModule {
  const m = new PyModule(name);
  for (const f of table.functions ?? []) {
    if (f instanceof Native) f.module = name;
    m.attrs.set(f.name, f);
  }
  for (const t of table.types ?? []) m.attrs.set(t.name, t);
  for (const [k, v] of Object.entries(table.values ?? {})) m.attrs.set(k, v);
  return m;
}
