/** Runs a program's text in a fresh evaluator and collects what it leaves. */
import './packs.ts';
import { LimitReached, PyError, Unsupported } from '../../src/engine/python/errors.ts';
import { registerStandardModules } from '../../src/engine/python/modules/index.ts';
import { lineOf, messageOf } from '../../src/engine/python/traceback.ts';
import { formatTraceback } from '../../src/engine/python/tracebacktext.ts';
import { VM } from '../../src/engine/python/vm.ts';

export interface Outcome {
  exit: 'ok' | 'error' | 'unsupported' | 'limit';
  stdout: string;
  stderr: string;
  error: { type: string; message: string; line: number | null } | null;
  steps: number;
}

export function runProgram(source: string, filename = 'program.py', maxSteps = 200_000_000): Outcome {
  let stdout = '';
  let stderr = '';
  const vm = new VM({
    write: (t) => {
      stdout += t;
    },
    writeError: (t) => {
      stderr += t;
    },
    maxSteps,
    argv: [filename],
  });
  registerStandardModules(vm);
  const done = (exit: Outcome['exit'], error: Outcome['error'] = null): Outcome => ({ exit, stdout, stderr, error, steps: vm.steps });
  let failure: unknown;
  try {
    const r = vm.run(vm.mainFiber(source, filename));
    if (r.kind === 'done') return done('ok');
    failure = r.kind === 'error' ? r.error : new Error(`blocked: ${r.reason.what}`);
  } catch (e) {
    failure = e;
  }
  if (failure instanceof PyError) {
    if (failure.name === 'SystemExit') return done('ok');
    stderr += formatTraceback(vm, failure.exc);
    const line = lineOf(failure.exc, filename) ?? (failure.exc.attrs.get('lineno') as number | undefined) ?? null;
    return done('error', { type: failure.name, message: messageOf(vm, failure.exc), line });
  }
  if (failure instanceof Unsupported) {
    stderr += `unsupported: ${failure.construct} (line ${failure.line})\n`;
    return done('unsupported', { type: 'Unsupported', message: failure.construct, line: failure.line });
  }
  if (failure instanceof LimitReached) {
    stderr += `${failure.message}\n`;
    return done('limit', { type: 'LimitReached', message: failure.message, line: null });
  }
  throw failure;
}
