/**
 * try, except, finally and with.
 *
 * A block is set up at run time (`SETUP_TRY target`); an exception cuts the stack back to where the block began, pushes
 * itself and jumps. `PUSH_EXC` makes it the handled one and keeps the previous on the stack, so that nested handlers
 * restore it. Bodies of `finally` are emitted once for each way out.
 */
import type { Stmt, StmtNode } from './ast.ts';
import { store } from './assign.ts';
import { catchesExit, closesAt } from '../dropped.ts';
import { expr } from './expr.ts';
import { statements } from './stmt.ts';
import { syntaxError } from './syntax.ts';
import { Label, type Unit } from './unit.ts';

export function tryStatement(u: Unit, s: Stmt<'Try'>): void {
  if (s.finalbody.length > 0)
    withFinally(u, s, s.finalbody, () => {
      if (s.handlers.length > 0) tryExcept(u, s);
      else statements(u, s.body);
    });
  else tryExcept(u, s);
}

function withFinally(u: Unit, s: StmtNode, finalbody: readonly StmtNode[], body: () => void): void {
  const handler = new Label();
  const end = new Label();
  u.jump('SETUP_TRY', handler);
  closesAt(u, handler);
  u.enter({ kind: 'finally', cleanup: () => statements(u, finalbody) }, s);
  body();
  u.blocks.pop();
  u.emit('POP_BLOCK');
  statements(u, finalbody);
  u.jump('JUMP', end);
  u.mark(handler);
  u.emit('PUSH_EXC');
  const cleanup = new Label();
  u.jump('SETUP_TRY', cleanup);
  u.blocks.push({ kind: 'handler' });
  statements(u, finalbody);
  u.blocks.pop();
  u.emit('POP_BLOCK');
  u.emit('END_FINALLY');
  u.mark(cleanup);
  u.emit('RESTORE_RERAISE');
  u.mark(end);
}

function tryExcept(u: Unit, s: Stmt<'Try'>): void {
  const handler = new Label();
  const end = new Label();
  u.jump('SETUP_TRY', handler);
  if (catchesExit(s.handlers)) closesAt(u, handler);
  u.enter({ kind: 'try' }, s);
  statements(u, s.body);
  u.blocks.pop();
  u.emit('POP_BLOCK');
  statements(u, s.orelse);
  u.jump('JUMP', end);
  u.mark(handler);
  const cleanup = new Label();
  u.emit('PUSH_EXC');
  u.jump('SETUP_TRY', cleanup);
  s.handlers.forEach((h, i) => {
    u.at(h);
    const next = new Label();
    if (h.type) {
      u.emit('LOAD_EXC');
      expr(u, h.type);
      u.located(h.type, () => u.emit('CHECK_EXC_MATCH'));
      u.jump('POP_JUMP_IF_FALSE', next);
    } else if (i < s.handlers.length - 1) syntaxError(`default 'except:' must be last`, h);
    u.blocks.push({ kind: 'handler' });
    if (h.name) {
      u.emit('LOAD_EXC');
      u.name(h.name, 'Store', h);
      namedBody(u, h.name, h);
    } else statements(u, h.body);
    u.blocks.pop();
    u.emit('POP_BLOCK');
    u.emit('POP_EXC');
    u.jump('JUMP', end);
    u.mark(next);
  });
  u.emit('POP_BLOCK');
  u.emit('END_FINALLY');
  u.mark(cleanup);
  u.emit('RESTORE_RERAISE');
  u.mark(end);
}

type Handler = Stmt<'Try'>['handlers'][number];

/** The body of `except … as name`: the name is deleted however it ends. */
function namedBody(u: Unit, name: string, h: Handler): void {
  const broken = new Label();
  const past = new Label();
  const clear = (): void => {
    u.load(null);
    u.name(name, 'Store', h);
    u.name(name, 'Del', h);
  };
  u.jump('SETUP_TRY', broken);
  u.blocks.push({ kind: 'named-handler', cleanup: clear });
  statements(u, h.body);
  u.blocks.pop();
  u.emit('POP_BLOCK');
  clear();
  u.jump('JUMP', past);
  u.mark(broken);
  clear();
  u.emit('RAISE', 3);
  u.mark(past);
}

