/**
 * `Module.__getattr__`, `__setattr__` and `__init__` without their Python, for what nearly every use is: something registered
 * is read; a plain value is set, a parameter or a child module is registered under a name that is new or was its own; a
 * module begins with empty tables. They are asked while nobody watches; what they leave undecided (undefined) the functions
 * of torch/lib/torch/nn/modules/module.py do.
 */
import { genericGet, genericSet, OBJECT_GETATTRIBUTE } from '../python/attr.ts';
import { PyDict, PyList, PySet, PyTuple } from '../python/containers.ts';
import type { NativeGen, PyFunction, PyNative } from '../python/functions.ts';
import { dictType, PyType } from '../python/types.ts';
import { PyFloat, PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { PyTensor } from './objects.ts';
import { shortenGradMode } from './quiet.ts';
import { walker } from './walk.ts';

const TABLES = ['_parameters', '_buffers', '_modules'] as const;

function find(o: Value, name: string): Value | undefined {
  if (!(o instanceof PyInstance)) return undefined;
  for (const table of TABLES) {
    const d = o.attrs.get(table);
    const v = d instanceof PyDict ? d.get(name) : undefined;
    if (v !== undefined) return v;
  }
  return undefined;
}

const isPlainValue = (v: Value): boolean => typeof v !== 'object' || v === null || v instanceof PyFloat || v instanceof PyTuple || v instanceof PyList;

/** What a module has at first besides `training`, in this order: a dict, an ordered one, a set, None. */
const FIRST =
  '_parameters {|_buffers {|_non_persistent_buffers_set s|_backward_pre_hooks o|_backward_hooks o|_is_full_backward_hook n|_forward_hooks o|_forward_hooks_with_kwargs o|_forward_hooks_always_called o|_forward_pre_hooks o|_forward_pre_hooks_with_kwargs o|_state_dict_hooks o|_state_dict_pre_hooks o|_load_state_dict_pre_hooks o|_load_state_dict_post_hooks o|_modules {'
    .split('|')
    .map((field) => field.split(' '));

export function shorten(get: PyFunction, put: PyFunction, init: PyFunction): PyNative {
  const named = (name: string): PyType => put.module.attrs.get(name) as PyType;

  /** Nothing stands between Module and object, where `super()` of Module's methods would find it. */
  const alone = (cls: PyType): boolean => cls.mro.at(-2) === named('Module');

  /** Puts a parameter or a child where `register_parameter` and `__setattr__` put it, if they would do no more than that. */
  function register(vm: VM, o: PyInstance, name: string, value: PyInstance, table: '_parameters' | '_modules'): boolean {
    const rows = o.attrs.get(table);
    const kept = o.attrs.get('_non_persistent_buffers_set');
    if (!(rows instanceof PyDict && rows.cls === dictType && kept instanceof PySet && kept.size === 0) || o.attrs.has(name)) return false;
    const known = rows.get(name) !== undefined;
    if (!known && find(o, name) !== undefined) return false;
    if (value instanceof PyTensor) {
      const { cls } = o;
      // Read as the Python reads it: a watcher of torch functions makes it a call.
      if (genericGet(vm, value, 'grad_fn') !== null || name === '' || name.includes('.')) return false;
      if (cls.lookup('register_parameter') !== named('Module').dict.get('register_parameter')) return false;
      // Whether there is an attribute of the name: asked of the class alone, where nothing of the class's own answers.
      if (!known && (cls.lookup(name) !== undefined || cls.lookup('__getattr__') !== get || cls.lookup('__getattribute__') !== OBJECT_GETATTRIBUTE.value))
        return false;
    }
    rows.set(name, value);
    return true;
  }

  get.find = find;
  init.short = (vm, [o, ...more], kw) => {
    if (more.length > 0 || kw !== null || vm.frameHook !== null || !(o instanceof PyInstance)) return undefined;
    const { cls, attrs } = o;
    // `training` is nobody's descriptor.
    if (!alone(cls) || cls.lookup('training') !== undefined || cls.lookup('__getattribute__') !== OBJECT_GETATTRIBUTE.value) return undefined;
    if (cls.lookup('call_super_init') !== false || attrs.has('call_super_init')) return undefined;
    o.setAttr('training', true);
    for (const [name, kind] of FIRST) {
      o.setAttr(name, kind === 'n' ? null : kind === 's' ? new PySet() : new PyDict(kind === 'o' ? named('OrderedDict') : dictType));
    }
    return null;
  };
  put.set = (vm: VM, o: Value, name: string, value: Value): NativeGen | null | undefined => {
    if (!(o instanceof PyInstance && alone(o.cls))) return undefined;
    if (isPlainValue(value)) return find(o, name) === undefined ? genericSet(vm, o, name, value) : undefined;
    if (!(value instanceof PyInstance)) return undefined;
    const tensor = value instanceof PyTensor;
    if (!value.cls.isSubtype(named(tensor ? 'Parameter' : 'Module'))) return undefined;
    return register(vm, o, name, value, tensor ? '_parameters' : '_modules') ? null : undefined;
  };
  shortenGradMode(named('no_grad'));
  return walker(init);
}
