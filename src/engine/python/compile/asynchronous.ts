/**
 * `async def`, `await`, `async for`, `async with` and asynchronous comprehensions, said in plain Python before names are
 * resolved: `await x` becomes `yield from awaitable(x)`, a loop a `while` over awaited steps, a `with` a `try` that awaits both
 * ends, a comprehension that awaits a function of its own defined before the statement it stands in.
 *
 * After PEP 492, 525 and 530. Names made up here begin with a dot, which no program can write. Leaves out: generator
 * expressions that await, `await` outside of functions.
 */
import { asyncGenerator, coroutine, natives } from '../coroutines.ts';
import { Unsupported } from '../errors.ts';
import type { Value } from '../values.ts';
import type { Comprehension, ExprNode, Located, StmtNode } from './ast.ts';
import { syntaxError } from './syntax.ts';

/** null: in a plain function; undefined: in none. */
type Where = Inside | null | undefined;

interface Inside {
  readonly yields: boolean;
  /** Functions that the statement at hand needs before it. */
  before: StmtNode[];
}

let made = 0;
const fresh = (kind: string): string => `.${kind}${++made}`;

type Any = Located & { nodeType: string } & Record<string, unknown>;
const isNode = (v: unknown): v is Any => typeof v === 'object' && v !== null && 'nodeType' in v;
const at = (n: Located): Located => ({ lineno: n.lineno, col_offset: n.col_offset, end_lineno: n.end_lineno, end_col_offset: n.end_col_offset });

const constant = (n: Located, value: Value): ExprNode => ({ ...at(n), nodeType: 'Constant', value });
const named = (n: Located, id: string, ctx: 'Load' | 'Store' = 'Load'): ExprNode => ({ ...at(n), nodeType: 'Name', id, ctx });
const called = (n: Located, func: ExprNode, ...args: ExprNode[]): ExprNode => ({ ...at(n), nodeType: 'Call', func, args, keywords: [] });
const assigned = (n: Located, id: string, value: ExprNode): StmtNode => ({ ...at(n), nodeType: 'Assign', targets: [named(n, id, 'Store')], value });
const awaited = (n: Located, value: ExprNode): ExprNode => ({ ...at(n), nodeType: 'YieldFrom', value: called(n, constant(n, natives.awaitable), value) });
const attribute = (n: Located, value: ExprNode, attr: string): ExprNode => ({ ...at(n), nodeType: 'Attribute', value, attr, ctx: 'Load' });

const FUNCTIONS = new Set(['FunctionDef', 'AsyncFunctionDef', 'Lambda', 'ClassDef']);

/** Whether a node of these kinds stands in it, functions of its own left aside. */
function holds(v: unknown, kinds: ReadonlySet<string>): boolean {
  if (Array.isArray(v)) return v.some((x) => holds(x, kinds));
  if (!isNode(v)) return false;
  if (kinds.has(v.nodeType) || (v.nodeType === 'Comprehension' && v.is_async === true && kinds.has('Await'))) return true;
  return !FUNCTIONS.has(v.nodeType) && Object.values(v).some((x) => holds(x, kinds));
}

const YIELDS = new Set(['Yield']);
const AWAITS = new Set(['Await']);
const COMPREHENSIONS = new Set(['ListComp', 'SetComp', 'DictComp', 'GeneratorExp']);

function statements(list: readonly StmtNode[], inside: Where): StmtNode[] {
  return list.flatMap((s) => {
    const outer = inside?.before;
    if (inside) inside.before = [];
    const out = statement(s, inside);
    const all = [...(inside?.before ?? []), ...out];
    if (inside) inside.before = outer as StmtNode[];
    return all;
  });
}

