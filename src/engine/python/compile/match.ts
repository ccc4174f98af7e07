/**
 * match statements.
 *
 * A pattern finds its subject on top of the stack and consumes it when it matches; where it fails it jumps to a label that
 * pops what is still there. Captured names are bound as they match, not all at the end as in CPython: seen only by code
 * that reads them after a failed case.
 */
import { PyTuple } from '../containers.ts';
import type { PatternNode as Pattern, Stmt } from './ast.ts';
import { expr, jumpIf } from './expr.ts';
import { statements } from './stmt.ts';
import { syntaxError } from './syntax.ts';
import { Label, type Unit } from './unit.ts';

class Failures {
  readonly labels: Label[] = [];
  depth = 0;
  label(): Label {
    return (this.labels[this.depth] ??= new Label());
  }
}

export function matchStatement(u: Unit, s: Stmt<'Match'>): void {
  const end = new Label();
  expr(u, s.subject);
  for (const [i, c] of s.cases.entries()) {
    const f = new Failures();
    const p = c.pattern;
    u.at(p);
    if (i < s.cases.length - 1 && !c.guard) refutable(p);
    u.emit('DUP');
    f.depth = 1;
    pattern(u, p, f);
    if (c.guard) jumpIf(u, c.guard, false, f.label());
    u.emit('POP_TOP');
    statements(u, c.body);
    u.jump('JUMP', end);
    for (let d = f.labels.length - 1; d >= 0; d--) {
      if (f.labels[d]) u.mark(f.labels[d]);
      if (d > 0) u.emit('POP_TOP');
    }
  }
  u.emit('POP_TOP');
  u.mark(end);
}

function irrefutable(p: Pattern): boolean {
  if (p.nodeType === 'MatchAs') return !p.pattern || irrefutable(p.pattern);
  return p.nodeType === 'MatchOr' && p.patterns.some(irrefutable);
}

/** The names a pattern binds, in one text. */
function namesIn(p: Pattern): string {
  const names = new Set<string>();
  const walk = (q: Pattern): void => {
    if ((q.nodeType === 'MatchAs' || q.nodeType === 'MatchStar') && q.name && q.name !== '_') names.add(q.name);
    if (q.nodeType === 'MatchMapping' && q.rest) names.add(q.rest);
    if (q.nodeType === 'MatchAs' && q.pattern) walk(q.pattern);
    if ('patterns' in q) q.patterns.forEach(walk);
    if ('kwd_patterns' in q) q.kwd_patterns.forEach(walk);
  };
  walk(p);
  return [...names].sort().join(' ');
}

/** The innermost pattern that stands last: where CPython's compiler is when it compares names. */
function lastIn(p: Pattern): Pattern {
  const inner = 'kwd_patterns' in p && p.kwd_patterns.length > 0 ? p.kwd_patterns : 'patterns' in p ? p.patterns : [];
  return inner.length > 0 ? lastIn(inner[inner.length - 1]) : p;
}

/** What matches everything may stand last only. */
function refutable(p: Pattern): void {
  if (!irrefutable(p)) return;
  const what = p.nodeType === 'MatchAs' && p.name ? `name capture '${p.name}'` : 'wildcard';
  syntaxError(`${what} makes remaining patterns unreachable`, p);
}

/** Tests the top of the stack, popping it, and fails with the rest. */
function failUnless(u: Unit, f: Failures): void {
  u.jump('POP_JUMP_IF_FALSE', f.label());
}

