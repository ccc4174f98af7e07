/** From statements about operators to one row an operator. Contradictions and unknown words are errors, all at once. */
import { familyOf } from './families.ts';

export interface Statement {
  op: string;
  path: string;
  notes: string;
}

/** What becomes of an operator: the first five are eager mode's ways; `graph` is a rule of compiled functions only. */
export const PATHS = ['kernel', 'view', 'composite', 'host', 'refused', 'collective', 'inactive', 'graph'] as const;
export type Path = (typeof PATHS)[number];

/**
 * Name, path, how (index), family, notes (indexes), graph rule (0 none, 1 PyTorch's own, 2 the back end's), whether
 * there is a registration without effect beside it.
 */
export type Row = [op: string, path: Path, how: number, family: string, notes: number[], graph: number, idle: 0 | 1];
export interface Table {
  version: string;
  read: string;
  hows: string[];
  notes: string[];
  rows: Row[];
}

const ways: [RegExp, Path, (match: RegExpExecArray) => string][] = [
  [/^(?:c\+\+ view op|view op \(.*\))$/, 'view', () => 'view made by the runtime part'],
  [/^composite view \(metadata only\)$/, 'view', () => 'view that PyTorch takes apart'],
  [/^composite -> (\S+) \((?:xla\+)?mlir\)$/, 'kernel', (m) => `kernel of ${m[1]}`],
  [/^composite \(foreach slow path\)$/, 'composite', () => 'one tensor after the other'],
  [/^composite \(explicit\)$/, 'composite', () => "PyTorch's default kernel, which calls other operators"],
  [/^composite$/, 'composite', () => 'PyTorch takes it apart'],
  [/^(?:cpu fallback|host .*)$/, 'host', () => 'no kernel: the host does it'],
  [/^unsupported collective$/, 'refused', () => 'no such collective'],
  [/^unsupported.*$/, 'refused', () => 'neither a Neuron nor a CPU kernel'],
  [/^torch\.compile decomposition \(inherited PyTorch\)$/, 'graph', () => "PyTorch's rule"],
  [/^torch\.compile decomposition \(Neuron-specific\)$/, 'graph', () => "the back end's rule"],
  [/^inactive .*$/, 'inactive', () => 'registered without effect'],
  [/^collective .*$/, 'collective', () => 'collective of the process group'],
  [/^python->_fused_rms_norm \(mlir\)$/, 'kernel', () => 'kernel of _fused_rms_norm'],
  [/^python->.*nki.*$/, 'kernel', () => 'general or hand-written kernel, chosen in Python'],
  [/^python->.*$/, 'kernel', () => 'general kernel, chosen in Python'],
  [/^nki kernel \(custom op\)$/, 'kernel', () => 'hand-written kernel'],
  [/^nki kernel\+.*$/, 'kernel', () => 'hand-written kernel for some shapes, a general one otherwise'],
  [/^(?:mlir|xla|xla\+mlir)$/, 'kernel', () => 'general kernel'],
  [/^c\+\+$/, 'kernel', () => 'runtime part, no compile'],
];

function way(path: string): { path: Path; how: string } | null {
  for (const [pattern, name, how] of ways) {
    const match = pattern.exec(path);
    if (match) return { path: name, how: how(match) };
  }
  return null;
}

const VOID = 'name is not a PyTorch 2.13 overload, so this registration is skipped silently';

/** The single statements of a note, and the argument numbers that one kind of them carries. */
export function segments(notes: string): { text: string; n: string }[] {
  return notes
    .replace(/separately\.(?: |$)/, 'separately; ')
    .replace('out= overload has no Neuron kernel. ', 'out= overload has no Neuron kernel; ')
    .split('; ')
    .map((part) => part.replace(' (snapshot-2026-04)', '').replace(/\.$/, '').trim())
    .filter(Boolean)
    .map((part) => {
      const n = /^static arg positions ([\d, ]+) \(/.exec(part)?.[1] ?? '';
      return { text: part.replace(/^static arg positions [\d, ]+\(/, 'static arg positions N ('), n };
    })
    .map(({ text, n }) => ({ text: text.replace(/^static arg positions [\d, ]+ \(/, 'static arg positions N ('), n }));
}

class Index {
  readonly list: string[] = [];
  readonly #at = new Map<string, number>();
  of(value: string): number {
    let at = this.#at.get(value);
    if (at === undefined) {
      at = this.list.push(value) - 1;
      this.#at.set(value, at);
    }
    return at;
  }
}

interface Gathered {
  eager: Map<Path, string>;
  graph: number;
  idle: boolean;
  notes: Set<string>;
}

export function compile(statements: Statement[], words: Record<string, string>, rules: ReadonlySet<string>): Table {
  const wrong: string[] = [];
  const gathered = new Map<string, Gathered>();
  for (const { op: written, path, notes } of statements) {
    if (written.startsWith('category: ')) {
      if (!rules.has(written.slice(10))) wrong.push(`no rule for ${written}`);
      continue;
    }
    const op = written.replace(/^(\w+):(?!:)/, '$1::');
    const found = way(path);
    if (!found) {
      wrong.push(`${op}: what is the path "${path}"?`);
      continue;
    }
    const parts = segments(notes);
    const row = gathered.get(op) ?? { eager: new Map(), graph: 0, idle: false, notes: new Set() };
    gathered.set(op, row);
    if (found.path === 'graph') row.graph = Math.max(row.graph, found.how.startsWith('the') ? 2 : 1);
    else if (found.path === 'inactive' || parts.some(({ text }) => text === VOID)) row.idle = true;
    else row.eager.set(found.path, found.how);
    for (const { text, n } of parts) {
      const said = words[text];
      if (said === undefined) wrong.push(`${op}: no words for "${text}"`);
      // What a registration without effect would have done says nothing about the operator.
      else if (said && (found.path !== 'inactive' || row.eager.size === 0)) row.notes.add(said.replace('{N}', n));
    }
  }
  const hows = new Index();
  const said = new Index();
  const rows: Row[] = [];
  for (const [op, { eager, graph, idle, notes }] of [...gathered].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (eager.size > 1) wrong.push(`${op}: contradicts itself: ${[...eager.keys()].join(' and ')}`);
    const [
      [path, how] = idle ? (['inactive', 'registered without effect'] as const) : (['graph', graph === 2 ? "the back end's rule" : "PyTorch's rule"] as const),
    ] = [...eager];
    rows.push([op, path, hows.of(how), familyOf(op), [...notes].map((note) => said.of(note)), graph, idle && path !== 'inactive' ? 1 : 0]);
  }
  if (wrong.length) throw new Error(`the table cannot be imported:\n  ${[...new Set(wrong)].join('\n  ')}`);
  return { version: 'pre-release, April 2026', read: '2026-10-20', hows: hows.list, notes: said.list, rows };
}
