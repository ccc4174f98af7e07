/** Inline code in one-line texts of data files: `x` becomes a code element, the rest is escaped. */
const escape = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export const inline = (source: string): string =>
  source
    .split('`')
    .map((part, i) => (i % 2 ? `<code>${escape(part)}</code>` : escape(part)))
    .join('');