function statement(s: StmtNode, inside: Where): StmtNode[] {
  switch (s.nodeType) {
    case 'AsyncFunctionDef': {
      const yields = holds(s.body, YIELDS);
      const body = statements(s.body, { yields, before: [] });
      const rest = parts({ ...s, body: [] } as unknown as Any, inside) as unknown as typeof s;
      const mark = constant(s, yields ? asyncGenerator : coroutine);
      return [{ ...rest, nodeType: 'FunctionDef', body, decorator_list: [...rest.decorator_list, mark] } as StmtNode];
    }
    case 'AsyncFor': {
      if (!inside) syntaxError("'async for' outside async function", s);
      const [it, going, v] = [fresh('it'), fresh('on'), fresh('v')];
      const step: StmtNode = {
        ...at(s),
        nodeType: 'Try',
        body: [assigned(s, v, awaited(s.iter, called(s.iter, constant(s.iter, natives.next), named(s.iter, it))))],
        handlers: [{ ...at(s), nodeType: 'ExceptHandler', type: named(s, 'StopAsyncIteration'), body: [assigned(s, going, constant(s, false))] }],
        orelse: [{ ...at(s), nodeType: 'Assign', targets: [expression(s.target, inside)], value: named(s, v) }, ...statements(s.body, inside)],
        finalbody: [],
      };
      return [
        assigned(s, it, called(s.iter, constant(s.iter, natives.iterated), expression(s.iter, inside))),
        assigned(s, going, constant(s, true)),
        { ...at(s), nodeType: 'While', test: named(s, going), body: [step], orelse: statements(s.orelse, inside) },
      ];
    }
    case 'AsyncWith': {
      if (!inside) syntaxError("'async with' outside async function", s);
      return s.items.reduceRight<StmtNode[]>(
        (body, item) => managed(s, expression(item.context_expr, inside), item.optional_vars && expression(item.optional_vars, inside), body),
        statements(s.body, inside),
      );
    }
    default:
      return [parts(s as unknown as Any, inside) as unknown as StmtNode];
  }
}

function managed(s: Located, manager: ExprNode, target: ExprNode | undefined, body: StmtNode[]): StmtNode[] {
  const n = at({ ...s, ...manager });
  const [m, enter, exit, e, ok] = ['m', 'enter', 'exit', 'e', 'ok'].map(fresh);
  const entered = awaited(n, called(n, named(n, enter)));
  const none = constant(n, null);
  const error = (): ExprNode => named(n, e);
  const leave: ExprNode = awaited(n, called(n, named(n, exit), attribute(n, error(), '__class__'), error(), attribute(n, error(), '__traceback__')));
  return [
    assigned(n, m, manager),
    assigned(n, enter, called(n, constant(n, natives.enter), named(n, m))),
    assigned(n, exit, called(n, constant(n, natives.exit), named(n, m))),
    target ? { ...n, nodeType: 'Assign', targets: [target], value: entered } : { ...n, nodeType: 'Expr', value: entered },
    assigned(n, ok, constant(n, true)),
    {
      ...n,
      nodeType: 'Try',
      body: [
        {
          ...n,
          nodeType: 'Try',
          body,
          handlers: [
            {
              ...n,
              nodeType: 'ExceptHandler',
              type: named(n, 'BaseException'),
              name: e,
              body: [
                assigned(n, ok, constant(n, false)),
                { ...n, nodeType: 'If', test: { ...n, nodeType: 'UnaryOp', op: 'not', operand: leave }, body: [{ ...n, nodeType: 'Raise' }], orelse: [] },
              ],
            },
          ],
          orelse: [],
          finalbody: [],
        },
      ],
      handlers: [],
      orelse: [],
      finalbody: [
        {
          ...n,
          nodeType: 'If',
          test: named(n, ok),
          body: [{ ...n, nodeType: 'Expr', value: awaited(n, called(n, named(n, exit), none, none, none)) }],
          orelse: [],
        },
      ],
    },
  ];
}

type Comp = Extract<ExprNode, { nodeType: 'ListComp' | 'SetComp' | 'DictComp' | 'GeneratorExp' }>;

