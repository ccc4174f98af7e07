/**
 * Expressions to instructions.
 */
import type { Expr, ExprNode } from './ast.ts';
import { PyTuple } from '../containers.ts';
import { Unsupported } from '../errors.ts';
import { BINARY_OPS, COMPARE_OPS } from '../opcodes.ts';
import { PyFloat, type Value } from '../values.ts';
import { store } from './assign.ts';
import { comprehension, lambda } from './func.ts';
import { syntaxError } from './syntax.ts';
import { Label, type Located, type Unit } from './unit.ts';

export const binaryCode = (op: string): number => (BINARY_OPS as readonly string[]).indexOf(op);

/** Folds literals and tuples of them, and a minus before a number, as CPython's compiler does. */
function fold(n: ExprNode): Value | undefined {
  if (n.nodeType === 'Constant') return n.value;
  if (n.nodeType === 'Tuple') {
    const items: Value[] = [];
    for (const e of n.elts) {
      const v = fold(e);
      if (v === undefined) return undefined;
      items.push(v);
    }
    return new PyTuple(items);
  }
  if (n.nodeType === 'UnaryOp' && n.op === '-') {
    const v = fold(n.operand);
    if (typeof v === 'number') return 0 - v;
    if (typeof v === 'bigint') return -v;
    if (v instanceof PyFloat) return new PyFloat(-v.v);
  }
  return undefined;
}

export function exprs(u: Unit, list: readonly ExprNode[]): void {
  for (const e of list) expr(u, e);
}

export function expr(u: Unit, n: ExprNode): void {
  u.located(n, () => emitExpr(u, n));
}

function emitExpr(u: Unit, n: ExprNode): void {
  switch (n.nodeType) {
    case 'Constant':
      u.load(n.value);
      return;
    case 'Name':
      u.name(n.id, 'Load', n);
      return;
    case 'Attribute':
      expr(u, n.value);
      u.located(matchAttribute(n, n), () => u.emit('LOAD_ATTR', u.nameIndex(u.mangled(n.attr))));
      return;
    case 'Subscript':
      expr(u, n.value);
      expr(u, n.slice);
      u.emit('SUBSCR');
      return;
    case 'Slice':
      slice(u, n);
      return;
    case 'Call':
      call(u, n);
      return;
    case 'BinOp': {
      expr(u, n.left);
      expr(u, n.right);
      u.emit('BINARY', binaryCode(n.op));
      return;
    }
    case 'UnaryOp': {
      const folded = fold(n);
      if (folded !== undefined) {
        u.load(folded);
        return;
      }
      expr(u, n.operand);
      if (n.op === 'not') u.emit('NOT');
      else u.emit('UNARY', n.op === '-' ? 0 : n.op === '+' ? 1 : 2);
      return;
    }
    case 'BoolOp': {
      const end = new Label();
      n.values.forEach((v, i) => {
        expr(u, v);
        if (i < n.values.length - 1) u.jump(n.op === 'and' ? 'JUMP_IF_FALSE_OR_POP' : 'JUMP_IF_TRUE_OR_POP', end);
      });
      u.mark(end);
      return;
    }
    case 'Compare':
      compare(u, n);
      return;
    case 'IfExp': {
      const other = new Label();
      const end = new Label();
      jumpIf(u, n.test, false, other);
      expr(u, n.body);
      u.jump('JUMP', end);
      u.mark(other);
      expr(u, n.orelse);
      u.mark(end);
      return;
    }
    case 'NamedExpr':
      expr(u, n.value);
      u.emit('DUP');
      store(u, n.target);
      return;
    case 'Tuple': {
      const folded = n.ctx === 'Load' ? fold(n) : undefined;
      if (folded !== undefined) u.load(folded);
      else sequence(u, n.elts, 'BUILD_TUPLE');
      return;
    }
    case 'List':
      sequence(u, n.elts, 'BUILD_LIST');
      return;
    case 'Set':
      if (n.elts.some((e) => e.nodeType === 'Starred')) {
        u.emit('BUILD_SET', 0);
        for (const e of n.elts) {
          expr(u, e.nodeType === 'Starred' ? e.value : e);
          u.emit(e.nodeType === 'Starred' ? 'SET_UPDATE' : 'SET_ADD', 1);
        }
      } else {
        exprs(u, n.elts);
        // Three constants or more become a frozenset that fills the set: its order differs (`setorder.ts`).
        const constant = n.elts.length >= 3 && n.elts.every((e) => fold(e) !== undefined);
        u.emit('BUILD_SET', n.elts.length | (constant ? 1 << 20 : 0));
      }
      return;
    case 'Dict':
      dict(u, n);
      return;
    case 'ListComp':
    case 'SetComp':
    case 'DictComp':
    case 'GeneratorExp':
      comprehension(u, n);
      return;
    case 'Lambda':
      lambda(u, n);
      return;
    case 'JoinedStr':
      joined(u, n);
      return;
    case 'FormattedValue':
      formatted(u, n);
      return;
    case 'Yield':
      if (n.value) expr(u, n.value);
      else u.load(null);
      u.emit('YIELD');
      return;
    case 'YieldFrom': {
      expr(u, n.value);
      u.emit('YIELD_FROM_ITER');
      u.load(null);
      const again = new Label();
      const end = new Label();
      u.mark(again);
      u.emit('SEND');
      u.jump('SEND_CHECK', end);
      u.emit('YIELD', 1);
      u.jump('JUMP', again);
      u.mark(end);
      return;
    }
    case 'Starred':
      syntaxError("can't use starred expression here", n);
    default:
      throw new Unsupported('await', n.lineno);
  }
}

