/**
 * `Module.__getattr__` and `Module.__setattr__` without their Python, for what nearly every access is: something registered
 * is read, a plain value is set. They are asked while nobody watches; what they leave undecided (undefined) the functions
 * of torch/lib/torch/nn/modules/module.py do.
 */
import { genericSet } from '../python/attr.ts';
import { PyDict } from '../python/containers.ts';
import type { NativeGen, PyFunction } from '../python/functions.ts';
import { PyFloat, PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';

function find(o: Value, name: string): Value | undefined {
  if (!(o instanceof PyInstance)) return undefined;
  for (const table of ['_parameters', '_buffers', '_modules']) {
    const d = o.attrs.get(table);
    const v = d instanceof PyDict ? d.get(name) : undefined;
    if (v !== undefined) return v;
  }
  return undefined;
}

function set(vm: VM, o: Value, name: string, value: Value): NativeGen | null | undefined {
  const plain = typeof value !== 'object' || value instanceof PyFloat;
  return plain && find(o, name) === undefined ? genericSet(vm, o, name, value) : undefined;
}

export function shorten(get: PyFunction, put: PyFunction): null {
  get.find = find;
  put.set = set;
  return null;
}
