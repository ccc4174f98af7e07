/**
 * What CPython's compiler refuses after parsing: stars alone, walruses onto anything but a name, repeated keywords, late
 * `__future__` imports. Found by comparing verdicts over `test/golden/python/syntax`.
 */
import type { ExprNode, StmtNode } from './ast.ts';
import { syntaxError } from './syntax.ts';
import { describeTarget } from './targets.ts';

type AnyNode = ExprNode | StmtNode;
const FUTURES = new Set(
  ('nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL ' + 'generator_stop annotations').split(
    ' ',
  ),
);
const SCOPES = new Set(['FunctionDef', 'Lambda', 'ClassDef']);

export function checkTree(body: readonly StmtNode[]): void {
  let early = true;
  for (const [i, s] of body.entries()) {
    if (s.nodeType === 'ImportFrom' && s.module === '__future__') {
      if (!early) syntaxError('from __future__ imports must occur at the beginning of the file', s);
      for (const a of s.names) if (!FUTURES.has(a.name)) syntaxError(`future feature ${a.name} is not defined`, { lineno: s.lineno, col_offset: s.col_offset });
    } else if (i > 0 || s.nodeType !== 'Expr' || s.value.nodeType !== 'Constant') early = false;
  }
  visit(body, false);
}

function visit(v: unknown, inScope: boolean): void {
  if (Array.isArray(v)) for (const x of v) visit(x, inScope);
  else if (typeof v === 'object' && v !== null && 'nodeType' in v) {
    const n = v as AnyNode;
    check(n, inScope);
    const inside = inScope || SCOPES.has(n.nodeType);
    for (const key in n) {
      const x = (n as unknown as Record<string, unknown>)[key];
      if (typeof x === 'object' && x !== null) visit(x, inside);
    }
  }
}

function check(n: AnyNode, inScope: boolean): void {
  switch (n.nodeType) {
    case 'Assign':
      for (const t of n.targets) if (t.nodeType === 'Starred') syntaxError('starred assignment target must be in a list or tuple', t);
      return noStar(n.value);
    case 'For':
      if (n.target.nodeType === 'Starred') syntaxError('starred assignment target must be in a list or tuple', n.target);
      return;
    case 'Expr':
    case 'Return':
      return noStar(n.value);
    case 'AnnAssign':
      if (n.target.nodeType === 'List' || n.target.nodeType === 'Tuple')
        syntaxError(`only single target (not ${n.target.nodeType.toLowerCase()}) can be annotated`, n.target);
      return;
    case 'NamedExpr': {
      const { target } = n;
      const words: Partial<Record<ExprNode['nodeType'], string>> = { Attribute: 'attribute', Subscript: 'subscript' };
      if (target.nodeType !== 'Name')
        syntaxError(`cannot use assignment expressions with ${words[target.nodeType] ?? describeTarget(target)?.name ?? 'expression'}`, target);
      return;
    }
    case 'ImportFrom':
      if (inScope && n.names[0].name === '*') syntaxError('import * only allowed at module level', n.names[0]);
      return;
    case 'Call': {
      const seen = new Set<string>();
      for (const k of n.keywords) {
        if (k.arg && seen.has(k.arg)) syntaxError(`keyword argument repeated: ${k.arg}`, k);
        if (k.arg) seen.add(k.arg);
      }
    }
  }
}

function noStar(e: ExprNode | undefined): void {
  if (e?.nodeType === 'Starred') syntaxError("can't use starred expression here", e);
}
