/** `except*`: splitting groups among handlers and raising what is left. */
import { PyList, PyTuple } from './containers.ts';
import { excType, makeException, PyError, PyException, raise } from './errors.ts';
import { type Fiber, type Frame } from './frame.ts';
import { PyType } from './types.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export function isGroup(e: Value): e is PyException {
  return e instanceof PyException && e.cls.isSubtype(excType('BaseExceptionGroup'));
}
function members(g: PyException): PyException[] {
  return ((g.args.items[1] as PyTuple | PyList | undefined)?.items ?? []) as PyException[];
}
export function derive(g: PyException, list: PyException[]): PyException {
  const e = makeException(g.cls, g.args.items[0], new PyList(list));
  e.traceback = g.traceback.slice();
  e.cause = g.cause;
  e.context = g.context;
  return e;
}
function matches(e: PyException, type: Value): boolean {
  return type instanceof PyTuple ? type.items.some((t) => matches(e, t)) : type instanceof PyType && e.cls.isSubtype(type);
}

export function split(e: PyException, type: Value): [PyException | null, PyException | null] {
  if (matches(e, type)) return [e, null];
  if (!isGroup(e)) return [null, e];
  const yes: PyException[] = [];
  const no: PyException[] = [];
  for (const m of members(e)) {
    const [a, b] = split(m, type);
    if (a) yes.push(a);
    if (b) no.push(b);
  }
  return [yes.length > 0 ? derive(e, yes) : null, no.length > 0 ? derive(e, no) : null];
}

/** [list rest type] → [list rest' match|None] */
export function egSplit(_vm: VM, _fiber: Fiber, f: Frame): void {
  const type = f.stack[f.sp - 1] as Value;
  const rest = f.stack[f.sp - 2] as Value;
  if (rest === null) {
    f.stack[f.sp - 1] = null;
    return;
  }
  if (type instanceof PyType && type.isSubtype(excType('BaseExceptionGroup')))
    raise('TypeError', 'catching ExceptionGroup with except* is not allowed. Use except instead.');
  const [yes, no] = split(rest as PyException, type);
  f.stack[f.sp - 2] = no;
  f.stack[f.sp - 1] = yes === null ? null : isGroup(yes) ? yes : makeException('ExceptionGroup', '', new PyTuple([yes]));
}

/** [list rest match exc] → [list rest match] with exc in the list. */
export function egPush(f: Frame): void {
  const exc = f.stack[--f.sp] as PyException;
  (f.stack[f.sp - 3] as PyList).items.push(exc);
}

/** [list rest] → [] or raises what is left. */
export function egReraise(_vm: VM, f: Frame): void {
  const rest = f.stack[f.sp - 1] as Value;
  const raised = f.stack[f.sp - 2] as PyList;
  f.sp -= 2;
  if (raised.items.length === 0) {
    if (rest === null) return;
    throw new PyError(rest as PyException, true);
  }
  const all = rest === null ? raised.items : [...raised.items, rest];
  if (all.length === 1) throw new PyError(all[0] as PyException, true);
  throw new PyError(makeException('ExceptionGroup', '', new PyList(all)));
}