/** A comprehension that awaits: a function that fills its result, called with what the first loop goes through. */
function filled(n: Comp, inside: Inside): ExprNode {
  if (n.nodeType === 'GeneratorExp') throw new Unsupported('a generator expression that awaits', n.lineno);
  const [name, out] = [fresh('comp'), fresh('out')];
  const add: StmtNode =
    n.nodeType === 'DictComp'
      ? { ...at(n), nodeType: 'Assign', targets: [{ ...at(n), nodeType: 'Subscript', value: named(n, out), slice: n.key, ctx: 'Store' }], value: n.value }
      : { ...at(n), nodeType: 'Expr', value: called(n, attribute(n, named(n, out), n.nodeType === 'ListComp' ? 'append' : 'add'), n.elt) };
  const loop = (g: Comprehension, i: number, body: StmtNode[]): StmtNode[] => {
    const tested = g.ifs.reduceRight<StmtNode[]>((b, test) => [{ ...at(n), nodeType: 'If', test, body: b, orelse: [] }], body);
    return [{ ...at(n), nodeType: g.is_async ? 'AsyncFor' : 'For', target: g.target, iter: i === 0 ? named(n, '.from') : g.iter, body: tested, orelse: [] }];
  };
  const loops = n.generators.reduceRight<StmtNode[]>((body, g, i) => loop(g, i, body), [add]);
  const empty: ExprNode =
    n.nodeType === 'DictComp'
      ? { ...at(n), nodeType: 'Dict', keys: [], values: [] }
      : n.nodeType === 'ListComp'
        ? { ...at(n), nodeType: 'List', elts: [], ctx: 'Load' }
        : called(n, named(n, 'set'));
  const def: StmtNode = {
    ...at(n),
    nodeType: 'AsyncFunctionDef',
    name,
    args: { nodeType: 'Arguments', posonlyargs: [], args: [{ ...at(n), nodeType: 'Arg', arg: '.from' }], kwonlyargs: [], kw_defaults: [], defaults: [] },
    body: [assigned(n, out, empty), ...loops, { ...at(n), nodeType: 'Return', value: named(n, out) }],
    decorator_list: [],
  };
  inside.before.push(...statement(def, inside));
  return awaited(n, called(n, named(n, name), expression(n.generators[0].iter, inside)));
}

function expression(n: ExprNode, inside: Where): ExprNode {
  if (n.nodeType === 'Await') {
    if (!inside) syntaxError(inside === null ? "'await' outside async function" : "'await' outside function", n);
    return awaited(n, expression(n.value, inside));
  }
  if (n.nodeType === 'Yield' && inside?.yields) {
    return { ...n, value: called(n, constant(n, natives.box), ...(n.value ? [expression(n.value, inside)] : [])) };
  }
  if (n.nodeType === 'YieldFrom' && inside) syntaxError("'yield from' inside async function", n);
  if (COMPREHENSIONS.has(n.nodeType) && inside) {
    const comp = n as Comp;
    const [first, ...others] = comp.generators;
    const own = comp.nodeType === 'DictComp' ? [comp.key, comp.value] : [comp.elt];
    if (first.is_async || holds([own, first.ifs, others], AWAITS)) return filled(comp, inside);
  }
  return parts(n as unknown as Any, n.nodeType === 'Lambda' ? null : inside) as unknown as ExprNode;
}

const BLOCKS = new Set(['body', 'orelse', 'finalbody']);

function parts(n: Any, inside: Where): Any {
  const within = n.nodeType === 'ClassDef' ? undefined : FUNCTIONS.has(n.nodeType) ? null : inside;
  const out: Record<string, unknown> = {};
  for (const [key, v] of Object.entries(n)) {
    if (BLOCKS.has(key) && Array.isArray(v)) out[key] = statements(v as StmtNode[], within);
    else if (Array.isArray(v)) out[key] = v.map((x) => (isNode(x) ? expression(x as unknown as ExprNode, inside) : x));
    else out[key] = isNode(v) ? expression(v as unknown as ExprNode, inside) : v;
  }
  return out as Any;
}

export const plain = (body: readonly StmtNode[]): StmtNode[] => statements(body, undefined);
