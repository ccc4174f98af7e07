/**
 * Functions, lambdas, comprehensions and classes: each is a code object of its own.
 */
import type { Code } from '../code.ts';
import type { Arg, Arguments, Expr, ExprNode, Stmt, StmtNode } from './ast.ts';
import { callArguments, expr, jumpIf } from './expr.ts';
import { docstring, statements } from './stmt.ts';
import { store } from './assign.ts';
import { allArgs, type Scope } from './symbols.ts';
import { Label, Unit } from './unit.ts';

export function child(u: Unit, node: object, name: string): Unit {
  return new Unit(u.table.scopes.get(node) as Scope, u.table, u, u.lines, u.code.filename, name);
}

function describeArgs(c: Unit, args: Arguments): void {
  const code = c.code;
  code.posOnly = args.posonlyargs.length;
  code.argCount = args.posonlyargs.length + args.args.length;
  code.kwOnly = args.kwonlyargs.length;
  code.hasVarArgs = Boolean(args.vararg);
  code.hasVarKw = Boolean(args.kwarg);
  for (const a of allArgs(args)) c.code.varNames.push(c.mangled(a.arg));
}

/** Pushes defaults and annotations; returns the flags for MAKE_FUNCTION. */
function defaults(u: Unit, args: Arguments): number {
  let flags = 0;
  if (args.defaults.length > 0) {
    for (const d of args.defaults) expr(u, d);
    u.emit('BUILD_TUPLE', args.defaults.length);
    flags |= 1;
  }
  const kw = args.kwonlyargs.map((a, i) => [a, args.kw_defaults[i]] as const).filter(([, d]) => d);
  if (kw.length > 0) {
    for (const [a, d] of kw) {
      u.load(u.mangled(a.arg));
      expr(u, d as ExprNode);
    }
    u.emit('BUILD_MAP', kw.length);
    flags |= 2;
  }
  return flags;
}

function annotations(u: Unit, args: Arguments, returns: ExprNode | undefined): number {
  // What takes the rest stands before those by keyword, unlike among the variables.
  const rows = [...args.posonlyargs, ...args.args, args.vararg, ...args.kwonlyargs, args.kwarg]
    .filter((a) => a?.annotation !== undefined)
    .map((a) => [u.mangled((a as Arg).arg), (a as Arg).annotation as ExprNode] as const);
  if (returns) rows.push(['return', returns]);
  if (rows.length === 0) return 0;
  for (const [name, e] of rows) {
    u.load(name);
    annotation(u, e);
  }
  u.emit('BUILD_MAP', rows.length);
  return 4;
}

/** An annotation: its value, or its text under `from __future__ import annotations`. */
export function annotation(u: Unit, e: ExprNode): void {
  let root: Unit = u;
  while (root.parent) root = root.parent;
  if (root.futureAnnotations) u.load(u.text(e) ?? '');
  else if (e.nodeType === 'Starred') expr(u, e.value);
  else expr(u, e);
}

function make(u: Unit, code: Code, flags: number): void {
  if (code.freeVars.length > 0) {
    for (const n of code.freeVars) u.emit('LOAD_CLOSURE', u.cellIndex(n));
    u.emit('BUILD_TUPLE', code.freeVars.length);
    flags |= 8;
  }
  u.load(code);
  u.emit('MAKE_FUNCTION', flags);
}

export function functionDef(u: Unit, n: Stmt<'FunctionDef'>): void {
  for (const d of n.decorator_list) {
    expr(u, d);
    u.emit('PUSH_NULL');
  }
  const flags = defaults(u, n.args) | annotations(u, n.args, n.returns);
  const code = functionCode(u, n);
  u.table.aside?.(code, n);
  make(u, code, flags);
  for (let i = n.decorator_list.length - 1; i >= 0; i--) u.located(n.decorator_list[i], () => u.emit('CALL', 1));
  u.name(n.name, 'Store', n);
}

export function functionCode(u: Unit, n: Stmt<'FunctionDef'>): Code {
  const c = child(u, n, n.name);
  c.code.firstLine = n.lineno;
  c.code.startLine = n.decorator_list[0]?.lineno ?? n.lineno;
  describeArgs(c, n.args);
  c.code.doc = docstring(n.body);
  c.at(n);
  statements(c, n.body);
  c.load(null);
  c.emit('RETURN');
  return c.finish();
}

export function lambda(u: Unit, n: Expr<'Lambda'>): void {
  const flags = defaults(u, n.args);
  const c = child(u, n, '<lambda>');
  c.code.firstLine = n.lineno;
  describeArgs(c, n.args);
  expr(c, n.body);
  c.at(n.body);
  c.emit('RETURN');
  make(u, c.finish(), flags);
}

