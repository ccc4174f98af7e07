/**
 * What PyTorch says when a function that is bound by hand cannot do with its arguments.
 *
 * Four kinds of function, four ways to complain: those behind PyTorch's argument parser (`PARSED`, `METHODS`: their
 * signatures as python_torch_functions_manual.cpp and python_variable_methods.cpp write them), those written in Python
 * (`PYTHON`), those of the C interface that take one object and look at it themselves (`EXPECTS`), and the rest of the C
 * interface, which counts its arguments. Called after the fact: a call that fits comes back without a word.
 */
import type { Op } from '../aten/op.ts';
import { parseSchema } from '../aten/schema.ts';
import { raise, Unsupported } from '../python/errors.ts';
import type { PyNative } from '../python/functions.ts';
import { PyBytes, unbox, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { isSequence, parseArguments, tpName } from './arguments.ts';
import { PyTensor } from './objects.ts';
import { type Signature, signatureOf } from './signature.ts';

const table = (text: string): ReadonlyMap<string, string[]> =>
  new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const at = line.indexOf('(');
        return line
          .slice(0, at)
          .trim()
          .split(' ')
          .map((name): [string, string[]] => [name, line.slice(at).split(' | ')]);
      }),
  );

const PARSED = table(`
tensor (PyObject data, *, ScalarType? dtype=None, Device? device=None, bool pin_memory=False, bool requires_grad=False)
as_tensor (PyObject data, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False)
asarray (PyObject obj, *, ScalarType? dtype=None, Device? device=None, bool? copy=None, bool requires_grad=False)
is_floating_point is_complex is_signed is_conj is_neg is_inference is_nonzero numel (Tensor input)
is_same_size (Tensor input, Tensor other)
vander (Tensor x, int? N=None, bool increasing=False)
nonzero (Tensor input, *, bool as_tuple=False)
promote_types (ScalarType type1, ScalarType type2)
can_cast (ScalarType from_, ScalarType to)
result_type (Tensor tensor, Tensor other) | (Scalar scalar, Tensor tensor) | (Tensor tensor, Scalar other) | (Scalar scalar1, Scalar scalar2)
is_autocast_enabled (str device_type) | ()
get_autocast_dtype (str device_type)
_set_grad_enabled (bool enabled)
`);

const METHODS = table(`
float double half bfloat16 long int short char byte bool (*, MemoryFormat? memory_format=None)
contiguous is_contiguous (*, MemoryFormat memory_format=contiguous_format)
cpu (*, MemoryFormat? memory_format=None)
copy_ (Tensor other, bool non_blocking=False) | (Tensor other, bool async=False) deprecated
requires_grad_ (bool requires_grad=True)
size stride (int? dim=None)
type (PyObject? dtype=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)
numpy (*, bool force=False)
new_tensor (PyObject data, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False)
nonzero () | (*, bool as_tuple)
is_same_size (Tensor other)
is_set_to (Tensor tensor)
`);

const PYTHON = new Set(
  (
    'is_tensor is_storage typename manual_seed seed initial_seed get_rng_state set_rng_state set_default_dtype set_default_device get_default_device ' +
    'use_deterministic_algorithms are_deterministic_algorithms_enabled set_float32_matmul_precision get_float32_matmul_precision broadcast_tensors ' +
    'broadcast_shapes set_printoptions compile is_deterministic_algorithms_warn_only_enabled ' +
    'Tensor.backward Tensor.register_hook Tensor.register_post_accumulate_grad_hook Tensor.split Tensor.storage Tensor.__len__ Tensor.__contains__ ' +
    'Tensor.__format__ Tensor.__array__ Tensor.__deepcopy__ Tensor.share_memory_ Tensor.is_shared Tensor.unflatten'
  ).split(' '),
);

