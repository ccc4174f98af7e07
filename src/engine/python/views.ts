/** Views of a dict: `keys()`, `values()`, `items()`. */
import type { PyDict } from './containers.ts';
import { dictItemsType, dictKeysType, dictType, dictValuesType, odictItemsType, odictKeysType, odictValuesType, type PyType } from './types.ts';
import { PyObject } from './values.ts';

export class PyView extends PyObject {
  readonly cls: PyType;
  readonly dict: PyDict;
  readonly what: 'keys' | 'values' | 'items';
  constructor(dict: PyDict, what: 'keys' | 'values' | 'items') {
    super();
    this.dict = dict;
    this.what = what;
    this.cls = (isOrdered(dict.cls) ? ORDERED : PLAIN)[what];
  }
}

const PLAIN = { keys: dictKeysType, values: dictValuesType, items: dictItemsType };
const ORDERED = { keys: odictKeysType, values: odictValuesType, items: odictItemsType };

/** Views of an OrderedDict have names of their own. */
const isOrdered = (cls: PyType): boolean => cls !== dictType && cls.mro.some((t) => t.name === 'OrderedDict' && t.module === 'collections');