const COMP_NAME = { ListComp: '<listcomp>', SetComp: '<setcomp>', DictComp: '<dictcomp>', GeneratorExp: '<genexpr>' } as const;

export function comprehension(u: Unit, n: Expr<'ListComp'> | Expr<'SetComp'> | Expr<'DictComp'> | Expr<'GeneratorExp'>): void {
  const c = child(u, n, COMP_NAME[n.nodeType]);
  c.code.firstLine = n.lineno;
  c.code.argCount = 1;
  c.code.posOnly = 1;
  c.code.varNames.push('.0');
  c.at(n);
  const isGen = n.nodeType === 'GeneratorExp';
  if (!isGen) c.emit(n.nodeType === 'ListComp' ? 'BUILD_LIST' : n.nodeType === 'SetComp' ? 'BUILD_SET' : 'BUILD_MAP', 0);
  loop(c, n, 0);
  if (isGen) c.load(null);
  c.emit('RETURN');
  make(u, c.finish(), 0);
  u.emit('PUSH_NULL');
  expr(u, n.generators[0].iter);
  u.emit('GET_ITER');
  u.emit('CALL', 1);
}

function loop(c: Unit, n: Expr<'ListComp'> | Expr<'SetComp'> | Expr<'DictComp'> | Expr<'GeneratorExp'>, i: number): void {
  const g = n.generators[i];
  if (i === 0) c.emit('LOAD_FAST', 0);
  else {
    expr(c, g.iter);
    c.emit('GET_ITER');
  }
  const top = new Label();
  const end = new Label();
  c.mark(top);
  c.jump('FOR_ITER', end);
  c.jump('FOR_CHECK', end);
  store(c, g.target);
  for (const t of g.ifs) jumpIf(c, t, false, top);
  if (i + 1 < n.generators.length) loop(c, n, i + 1);
  else if (n.nodeType === 'GeneratorExp') {
    expr(c, n.elt);
    c.located(n.elt, () => c.emit('YIELD'));
    c.emit('POP_TOP');
  } else if (n.nodeType === 'DictComp') {
    expr(c, n.key);
    expr(c, n.value);
    c.emit('MAP_ADD', n.generators.length + 1);
  } else {
    expr(c, n.elt);
    c.emit(n.nodeType === 'ListComp' ? 'LIST_APPEND' : 'SET_ADD', n.generators.length + 1);
  }
  c.jump('JUMP', top);
  c.mark(end);
}

export function classDef(u: Unit, n: Stmt<'ClassDef'>): void {
  for (const d of n.decorator_list) {
    expr(u, d);
    u.emit('PUSH_NULL');
  }
  u.emit('LOAD_BUILD_CLASS');
  u.emit('PUSH_NULL');
  const c = child(u, n, n.name);
  c.code.firstLine = n.lineno;
  c.at(n);
  c.emit('LOAD_GLOBAL', c.nameIndex('__name__'));
  c.emit('STORE_NAME', c.nameIndex('__module__'));
  c.load(c.code.qualname);
  c.emit('STORE_NAME', c.nameIndex('__qualname__'));
  const doc = docstring(n.body);
  if (doc !== null) {
    c.load(doc);
    c.emit('STORE_NAME', c.nameIndex('__doc__'));
  }
  if (n.body.some(hasAnnotation)) c.emit('SETUP_ANNOTATIONS');
  statements(c, n.body);
  c.at(n);
  if (c.code.cellVars.includes('__class__')) c.emit('LOAD_CLOSURE', c.cellIndex('__class__'));
  else c.load(null);
  c.emit('RETURN');
  make(u, c.finish(), 0);
  u.load(n.name);
  callArguments(u, n.bases, n.keywords, 2);
  for (let i = n.decorator_list.length - 1; i >= 0; i--) u.located(n.decorator_list[i], () => u.emit('CALL', 1));
  u.name(n.name, 'Store', n);
}

/** Whether a statement annotates a name, at any depth of control flow but not in inner blocks. */
export function hasAnnotation(s: StmtNode): boolean {
  switch (s.nodeType) {
    case 'AnnAssign':
      return true;
    case 'If':
    case 'For':
    case 'While':
      return s.body.some(hasAnnotation) || s.orelse.some(hasAnnotation);
    case 'With':
      return s.body.some(hasAnnotation);
    case 'Try':
    case 'TryStar':
      return [...s.body, ...s.orelse, ...s.finalbody, ...s.handlers.flatMap((h) => h.body)].some(hasAnnotation);
    default:
      return false;
  }
}
