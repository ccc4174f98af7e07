/**
 * The syntax tree: the nodes of Python's own `ast` module with its names and places, as far as Python 3.11 has them.
 *
 * Two things are said shorter than there: an operator is its text (`'+'`, `'not in'`), a context its name. A constant holds
 * the engine's value. Columns count UTF-16 code units from 0, where CPython counts bytes of UTF-8.
 */
import type { Value } from '../values.ts';

export interface Located {
  lineno: number;
  col_offset: number;
  end_lineno: number;
  end_col_offset: number;
}

export type Context = 'Load' | 'Store' | 'Del';

/** For several kinds with the same fields: a union of nodes. */
type Node<K extends string, F = unknown> = K extends string ? Located & { nodeType: K } & F : never;

export interface Comprehension {
  nodeType: 'Comprehension';
  target: ExprNode;
  iter: ExprNode;
  ifs: ExprNode[];
  is_async: boolean;
}
export type Arg = Located & { nodeType: 'Arg'; arg: string; annotation?: ExprNode | undefined };
export interface Arguments {
  nodeType: 'Arguments';
  posonlyargs: Arg[];
  args: Arg[];
  vararg?: Arg | undefined;
  kwonlyargs: Arg[];
  /** Beside `kwonlyargs`; null where there is no default. */
  kw_defaults: (ExprNode | null)[];
  kwarg?: Arg | undefined;
  /** Of the last ones of `posonlyargs` and `args`. */
  defaults: ExprNode[];
}
/** `arg` is absent in `**mapping`. */
export type Keyword = Located & { nodeType: 'Keyword'; arg?: string | undefined; value: ExprNode };
export type Alias = Located & { nodeType: 'Alias'; name: string; asname?: string | undefined };
export type ExceptHandler = Located & { nodeType: 'ExceptHandler'; type?: ExprNode | undefined; name?: string | undefined; body: StmtNode[] };
export interface WithItem {
  nodeType: 'WithItem';
  context_expr: ExprNode;
  optional_vars?: ExprNode | undefined;
}
export interface MatchCase {
  nodeType: 'MatchCase';
  pattern: PatternNode;
  guard?: ExprNode | undefined;
  body: StmtNode[];
}

export type ExprNode =
  | Node<'BoolOp', { op: string; values: ExprNode[] }>
  | Node<'NamedExpr', { target: ExprNode; value: ExprNode }>
  | Node<'BinOp', { left: ExprNode; op: string; right: ExprNode }>
  | Node<'UnaryOp', { op: string; operand: ExprNode }>
  | Node<'Lambda', { args: Arguments; body: ExprNode }>
  | Node<'IfExp', { test: ExprNode; body: ExprNode; orelse: ExprNode }>
  | Node<'Dict', { keys: (ExprNode | null)[]; values: ExprNode[] }>
  | Node<'Set', { elts: ExprNode[] }>
  | Node<'ListComp' | 'SetComp' | 'GeneratorExp', { elt: ExprNode; generators: Comprehension[] }>
  | Node<'DictComp', { key: ExprNode; value: ExprNode; generators: Comprehension[] }>
  | Node<'Await' | 'YieldFrom', { value: ExprNode }>
  | Node<'Yield', { value?: ExprNode | undefined }>
  | Node<'Compare', { left: ExprNode; ops: string[]; comparators: ExprNode[] }>
  | Node<'Call', { func: ExprNode; args: ExprNode[]; keywords: Keyword[] }>
  | Node<'FormattedValue', { value: ExprNode; conversion: number; format_spec?: ExprNode | undefined }>
  | Node<'JoinedStr', { values: ExprNode[] }>
  | Node<'Constant', { value: Value }>
  | Node<'Attribute', { value: ExprNode; attr: string; ctx: Context }>
  | Node<'Subscript', { value: ExprNode; slice: ExprNode; ctx: Context }>
  | Node<'Starred', { value: ExprNode; ctx: Context }>
  | Node<'Name', { id: string; ctx: Context }>
  | Node<'List' | 'Tuple', { elts: ExprNode[]; ctx: Context }>
  | Node<'Slice', { lower?: ExprNode | undefined; upper?: ExprNode | undefined; step?: ExprNode | undefined }>;

interface Definition {
  name: string;
  args: Arguments;
  body: StmtNode[];
  decorator_list: ExprNode[];
  returns?: ExprNode | undefined;
}
interface Loop {
  target: ExprNode;
  iter: ExprNode;
  body: StmtNode[];
  orelse: StmtNode[];
}

export type StmtNode =
  | Node<'FunctionDef' | 'AsyncFunctionDef', Definition>
  | Node<'ClassDef', { name: string; bases: ExprNode[]; keywords: Keyword[]; body: StmtNode[]; decorator_list: ExprNode[] }>
  | Node<'Return', { value?: ExprNode | undefined }>
  | Node<'Delete', { targets: ExprNode[] }>
  | Node<'Assign', { targets: ExprNode[]; value: ExprNode }>
  | Node<'AugAssign', { target: ExprNode; op: string; value: ExprNode }>
  /** `simple`: the target is a bare name without parentheses. */
  | Node<'AnnAssign', { target: ExprNode; annotation: ExprNode; value?: ExprNode | undefined; simple: boolean }>
  | Node<'For' | 'AsyncFor', Loop>
  | Node<'While' | 'If', { test: ExprNode; body: StmtNode[]; orelse: StmtNode[] }>
  | Node<'With' | 'AsyncWith', { items: WithItem[]; body: StmtNode[] }>
  | Node<'Match', { subject: ExprNode; cases: MatchCase[] }>
  | Node<'Raise', { exc?: ExprNode | undefined; cause?: ExprNode | undefined }>
  | Node<'Try' | 'TryStar', { body: StmtNode[]; handlers: ExceptHandler[]; orelse: StmtNode[]; finalbody: StmtNode[] }>
  | Node<'Assert', { test: ExprNode; msg?: ExprNode | undefined }>
  | Node<'Import', { names: Alias[] }>
  | Node<'ImportFrom', { module?: string | undefined; names: Alias[]; level: number }>
  | Node<'Global' | 'Nonlocal', { names: string[] }>
  | Node<'Expr', { value: ExprNode }>
  | Node<'Pass' | 'Break' | 'Continue'>;

export type PatternNode =
  | Node<'MatchValue', { value: ExprNode }>
  | Node<'MatchSingleton', { value: boolean | null }>
  | Node<'MatchSequence' | 'MatchOr', { patterns: PatternNode[] }>
  | Node<'MatchMapping', { keys: ExprNode[]; patterns: PatternNode[]; rest?: string | undefined }>
  | Node<'MatchClass', { cls: ExprNode; patterns: PatternNode[]; kwd_attrs: string[]; kwd_patterns: PatternNode[] }>
  /** No name: the wildcard `_`. */
  | Node<'MatchStar', { name?: string | undefined }>
  | Node<'MatchAs', { pattern?: PatternNode | undefined; name?: string | undefined }>;

export type Expr<K extends ExprNode['nodeType']> = Extract<ExprNode, { nodeType: K }>;
export type Stmt<K extends StmtNode['nodeType']> = Extract<StmtNode, { nodeType: K }>;
