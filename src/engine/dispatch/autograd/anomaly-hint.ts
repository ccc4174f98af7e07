/** The words of a gradient that cannot be computed, under anomaly mode (torch/csrc/autograd/saved_variable.cpp). */
import type { PyError } from '../../python/errors.ts';
import { PyTuple } from '../../python/containers.ts';

/** With anomaly mode on the hint to switch it on says where to look instead (saved_variable.cpp). */
export function hintAnew(e: PyError): void {
  const [text] = e.exc.args.items;
  const at = typeof text === 'string' ? text.indexOf('Hint: enable anomaly detection') : -1;
  if (at < 0) return;
  const words =
    'the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed in there or anywhere later. Good luck!';
  e.exc.args = new PyTuple([`${(text as string).slice(0, at)}Hint: ${words}`]);
}