function slice(u: Unit, n: Expr<'Slice'>): void {
  for (const part of [n.lower, n.upper]) {
    if (part) expr(u, part);
    else u.load(null);
  }
  if (n.step) expr(u, n.step);
  u.emit('BUILD_SLICE', n.step ? 3 : 2);
}

function sequence(u: Unit, elts: readonly ExprNode[], op: 'BUILD_LIST' | 'BUILD_TUPLE'): void {
  const star = elts.findIndex((e) => e.nodeType === 'Starred');
  if (star < 0) {
    exprs(u, elts);
    u.emit(op, elts.length);
    return;
  }
  exprs(u, elts.slice(0, star));
  u.emit('BUILD_LIST', star);
  for (const e of elts.slice(star)) {
    if (e.nodeType === 'Starred') {
      expr(u, e.value);
      u.emit('LIST_EXTEND', 1);
    } else {
      expr(u, e);
      u.emit('LIST_APPEND', 1);
    }
  }
  if (op === 'BUILD_TUPLE') u.emit('LIST_TO_TUPLE');
}

function dict(u: Unit, n: Expr<'Dict'>): void {
  if (n.keys.every((k) => k !== null)) {
    n.keys.forEach((k, i) => {
      expr(u, k as ExprNode);
      expr(u, n.values[i]);
    });
    u.emit('BUILD_MAP', n.keys.length);
    return;
  }
  u.emit('BUILD_MAP', 0);
  n.keys.forEach((k, i) => {
    if (k === null) {
      expr(u, n.values[i]);
      u.emit('DICT_UPDATE', 1);
    } else {
      expr(u, k);
      expr(u, n.values[i]);
      u.emit('MAP_ADD', 1);
    }
  });
}

function compareOp(u: Unit, op: string): void {
  const not = op.includes('not') ? 1 : 0;
  if (op.startsWith('is')) u.emit('IS', not);
  else if (op.endsWith('in')) u.emit('CONTAINS', not);
  else u.emit('COMPARE', (COMPARE_OPS as readonly string[]).indexOf(op));
}

function compare(u: Unit, n: Expr<'Compare'>): void {
  expr(u, n.left);
  if (n.ops.length === 1) {
    expr(u, n.comparators[0]);
    compareOp(u, n.ops[0]);
    return;
  }
  const cleanup = new Label();
  const end = new Label();
  n.ops.forEach((op, i) => {
    expr(u, n.comparators[i]);
    if (i === n.ops.length - 1) {
      compareOp(u, op);
      return;
    }
    // [a b] → [b a b]: keep b for the next comparison.
    u.emit('DUP');
    u.emit('ROT3');
    compareOp(u, op);
    u.jump('JUMP_IF_FALSE_OR_POP', cleanup);
  });
  u.jump('JUMP', end);
  u.mark(cleanup);
  u.emit('SWAP');
  u.emit('POP_TOP');
  u.mark(end);
}

