/**
 * `ast.literal_eval`: a text of literals alone, read by the parser and never run (`ast.py`: strings, numbers, tuples, lists,
 * dicts, sets, signs, sums with an imaginary part, `set()`).
 */
import { numberOp } from '../arith.ts';
import type { ExprNode } from '../compile/ast.ts';
import { parseExpression } from '../compile/parse.ts';
import { PyDict, PyList, PySet, PyTuple } from '../containers.ts';
import { raise } from '../errors.ts';
import { PyModule, type Request } from '../functions.ts';
import { resolveKey } from '../hash.ts';
import { fn } from '../native.ts';
import { nativeUnary } from '../operators.ts';
import { address } from '../repr.ts';
import { spend, spendText } from '../spend.ts';
import { PyComplex, PyFloat, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { makeModule } from './util.ts';

const OPERATORS: Readonly<Record<string, number>> = { '+': 0, '-': 1 };
/** Places of unary minus and plus among the operators. */
const SIGNS: Readonly<Record<string, number>> = { '-': 0, '+': 1 };

function malformed(node: ExprNode): never {
  raise('ValueError', `malformed node or string on line ${node.lineno}: <ast.${node.nodeType} object at ${address(new PyModule('node'))}>`);
}

function number(node: ExprNode): Value {
  const v = node.nodeType === 'Constant' ? node.value : undefined;
  return typeof v === 'number' || typeof v === 'bigint' || v instanceof PyFloat || v instanceof PyComplex ? v : malformed(node);
}

function signed(node: ExprNode): Value {
  if (node.nodeType !== 'UnaryOp' || !(node.op in SIGNS)) return number(node);
  return nativeUnary(SIGNS[node.op], number(node.operand)) as Value;
}

function* evaluate(vm: VM, node: ExprNode): Generator<Request, Value, Value> {
  spend(4);
  switch (node.nodeType) {
    case 'Constant':
      return node.value;
    case 'Tuple':
    case 'List': {
      const items: Value[] = [];
      for (const e of node.elts) items.push(yield* evaluate(vm, e));
      return node.nodeType === 'Tuple' ? new PyTuple(items) : new PyList(items);
    }
    case 'Set':
    case 'Call': {
      const s = new PySet();
      if (node.nodeType === 'Call') {
        const empty = node.func.nodeType === 'Name' && node.func.id === 'set' && node.args.length + node.keywords.length === 0;
        return empty ? s : malformed(node);
      }
      for (const e of node.elts) {
        const v = yield* evaluate(vm, e);
        s.dict.put(yield* resolveKey(vm, s.dict, v), v, null);
      }
      return s;
    }
    case 'Dict': {
      const d = new PyDict();
      for (const [i, k] of node.keys.entries()) {
        if (k === null) raise('ValueError', 'malformed node or string: None');
        const key = yield* evaluate(vm, k);
        d.put(yield* resolveKey(vm, d, key), key, yield* evaluate(vm, node.values[i]));
      }
      return d;
    }
    case 'BinOp': {
      if (!(node.op in OPERATORS)) return malformed(node);
      const left = signed(node.left);
      const right = number(node.right);
      if (left instanceof PyComplex || !(right instanceof PyComplex)) return malformed(node);
      return numberOp(OPERATORS[node.op], left, right) as Value;
    }
    default:
      return signed(node);
  }
}

export function literalCore(): PyModule {
  return makeModule('_literal', {
    functions: [
      fn('evaluate(text, /)', function* (vm, text: string) {
        spendText(64 * text.length);
        const { tree } = parseExpression(text, '<unknown>');
        if (tree.nodeType !== 'Expr' && tree.nodeType !== 'Return') return null;
        return yield* evaluate(vm, tree.value as ExprNode);
      }),
    ],
  });
}
