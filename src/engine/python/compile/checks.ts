/**
 * What CPython's compiler refuses and py-ast accepts: misplaced stars and walruses, repeated keywords, late `__future__`
 * imports, truncated escapes … Found by comparing verdicts over `test/golden/python/syntax`.
 */
import type { ExprNode, StmtNode } from 'py-ast';
import { Unsupported } from '../errors.ts';
import { syntaxError } from './syntax.ts';
import { describeTarget } from './targets.ts';

type AnyNode = ExprNode | StmtNode;
type Located = { lineno?: number; col_offset?: number };
const FUTURES = new Set([
  'nested_scopes',
  'generators',
  'division',
  'absolute_import',
  'with_statement',
  'print_function',
  'unicode_literals',
  'barry_as_FLUFL',
  'generator_stop',
  'annotations',
]);

const isNode = (v: unknown): v is AnyNode => typeof v === 'object' && v !== null && 'nodeType' in v;

export function checkTree(body: readonly StmtNode[], text: string): void {
  new Checker(text).module(body);
}

class Checker {
  private readonly lines: readonly string[];
  private inFunction = false;
  constructor(text: string) {
    this.lines = text.split('\n');
  }

  module(body: readonly StmtNode[]): void {
    let early = true;
    for (const s of body) {
      if (s.nodeType === 'Comment') continue;
      if (s.nodeType === 'ImportFrom' && s.module === '__future__') {
        if (!early) syntaxError('from __future__ imports must occur at the beginning of the file', s);
        for (const a of s.names) if (!FUTURES.has(a.name)) syntaxError(`future feature ${a.name} is not defined`, s);
      } else if (!(s.nodeType === 'Expr' && s.value.nodeType === 'Constant' && s === body.find((x) => x.nodeType !== 'Comment'))) early = false;
    }
    this.visit(body);
  }

  private charAt(n: Located): string {
    return this.lines[(n.lineno ?? 1) - 1]?.[n.col_offset ?? 0] ?? '';
  }

  private visit(v: unknown): void {
    if (Array.isArray(v)) {
      for (const x of v) this.visit(x);
      return;
    }
    if (!isNode(v)) return;
    this.check(v);
    const outer = this.inFunction;
    if (v.nodeType === 'FunctionDef' || v.nodeType === 'AsyncFunctionDef' || v.nodeType === 'Lambda') this.inFunction = true;
    if (v.nodeType === 'ClassDef') this.inFunction = true;
    for (const k in v) {
      const x = (v as unknown as Record<string, unknown>)[k];
      if (typeof x === 'object' && x !== null && k !== 'ctx') this.visit(x);
    }
    this.inFunction = outer;
  }