/** Jumps to `to` when the truth of `n` equals `when`; otherwise goes on. */
export function jumpIf(u: Unit, n: ExprNode, when: boolean, to: Label): void {
  u.located(n, () => {
    if (n.nodeType === 'UnaryOp' && n.op === 'not') {
      jumpIf(u, n.operand, !when, to);
      return;
    }
    if (n.nodeType === 'BoolOp') {
      const isOr = n.op === 'or';
      const last = n.values.length - 1;
      if (isOr === when) {
        for (const v of n.values) jumpIf(u, v, when, to);
      } else {
        const past = new Label();
        n.values.forEach((v, i) => (i < last ? jumpIf(u, v, !when, past) : jumpIf(u, v, when, to)));
        u.mark(past);
      }
      return;
    }
    emitExpr(u, n);
    u.jump(when ? 'POP_JUMP_IF_TRUE' : 'POP_JUMP_IF_FALSE', to);
  });
}

/**
 * Where an instruction on an attribute starts: at the attribute's name when that stands on a later line, as CPython 3.11
 * has it (`update_start_location_to_match_attr`), so that chains over several lines report the line of their link.
 */
function matchAttribute(node: Located, f: Expr<'Attribute'>): Located {
  const line = f.end_lineno;
  if (line === undefined || node.lineno === line) return node;
  const col = (f.end_col_offset ?? -1) - f.attr.length;
  return {
    lineno: line,
    col_offset: col < 0 ? -1 : col,
    end_lineno: Math.max(line, node.end_lineno ?? line),
    end_col_offset: Math.max(col, node.end_col_offset ?? -1),
  };
}

function call(u: Unit, n: Expr<'Call'>): void {
  if (n.func.nodeType === 'Attribute') {
    const f = n.func;
    expr(u, f.value);
    u.located(matchAttribute(f, f), () => u.emit('LOAD_METHOD', u.nameIndex(u.mangled(f.attr))));
    const starred = n.args.some((a) => a.nodeType === 'Starred') || n.keywords.some((k) => !k.arg);
    if (!starred) {
      callArguments(u, n.args, n.keywords, 0, matchAttribute(n, f));
      return;
    }
  } else {
    expr(u, n.func);
    u.emit('PUSH_NULL');
  }
  callArguments(u, n.args, n.keywords);
}

/** Arguments and the call itself; the function and its self are on the stack. */
export function callArguments(u: Unit, args: readonly ExprNode[], keywords: Expr<'Call'>['keywords'], extra = 0, at: Located | null = null): void {
  const starred = args.some((a) => a.nodeType === 'Starred') || keywords.some((k) => !k.arg);
  if (!starred) {
    exprs(u, args);
    for (const k of keywords) expr(u, k.value);
    const n = extra + args.length + keywords.length;
    const emit = (): void => {
      if (keywords.length === 0) u.emit('CALL', n);
      else {
        const names = u.constant(new PyTuple(keywords.map((k) => k.arg as string)));
        u.emit('CALL_KW', names * 65536 + n);
      }
    };
    if (at) u.located(at, emit);
    else emit();
    return;
  }
  u.emit('BUILD_LIST', extra);
  // A single starred argument is the whole call: its errors name the callee.
  const alone = args.length === 1 && extra === 0 ? 256 : 0;
  for (const a of args) {
    if (a.nodeType === 'Starred') {
      expr(u, a.value);
      u.emit('LIST_EXTEND', 1 | alone);
    } else {
      expr(u, a);
      u.emit('LIST_APPEND', 1);
    }
  }
  u.emit('LIST_TO_TUPLE');
  if (keywords.length > 0) {
    u.emit('BUILD_MAP', 0);
    for (const k of keywords) {
      if (k.arg) {
        u.load(k.arg);
        expr(u, k.value);
        u.emit('BUILD_MAP', 1);
      } else expr(u, k.value);
      u.emit('DICT_MERGE', 1);
    }
  }
  u.emit('CALL_EX', keywords.length > 0 ? 1 : 0);
}

function joined(u: Unit, n: Expr<'JoinedStr'>): void {
  for (const v of n.values) {
    if (v.nodeType === 'Constant') u.load(v.value as string);
    else if (v.nodeType === 'FormattedValue') formatted(u, v);
    else expr(u, v);
  }
  if (n.values.length === 0) u.load('');
  else if (n.values.length > 1 || n.values[0].nodeType !== 'Constant') u.emit('BUILD_STRING', n.values.length);
}

function formatted(u: Unit, n: Expr<'FormattedValue'>): void {
  expr(u, n.value);
  const conversion = n.conversion === 115 ? 1 : n.conversion === 114 ? 2 : n.conversion === 97 ? 3 : 0;
  if (n.format_spec) expr(u, n.format_spec);
  u.emit('FORMAT', conversion | (n.format_spec ? 4 : 0));
}
