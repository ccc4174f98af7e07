/**
 * `with torch.no_grad():` without its Python, which every filling of a parameter enters. Asked while nobody watches; what
 * they leave undecided (undefined) the methods of torch/lib/torch/autograd/grad_mode.py do.
 */
import { PyFunction, PyStaticMethod } from '../python/functions.ts';
import type { PyType } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import { runtime } from './runtime.ts';

/** A plain object of the class itself: `prev` is where the Python would put it. */
const plain = (o: Value, cls: PyType): o is PyInstance => o instanceof PyInstance && o.cls === cls;

export function shortenGradMode(noGrad: PyType): void {
  const method = (name: string): PyFunction => {
    const f = noGrad.lookup(name);
    return (f instanceof PyStaticMethod ? f.fn : f) as PyFunction;
  };
  method('__new__').short = (_vm, args, kw) => (args.length === 1 && kw === null && args[0] === noGrad ? noGrad.alloc(noGrad) : undefined);
  method('__init__').short = (_vm, args, kw) => {
    const [o] = args;
    if (args.length !== 1 || kw !== null || !plain(o, noGrad)) return undefined;
    o.setAttr('prev', false);
    return null;
  };
  method('__enter__').short = (_vm, args, kw) => {
    const [o] = args;
    if (args.length !== 1 || kw !== null || !plain(o, noGrad)) return undefined;
    const { dispatcher } = runtime();
    o.setAttr('prev', dispatcher.gradMode);
    dispatcher.gradMode = false;
    return null;
  };
  method('__exit__').short = (_vm, args, kw) => {
    const [o] = args;
    if (args.length !== 4 || kw !== null || !plain(o, noGrad)) return undefined;
    const prev = o.attrs.get('prev');
    if (typeof prev !== 'boolean') return undefined;
    runtime().dispatcher.gradMode = prev;
    return null;
  };
}