/** `f.depth` counts the items above the statement's own subject, this pattern's subject among them. */
function pattern(u: Unit, p: Pattern, f: Failures): void {
  u.at(p);
  switch (p.nodeType) {
    case 'MatchValue':
      expr(u, p.value);
      u.emit('COMPARE', 2);
      f.depth--;
      failUnless(u, f);
      return;
    case 'MatchSingleton':
      u.load(p.value);
      u.emit('IS', 0);
      f.depth--;
      failUnless(u, f);
      return;
    case 'MatchAs':
      if (p.pattern) {
        u.emit('DUP');
        f.depth++;
        pattern(u, p.pattern, f);
      }
      f.depth--;
      if (p.name && p.name !== '_') u.name(p.name, 'Store', p);
      else u.emit('POP_TOP');
      return;
    case 'MatchStar':
      f.depth--;
      if (p.name && p.name !== '_') u.name(p.name, 'Store', p);
      else u.emit('POP_TOP');
      return;
    case 'MatchSequence':
      sequence(u, p.patterns, f);
      return;
    case 'MatchMapping':
      mapping(u, p, f);
      return;
    case 'MatchClass': {
      expr(u, p.cls);
      u.load(new PyTuple(p.kwd_attrs));
      u.at(p);
      u.emit('MATCH_CLASS', p.patterns.length); // [values|None]
      u.emit('DUP');
      u.load(null);
      u.emit('IS', 1);
      failUnless(u, f);
      const all = [...p.patterns, ...p.kwd_patterns];
      all.forEach((q, i) => {
        u.emit('GET_INDEX', i);
        f.depth++;
        pattern(u, q, f);
      });
      f.depth--;
      u.emit('POP_TOP');
      return;
    }
    case 'MatchOr': {
      const done = new Label();
      const start = f.depth;
      const bound = namesIn(p.patterns[0]);
      for (const [i, q] of p.patterns.entries()) {
        if (i < p.patterns.length - 1) refutable(q);
        if (namesIn(q) !== bound) syntaxError('alternative patterns bind different names', lastIn(q));
        const inner = new Failures();
        u.emit('DUP');
        inner.depth = 1;
        pattern(u, q, inner);
        u.jump('JUMP', done);
        for (let d = inner.labels.length - 1; d >= 0; d--) {
          if (inner.labels[d]) u.mark(inner.labels[d]);
          if (d > 0) u.emit('POP_TOP');
        }
      }
      f.depth = start;
      u.load(false);
      failUnless(u, f);
      u.mark(done);
      f.depth = start - 1;
      u.emit('POP_TOP');
      return;
    }
  }
}

function sequence(u: Unit, patterns: readonly Pattern[], f: Failures): void {
  const star = patterns.findIndex((q) => q.nodeType === 'MatchStar');
  u.emit('MATCH_SEQUENCE');
  failUnless(u, f);
  const fixed = star < 0 ? patterns.length : patterns.length - 1;
  u.emit('MATCH_LENGTH', (fixed << 1) | (star < 0 ? 0 : 1));
  failUnless(u, f);
  patterns.forEach((q, i) => {
    if (q.nodeType === 'MatchAs' && !q.pattern && !q.name) return;
    if (i === star) {
      if ((q as { name?: string }).name === undefined) return;
      u.emit('MATCH_SLICE', star | ((patterns.length - star - 1) << 8));
    } else u.emit('GET_INDEX', star >= 0 && i > star ? i - patterns.length : i);
    f.depth++;
    pattern(u, q, f);
  });
  f.depth--;
  u.emit('POP_TOP');
}

function mapping(u: Unit, p: Extract<Pattern, { nodeType: 'MatchMapping' }>, f: Failures): void {
  u.emit('MATCH_MAPPING');
  failUnless(u, f);
  for (const k of p.keys) expr(u, k);
  u.emit('BUILD_TUPLE', p.keys.length);
  u.emit('MATCH_KEYS'); // [s keys values|None]
  f.depth += 2;
  u.emit('DUP');
  u.load(null);
  u.emit('IS', 1);
  failUnless(u, f);
  p.patterns.forEach((q, i) => {
    u.emit('GET_INDEX', i);
    f.depth++;
    pattern(u, q, f);
  });
  u.emit('POP_TOP');
  f.depth--;
  if (p.rest) {
    u.emit('MATCH_REST'); // [s keys] → [dict]
    f.depth--;
    u.name(p.rest, 'Store', p);
    f.depth--;
  } else {
    u.emit('POP_TOP');
    u.emit('POP_TOP');
    f.depth -= 2;
  }
}
