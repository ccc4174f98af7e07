/**
 * An operator as people write it, found in the table: `torch.sort`, `F.softmax`, `nn.BatchNorm2d`, `aten::add.Tensor`,
 * `is conv3d supported`. A name with a namespace is meant as an operator even where the table has none of that name.
 */
import { edits, wordsOf } from './rank.ts';

const SPACE =
  /^(?:(torch\.ops\.aten\.|aten(?:::|\.)|aten\s+(?=\w+$))|torch\.(?:nn\.functional|nn\.modules|nn|special|Tensor)\.|torch\.(?:linalg|fft)\.|(?:torch|F|nn|Tensor|tensor|x)\.)(?=[A-Za-z_])/;
const GROUP = /^torch\.(linalg|fft|special)\./;
/** Namespaces of `torch` that hold no operators. */
const OTHER =
  /^torch\.(?:cuda|neuron|accelerator|compile|compiler|distributed|utils|optim|profiler|amp|autocast|device|dtype|float\d|bfloat|int\d|uint\d|double|half|bool|long|complex\d|_)/;
const ASKING = new Set([
  'is',
  'are',
  'does',
  'do',
  'can',
  'i',
  'use',
  'the',
  'a',
  'an',
  'op',
  'operator',
  'supported',
  'support',
  'work',
  'works',
  'on',
  'neuron',
  'trainium',
  'have',
  'has',
  'kernel',
  'there',
  'available',
  'האם',
  'נתמך',
  'נתמכת',
  'עובד',
  'אופרטור',
  'האופרטור',
]);

export interface Found {
  /** Without namespace; with its overload where one was typed. */
  op: string;
  /** What becomes of its forms; empty where the table has no such operator. */
  states: string[];
  /** It was typed as an operator, not as a word. */
  meant: boolean;
  /** Names that are nearly so, where it is not there. */
  near: string[];
}

const squeeze = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

export class Operators {
  readonly #states: Record<string, string>;
  readonly #names = new Map<string, string>();

  constructor(states: Record<string, string>) {
    this.#states = states;
    // Of `add`, `add_` and `_add` the plain one is meant.
    for (const name of Object.keys(states).sort((a, b) => b.length - a.length)) this.#names.set(squeeze(name), name);
    // `max pool` is meant as the family; its form in two dimensions is the one most met.
    for (const name of Object.keys(states)) {
      const plain = /^([a-z].*?)_?([23])d$/.exec(name);
      if (plain && !this.#names.has(squeeze(plain[1] as string))) this.#names.set(squeeze(plain[1] as string), name);
    }
  }

  find(query: string): Found | null {
    const typed = query.trim().replace(/\([^()]*\)?$/, '');
    if (OTHER.test(typed)) return null;
    const space = SPACE.exec(typed);
    const group = GROUP.exec(typed)?.[1];
    const rest = typed.slice(space?.[0].length ?? 0);
    if (space && /^[\w.]+$/.test(rest)) {
      const [base = '', ...overload] = rest.split('.');
      const name = this.#named(group ? `${group}_${base}` : base) ?? this.#named(base);
      // `torch.x` where the table has no x may be anything of PyTorch; `aten::x` is an operator.
      if (!name && !space[1]) return null;
      const op = [name ?? base, ...overload].join('.');
      return { op, states: this.#of(name), meant: true, near: name ? [] : this.#near(base) };
    }
    const words = wordsOf(query.replaceAll('_', ' ')).filter((word) => !ASKING.has(word));
    const name = words.length <= 4 ? this.#named(words.join('')) : undefined;
    return name ? { op: name, states: this.#of(name), meant: /_/.test(query), near: [] } : null;
  }

  /** Its name in the table; `BatchNorm2d` is `batch_norm`. */
  #named(text: string): string | undefined {
    const key = squeeze(text);
    if (!key) return undefined;
    if (this.#states[text]) return text;
    return this.#names.get(key) ?? (/[1-3]d$/.test(key) ? this.#names.get(key.slice(0, -2)) : undefined);
  }

  #of(name: string | undefined): string[] {
    return name ? (this.#states[name] ?? '').split(' ') : [];
  }

  #near(base: string): string[] {
    if (base.length < 3) return [];
    const most = base.length < 6 ? 1 : 2;
    return Object.keys(this.#states)
      .map((name) => ({ name, far: edits(base.toLowerCase(), name, most) }))
      .filter(({ far }) => far <= most)
      .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
      .slice(0, 3)
      .map(({ name }) => name);
  }
}
