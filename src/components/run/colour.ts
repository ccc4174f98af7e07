/**
 * A program's lines, coloured by Shiki at build: keyword, string, comment, by weight and value and not by hue.
 * The classes are those of the figures (`k`, `s`, `c`), so the theme's colours only name them.
 */
import { createHighlighter } from 'shiki';

const kinds: Record<string, string> = { '#000001': 'k', '#000002': 's', '#000003': 'c' };
const theme = {
  name: 'classes',
  type: 'light' as const,
  colors: { 'editor.background': '#ffffff', 'editor.foreground': '#000000' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    {
      scope: ['keyword.control', 'keyword.operator.logical', 'storage.type', 'constant.language'],
      settings: { foreground: '#000001' },
    },
    { scope: ['string', 'punctuation.definition.string'], settings: { foreground: '#000002' } },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: '#000003' } },
  ],
};

const ready = createHighlighter({ themes: [theme], langs: ['python'] });

export interface Piece {
  kind: string;
  text: string;
}

/** Pieces of each line; a trailing empty line is left out. */
export async function colour(source: string): Promise<Piece[][]> {
  const { tokens } = (await ready).codeToTokens(source.replace(/\n+$/, ''), { lang: 'python', theme: 'classes' });
  return tokens.map((line) => {
    const out: Piece[] = [];
    for (const token of line) {
      const kind = kinds[(token.color ?? '').toLowerCase()] ?? '';
      const last = out.at(-1);
      if (last && last.kind === kind) last.text += token.content;
      else out.push({ kind, text: token.content });
    }
    return out;
  });
}
