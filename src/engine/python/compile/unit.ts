/**
 * One code object in the making: emits instructions with positions, keeps constants, names and open blocks.
 */
import { Code } from '../code.ts';
import { PyTuple } from '../containers.ts';
import { PyFloat, type Value } from '../values.ts';
import { Op, type OpName } from '../opcodes.ts';
import { mangle, passThrough, type Resolved, type Scope, type SymbolTable } from './symbols.ts';
import { syntaxError } from './syntax.ts';

export interface Located {
  lineno?: number;
  col_offset?: number;
  end_lineno?: number;
  end_col_offset?: number;
}

/** Something that `return`, `break` and `continue` must undo on their way out. */
export interface Block {
  kind: 'loop' | 'for' | 'try' | 'finally' | 'with' | 'handler' | 'named-handler' | 'value';
  breakTo?: Label;
  continueTo?: Label;
  /** for: a call made what it goes through. */
  called?: boolean;
  /** finally: emits the body; named-handler: clears the name. */
  cleanup?: () => void;
}

export class Label {
  at = -1;
  readonly uses: number[] = [];
}

export class Unit {
  readonly code = new Code();
  readonly scope: Scope;
  readonly table: SymbolTable;
  readonly parent: Unit | null;
  readonly lines: readonly string[];
  blocks: Block[] = [];
  /** `from __future__ import annotations` was seen (module units). */
  futureAnnotations = false;
  private readonly ops: number[] = [];
  private readonly pos: number[] = [];
  private readonly constIndex = new Map<string, number>();
  private here: Located = { lineno: 1, col_offset: 0 };

  constructor(scope: Scope, table: SymbolTable, parent: Unit | null, lines: readonly string[], filename: string, name: string) {
    this.scope = scope;
    this.table = table;
    this.parent = parent;
    this.lines = lines;
    const c = this.code;
    c.name = name;
    c.filename = filename;
    c.isGenerator = scope.isGenerator;
    c.isClass = scope.kind === 'class';
    c.isModule = scope.kind === 'module';
    c.qualname = this.qualify(name);
    c.cellVars = scope.names('cell');
    c.freeVars = [...new Set([...scope.names('free'), ...passThrough(scope)])];
  }

  /** Opens a block of the statement `at`; CPython's frames have room for twenty (CO_MAXBLOCKS). */
  enter(block: Block, at: Located): void {
    if (this.blocks.length >= 20) syntaxError('too many statically nested blocks', at);
    this.blocks.push(block);
  }

  private qualify(name: string): string {
    const p = this.parent;
    if (!p || p.scope.kind === 'module') return name;
    if (p.scope.sym(name).global && !name.startsWith('<')) return name;
    return p.scope.kind === 'class' ? `${p.code.qualname}.${name}` : `${p.code.qualname}.<locals>.${name}`;
  }

  at(node: Located): void {
    if (node.lineno !== undefined) this.here = node;
  }
  /** Runs `f` with the position of `node`, then restores the old one. */
  located(node: Located, f: () => void): void {
    const old = this.here;
    this.at(node);
    f();
    this.here = old;
  }

  emit(op: OpName, arg = 0): number {
    const h = this.here;
    this.ops.push(Op[op], arg);
    this.pos.push(h.lineno ?? 1, h.end_lineno ?? h.lineno ?? 1, h.col_offset ?? -1, h.end_col_offset ?? -1);
    return this.ops.length - 2;
  }
  jump(op: OpName, to: Label): void {
    const i = this.emit(op, to.at);
    if (to.at < 0) to.uses.push(i + 1);
  }
  mark(label: Label): void {
    label.at = this.ops.length;
    for (const u of label.uses) this.ops[u] = label.at;
  }

  constant(v: Value | Code): number {
    const key = constKey(v);
    if (key !== null) {
      const hit = this.constIndex.get(key);
      if (hit !== undefined) return hit;
    }
    this.code.consts.push(v);
    const i = this.code.consts.length - 1;
    if (key !== null) this.constIndex.set(key, i);
    return i;
  }
  load(v: Value | Code): void {
    this.emit('LOAD_CONST', this.constant(v));
  }
  nameIndex(name: string): number {
    const i = this.code.names.indexOf(name);
    return i >= 0 ? i : this.code.names.push(name) - 1;
  }
  mangled(name: string): string {
    return mangle(name, this.scope.privateName);
  }

  name(id: string, ctx: 'Load' | 'Store' | 'Del', node: Located): void {
    if (ctx !== 'Load' && id === '__debug__') syntaxError('cannot assign to __debug__', node);
    const name = this.mangled(id);
    const r: Resolved = this.scope.resolved.get(name) ?? 'implicit';
    if (r === 'cell' || r === 'free') {
      const i = this.cellIndex(name);
      if (ctx === 'Load') this.emit(this.scope.kind === 'class' && r === 'free' ? 'LOAD_CLASSDEREF' : 'LOAD_DEREF', i);
      else this.emit(ctx === 'Store' ? 'STORE_DEREF' : 'DELETE_DEREF', i);
      return;
    }
    if (this.scope.kind === 'function' && r === 'local') {
      const i = this.slot(name);
      this.emit(ctx === 'Load' ? 'LOAD_FAST' : ctx === 'Store' ? 'STORE_FAST' : 'DELETE_FAST', i);
      return;
    }
    const i = this.nameIndex(name);
    if (this.scope.kind === 'class' && r !== 'global') {
      this.emit(ctx === 'Load' ? 'LOAD_NAME' : ctx === 'Store' ? 'STORE_NAME' : 'DELETE_NAME', i);
    } else this.emit(ctx === 'Load' ? 'LOAD_GLOBAL' : ctx === 'Store' ? 'STORE_GLOBAL' : 'DELETE_GLOBAL', i);
  }
  slot(name: string): number {
    const i = this.code.varNames.indexOf(name);
    return i >= 0 ? i : this.code.varNames.push(name) - 1;
  }
  cellIndex(name: string): number {
    const i = this.code.cellVars.indexOf(name);
    if (i >= 0) return i;
    const j = this.code.freeVars.indexOf(name);
    if (j < 0) throw new Error(`no cell for ${name} in ${this.code.qualname}`);
    return this.code.cellVars.length + j;
  }

  /** Source text of a node on one line; null across lines. */
  text(node: Located): string | null {
    if (node.lineno === undefined || node.end_lineno !== node.lineno) return null;
    return this.lines[node.lineno - 1]?.slice(node.col_offset, node.end_col_offset) ?? null;
  }

  finish(): Code {
    const c = this.code;
    c.ops = Int32Array.from(this.ops);
    c.pos = Int32Array.from(this.pos);
    c.cellArgs = c.cellVars.map((n) => {
      const i = c.varNames.indexOf(n);
      return i >= 0 && this.scope.symbols.get(n)?.param ? i : -1;
    });
    return c;
  }
}

function constKey(v: Value | Code): string | null {
  if (typeof v === 'string') return `s${v}`;
  if (typeof v === 'number' || typeof v === 'bigint') return `n${v}`;
  if (typeof v === 'boolean' || v === null) return `c${v}`;
  if (v instanceof PyFloat) return Object.is(v.v, -0) ? 'f-0' : `f${v.v}`;
  if (v instanceof PyTuple) {
    const parts = v.items.map(constKey);
    return parts.every((p) => p !== null) ? `t(${parts.map((p) => `${p.length}:${p}`).join()})` : null;
  }
  return null;
}
