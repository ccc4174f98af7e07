/**
 * Statements to instructions; loops, `return` and what they must undo on the way out.
 */
import { PyTuple } from '../containers.ts';
import { Unsupported } from '../errors.ts';
import type { ExprNode, Stmt, StmtNode } from './ast.ts';
import { augmented, del, store } from './assign.ts';
import { expr, jumpIf } from './expr.ts';
import { annotation, classDef, functionDef } from './func.ts';
import { part } from '../packs.ts';
import { syntaxError } from './syntax.ts';
import { Label, type Block, type Unit } from './unit.ts';

const match = part<typeof import('./match.ts')>('language', 'match');
const handlers = part<typeof import('./try.ts')>('language', 'handlers');

export function statements(u: Unit, body: readonly StmtNode[]): void {
  for (const s of body) {
    u.at(s);
    statement(u, s);
  }
}

export function docstring(body: readonly StmtNode[]): string | null {
  const first = body[0];
  return first?.nodeType === 'Expr' && first.value.nodeType === 'Constant' && typeof first.value.value === 'string' ? first.value.value : null;
}

function statement(u: Unit, s: StmtNode): void {
  switch (s.nodeType) {
    case 'Expr':
      if (s.value.nodeType === 'Constant') return;
      expr(u, s.value);
      u.emit('POP_TOP');
      return;
    case 'Assign':
      expr(u, s.value);
      s.targets.forEach((t, i) => {
        if (i < s.targets.length - 1) u.emit('DUP');
        store(u, t);
      });
      return;
    case 'AugAssign':
      augmented(u, s);
      return;
    case 'AnnAssign':
      annotated(u, s);
      return;
    case 'Return':
      if (u.scope.kind !== 'function') syntaxError(`'return' outside function`, s);
      if (s.value) expr(u, s.value);
      else u.load(null);
      unwind(u, u.blocks.length, 0, true);
      u.emit('RETURN');
      return;
    case 'If': {
      const other = new Label();
      jumpIf(u, s.test, false, other);
      statements(u, s.body);
      if (s.orelse.length > 0) {
        const end = new Label();
        u.jump('JUMP', end);
        u.mark(other);
        statements(u, s.orelse);
        u.mark(end);
      } else u.mark(other);
      return;
    }
    case 'While': {
      const top = new Label();
      const other = new Label();
      const end = new Label();
      u.mark(top);
      jumpIf(u, s.test, false, other);
      const body = new Label();
      u.mark(body);
      u.enter({ kind: 'loop', breakTo: end, continueTo: top }, s);
      statements(u, s.body);
      u.blocks.pop();
      // CPython 3.11 tests again at the bottom; a test with a scope of its own is compiled once.
      if (hasScope(s.test)) u.jump('JUMP', top);
      else jumpIf(u, s.test, true, body);
      u.mark(other);
      statements(u, s.orelse);
      u.mark(end);
      return;
    }
    case 'For': {
      const top = new Label();
      const other = new Label();
      const end = new Label();
      expr(u, s.iter);
      u.emit('GET_ITER');
      u.mark(top);
      u.jump('FOR_ITER', other);
      u.jump('FOR_CHECK', other);
      store(u, s.target);
      u.enter({ kind: 'for', breakTo: end, continueTo: top, called: s.iter.nodeType === 'Call' }, s);
      statements(u, s.body);
      u.blocks.pop();
      u.jump('JUMP', top);
      u.mark(other);
      statements(u, s.orelse);
      u.mark(end);
      return;
    }
    case 'Break':
    case 'Continue': {
      const word = s.nodeType === 'Break' ? 'break' : 'continue';
      const at = u.blocks.findLastIndex((b) => b.kind === 'loop' || b.kind === 'for');
      if (at < 0) syntaxError(word === 'break' ? `'break' outside loop` : `'continue' not properly in loop`, s);
      const block = u.blocks[at];
      unwind(u, u.blocks.length, at + 1, false);
      if (word === 'break' && block.kind === 'for') u.emit('DROP_ITER', Number(block.called));
      u.jump('JUMP', (word === 'break' ? block.breakTo : block.continueTo) as Label);
      return;
    }
    case 'Pass':
    case 'Global':
    case 'Nonlocal':
      return;
    case 'FunctionDef':
      functionDef(u, s);
      return;
    case 'ClassDef':
      classDef(u, s);
      return;
    case 'Delete':
      for (const t of s.targets) del(u, t);
      return;
    case 'Raise':
      if (s.exc) expr(u, s.exc);
      if (s.cause) expr(u, s.cause);
      u.emit('RAISE', s.exc ? (s.cause ? 2 : 1) : 0);
      return;
    case 'Assert': {
      const ok = new Label();
      jumpIf(u, s.test, true, ok);
      u.located(tested(s.test) ?? s, () => {
        u.emit('LOAD_ASSERTION_ERROR');
        if (s.msg) {
          u.emit('PUSH_NULL');
          expr(u, s.msg);
          u.emit('CALL', 1);
        }
        u.emit('RAISE', 1);
      });
      u.mark(ok);
      return;
    }
    case 'Try':
      handlers().tryStatement(u, s);
      return;
    case 'TryStar':
      handlers().tryStar(u, s);
      return;
    case 'With':
      handlers().withStatement(u, s, 0);
      return;
    case 'Match':
      match().matchStatement(u, s);
      return;
    case 'Import':
      for (const a of s.names) {
        u.load(0);
        u.load(null);
        u.emit('IMPORT_NAME', u.nameIndex(a.name));
        const parts = a.name.split('.');
        if (a.asname) for (const p of parts.slice(1)) (u.emit('IMPORT_FROM', u.nameIndex(p)), u.emit('SWAP'), u.emit('POP_TOP'));
        u.name(a.asname ?? parts[0], 'Store', s);
      }
      return;
    case 'ImportFrom':
      importFrom(u, s);
      return;
    default:
      throw new Unsupported(`statement ${s.nodeType}`, s.lineno);
  }
}

