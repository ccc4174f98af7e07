/**
 * What `torch.jit` needs, and the switches of its compiler, which change nothing here: a function whose frames are not the program's, so that its operators have rows on the line that
 * calls it, as where PyTorch runs compiled TorchScript and there is no Python frame.
 */
import { Code } from '../../python/code.ts';
import { PyFunction, PyModule } from '../../python/functions.ts';
import { missing } from '../known.ts';
import type { Value } from '../../python/values.ts';
import { fn } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import type { PyType } from '../../python/types.ts';

const disabling = part<PyType>('overrides', 'disabling');

const TORCHSCRIPT = '<torchscript>';
const copies = new WeakMap<PyFunction, PyFunction>();

/** The code under another name of file, and every code inside it. */
function renamed(code: Code): Code {
  code.pending?.();
  return Object.assign(Object.create(Code.prototype) as Code, code, {
    filename: TORCHSCRIPT,
    consts: code.consts.map((c) => (c instanceof Code ? renamed(c) : c)),
  });
}

function hidden(f: PyFunction): PyFunction {
  let made = copies.get(f);
  if (!made) {
    made = new PyFunction(renamed(f.code), f.module, f.closure, f.defaults, f.kwdefaults);
    copies.set(f, made);
  }
  return made;
}

export function makeScript(): PyModule {
  const m = new PyModule('torch._C._script');
  m.attrs.set(
    'hidden',
    fn('hidden(f, /)', (_vm, f) => (f instanceof PyFunction ? hidden(f) : f)),
  );
  return m;
}

const SWITCH =
  /^_(jit_set_(profiling_(executor|mode)|texpr_fuser_enabled|nvfuser_\w+|nvfuser_enabled|num_profiled_runs|bailout_depth|te_must_use_llvm_cpu)|jit_override_can_fuse_on_\w+|jit_set_texpr_reductions_enabled|log_api_usage_once|debug_set_\w+)$/;

/** A name of torch._C that is none of those kept there. */
export function lowName(name: string): Value {
  if (SWITCH.test(name)) return fn(`${name}(*args)`, () => null);
  if (name === 'DisableTorchFunctionSubclass') return disabling();
  return missing('torch._C', name);
}
