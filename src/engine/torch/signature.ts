/**
 * Python signatures of operators, derived from the operator table's schemas.
 *
 * Idea: torchgen/api/python.py. A function's `self` is called `input`, a method has none; `out` comes after the other
 * keyword arguments, then dtype, layout, device, pin_memory and requires_grad where a tensor is made.
 * Leaves out: the order of overloads, which `signatures.generated.ts` holds.
 */
import type { Arg, Op } from '../aten/op.ts';
import { parseSchema, type SchemaArg } from '../aten/schema.ts';

export interface Param {
  readonly name: string;
  /** Kind as in the schema (`Tensor`, `int`, `Scalar` …); `requires_grad` is a `bool` without place in the schema. */
  readonly base: string;
  readonly list: number;
  readonly itemOptional: boolean;
  readonly allowNone: boolean;
  readonly optional: boolean;
  readonly keywordOnly: boolean;
  readonly def: Arg;
  /** Position in the operator's schema, -1: none. */
  readonly at: number;
  readonly text: string;
}

export interface Signature {
  readonly name: string;
  readonly op: Op;
  /** Overload used when `out=` is given. */
  readonly outName: string | null;
  readonly params: readonly Param[];
  readonly maxPositional: number;
  readonly minArgs: number;
  readonly method: boolean;
  readonly deprecated: boolean;
  /** Names of the arguments handed on, deprecated signatures only; a number is a constant. */
  readonly forward: readonly string[] | null;
  /** Numbers may stand for tensors (`torch.add(x, 1)`). */
  readonly numbersAsTensors: boolean;
  readonly factory: boolean;
  text: string | null;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  Tensor: 'Tensor',
  Scalar: 'Number',
  int: 'int',
  float: 'float',
  bool: 'bool',
  str: 'str',
  ScalarType: 'torch.dtype',
  Layout: 'torch.layout',
  MemoryFormat: 'torch.memory_format',
  Device: 'torch.device',
  Generator: 'torch.Generator',
};
const LIST_NAMES: Readonly<Record<string, string>> = {
  Tensor: 'tuple of Tensors',
  Scalar: 'tuple of Scalars',
  int: 'tuple of ints',
  float: 'tuple of floats',
  bool: 'tuple of bools',
};

export const kindName = (p: { base: string; list: number }): string => (p.list !== 0 ? LIST_NAMES[p.base] : TYPE_NAMES[p.base]) ?? p.base;

/** Operators whose tensor arguments may be numbers. */
export const AS_NUMBERS = new Set(
  ['add', 'div', 'divide', 'mul', 'multiply', 'sub', 'subtract', 'true_divide', 'floor_divide', 'copy_', 'copy'].flatMap((n) => [n, `${n}_`]),
);
const OPTIONS = ['dtype', 'layout', 'device', 'pin_memory'];

function defaultText(schema: string, name: string): string {
  const m = new RegExp(`[ )]${name}=([^,)]*(?:\\][^,)]*)?)`).exec(schema);
  return m ? m[1] : 'None';
}

function param(a: SchemaArg, at: number, schema: string, name: string): Param {
  const text = `${kindName(a)} ${name}${a.hasDefault ? ` = ${defaultText(schema, a.name)}` : ''}`;
  return {
    name,
    base: a.base,
    list: a.list,
    itemOptional: a.itemOptional,
    allowNone: a.optional || (a.hasDefault && a.def === null),
    optional: a.hasDefault,
    keywordOnly: a.kwarg,
    def: a.def,
    at,
    text,
  };
}

const extra = (name: string, base: string, list: number, at: number, text: string, def: Arg = null): Param => ({
  name,
  base,
  list,
  itemOptional: false,
  allowNone: base !== 'bool',
  optional: true,
  keywordOnly: true,
  def,
  at,
  text,
});

/** `forward`: the deprecated form's parameters and hand-over, as the generated table writes them. */
export function signatureOf(name: string, op: Op, outName: string | null, method: boolean, deprecated: { params: string; forward: string } | null): Signature {
  const factory = OPTIONS.every((o) => op.sig.positions.has(o));
  const params: Param[] = [];
  const options: Param[] = [];
  const schema = deprecated ? `${name}(${deprecated.params.replace(/,/g, ', ')}) -> Tensor` : op.schema;
  const sig = deprecated ? parseSchema(schema) : op.sig;
  sig.args.forEach((a, i) => {
    if (method && a.name === 'self') return;
    const pyName = !method && !deprecated && a.name === 'self' && a.base === 'Tensor' && a.list === 0 ? 'input' : a.name;
    if (factory && a.kwarg && OPTIONS.includes(a.name)) {
      const def = a.name === 'pin_memory' ? 'False' : 'None';
      options.push({ ...param(a, i, schema, pyName), text: `${TYPE_NAMES[a.base]} ${a.name} = ${def}`, optional: true, allowNone: true });
    } else params.push(param(a, i, schema, pyName));
  });
  if (outName !== null) {
    const { returns } = op.sig;
    const list = returns.length > 1 ? returns.length : returns[0]?.list ? -1 : 0;
    params.push(extra('out', 'Tensor', list, -1, `${list !== 0 ? 'tuple of Tensors' : 'Tensor'} out = None`));
  }
  if (factory) params.push(...options, extra('requires_grad', 'bool', 0, -1, 'bool requires_grad = False', false));
  return {
    name,
    op,
    outName,
    params,
    method,
    factory,
    deprecated: deprecated !== null,
    forward: deprecated ? deprecated.forward.split(',') : null,
    maxPositional: params.filter((p) => !p.keywordOnly).length,
    minArgs: params.filter((p) => !p.optional).length,
    numbersAsTensors: AS_NUMBERS.has(name),
    text: null,
  };
}

/** `(Tensor input, *, Tensor out = None)` */
export function signatureText(s: Signature): string {
  if (s.text !== null) return s.text;
  let star = false;
  const parts = s.params.map((p) => {
    const first = p.keywordOnly && !star;
    star ||= p.keywordOnly;
    return first ? `*, ${p.text}` : p.text;
  });
  s.text = `(${parts.join(', ')})`;
  return s.text;
}
