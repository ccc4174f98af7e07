/** One evaluator with torch, for tests: runs a prelude and one line, and gives rows, text and exception of the line. */
import '../../support/packs.ts';
import { Dispatcher } from '../../../src/engine/dispatch/dispatcher.ts';
import { PyError } from '../../../src/engine/python/errors.ts';
import { registerStandardModules } from '../../../src/engine/python/modules/index.ts';
import { fn } from '../../../src/engine/python/native.ts';
import { messageOf } from '../../../src/engine/python/traceback.ts';
import { VM } from '../../../src/engine/python/vm.ts';
import { installTorch } from '../../../src/engine/torch/install.ts';
import { use } from '../../../src/engine/torch/runtime.ts';

export interface Line {
  rows: string[];
  out: string;
  /** `TypeError: …`, or the words of a refusal. */
  error: string | null;
}

export function makeRun(): { run(prelude: string, code: string, statement?: boolean): Line } {
  let out = '';
  let rows: string[] = [];
  const vm = new VM({
    write: (t) => {
      out += t;
    },
    writeError: () => undefined,
  });
  const dispatcher = new Dispatcher();
  dispatcher.emit = { begin: (e) => rows.push(e.op.name), end: () => undefined };
  const runtime = {
    vm,
    dispatcher,
    accelerator: null,
    defaultDevices: [],
    afterBackward: [],
    graphTask: -1,
    graphTasks: 0,
    onSync: () => {},
    reading: <T>(_cause: string, _t: unknown, read: () => T) => read(),
  };
  registerStandardModules(vm);
  use(runtime);
  installTorch(runtime);
  let from = 0;
  let to: number | null = null;
  vm.builtins.attrs.set(
    '_start',
    fn('_start()', () => {
      from = rows.length;
      return null;
    }),
  );
  vm.builtins.attrs.set(
    '_end',
    fn('_end()', () => {
      to = rows.length;
      return null;
    }),
  );
  return {
    run(prelude, code, statement = false) {
      out = '';
      rows = [];
      to = null;
      const body = statement ? `${code}\n_end()\nprint('None', end='')` : `_value = ${code}\n_end()\nprint(repr(_value), end='')`;
      const result = vm.run(vm.mainFiber(`${prelude}\n_start()\n${body}\n`, 'line.py'));
      let error: string | null = null;
      if (result.kind === 'error') {
        const e = result.error;
        error = e instanceof PyError ? `${e.name}: ${messageOf(vm, e.exc)}` : String((e as Error).message);
      }
      return { rows: rows.slice(from, to ?? undefined), out, error };
    },
  };
}
