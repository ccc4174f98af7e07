/**
 * Python coloured by weight: keywords, strings, comments; no hue, so that code never borrows a meaning. A scanner of
 * one pass, used where the build gave no highlighted lines (a program typed, or read from an address). It knows
 * strings over several lines and nothing of grammar; the editor uses Lezer.
 */
export interface Token {
  kind: 'k' | 's' | 'c' | '';
  text: string;
}

/**
 * Characters that turn the direction of what follows, or are not drawn at all: a program could read otherwise than it runs.
 * Tab, line feed and carriage return are drawn as they are; so are the joiners (U+200C, U+200D), of which letters and emoji are made.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const TURNING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text for a reader's eyes: turning and hidden characters stand as their escapes and turn nothing. */
export const unturned = (text: string): string =>
  text.replace(TURNING, (c) => {
    const hex = c.charCodeAt(0).toString(16);
    return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
  });

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const TOKEN =
  /(#.*)|([rbuRBUfF]{0,2}(?:"""|'''))|([rbuRBUfF]{0,2}"(?:\\.|[^"\\\n])*"?|[rbuRBUfF]{0,2}'(?:\\.|[^'\\\n])*'?)|([A-Za-z_]\w*)|([^#"'A-Za-z_]+|.)/gy;

/** Tokens of each line. Joined, a line's tokens are the line. */
export function highlight(lines: readonly string[]): Token[][] {
  let open: string | null = null;
  return lines.map((line) => {
    const out: Token[] = [];
    const put = (kind: Token['kind'], text: string) => {
      const last = out.at(-1);
      if (last && last.kind === kind) last.text += text;
      else if (text) out.push({ kind, text });
    };
    let at = 0;
    while (at < line.length) {
      if (open) {
        const end: number = line.indexOf(open, at);
        put('s', end < 0 ? line.slice(at) : line.slice(at, end + 3));
        at = end < 0 ? line.length : end + 3;
        if (end >= 0) open = null;
        continue;
      }
      TOKEN.lastIndex = at;
      const m = TOKEN.exec(line);
      if (!m) {
        put('', line.slice(at));
        break;
      }
      at = TOKEN.lastIndex;
      if (m[1]) put('c', m[1]);
      else if (m[2]) {
        put('s', m[2]);
        open = m[2].slice(-3);
      } else if (m[3]) put('s', m[3]);
      else if (m[4]) put(KEYWORDS.has(m[4]) ? 'k' : '', m[4]);
      else put('', m[0]);
    }
    return out;
  });
}
