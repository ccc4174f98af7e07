/**
 * Scopes: which names of a block are local, cell, free or global, as Python's own symbol table decides.
 *
 * Two passes: collect uses and bindings of every block, then resolve from the outside in. Private names (`__x` in a class)
 * are mangled here and in the compiler by the same function.
 */
import type { Code } from '../code.ts';
import type { Arg, Arguments, Expr, ExprNode, StmtNode } from './ast.ts';
import { syntaxError } from './syntax.ts';
import { part } from '../packs.ts';

const faults = part<typeof import('./namefaults.ts')>('faults', 'names');

export type ScopeKind = 'module' | 'class' | 'function';
export type Resolved = 'local' | 'cell' | 'free' | 'global' | 'implicit';

interface Sym {
  bound: boolean;
  param: boolean;
  used: boolean;
  global: boolean;
  nonlocal: boolean;
  /** Where it was first declared global or nonlocal. */
  at: Parameters<typeof syntaxError>[1] | null;
}

export class Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | null;
  readonly children: Scope[] = [];
  readonly symbols: Map<string, Sym> = new Map();
  readonly resolved: Map<string, Resolved> = new Map();
  /** Class that mangles private names here. */
  readonly privateName: string | null;
  isGenerator = false;
  isComprehension = false;

  constructor(kind: ScopeKind, parent: Scope | null, privateName: string | null) {
    this.kind = kind;
    this.parent = parent;
    this.privateName = privateName;
    parent?.children.push(this);
  }

  sym(name: string): Sym {
    let s = this.symbols.get(name);
    if (!s) this.symbols.set(name, (s = { bound: false, param: false, used: false, global: false, nonlocal: false, at: null }));
    return s;
  }
  names(kind: Resolved): string[] {
    return [...this.resolved].filter(([, r]) => r === kind).map(([n]) => n);
  }
}

export function mangle(name: string, cls: string | null): string {
  if (cls === null || !name.startsWith('__') || name.endsWith('__') || name.includes('.')) return name;
  const stem = cls.replace(/^_+/, '');
  return stem === '' ? name : `_${stem}${name}`;
}

type AnyNode = { readonly nodeType: string; lineno?: number; col_offset?: number };
const isNode = (v: unknown): v is AnyNode => typeof v === 'object' && v !== null && 'nodeType' in v;

export class SymbolTable {
  readonly scopes: Map<object, Scope> = new Map();
  /** Hears of every function's code object: its body may have been set aside (bodies.ts). */
  aside: ((code: Code, def: { lineno: number }) => void) | null = null;
  private scope: Scope;

  constructor(body: readonly StmtNode[], root: object) {
    this.scope = new Scope('module', null, null);
    this.scopes.set(root, this.scope);
    for (const s of body) this.visit(s);
    resolve(this.scope, new Set());
  }

  private enter(node: object, kind: ScopeKind, cls: string | null, inside: () => void): Scope {
    const outer = this.scope;
    this.scope = new Scope(kind, outer, cls ?? outer.privateName);
    this.scopes.set(node, this.scope);
    inside();
    const made = this.scope;
    this.scope = outer;
    return made;
  }
  private bind(name: string): void {
    this.scope.sym(mangle(name, this.scope.privateName)).bound = true;
  }
  private use(name: string): void {
    this.scope.sym(mangle(name, this.scope.privateName)).used = true;
  }

