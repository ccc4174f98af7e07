/**
 * Functions whose bodies wait: the library's texts are large and a program calls little of them, so a body is parsed and
 * compiled at its first call. The header is compiled with its module: defaults, decorators and annotations act there.
 *
 * `setAside` finds bodies by indentation alone. That is safe for packed texts (`tools/squeeze.mjs`: one space a level, no
 * comments); a text with strings over several lines is left whole. Left in place too: functions inside functions and
 * inside `if` or `try`, and bodies that open with a string, which would be a docstring.
 */
import type { Code } from '../code.ts';
import type { Stmt, StmtNode } from './ast.ts';
import { parseLibrary } from './parse.ts';
import { SymbolTable, type Scope } from './symbols.ts';

export interface Body {
  /** Line of the `def`. */
  readonly line: number;
  /** The classes around it, outermost first. */
  readonly classes: readonly string[];
  /** The function's own lines, header first. */
  readonly text: string;
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** The text with `pass` in place of bodies (lines keep their numbers), and the bodies by the line of their `def`. */
export function setAside(source: string): { text: string; bodies: ReadonlyMap<number, Body> } {
  const bodies = new Map<number, Body>();
  if (/"""|'''/.test(source)) return { text: source, bodies };
  const lines = source.split('\n');
  const out: string[] = [];
  const classes: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const indent = indentOf(line);
    if (line !== '' && indent < classes.length) classes.length = indent;
    out.push(line);
    if (indent !== classes.length) continue;
    const cls = /^ *class (\w+).*:$/.exec(line);
    if (cls) classes.push(cls[1]);
    if (!/^ *def \w+\(.*\).*:$/.test(line)) continue;
    let end = i + 1;
    while (end < lines.length && indentOf(lines[end]) > indent) end++;
    const inside = lines.slice(i + 1, end);
    // Brackets that are open at the end of a line go on at the margin: not a body's end.
    if (!balanced(inside) || !balanced([line]) || /^ *[rRbBuU]*["']/.test(inside[0] ?? '')) continue;
    bodies.set(i + 1, { line: i + 1, classes: [...classes], text: lines.slice(i, end).join('\n') });
    // A function that mentions them needs the cell of its class.
    const cell = classes.length > 0 && /(?<![.\w'"])(super|__class__)\b/.test(inside.join('\n'));
    out.push(`${' '.repeat(indent + 1)}${cell ? '__class__' : 'pass'}`, ...Array.from({ length: inside.length - 1 }, () => ''));
    i = end - 1;
  }
  return { text: out.join('\n'), bodies };
}

/** Every bracket that opens in these lines closes in them; strings are skipped. */
function balanced(lines: readonly string[]): boolean {
  const text = lines.join('\n').replace(/"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g, '');
  let depth = 0;
  for (const c of text) {
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Compiles a body into the code object that stands for it. `compile` makes the unit's code from inside the classes. */
export function fill(
  code: Code,
  body: Body,
  compile: (table: SymbolTable, path: readonly StmtNode[], def: Stmt<'FunctionDef'>, lines: readonly string[], root: Scope) => Code,
): void {
  const text = [...body.classes.map((name, i) => `${' '.repeat(i)}class ${name}:`), body.text].join('\n');
  const tree = parseLibrary(text);
  const table = new SymbolTable(tree.body, tree);
  const path: StmtNode[] = [];
  let at = tree.body[0];
  while (at.nodeType === 'ClassDef') {
    path.push(at);
    at = at.body[0];
  }
  const made = compile(table, path, at as Stmt<'FunctionDef'>, text.split('\n'), table.scopes.get(tree) as Scope);
  if (made.freeVars.some((name) => !code.freeVars.includes(name))) throw new Error(`${code.qualname} needs cells that its stub has not`);
  moved(made, body.line - body.classes.length - 1);
  const { isGenerator, varNames, cellVars, cellArgs, consts, names, ops, pos, doc } = made;
  Object.assign(code, { isGenerator, varNames, cellVars, cellArgs, consts, names, ops, pos, doc, pending: null });
}

/** Lines of a code object and of those in it, `by` further down. */
function moved(code: Code, by: number): void {
  code.firstLine += by;
  if (code.startLine > 0) code.startLine += by;
  for (let i = 0; i < code.pos.length; i += 4) {
    code.pos[i] += by;
    code.pos[i + 1] += by;
  }
  for (const c of code.consts) if (typeof c === 'object' && c !== null && 'ops' in c) moved(c as Code, by);
}
