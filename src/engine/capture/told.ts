/**
 * PyTorch's own words on a break, where the engine knows all of them: a call of graph_break(), item(), print of tensors,
 * sizes and constants, an exception that nothing catches. Other rows have the table's words, and a mark that says so.
 *
 * Idea: the calls of `unimplemented` in torch/_dynamo, and `augment_exc_message` for the place in the program.
 */
import type { TracebackEntry } from '../python/errors.ts';
import { PyException } from '../python/errors.ts';
import { PyNative } from '../python/functions.ts';
import { scalarRepr } from '../python/repr.ts';
import { typeOf } from '../python/types.ts';
import { PyFloat, PyObject, type Value } from '../python/values.ts';
import { tensorOf } from './guards.ts';

export interface Told {
  readonly explanation: string;
  readonly hints: readonly string[];
  readonly context: string;
}

const REPORT = 'Please report an issue to PyTorch.';

const isConstant = (v: Value): boolean => !(v instanceof PyObject) || v instanceof PyFloat;

const isSize = (v: Value): boolean => typeOf(v).name === 'Size';

/** A call that breaks; null where its words depend on more than the engine has. */
export function toldOfCall(f: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Told | null {
  if (!(f instanceof PyNative)) return null;
  if (f.name === 'graph_break' && args.length === 0 && !kw?.size)
    return {
      explanation: 'User-inserted graph break. Message: None',
      hints: ['Remove the `torch._dynamo.graph_break()` call.'],
      context: 'Called `torch._dynamo.graph_break()` with args `[]`, kwargs `{}`',
    };
  if (f.name === 'item' && tensorOf(args[0]))
    return {
      explanation: 'Dynamo does not support tracing `Tensor.item()` with config.capture_scalar_outputs=False.',
      hints: [
        'Set `torch._dynamo.config.capture_scalar_outputs = True` or `export TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1` to include these operations in the ' +
          'captured graph.',
      ],
      context: 'call_method TensorVariable() item () {}',
    };
  if (f.name !== 'print' || f.module !== 'builtins' || kw?.size || !args.every((a) => tensorOf(a) !== null || isConstant(a) || isSize(a))) return null;
  const types = `[${args.map((a) => `'${typeOf(a).name}'`).join(', ')}]`;
  const variable = (v: Value): string => (tensorOf(v) ? 'tensor.TensorVariable' : isSize(v) ? 'lists.SizeVariable' : 'constant.ConstantVariable');
  return {
    explanation: `Dynamo does not know how to trace builtin operator \`print\` with argument types ${types} (has_kwargs False)`,
    hints: [
      `Avoid calling builtin \`print\` with argument types ${types}. Consider using an equivalent alternative function/method to \`print\`.`,
      'If you are attempting to call a logging function (e.g. `print`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.',
      REPORT,
    ],
    context: `builtin print [${args.map((a) => `<class 'torch._dynamo.variables.${variable(a)}'>`).join(', ')}] False`,
  };
}

/** An exception of Python's own that nothing in the function catches. */
export function toldOfException(exc: PyException): Told | null {
  const args = exc.args.items;
  if (typeOf(exc).module !== 'builtins' || !args.every(isConstant)) return null;
  return {
    explanation:
      'Dynamo found no exception handler at the top-level compiled function when encountering an exception. Exception will propagate outside the compiled region.',
    hints: [
      "Your code may result in an error when running in eager. Please double check that your code doesn't contain a similar error when actually running " +
        'eager/uncompiled. You can do this by removing the `torch.compile` call, or by using `torch.compiler.set_stance("force_eager")`. ',
      'It may be possible to write Dynamo tracing rules for this code. Please report an issue to PyTorch if you encounter this graph break often and it is ' +
        'causing performance issues.',
    ],
    context: `raised exception ${typeOf(exc).name}(${args.map((a) => scalarRepr(a)).join(', ')})`,
  };
}

/** The place in the program, outermost first. Dynamo knows where an instruction begins, so it underlines the rest of the line. */
export function userCode(entries: readonly TracebackEntry[]): string {
  const rows = entries.map((e) => {
    const line = e.source?.split('\n')[e.line - 1] ?? '';
    const text = line.trim();
    const lead = line.length - line.trimStart().length;
    const marks = e.col > lead ? `    ${' '.repeat(e.col - lead)}${'^'.repeat(line.trimEnd().length - e.col)}\n` : '';
    return `  File "${e.filename}", line ${e.line}, in ${e.name}\n    ${text}\n${marks}`;
  });
  return (
    `\n\nfrom user code:\n ${rows.join('')}\nSet TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug to ` +
    'PyTorch). For even more developer context, set TORCH_LOGS="+dynamo"\n'
  );
}