  private visit(node: unknown): void {
    if (Array.isArray(node)) {
      for (const n of node) this.visit(n);
      return;
    }
    if (!isNode(node)) return;
    const n = node as StmtNode | ExprNode;
    switch (n.nodeType) {
      case 'FunctionDef':
        this.visit(n.decorator_list);
        this.visitDefaults(n.args);
        this.visitAnnotations(n.args);
        this.visit(n.returns);
        this.bind(n.name);
        this.enter(n, 'function', null, () => {
          this.params(n.args);
          this.visit(n.body);
        });
        return;
      case 'Lambda':
        this.visitDefaults(n.args);
        this.enter(n, 'function', null, () => {
          this.params(n.args);
          this.visit(n.body);
        });
        return;
      case 'ClassDef':
        this.visit(n.decorator_list);
        this.visit(n.bases);
        for (const k of n.keywords) this.visit(k.value);
        this.bind(n.name);
        this.enter(n, 'class', n.name, () => {
          this.visit(n.body);
        });
        return;
      case 'ListComp':
      case 'SetComp':
      case 'DictComp':
      case 'GeneratorExp': {
        this.visit(n.generators[0].iter);
        this.enter(n, 'function', null, () => {
          this.scope.isComprehension = true;
          this.scope.isGenerator = n.nodeType === 'GeneratorExp';
          Object.assign(this.scope.sym('.0'), { bound: true, param: true });
          n.generators.forEach((g, i) => {
            this.visit(g.target);
            if (i > 0) this.visit(g.iter);
            this.visit(g.ifs);
          });
          if (n.nodeType === 'DictComp') {
            this.visit(n.key);
            this.visit(n.value);
          } else this.visit(n.elt);
        });
        return;
      }
      case 'Constant':
        return;
      case 'Attribute':
        this.visit(n.value);
        return;
      case 'Name':
        if (n.ctx === 'Load') {
          this.use(n.id);
          if (n.id === 'super' && this.scope.kind === 'function') this.use('__class__');
        } else this.bind(n.id);
        return;
      case 'NamedExpr': {
        this.visit(n.value);
        // In a comprehension the walrus binds in the function around it.
        let s = this.scope;
        const id = (n.target as Expr<'Name'>).id;
        const name = mangle(id, s.privateName);
        if (s.isComprehension) {
          if (s.symbols.get(name)?.bound && !s.symbols.get(name)?.nonlocal) {
            faults().rebinds(id, n.target);
          }
          while (s.isComprehension && s.parent) {
            s.sym(name).used = true;
            s.sym(name).nonlocal = true;
            s = s.parent;
          }
          if (s.kind === 'class') faults().inClassBody(n.target);
          s.sym(name).bound = true;
          if (s.kind === 'module' || s.sym(name).global) {
            let t = this.scope;
            while (t !== s) {
              t.sym(name).nonlocal = false;
              t.sym(name).global = true;
              t = t.parent as Scope;
            }
          }
        } else s.sym(name).bound = true;
        return;
      }
      case 'Global':
      case 'Nonlocal':
        for (const raw of n.names) {
          const s = this.scope.sym(mangle(raw, this.scope.privateName));
          const word = n.nodeType === 'Global' ? 'global' : 'nonlocal';
          const outermost = this.scope.kind === 'module';
          if (s.param || s.used || s.bound || (word === 'global' ? s.nonlocal : s.global || outermost)) faults().misdeclared(raw, word, s, outermost, n);
          s[word] = true;
          s.at ??= n;
        }
        return;
      case 'Import':
      case 'ImportFrom':
        for (const a of n.names) if (a.name !== '*') this.bind(a.asname ?? a.name.split('.')[0]);
        return;
      case 'Try':
      case 'TryStar':
        this.visit(n.body);
        for (const h of n.handlers) {
          this.visit(h.type);
          if (h.name) this.bind(h.name);
          this.visit(h.body);
        }
        this.visit(n.orelse);
        this.visit(n.finalbody);
        return;
      case 'Yield':
      case 'YieldFrom':
        if (this.scope.kind !== 'function') syntaxError(`'yield' outside function`, n);
        if (this.scope.isComprehension) syntaxError(`'yield' inside ${n.nodeType === 'Yield' ? 'list comprehension' : 'generator expression'}`, n);
        this.scope.isGenerator = true;
        this.visit(n.value);
        return;
      case 'AnnAssign':
        if (n.target.nodeType === 'Name' && n.simple) {
          this.bind(n.target.id);
        } else this.visit(n.target);
        // Annotations of locals are not evaluated, so their names are not used.
        if (this.scope.kind !== 'function') this.visit(n.annotation);
        this.visit(n.value);
        return;
      default:
        for (const key in n) {
          const v = (n as unknown as Record<string, unknown>)[key];
          if (typeof v === 'object' && v !== null) this.visit(v);
        }
        this.patterns(n as unknown as { nodeType: string; name?: string | null; rest?: string | null });
    }
  }

  private patterns(n: { nodeType: string; name?: string | null; rest?: string | null }): void {
    if ((n.nodeType === 'MatchAs' || n.nodeType === 'MatchStar') && n.name && n.name !== '_') this.bind(n.name);
    if (n.nodeType === 'MatchMapping' && n.rest) this.bind(n.rest);
  }

  private visitDefaults(args: Arguments): void {
    this.visit(args.defaults);
    this.visit(args.kw_defaults);
  }
  private visitAnnotations(args: Arguments): void {
    for (const a of allArgs(args)) this.visit(a.annotation);
  }
  private params(args: Arguments): void {
    for (const a of allArgs(args)) {
      const s = this.scope.sym(mangle(a.arg, this.scope.privateName));
      if (s.param) syntaxError(`duplicate argument '${a.arg}' in function definition`, a);
      s.param = true;
      s.bound = true;
    }
  }
}

/** Parameters in slot order: positional, keyword-only, *args, **kwargs. */
export function allArgs(args: Arguments): Arg[] {
  return [...args.posonlyargs, ...args.args, ...args.kwonlyargs, ...(args.vararg ? [args.vararg] : []), ...(args.kwarg ? [args.kwarg] : [])];
}

/** Returns the names that the scope and its children need from outside. */
function resolve(scope: Scope, visible: ReadonlySet<string>): Set<string> {
  const free = new Set<string>();
  const local = new Set<string>();
  for (const [name, s] of scope.symbols) {
    if (s.global) scope.resolved.set(name, 'global');
    else if (s.nonlocal) {
      if (!visible.has(name)) syntaxError(`no binding for nonlocal '${name}' found`, s.at ?? {});
      scope.resolved.set(name, 'free');
      free.add(name);
    } else if (s.bound) {
      scope.resolved.set(name, 'local');
      local.add(name);
    } else if (s.used) {
      if (visible.has(name)) {
        scope.resolved.set(name, 'free');
        free.add(name);
      } else scope.resolved.set(name, 'implicit');
    }
  }
  const inner = new Set(visible);
  for (const [name, s] of scope.symbols) if (s.global) inner.delete(name);
  if (scope.kind === 'function') for (const n of local) inner.add(n);
  if (scope.kind === 'class') inner.add('__class__');
  const wanted = new Set<string>();
  for (const c of scope.children) for (const n of resolve(c, inner)) wanted.add(n);
  for (const n of wanted) {
    if (scope.kind === 'class' && n === '__class__') {
      scope.resolved.set(n, 'cell');
      continue;
    }
    if (scope.kind === 'function' && local.has(n)) scope.resolved.set(n, 'cell');
    else {
      // Passed through from further out.
      if (scope.kind !== 'class' || !scope.resolved.has(n)) scope.resolved.set(n, 'free');
      else passThrough(scope).add(n);
      free.add(n);
    }
  }
  return free;
}

const through = new WeakMap<Scope, Set<string>>();
/** Names a class body hands to its methods although it binds the same name itself. */
export function passThrough(scope: Scope): Set<string> {
  let s = through.get(scope);
  if (!s) through.set(scope, (s = new Set()));
  return s;
}
