/**
 * Expressions to instructions.
 */
import type { ExprNode } from 'py-ast';
import { PyComplex as AstComplex } from 'py-ast';
import { PyTuple } from '../containers.ts';
import { Unsupported } from '../errors.ts';
import { BINARY_OPS, COMPARE_OPS } from '../opcodes.ts';
import { bytesType, complexType, Ellipsis } from '../types.ts';
import { PyBytes, PyComplex, PyFloat, type Value } from '../values.ts';
import { store } from './assign.ts';
import { comprehension, lambda } from './func.ts';
import { syntaxError } from './syntax.ts';
import { Label, type Located, type Unit } from './unit.ts';

type N<K extends ExprNode['nodeType']> = Extract<ExprNode, { nodeType: K }>;

const BINARY: Record<string, string> = {
  Add: '+',
  Sub: '-',
  Mult: '*',
  Div: '/',
  FloorDiv: '//',
  Mod: '%',
  Pow: '**',
  LShift: '<<',
  RShift: '>>',
  BitAnd: '&',
  BitOr: '|',
  BitXor: '^',
  MatMult: '@',
};
const COMPARE: Record<string, string> = { Lt: '<', LtE: '<=', Eq: '==', NotEq: '!=', Gt: '>', GtE: '>=' };

export function binaryCode(op: string): number {
  return (BINARY_OPS as readonly string[]).indexOf(BINARY[op]);
}

/** The Python value of a literal node. py-ast gives `5.` and `5` the same number: the source text decides. */
export function literal(u: Unit, n: N<'Constant'>): Value {
  const v = n.value as unknown;
  const quote = n.quote_style;
  if (typeof v === 'string') {
    if (quote === undefined && v === '...') return Ellipsis;
    if (quote !== undefined && /^[rR]?[bB]/.test(quote))
      return new PyBytes(
        bytesType,
        Uint8Array.from(v, (c) => c.charCodeAt(0)),
      );
    return v;
  }
  if (typeof v === 'number') {
    const text = u.text(n) ?? '';
    if (!/^0[xXoObB]/.test(text) && /[.eE]/.test(text)) return new PyFloat(v);
    return Number.isSafeInteger(v) ? v : BigInt(text.replaceAll('_', '') || v);
  }
  if (v instanceof AstComplex) return new PyComplex(complexType, v.real, v.imag);
  if (v === undefined) return null;
  return v as bigint | boolean | null;
}

/** Folds literals and tuples of them, and a minus before a number, as CPython's compiler does. */
function fold(u: Unit, n: ExprNode): Value | undefined {
  if (n.nodeType === 'Constant') return literal(u, n);
  if (n.nodeType === 'Tuple') {
    const items: Value[] = [];
    for (const e of n.elts) {
      const v = fold(u, e);
      if (v === undefined) return undefined;
      items.push(v);
    }
    return new PyTuple(items);
  }
  if (n.nodeType === 'UnaryOp' && n.op.nodeType === 'USub') {
    const v = fold(u, n.operand);
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
      u.load(literal(u, n));
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
      subscriptKey(u, n.slice);
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
      u.emit('BINARY', binaryCode(n.op.nodeType));
      return;
    }
    case 'UnaryOp': {
      const folded = fold(u, n);
      if (folded !== undefined) {
        u.load(folded);
        return;
      }
      expr(u, n.operand);
      if (n.op.nodeType === 'Not') u.emit('NOT');
      else u.emit('UNARY', n.op.nodeType === 'USub' ? 0 : n.op.nodeType === 'UAdd' ? 1 : 2);
      return;
    }
    case 'BoolOp': {
      const end = new Label();
      n.values.forEach((v, i) => {
        expr(u, v);
        if (i < n.values.length - 1) u.jump(n.op.nodeType === 'And' ? 'JUMP_IF_FALSE_OR_POP' : 'JUMP_IF_TRUE_OR_POP', end);
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
      const folded = n.ctx.nodeType === 'Load' ? fold(u, n) : undefined;
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
        const constant = n.elts.length >= 3 && n.elts.every((e) => fold(u, e) !== undefined);
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
      throw new Unsupported(n.nodeType === 'Await' ? 'await' : `expression ${n.nodeType}`, n.lineno);
  }
}

export function subscriptKey(u: Unit, key: ExprNode): void {
  if (key.nodeType === 'Starred') {
    u.located(key, () => sequence(u, [key], 'BUILD_TUPLE'));
  } else expr(u, key);
}

function slice(u: Unit, n: N<'Slice'>): void {
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

function dict(u: Unit, n: N<'Dict'>): void {
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
  if (op === 'Is' || op === 'IsNot') u.emit('IS', op === 'IsNot' ? 1 : 0);
  else if (op === 'In' || op === 'NotIn') u.emit('CONTAINS', op === 'NotIn' ? 1 : 0);
  else u.emit('COMPARE', (COMPARE_OPS as readonly string[]).indexOf(COMPARE[op]));
}

function compare(u: Unit, n: N<'Compare'>): void {
  expr(u, n.left);
  if (n.ops.length === 1) {
    expr(u, n.comparators[0]);
    compareOp(u, n.ops[0].nodeType);
    return;
  }
  const cleanup = new Label();
  const end = new Label();
  n.ops.forEach((op, i) => {
    expr(u, n.comparators[i]);
    if (i === n.ops.length - 1) {
      compareOp(u, op.nodeType);
      return;
    }
    // [a b] → [b a b]: keep b for the next comparison.
    u.emit('DUP');
    u.emit('ROT3');
    compareOp(u, op.nodeType);
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
    if (n.nodeType === 'UnaryOp' && n.op.nodeType === 'Not') {
      jumpIf(u, n.operand, !when, to);
      return;
    }
    if (n.nodeType === 'BoolOp') {
      const isOr = n.op.nodeType === 'Or';
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
function matchAttribute(node: Located, f: N<'Attribute'>): Located {
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

function call(u: Unit, n: N<'Call'>): void {
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
export function callArguments(u: Unit, args: readonly ExprNode[], keywords: N<'Call'>['keywords'], extra = 0, at: Located | null = null): void {
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

function joined(u: Unit, n: N<'JoinedStr'>): void {
  for (const v of n.values) {
    if (v.nodeType === 'Constant') u.load(v.value as string);
    else if (v.nodeType === 'FormattedValue') formatted(u, v);
    else expr(u, v);
  }
  if (n.values.length === 0) u.load('');
  else if (n.values.length > 1 || n.values[0].nodeType !== 'Constant') u.emit('BUILD_STRING', n.values.length);
}

function formatted(u: Unit, n: N<'FormattedValue'>): void {
  expr(u, n.value);
  const conversion = n.conversion === 115 ? 1 : n.conversion === 114 ? 2 : n.conversion === 97 ? 3 : 0;
  if (n.format_spec) expr(u, n.format_spec);
  u.emit('FORMAT', conversion | (n.format_spec ? 4 : 0));
}
