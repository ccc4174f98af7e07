/** Statements: simple ones between semicolons, compound ones with their blocks. */
import { part } from '../../packs.ts';
import type { Alias, ExprNode, ExceptHandler, Located, StmtNode, WithItem } from '../ast.ts';
import type { Piece } from '../scan.ts';
import { SyntaxFault, spanning } from '../syntax.ts';
import { callArguments, parameters } from './calls.ts';
import { begins, type Cursor, here, is, list, made, name, next, Stop, stop, take, want } from './cursor.ts';
import { aim, expression, expressions, named, operation, starred, targets, yieldOr } from './expressions.ts';

const patterns = part<typeof import('./patterns.ts')>('language', 'patterns');

/** What a word begins; the cursor stands behind the word. */
type Rule = (c: Cursor, from: Piece) => StmtNode;
const rules = (all: Readonly<Record<string, Rule>>): ReadonlyMap<string, Rule> => new Map(Object.entries(all));

/** Statements of one indentation, down to a line that is indented less. */
function suite(c: Cursor, own: number, body: StmtNode[]): StmtNode[] {
  while (here(c).kind !== 'end' && width(c, here(c)) >= own) {
    if (width(c, here(c)) > own) stop(here(c));
    statement(c, body);
  }
  return body;
}

export const program = (c: Cursor): StmtNode[] => suite(c, 0, []);

const FORCED = new Set(['def', 'async', 'try']);

const width = (c: Cursor, at: Piece): number => c.widths.get(at.line) as number;

/** `:` and what it opens: statements on the same line, or lines that are indented more than that of `from`. */
export function block(c: Cursor, from: Piece, forced = FORCED.has(from.text)): StmtNode[] {
  // The grammar forces the colon behind these words; elsewhere it is missed at the end of a line.
  if (!take(c, ':')) stop(here(c), forced || here(c).kind === 'newline' ? "expected ':'" : undefined);
  const body: StmtNode[] = [];
  if (here(c).kind !== 'newline') simpleLine(c, body);
  else {
    next(c);
    const inner = here(c).kind === 'end' ? 0 : width(c, here(c));
    if (inner <= width(c, from)) stop(here(c));
    suite(c, inner, body);
    if (here(c).kind !== 'end' && width(c, here(c)) > width(c, from)) stop(here(c));
  }
  return body;
}

/** Whether the line at the cursor goes on with the statement that began at `from`: with this word, as far indented. */
const goesOn = (c: Cursor, from: Piece, w: string): boolean => is(c, w) && width(c, here(c)) === width(c, from) && take(c, w);
const otherwise = (c: Cursor, from: Piece, w: string): StmtNode[] => (goesOn(c, from, w) ? block(c, from, true) : []);

function statement(c: Cursor, body: StmtNode[]): void {
  const from = here(c);
  const rule = COMPOUND.get(from.text);
  if (rule) {
    next(c);
    body.push(rule(c, from));
  } else if (from.text === 'match' && opensMatch(c)) body.push(patterns().matchStatement(c));
  else simpleLine(c, body);
}

/** `match` is a word like others, but where its line ends in a colon and `case` begins the next. */
function opensMatch(c: Cursor): boolean {
  const end = c.pieces.findIndex((p, i) => i > c.at && p.kind === 'newline');
  return end > c.at + 2 && c.pieces[end - 1].text === ':' && c.pieces[end + 1].text === 'case';
}

function simpleLine(c: Cursor, body: StmtNode[]): void {
  do {
    const from = here(c);
    const rule = SIMPLE.get(from.text);
    if (rule) next(c);
    body.push((rule ?? assignment)(c, from));
  } while (take(c, ';') && here(c).kind !== 'newline');
  if (here(c).kind !== 'newline') stop(here(c));
  next(c);
}

const value = (c: Cursor): ExprNode => yieldOr(c, expressions);

/** Assignments of all sorts, and expressions alone. */
function assignment(c: Cursor, from: Piece): StmtNode {
  const first = value(c);
  if (take(c, ':')) {
    aim(first, 'Store');
    const annotation = expression(c);
    const assigned = take(c, '=') ? value(c) : undefined;
    return made(c, from, { nodeType: 'AnnAssign', target: first, annotation, value: assigned, simple: first.nodeType === 'Name' && from.text !== '(' });
  }
  const op = here(c).text;
  if (/^(?:[-+*/%@&|^]|\/\/|\*\*|>>|<<)=$/.test(op)) {
    if (!['Name', 'Attribute', 'Subscript'].includes(first.nodeType)) stop(from);
    aim(first, 'Store');
    next(c);
    const added = value(c);
    return made(c, from, { nodeType: 'AugAssign', target: first, op: op.slice(0, -1), value: added });
  }
  const all = [first];
  while (take(c, '=')) all.push(value(c));
  const last = all.pop() as ExprNode;
  for (const target of all) aim(target, 'Store');
  return all.length > 0 ? made(c, from, { nodeType: 'Assign', targets: all, value: last }) : made(c, from, { nodeType: 'Expr', value: last });
}