/** Type of the error and its words; `%` stands for the name of the type that came. */
const EXPECTS: Readonly<Record<string, readonly [string, string]>> = {
  set_num_threads: ['RuntimeError', 'set_num_threads expects an int, but got %'],
  set_num_interop_threads: ['RuntimeError', 'set_num_interop_threads expects an int, but got %'],
  set_flush_denormal: ['RuntimeError', 'flush_denormal expects a bool, but got %'],
  set_float32_matmul_precision: ['RuntimeError', 'set_float32_matmul_precision expects a str, but got %'],
  set_rng_state: ['TypeError', 'expected a torch.ByteTensor, but got %'],
  set_default_dtype: ['TypeError', 'invalid dtype object: only floating-point types are supported as the default type'],
  use_deterministic_algorithms: ['TypeError', "_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not %"],
};

const cache = new Map<string, Signature[]>();

function signatures(key: string, name: string, texts: readonly string[]): Signature[] {
  let made = cache.get(key);
  if (!made) {
    made = texts.map((text) => {
      const schema = `${name}${text.replace(' deprecated', '')} -> Tensor`;
      return { ...signatureOf(name, { schema, sig: parseSchema(schema) } as Op, null, false, null), deprecated: text.endsWith(' deprecated') };
    });
    cache.set(key, made);
  }
  return made;
}

const quoted = (names: readonly string[]): string => {
  const q = names.map((n) => `'${n}'`);
  return q.length < 3 ? q.join(' and ') : `${q.slice(0, -1).join(', ')}, and ${q.at(-1)}`;
};

interface Declared {
  readonly positional: string[];
  readonly required: number;
  readonly keywords: Set<string>;
  readonly star: boolean;
  readonly any: boolean;
}

/** The parameters of `fn('name(a, b=1, *, c=2)')`. */
function declaredOf(text: string): Declared {
  const positional: string[] = [];
  const keywords = new Set<string>();
  let required = 0;
  let [star, any, after] = [false, false, false];
  for (const piece of text.slice(1, -1).split(/, */)) {
    const name = piece.split('=')[0].trim();
    if (name === '' || name === '/') continue;
    if (name.startsWith('**')) any = true;
    else if (name.startsWith('*')) {
      after = true;
      star ||= name !== '*';
    } else {
      keywords.add(name);
      if (!after) positional.push(name);
      if (!after && !piece.includes('=')) required = positional.length;
    }
  }
  return { positional, required, keywords, star, any };
}

/** CPython's words for a call of a Python function (ceval.c). */
function asPython(qual: string, d: Declared, args: readonly Value[], kw: Map<string, Value> | null): void {
  const { positional, required } = d;
  for (const k of kw?.keys() ?? []) {
    const at = positional.indexOf(k);
    if (!d.any && !d.keywords.has(k)) raise('TypeError', `${qual}() got an unexpected keyword argument '${k}'`);
    if (at >= 0 && at < args.length) raise('TypeError', `${qual}() got multiple values for argument '${k}'`);
  }
  const most = positional.length;
  if (args.length > most && !d.star) {
    const takes = required === most ? `${most} positional argument${most === 1 ? '' : 's'}` : `from ${required} to ${most} positional arguments`;
    raise('TypeError', `${qual}() takes ${takes} but ${args.length} ${args.length === 1 ? 'was' : 'were'} given`);
  }
  const missing = positional.slice(args.length, required).filter((p) => !kw?.has(p));
  if (missing.length > 0)
    raise('TypeError', `${qual}() missing ${missing.length} required positional argument${missing.length === 1 ? '' : 's'}: ${quoted(missing)}`);
}

/** The C interface counts: `METH_NOARGS`, `METH_O`. What has defaults is parsed by name too: there known names fit. */
function asBuiltin(qual: string, d: Declared, args: readonly Value[], kw: Map<string, Value> | null): void {
  const named = [...(kw?.keys() ?? [])];
  if (named.length > 0 && d.keywords.size > d.required && named.every((k) => d.keywords.has(k))) return;
  if (named.length > 0) raise('TypeError', `${qual}() takes no keyword arguments`);
  const most = d.positional.length;
  if (most === 0 && args.length > 0) raise('TypeError', `${qual}() takes no arguments (${args.length} given)`);
  if (most === 1 && d.required === 1 && args.length !== 1) raise('TypeError', `${qual}() takes exactly one argument (${args.length} given)`);
}

