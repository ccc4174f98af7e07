/** Syntax trees with the places of their nodes, as CPython 3.11's parser made them (golden/python/trees/generate.py). */
import '../../support/packs.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Located } from '../../../src/engine/python/compile/ast.ts';
import { parse } from '../../../src/engine/python/compile/grammar/index.ts';
import { Ellipsis } from '../../../src/engine/python/types.ts';
import { PyBytes, PyComplex, PyFloat, type Value } from '../../../src/engine/python/values.ts';

const rows = JSON.parse(readFileSync(new URL('../../golden/python/trees/trees.json', import.meta.url), 'utf8')) as { source: string; tree: string[] }[];
const PLACES = ['lineno', 'col_offset', 'end_lineno', 'end_col_offset'];
const SIGNED = new Set(['op', 'ctx']);

function constant(v: Value): string {
  if (v === Ellipsis) return 'Ellipsis';
  if (typeof v === 'string') return JSON.stringify(v);
  if (v instanceof PyBytes)
    return `b'${[...v.data].map((b) => (b === 92 ? '\\\\' : b < 32 || b > 126 ? `\\x${b.toString(16).padStart(2, '0')}` : String.fromCharCode(b))).join('')}'`;
  if (v instanceof PyComplex) return `${v.im}j`;
  if (v instanceof PyFloat) return Number.isInteger(v.v) ? v.v.toFixed(1) : String(v.v);
  return v === null ? 'None' : v === true ? 'True' : v === false ? 'False' : String(v);
}

function text(n: unknown, placed = true, field = ''): string {
  if (Array.isArray(n)) return `[${n.map((x) => text(x, placed, field === 'ops' ? 'op' : '')).join(' ')}]`;
  if (typeof n !== 'object' || n === null) return SIGNED.has(field) ? String(n) : JSON.stringify(n);
  const { nodeType, ...rest } = n as Located & { nodeType: string; value?: Value };
  const at = placed && rest.lineno !== undefined ? `@${rest.lineno}:${rest.col_offset}-${rest.end_lineno}:${rest.end_col_offset}` : '';
  if (nodeType === 'Constant') return `(Constant ${constant(rest.value as Value)}${at})`;
  const fields = Object.entries(rest)
    .filter(([key, v]) => !PLACES.includes(key) && (nodeType === 'MatchSingleton' ? true : v !== undefined))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, v]) => ` ${key}=${text(v, placed && nodeType !== 'JoinedStr', key)}`);
  return `(${nodeType}${at}${fields.join('')})`;
}

describe('the tree is CPython’s', () => {
  it.each(rows.map((r) => [r.source, r] as const))('%j', (_source, { source, tree }) => {
    expect(parse(source).map((s) => text(s))).toEqual(tree);
  });
});
