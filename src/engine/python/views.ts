/** Views of a dict: `keys()`, `values()`, `items()`. */
import type { PyDict } from './containers.ts';
import { dictItemsType, dictKeysType, dictValuesType, type PyType } from './types.ts';
import { PyObject } from './values.ts';

export class PyView extends PyObject {
  readonly cls: PyType;
  readonly dict: PyDict;
  readonly what: 'keys' | 'values' | 'items';
  constructor(dict: PyDict, what: 'keys' | 'values' | 'items') {
    super();
    this.dict = dict;
    this.what = what;
    this.cls = what === 'keys' ? dictKeysType : what === 'values' ? dictValuesType : dictItemsType;
  }
}