/** Each handler takes its part of the group; what no handler took, and what handlers raised, is raised at the end. */
export function tryStar(u: Unit, s: Stmt<'TryStar'>): void {
  if (s.finalbody.length > 0) {
    withFinally(u, s, s.finalbody, () => starHandlers(u, s));
  } else starHandlers(u, s);
}

function starHandlers(u: Unit, s: Stmt<'TryStar'>): void {
  const handler = new Label();
  const end = new Label();
  u.jump('SETUP_TRY', handler);
  u.enter({ kind: 'try' }, s);
  statements(u, s.body);
  u.blocks.pop();
  u.emit('POP_BLOCK');
  statements(u, s.orelse);
  u.jump('JUMP', end);
  u.mark(handler);
  const cleanup = new Label();
  u.emit('PUSH_EXC');
  u.jump('SETUP_TRY', cleanup);
  // [previous raised-list rest]
  u.emit('BUILD_LIST', 0);
  u.emit('LOAD_EXC');
  for (const h of s.handlers) {
    u.at(h);
    const none = new Label();
    const done = new Label();
    const broke = new Label();
    expr(u, h.type as NonNullable<Handler['type']>);
    u.emit('EG_SPLIT'); // [.. list rest match|None]
    u.emit('DUP');
    u.load(null);
    u.emit('IS', 1);
    u.jump('POP_JUMP_IF_FALSE', none);
    if (h.name) {
      u.emit('DUP');
      u.name(h.name, 'Store', h);
    }
    u.jump('SETUP_TRY', broke);
    u.enter({ kind: 'try' }, s);
    statements(u, h.body);
    u.blocks.pop();
    u.emit('POP_BLOCK');
    u.jump('JUMP', none);
    u.mark(broke); // [.. list rest match exc]
    u.emit('EG_PUSH');
    u.mark(none);
    u.emit('POP_TOP');
    u.mark(done);
  }
  u.emit('EG_RERAISE');
  u.emit('POP_BLOCK');
  u.emit('POP_EXC');
  u.jump('JUMP', end);
  u.mark(cleanup);
  u.emit('RESTORE_RERAISE');
  u.mark(end);
}

export function withStatement(u: Unit, s: Stmt<'With'>, i: number): void {
  const item = s.items[i];
  expr(u, item.context_expr);
  const handler = new Label();
  const end = new Label();
  const suppressed = new Label();
  const cleanup = new Label();
  u.located(item.context_expr, () => {
    u.emit('WITH_LOOKUP');
    u.emit('CALL', 0);
  });
  u.jump('SETUP_WITH', handler);
  closesAt(u, handler);
  u.enter({ kind: 'with' }, s);
  if (item.optional_vars) store(u, item.optional_vars);
  else u.emit('POP_TOP');
  if (i + 1 < s.items.length) withStatement(u, s, i + 1);
  else statements(u, s.body);
  u.blocks.pop();
  u.at(item.context_expr);
  u.emit('POP_BLOCK');
  u.emit('WITH_EXIT');
  u.emit('POP_TOP');
  u.jump('JUMP', end);
  u.mark(handler);
  u.emit('PUSH_EXC');
  u.jump('SETUP_TRY', cleanup);
  u.emit('WITH_EXCEPT');
  u.jump('POP_JUMP_IF_TRUE', suppressed);
  u.emit('POP_BLOCK');
  u.emit('END_FINALLY');
  u.mark(suppressed);
  u.emit('POP_BLOCK');
  u.emit('POP_EXC');
  u.emit('POP_TOP');
  u.jump('JUMP', end);
  u.mark(cleanup);
  u.emit('RESTORE_RERAISE');
  u.mark(end);
}