/** What the old constructors (`torch.Tensor`) take neither as sizes nor as data (`legacy_tensor_generic_ctor_new`). */
export function notSizes(args: readonly Value[]): never {
  const [v] = args;
  if (args.length === 1)
    raise(
      'TypeError',
      typeof v === 'string' || v instanceof PyBytes ? `new(): invalid data type '${tpName(v)}'` : `new(): data must be a sequence (got ${tpName(v)})`,
    );
  const k = args.findIndex((x) => typeof unbox(x) !== 'number');
  // What begins with something else than a number fits no way of calling it: PyTorch lists them all.
  if (k === 0) throw new Unsupported('torch.Tensor of these arguments');
  return raise(
    'TypeError',
    `new(): argument 'size' failed to unpack the object at pos ${k + 1} with error "type must be tuple of ints,but got ${tpName(args[k])}"`,
  );
}

function unfit(vm: VM, name: string, args: readonly Value[]): void {
  const wanted = EXPECTS[name];
  if (wanted) raise(wanted[0], wanted[1].replace('%', tpName(args[0])));
  if (name === 'broadcast_tensors') {
    args.forEach((x, i) => {
      if (!(x instanceof PyTensor)) raise('TypeError', `expected Tensor as element ${i} in argument 0, but got ${tpName(x)}`);
    });
  }
  if (name === 'broadcast_shapes') {
    const bad = args.find((a) => typeof a !== 'number' && !isSequence(a));
    if (bad !== undefined)
      raise(
        'RuntimeError',
        `Input shapes should be of type ints, a tuple of ints, or a list of ints, got ${String(vm.callNow(vm.builtins.attrs.get('repr') as Value, [bad]))}`,
      );
  }
}

const INFO: Readonly<Record<string, readonly string[]>> = { finfo: ['(ScalarType type)', '()'], iinfo: ['(ScalarType type)'] };
const DEVICE = ['(Device device)', '(str type, int index=-1)'];
const GENERATOR = ['(Device device=None)'];

export const deviceArguments = (args: readonly Value[], kw: Map<string, Value> | null): void =>
  void parseArguments(signatures('device', 'device', DEVICE), args, kw);
export const infoArguments = (name: string, args: readonly Value[], kw: Map<string, Value> | null): void =>
  void parseArguments(signatures(name, name, INFO[name]), args, kw);
export const generatorArguments = (args: readonly Value[], kw: Map<string, Value> | null): void =>
  void parseArguments(signatures('Generator', 'Generator', GENERATOR), args, kw);

/** Raises what PyTorch raises for this call, or comes back where its arguments fit. `error`: what the function itself met. */
export function complain(vm: VM, f: PyNative, args: Value[], kw: Map<string, Value> | null, error: unknown): void {
  const method = f.isMethod;
  const texts = (method ? METHODS : PARSED).get(f.name);
  if (texts) {
    parseArguments(signatures(`${method}${f.name}`, f.name.replace(/^_/, ''), texts), method ? args.slice(1) : args, kw);
    return;
  }
  const d = declaredOf(f.signature ?? '()');
  const inPython = PYTHON.has(method ? `Tensor.${f.name}` : f.name);
  if (inPython) asPython(method ? `Tensor.${f.name}` : f.name, d, args, kw);
  else if (method) asBuiltin(`TensorBase.${f.name}`, { ...d, positional: d.positional.slice(1), required: d.required - 1 }, args.slice(1), kw);
  else if (!f.name.startsWith('_')) asBuiltin(f.name === 'from_numpy' ? 'torch._VariableFunctionsClass.from_numpy' : `torch.${f.name}`, d, args, kw);
  if (error instanceof TypeError) unfit(vm, f.name, args);
}