  private check(n: AnyNode): void {
    switch (n.nodeType) {
      case 'Assign':
        for (const t of n.targets) {
          if (t.nodeType === 'Starred') syntaxError('starred assignment target must be in a list or tuple', t);
          const bad = describeTarget(t);
          if (bad) syntaxError(`cannot assign to ${bad.name}`, bad.node);
        }
        this.noStar(n.value);
        return;
      case 'AnnAssign':
        if (n.target.nodeType === 'List' || n.target.nodeType === 'Tuple')
          syntaxError(`only single target (not ${n.target.nodeType.toLowerCase()}) can be annotated`, n.target);
        return;
      case 'For': {
        const bad = describeTarget(n.target);
        if (bad) syntaxError(`cannot assign to ${bad.name}`, bad.node);
        return;
      }
      case 'Expr':
        if (n.value.nodeType === 'NamedExpr' && n.value.col_offset === n.col_offset && this.charAt(n) !== '(') syntaxError('invalid syntax', n);
        this.noStar(n.value);
        return;
      case 'Return':
        if (n.value) this.noStar(n.value);
        return;
      case 'NamedExpr':
        if (n.target.nodeType !== 'Name')
          syntaxError(
            `cannot use assignment expressions with ${{ Attribute: 'attribute', Subscript: 'subscript' }[n.target.nodeType as string] ?? describeTarget(n.target)?.name ?? 'expression'}`,
            n.target,
          );
        return;
      case 'ImportFrom':
        if (n.names.length === 1 && n.names[0].name === '*' && this.inFunction) syntaxError('import * only allowed at module level', n);
        if (!n.module && !n.level) syntaxError('invalid syntax', n);
        if (
          /,\s*(#.*)?$/.test(this.lines[(n.end_lineno ?? n.lineno) - 1] ?? '') &&
          !this.lines
            .slice(n.lineno - 1, n.end_lineno)
            .join('')
            .includes('(')
        ) {
          syntaxError('trailing comma not allowed without surrounding parentheses', n);
        }
        return;
      case 'Try':
        if (n.handlers.length === 0 && n.finalbody.length === 0) {
          const last = n.body[n.body.length - 1];
          syntaxError("expected 'except' or 'finally' block", { lineno: last.end_lineno ?? last.lineno, col_offset: 0 });
        }
        return;
      case 'Call':
        this.call(n);
        return;
      case 'FunctionDef':
      case 'Lambda': {
        const head = this.lines[n.lineno - 1]?.slice(n.col_offset) ?? '';
        if (n.args.posonlyargs.length === 0 && /^(async\s+)?(def\s+\w+\s*\(|lambda)\s*\//.test(head)) syntaxError('at least one argument must precede /', n);
        return;
      }
      case 'Constant':
        if (typeof n.value === 'string') this.namedCharacter(n);
        this.constant(n);
        return;
      case 'JoinedStr': {
        this.namedCharacter(n);
        const raw = this.lines[n.lineno - 1]?.slice(n.col_offset, n.end_lineno === n.lineno ? n.end_col_offset : undefined) ?? '';
        if (n.end_lineno === n.lineno && /^[rRfF]+(['"])/.test(raw) && !/['"].*['"]\s+[rRfFbBuU]*['"]/.test(raw)) {
          const plain = raw.replaceAll('{{', '').replaceAll('}}', '');
          if ((plain.match(/\}/g)?.length ?? 0) > (plain.match(/\{/g)?.length ?? 0) && !n.values.some((x) => x.nodeType === 'FormattedValue')) {
            syntaxError("f-string: single '}' is not allowed", n);
          }
        }
        return;
      }
      case 'Match':
        for (const c of n.cases) this.pattern(c.pattern);
        return;
    }
  }

  private noStar(e: ExprNode): void {
    if (e.nodeType === 'Starred') syntaxError("can't use starred expression here", e);
  }

  private call(n: Extract<ExprNode, { nodeType: 'Call' }>): void {
    const seen = new Set<string>();
    for (const k of n.keywords) {
      if (k.arg && seen.has(k.arg)) syntaxError(`keyword argument repeated: ${k.arg}`, k);
      if (k.arg) seen.add(k.arg);
      if (
        k.arg &&
        k.value.nodeType === 'NamedExpr' &&
        this.charAt(k.value) !== '(' &&
        this.lines[(k.value.lineno ?? 1) - 1]?.[(k.value.col_offset ?? 1) - 1] !== '('
      ) {
        syntaxError('invalid syntax', k.value);
      }
    }
    if (n.args.length + n.keywords.length > 1) {
      for (const a of n.args)
        if (a.nodeType === 'GeneratorExp' && (this.charAt(a) !== '(' || (a.col_offset === n.func.end_col_offset && a.lineno === n.func.end_lineno)))
          syntaxError('Generator expression must be parenthesized', a);
    }
  }

  /** `\\N{BULLET}`: the names are a table of a megabyte, which no page carries; the parser would keep the text as it stands. */
  private namedCharacter(n: ExprNode & Located): void {
    const rows = this.lines.slice(n.lineno - 1, n.end_lineno ?? n.lineno);
    const text = rows.map((row, i) => row.slice(i === 0 ? n.col_offset : 0, i === rows.length - 1 ? n.end_col_offset : undefined)).join('\n');
    const prefix = /^[a-zA-Z]*/.exec(text)?.[0] ?? '';
    if (/[rb]/i.test(prefix) || !text.includes('\\N{')) return;
    for (const [escape] of text.matchAll(/\\(?:N\{[^}]*\}?|[\s\S])/g))
      if (escape.startsWith('\\N{')) throw new Unsupported(`a character by its name, ${escape} (write \\uXXXX)`, n.lineno);
  }

  private constant(n: Extract<ExprNode, { nodeType: 'Constant' }>): void {
    const q = n.quote_style;
    if (typeof n.value !== 'string' || q === undefined) return;
    if (n.end_lineno !== n.lineno) return;
    const raw = this.lines[n.lineno - 1]?.slice(n.col_offset, n.end_col_offset) ?? '';
    const prefix = /^[a-zA-Z]*/.exec(raw)?.[0].toLowerCase() ?? '';
    if (prefix.includes('b')) {
      if (/[^\x00-\x7f]/.test(raw)) syntaxError('bytes can only contain ASCII literal characters', n);
      if (/^b['"][^'"\\]*['"]\s+['"]/i.test(raw)) syntaxError('cannot mix bytes and nonbytes literals', n);
      return;
    }
    if (/^['"][^'"\\]*['"]\s+b['"]/i.test(raw)) syntaxError('cannot mix bytes and nonbytes literals', n);
    if (prefix.includes('r') || !raw.includes('\\')) return;
    const body = raw.replace(/^[a-zA-Z]*('''|"""|'|")/, '').replace(/('''|"""|'|")$/, '');
    for (const m of body.matchAll(/\\(?:([xuU])([0-9a-fA-F]*)|[\s\S])/g)) {
      const want = { x: 2, u: 4, U: 8 }[m[1] ?? ''];
      if (want !== undefined && m[2].length < want) {
        const shape = { x: '\\xXX', u: '\\uXXXX', U: '\\UXXXXXXXX' }[m[1]];
        const end = m.index + 1 + Math.min(m[2].length, want);
        syntaxError(`(unicode error) 'unicodeescape' codec can't decode bytes in position ${m.index}-${end}: truncated ${shape} escape`, n);
      }
    }
  }

  private pattern(p: unknown): void {
    if (Array.isArray(p)) {
      for (const x of p) this.pattern(x);
      return;
    }
    if (typeof p !== 'object' || p === null || !('nodeType' in p)) return;
    const n = p as { nodeType: string; patterns?: { nodeType: string }[]; pattern?: unknown; kwd_patterns?: unknown };
    if (n.nodeType === 'MatchSequence' && (n.patterns ?? []).filter((x) => x.nodeType === 'MatchStar').length > 1) {
      syntaxError('multiple starred names in sequence pattern', p as Located);
    }
    this.pattern(n.patterns);
    this.pattern(n.pattern);
    this.pattern(n.kwd_patterns);
  }
}
