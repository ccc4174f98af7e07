/**
 * Source text to a code object, cached: a program by file name and text, a module of the library by its name, once a process.
 */
import type { Code } from '../code.ts';
import { guarded, parseExpression, parseLibrary, parseSource, type Tree } from './parse.ts';
import { expr } from './expr.ts';
import { docstring, statements } from './stmt.ts';
import { type Body, fill, setAside } from './bodies.ts';
import { child, functionCode, hasAnnotation } from './func.ts';
import { SymbolTable, type Scope } from './symbols.ts';
import { Unit } from './unit.ts';

const cache = new Map<string, Code>();
const MAX_CACHED = 512;

export function compileModule(source: string, filename: string): Code {
  const key = `${filename}\0${source}`;
  const hit = cache.get(key);
  if (hit) return hit;
  const tree = parseSource(source, filename);
  const code = guarded(source, filename, () => moduleCode(tree, source, filename));
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, code);
  return code;
}

/** A packed text of the library: bodies of functions compile at their first call. */
export function compileLibrary(source: string, filename: string): Code {
  // By the name alone: the text of a module is one long constant, which would be copied and hashed whole at each import.
  const hit = cache.get(filename);
  if (hit?.source === source) return hit;
  const { text, bodies } = setAside(source);
  const code = moduleCode(parseLibrary(text), source, filename, bodies);
  cache.set(filename, code);
  return code;
}

/** Gives `code` its body later. What is not known of it before the first call is whether it is a generator's. */
function wait(code: Code, body: Body, source: string): void {
  code.isGenerator = true;
  code.pending = () => {
    fill(code, body, (table, path, def, lines, root) => {
      let u = new Unit(root, table, null, lines, code.filename, '<module>');
      for (const node of path) u = child(u, node, (node as { name: string }).name);
      return functionCode(u, def);
    });
    attach(code, source);
  };
}

function moduleCode(tree: Tree, source: string, filename: string, bodies?: ReadonlyMap<number, Body>): Code {
  const table = new SymbolTable(tree.body, tree);
  if (bodies) {
    table.aside = (code, { lineno }) => {
      const body = bodies.get(lineno);
      if (body) wait(code, body, source);
    };
  }
  const u = new Unit(table.scopes.get(tree) as Scope, table, null, source.split('\n'), filename, '<module>');
  u.code.source = source;
  u.at({ lineno: 1, col_offset: -1, end_col_offset: -1 });
  u.code.doc = docstring(tree.body);
  if (tree.body.some(hasAnnotation)) u.emit('SETUP_ANNOTATIONS');
  statements(u, tree.body);
  u.load(null);
  u.emit('RETURN');
  const code = u.finish();
  attach(code, source);
  return code;
}

/** One expression, for `eval`. */
export function compileExpression(source: string, filename = '<string>'): Code {
  const { tree, text } = parseExpression(source, filename);
  const table = new SymbolTable([tree], tree);
  const u = new Unit(table.scopes.get(tree) as Scope, table, null, text.split('\n'), filename, '<module>');
  if (tree.nodeType === 'Expr') expr(u, tree.value);
  u.emit('RETURN');
  const code = u.finish();
  attach(code, source);
  return code;
}

/** Inner code objects share the text of their file. */
function attach(code: Code, source: string): void {
  code.source = source;
  for (const c of code.consts) if (typeof c === 'object' && c !== null && 'ops' in c) attach(c as Code, source);
}
