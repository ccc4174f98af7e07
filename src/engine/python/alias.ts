/** Parametrised types as inert values: `list[int]`, `int | None`. */
import { PyTuple } from './containers.ts';
import { genericAliasType, noneType, PyType, unionType, type PyType as T } from './types.ts';
import { PyObject, type Value } from './values.ts';

export class PyGenericAlias extends PyObject {
  readonly cls: T = genericAliasType;
  readonly origin: Value;
  readonly args: PyTuple;
  constructor(origin: Value, args: PyTuple) {
    super();
    this.origin = origin;
    this.args = args;
  }
}

export class PyUnion extends PyObject {
  readonly cls: T = unionType;
  readonly args: PyTuple;
  constructor(args: PyTuple) {
    super();
    this.args = args;
  }
}

function isTypeLike(v: Value): boolean {
  return v === null || v instanceof PyType || v instanceof PyGenericAlias || v instanceof PyUnion;
}

/** `X | Y` of types; undefined when these are not types. */
export function makeUnion(a: Value, b: Value): PyUnion | undefined {
  if (!isTypeLike(a) || !isTypeLike(b) || (a === null && b === null)) return undefined;
  const out: Value[] = [];
  for (const v of [a, b]) for (const x of v instanceof PyUnion ? v.args.items : [v === null ? noneType : v]) if (!out.includes(x)) out.push(x);
  return new PyUnion(new PyTuple(out));
}
