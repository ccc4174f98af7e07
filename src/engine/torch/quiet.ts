/**
 * `with torch.no_grad():` without its Python, which every filling of a parameter enters. Asked while nobody watches; what
 * they leave undecided (undefined) the methods of torch/lib/torch/autograd/grad_mode.py do.
 */
import { PyFunction, PyStaticMethod } from '../python/functions.ts';
import type { PyType } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import { runtime } from './runtime.ts';

export function shortenGradMode(noGrad: PyType): void {
  /** `body` in place of a method, called with so many arguments on an object of the class itself: `prev` is where the Python would put it. */
  const shorten = (name: string, count: number, body: (o: PyInstance) => Value | undefined): void => {
    (noGrad.lookup(name) as PyFunction).short = (_vm, args, kw) => {
      const [o] = args;
      return args.length === count && kw === null && o instanceof PyInstance && o.cls === noGrad ? body(o) : undefined;
    };
  };
  const make = noGrad.lookup('__new__') as PyFunction | PyStaticMethod;
  (make instanceof PyStaticMethod ? (make.fn as PyFunction) : make).short = (_vm, args, kw) =>
    args.length === 1 && kw === null && args[0] === noGrad ? noGrad.alloc(noGrad) : undefined;
  shorten('__init__', 1, (o) => {
    o.setAttr('prev', false);
    return null;
  });
  shorten('__enter__', 1, (o) => {
    const { dispatcher } = runtime();
    o.setAttr('prev', dispatcher.gradMode);
    dispatcher.gradMode = false;
    return null;
  });
  shorten('__exit__', 4, (o) => {
    const prev = o.attrs.get('prev');
    if (typeof prev !== 'boolean') return undefined;
    runtime().dispatcher.gradMode = prev;
    return null;
  });
}
