/** What an expression is called when it stands where only a target may: CPython's `_PyPegen_get_expr_name`. */
import { Ellipsis } from '../types.ts';
import type { ExprNode } from './ast.ts';

const NAMES: Partial<Record<ExprNode['nodeType'], string>> = {
  Call: 'function call',
  BoolOp: 'expression',
  BinOp: 'expression',
  UnaryOp: 'expression',
  GeneratorExp: 'generator expression',
  Yield: 'yield expression',
  YieldFrom: 'yield expression',
  Await: 'await expression',
  ListComp: 'list comprehension',
  SetComp: 'set comprehension',
  DictComp: 'dict comprehension',
  Dict: 'dict literal',
  Set: 'set display',
  JoinedStr: 'f-string expression',
  FormattedValue: 'f-string expression',
  Compare: 'comparison',
  IfExp: 'conditional expression',
  NamedExpr: 'named expression',
  Lambda: 'lambda',
};
/** These are found by a later rule of the grammar, without the hint about `==`. */
const NO_HINT = new Set(['Compare', 'Lambda', 'IfExp', 'BoolOp', 'NamedExpr', 'GeneratorExp']);

export interface BadTarget {
  node: ExprNode;
  name: string;
  hint: boolean;
}

/** The first part of a target that cannot be assigned to; null when it is a target. */
export function describeTarget(e: ExprNode): BadTarget | null {
  switch (e.nodeType) {
    case 'Name':
    case 'Attribute':
    case 'Subscript':
      return null;
    case 'Starred':
      return describeTarget(e.value);
    case 'Tuple':
    case 'List':
      for (const x of e.elts) {
        const bad = describeTarget(x);
        if (bad) return bad;
      }
      return null;
    case 'Constant': {
      const v = e.value;
      if (v === true || v === false) return { node: e, name: v ? 'True' : 'False', hint: false };
      if (v === null) return { node: e, name: 'None', hint: false };
      return { node: e, name: v === Ellipsis ? 'ellipsis' : 'literal', hint: true };
    }
    default:
      return { node: e, name: NAMES[e.nodeType] ?? 'expression', hint: !NO_HINT.has(e.nodeType) && !(e.nodeType === 'UnaryOp' && e.op === 'not') };
  }
}