const word =
  (nodeType: 'Pass' | 'Break' | 'Continue'): Rule =>
  (c, from) =>
    made(c, from, { nodeType });
const names =
  (nodeType: 'Global' | 'Nonlocal'): Rule =>
  (c, from) => {
    const all = [name(c)];
    while (take(c, ',')) all.push(name(c));
    return made(c, from, { nodeType, names: all });
  };

function alias(c: Cursor, one: (c: Cursor) => string): Alias {
  const from = here(c);
  const imported = one(c);
  const asname = take(c, 'as') ? name(c) : undefined;
  return made(c, from, { nodeType: 'Alias', name: imported, asname });
}
function dotted(c: Cursor): string {
  let path = name(c);
  while (take(c, '.')) path += `.${name(c)}`;
  return path;
}

const SIMPLE = rules({
  pass: word('Pass'),
  break: word('Break'),
  continue: word('Continue'),
  global: names('Global'),
  nonlocal: names('Nonlocal'),
  return(c, from) {
    const result = begins(c) ? expressions(c) : undefined;
    return made(c, from, { nodeType: 'Return', value: result });
  },
  raise(c, from) {
    const exc = begins(c) ? expression(c) : undefined;
    const cause = exc && take(c, 'from') ? expression(c) : undefined;
    return made(c, from, { nodeType: 'Raise', exc, cause });
  },
  del(c, from) {
    const all = list(c, operation, begins).map((e) => aim(e, 'Del'));
    if (all.length === 0) stop(here(c));
    return made(c, from, { nodeType: 'Delete', targets: all });
  },
  assert(c, from) {
    const test = expression(c);
    const msg = take(c, ',') ? expression(c) : undefined;
    return made(c, from, { nodeType: 'Assert', test, msg });
  },
  import(c, from) {
    const all = [alias(c, dotted)];
    while (take(c, ',')) all.push(alias(c, dotted));
    return made(c, from, { nodeType: 'Import', names: all });
  },
  from(c, from) {
    let level = 0;
    for (; is(c, '.') || is(c, '...'); next(c)) level += here(c).text.length;
    const module = level > 0 && is(c, 'import') ? undefined : dotted(c);
    want(c, 'import');
    const all = imports(c);
    return made(c, from, { nodeType: 'ImportFrom', module, names: all, level });
  },
});

function imports(c: Cursor): Alias[] {
  const star = here(c);
  if (take(c, '*')) return [made(c, star, { nodeType: 'Alias', name: '*' })];
  const brackets = take(c, '(');
  const all = list(c, (c) => alias(c, name), begins);
  if (all.length === 0) stop(here(c));
  if (brackets) want(c, ')');
  else if (c.pieces[c.at - 1].text === ',' && here(c).kind === 'newline') throw spanning('trailing comma not allowed without surrounding parentheses', here(c));
  return all;
}

/** `if` and `elif`: the chain is nested, each `elif` an `if` in the rest of the one before. */
function condition(c: Cursor, from: Piece): StmtNode {
  const test = named(c);
  const body = block(c, from);
  const other = here(c);
  const orelse = goesOn(c, from, 'elif') ? [condition(c, other)] : otherwise(c, from, 'else');
  return made(c, from, { nodeType: 'If', test, body, orelse });
}

function loop(c: Cursor, from: Piece, nodeType: 'For' | 'AsyncFor'): StmtNode {
  const target = aim(targets(c), 'Store');
  want(c, 'in');
  const iter = expressions(c);
  const body = block(c, from);
  const orelse = otherwise(c, from, 'else');
  return made(c, from, { nodeType, target, iter, body, orelse });
}

function withItem(c: Cursor): WithItem {
  const context_expr = expression(c);
  const optional_vars = take(c, 'as') ? aim(starred(c, operation), 'Store') : undefined;
  return { nodeType: 'WithItem', context_expr, optional_vars };
}

