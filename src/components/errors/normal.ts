/**
 * A log as one line of text that patterns can be looked for in: colours of terminals taken out, runs of blanks made one,
 * line ends made blanks and what stands before every line taken aside, so that a message that a terminal wrapped is still
 * found. Each line's start is kept.
 */
export interface Flat {
  /** The whole text, case kept. */
  text: string;
  /** The same in lower case, of equal length. */
  low: string;
  /** Where line i begins in `text`. */
  starts: number[];
  /** What stood before a line and is not in `text`, by line. */
  heads: Map<number, string>;
  /** The different heads in lower case: they may hold a word that tells where a log comes from. */
  aside: string;
  grams: Grams;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals colour their text with escape sequences
const COLOUR = /\u001b(?:\[[0-9;:?]*[A-Za-z]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** Most lines of a log need nothing done. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const UNCLEAN = /[\u001b\t‘’“”\\&]|\s\s|^\s|\s$/;

/**
 * What launchers, containers and quoting put before each line, and boxes after it: `[rank3]: `, `[default0]:`, a time
 * with its stream, `> `, `│ `. A message that goes on in the next line would be cut by it.
 */
const HEAD =
  /^(?:\s*(?:\[(?:rank|default|local_rank)_?\d+\]:?|\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?(?:\s+std(?:err|out)(?:\s+[FP](?=\s))?)?|(?:\(\w+ pid=\d+[^)]*\))|[│|>](?=\s)))+\s*/;
const TAIL = /\s*[│|]\s*$/;
/** A cheap look before the pattern above. */
const HEADED = /^\s*[[\d(│|>]/;

const ENTITY: Record<string, string> = { '&gt;': '>', '&lt;': '<', '&quot;': '"', '&#39;': "'", '&#x27;': "'", '&amp;': '&' };

/** Lower case without change of length: a letter that grows (the dotted capital I) is left as it is. */
function lower(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

const cleaned = (line: string): string =>
  line
    .replace(COLOUR, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\\(?=['"])/g, '')
    .replace(/&(?:gt|lt|quot|amp|#39|#x27);/g, (entity) => ENTITY[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

export function flatten(raw: string): Flat {
  const starts: number[] = [];
  const parts: string[] = [];
  const heads = new Map<number, string>();
  const aside = new Set<string>();
  let at = 0;
  for (const line of raw.split(/\r\n?|\n/)) {
    let clean = UNCLEAN.test(line) ? cleaned(line) : line;
    const head = HEADED.test(clean) ? HEAD.exec(clean)?.[0] : undefined;
    if (head) {
      heads.set(starts.length, head);
      if (aside.size < 200) aside.add(head.toLowerCase());
      clean = clean.slice(head.length).replace(TAIL, '');
    }
    starts.push(at);
    parts.push(clean);
    at += clean.length + 1;
  }
  const text = parts.join(' ');
  const low = lower(text);
  return { text, low, starts, heads, aside: [...aside].join(' '), grams: new Grams(low) };
}

/**
 * Which runs of four letters a text holds, as one bit each: a message whose letters are not all there need not be
 * looked for. One pass over the text instead of one for each of some 500 patterns.
 */
export class Grams {
  static readonly #mask = 0xfffff;
  readonly #bits = new Uint8Array(Grams.#mask + 1);

  constructor(low: string) {
    let hash = 0;
    for (let i = 0; i < low.length; i++) {
      hash = ((hash << 5) ^ low.charCodeAt(i)) & Grams.#mask;
      this.#bits[hash] = 1;
    }
  }

  /** False means certainly not; true means perhaps. */
  mayHold(word: string): boolean {
    let hash = 0;
    for (let i = 0; i < word.length; i++) {
      hash = ((hash << 5) ^ word.charCodeAt(i)) & Grams.#mask;
      if (i >= 3 && this.#bits[hash] !== 1) return false;
    }
    return true;
  }
}

/** The line, from 0, that holds place `at`. */
export function lineAt({ starts }: Flat, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