/** Where CPython 3.11 says a failed assertion is: at the last comparison that was tested (`compiler_jump_if` leaves its place behind). */
function tested(n: ExprNode): ExprNode | undefined {
  switch (n.nodeType) {
    case 'Compare':
      return n;
    case 'UnaryOp':
      return n.op === 'not' ? tested(n.operand) : undefined;
    case 'BoolOp':
      return n.values.map(tested).findLast(Boolean);
    case 'IfExp':
      return tested(n.orelse) ?? tested(n.body) ?? tested(n.test);
    default:
      return undefined;
  }
}

function importFrom(u: Unit, s: Stmt<'ImportFrom'>): void {
  if (s.module === '__future__') {
    if (s.names.some((a) => a.name === 'annotations')) u.futureAnnotations = true;
  }
  u.load(s.level);
  u.load(new PyTuple(s.names.map((a) => a.name)));
  u.emit('IMPORT_NAME', u.nameIndex(s.module ?? ''));
  if (s.names[0].name === '*') {
    u.emit('IMPORT_STAR');
    return;
  }
  for (const a of s.names) {
    u.emit('IMPORT_FROM', u.nameIndex(a.name));
    u.name(a.asname ?? a.name, 'Store', s);
  }
  u.emit('POP_TOP');
}

function annotated(u: Unit, s: Stmt<'AnnAssign'>): void {
  if (s.value) {
    expr(u, s.value);
    store(u, s.target);
  }
  if (u.scope.kind === 'function') return;
  if (s.target.nodeType === 'Name' && s.simple) {
    annotation(u, s.annotation);
    u.name('__annotations__', 'Load', s);
    u.load(u.mangled(s.target.id));
    u.emit('STORE_SUBSCR');
  } else {
    annotation(u, s.annotation);
    u.emit('POP_TOP');
  }
}

/** Emits what leaving the blocks from `from` down to `to` must do; `keep`: a value stays on top. */
export function unwind(u: Unit, from: number, to: number, keep: boolean): void {
  const saved = u.blocks;
  for (let i = from - 1; i >= to; i--) {
    const b: Block = saved[i];
    u.blocks = saved.slice(0, i);
    const under = (): void => {
      if (keep) u.emit('SWAP');
    };
    switch (b.kind) {
      case 'loop':
        break;
      case 'for':
        under();
        u.emit('DROP_ITER', Number(b.called));
        break;
      case 'try':
        u.emit('POP_BLOCK');
        break;
      case 'finally':
        u.emit('POP_BLOCK');
        if (keep) u.blocks.push({ kind: 'value' });
        b.cleanup?.();
        break;
      case 'with':
        u.emit('POP_BLOCK');
        under();
        u.emit('WITH_EXIT');
        u.emit('POP_TOP');
        break;
      case 'named-handler':
        u.emit('POP_BLOCK');
        b.cleanup?.();
        break;
      case 'handler':
        u.emit('POP_BLOCK');
        under();
        u.emit('POP_EXC');
        break;
      case 'value':
        under();
        u.emit('POP_TOP');
        break;
    }
  }
  u.blocks = saved;
}

const SCOPES = new Set(['Lambda', 'ListComp', 'SetComp', 'DictComp', 'GeneratorExp']);

/** Whether an expression holds a lambda or a comprehension. */
function hasScope(n: unknown): boolean {
  if (Array.isArray(n)) return n.some(hasScope);
  if (typeof n !== 'object' || n === null || !('nodeType' in n)) return false;
  return SCOPES.has(n.nodeType as string) || Object.values(n).some(hasScope);
}