/** The items of `with`, in brackets or not: `with (a, b):` has two, `with (a, b) as c:` one. */
function withItems(c: Cursor): WithItem[] {
  const start = c.at;
  if (take(c, '(')) {
    try {
      const items = list(c, withItem, begins);
      if (items.length > 0 && take(c, ')') && is(c, ':')) return items;
    } catch (e) {
      if (!(e instanceof Stop)) throw e;
    }
    c.at = start;
  }
  const items = [withItem(c)];
  while (take(c, ',')) items.push(withItem(c));
  return items;
}

function withStatement(c: Cursor, from: Piece, nodeType: 'With' | 'AsyncWith'): StmtNode {
  const items = withItems(c);
  const body = block(c, from);
  return made(c, from, { nodeType, items, body });
}

function tryStatement(c: Cursor, from: Piece): StmtNode {
  const body = block(c, from);
  const handlers: ExceptHandler[] = [];
  let star: boolean | null = null;
  for (let at = here(c); goesOn(c, from, 'except'); at = here(c)) {
    const group = take(c, '*');
    if (star !== null && star !== group) stop({ ...at, endCol: at.endCol + Number(group) }, "cannot have both 'except' and 'except*' on the same 'try'");
    star = group;
    const type = begins(c) ? expression(c) : undefined;
    if (group && !type) throw spanning('expected one or more exception types', here(c));
    const to = type && take(c, 'as') ? name(c) : undefined;
    const handled = block(c, from, false);
    handlers.push(made(c, at, { nodeType: 'ExceptHandler', type, name: to, body: handled }));
  }
  const orelse = handlers.length > 0 ? otherwise(c, from, 'else') : [];
  const finalbody = otherwise(c, from, 'finally');
  if (handlers.length === 0 && finalbody.length === 0) {
    const said = "expected 'except' or 'finally' block";
    throw here(c).kind === 'end'
      ? new SyntaxFault(said, (body.at(-1) as Located).end_lineno, (body.at(-1) as Located).end_col_offset)
      : spanning(said, here(c));
  }
  return made(c, from, { nodeType: star ? 'TryStar' : 'Try', body, handlers, orelse, finalbody });
}

function functionDef(c: Cursor, from: Piece, nodeType: 'FunctionDef' | 'AsyncFunctionDef', decorator_list: ExprNode[]): StmtNode {
  const called = name(c);
  if (!take(c, '(')) stop(here(c), "expected '('");
  const args = parameters(c, ')');
  next(c);
  const arrow = here(c);
  const returns = take(c, '->') ? (begins(c) ? expression(c) : stop(arrow, "expected ':'")) : undefined;
  const body = block(c, from);
  return made(c, from, { nodeType, name: called, args, body, decorator_list, returns });
}

function classDef(c: Cursor, from: Piece, decorator_list: ExprNode[]): StmtNode {
  const called = name(c);
  const { args, keywords } = is(c, '(') ? callArguments(c, false) : { args: [], keywords: [] };
  const body = block(c, from);
  return made(c, from, { nodeType: 'ClassDef', name: called, bases: args, keywords, body, decorator_list });
}

/** `def`, `class` and `async def` with the decorators above them. */
function definition(c: Cursor, above: Piece, decorators: ExprNode[]): StmtNode {
  const from = here(c);
  if (from.kind === 'end' || width(c, from) !== width(c, above)) stop(from);
  next(c);
  if (from.text === 'class') return classDef(c, from, decorators);
  if (from.text === 'async') want(c, 'def');
  else if (from.text !== 'def') stop(from);
  return functionDef(c, from, from.text === 'async' ? 'AsyncFunctionDef' : 'FunctionDef', decorators);
}

const COMPOUND = rules({
  if: condition,
  while(c, from) {
    const test = named(c);
    const body = block(c, from);
    const orelse = otherwise(c, from, 'else');
    return made(c, from, { nodeType: 'While', test, body, orelse });
  },
  for: (c, from) => loop(c, from, 'For'),
  with: (c, from) => withStatement(c, from, 'With'),
  try: tryStatement,
  def: (c, from) => functionDef(c, from, 'FunctionDef', []),
  class: (c, from) => classDef(c, from, []),
  async(c, from) {
    if (take(c, 'def')) return functionDef(c, from, 'AsyncFunctionDef', []);
    if (take(c, 'for')) return loop(c, from, 'AsyncFor');
    want(c, 'with');
    return withStatement(c, from, 'AsyncWith');
  },
  '@'(c, from) {
    const decorators: ExprNode[] = [];
    do {
      decorators.push(named(c));
      if (here(c).kind !== 'newline') stop(here(c));
      next(c);
    } while (goesOn(c, from, '@'));
    return definition(c, from, decorators);
  },
});
