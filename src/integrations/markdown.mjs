/**
 * A page's `<main>` as Markdown, for readers that are programs. Works on the parsed page, so that what is drawn from
 * data is in it like what was written. Pictures give their text, forms and scripts give nothing; what a page says to
 * readers without scripts is said to programs too.
 */
import { fromHtml } from 'hast-util-from-html';

const classes = (node) => node.properties?.className ?? [];
const isHidden = (node) => node.properties?.hidden !== undefined && node.properties.hidden !== false && node.properties.hidden !== null;
const skipped = new Set(['script', 'style', 'button', 'input', 'select', 'textarea', 'template', 'form', 'nav']);
const drops = (node) =>
  skipped.has(node.tagName) ||
  isHidden(node) ||
  node.properties?.ariaHidden === 'true' ||
  node.properties?.role === 'tooltip' ||
  classes(node).includes('sl-anchor-link');

const collapse = (text) => text.replace(/\s+/g, ' ');
const plain = (node) => (node.type === 'text' ? node.value : (node.children ?? []).map(plain).join(''));
const find = (node, test) => {
  if (test(node)) return node;
  for (const child of node.children ?? []) {
    const found = find(child, test);
    if (found) return found;
  }
  return undefined;
};
const all = (node, tag, into = []) => {
  for (const child of node.children ?? []) {
    if (child.tagName === tag) into.push(child);
    else if (child.tagName !== 'table') all(child, tag, into);
  }
  return into;
};

const fence = (text) => {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}\n${text.replace(/\n$/, '')}\n${ticks}`;
};

/** Text of a line: marks of emphasis, code and links; everything else is its text. */
function inline(node, at) {
  if (node.type === 'text') return collapse(node.value);
  if (node.type !== 'element' || drops(node)) return '';
  const inner = () => joined(node, at);
  switch (node.tagName) {
    case 'br':
      return ' ';
    case 'code':
      return plain(node).trim() ? `\`${collapse(plain(node)).trim()}\`` : '';
    case 'b':
    case 'strong': {
      const text = inner().trim();
      return text ? ` **${text}** ` : '';
    }
    case 'em':
    case 'i':
      return inner().trim() ? `*${inner().trim()}*` : '';
    case 'a': {
      const text = inner().trim();
      const href = node.properties?.href;
      if (!text || typeof href !== 'string' || href.startsWith('#')) return inner();
      // A row that is one link: its name leads, what it says stands beside it.
      const row = /^\*\*(.+?)\*\*\s+(.+)$/.exec(text);
      return row ? `[**${row[1]}**](${at(href)}): ${row[2]}` : `[${text}](${at(href)})`;
    }
    case 'svg':
    case 'img':
      // Drawn between words, it is a word of its own.
      return ` ${node.properties?.ariaLabel ?? node.properties?.alt ?? ''} `;
    case 'span':
      return classes(node).includes('mark') ? ` [${inner().trim()}] ` : inner();
    case 'math':
      return plain(node);
    default:
      return /^(div|p|li|dd|dt|td|th|section|figcaption|summary|legend)$/.test(node.tagName) ? ` ${inner()} ` : inner();
  }
}
/** Two pieces of code beside each other are two: `a` `b`. */
function joined(node, at) {
  const parts = (node.children ?? []).filter((child) => child.type !== 'comment');
  const gap = apart(node) ? ' ' : '';
  return parts.map((child, i) => (i ? (child.tagName === 'code' && parts[i - 1]?.tagName === 'code' ? ' ' : gap) : '') + inline(child, at)).join('');
}
/** Pieces that stand side by side without text between them are separate things: a label, a value. */
const apart = (node) => {
  const solid = (node.children ?? []).filter((child) => child.type !== 'text' || child.value.trim());
  return solid.length > 1 && solid.every((child) => child.type === 'element' && child.tagName !== 'code');
};
const line = (node, at) =>
  collapse(joined(node, at))
    .replace(/\*\*\s+\*\*/g, ' ')
    .replace(/ ([.,;:])(?=\s|$)/g, '$1')
    .trim();

/** Several figures in a cell are parted; what is said of one of them stands in brackets behind it. */
function cellText(cell, at) {
  const figures = all(cell, 'div').filter((part) => classes(part).includes('figure1'));
  if (!figures.length) return line(cell, at);
  const said = figures.map((part) => {
    const aside = (part.children ?? []).find((child) => child.tagName === 'span' && classes(child).includes('quiet'));
    const rest = line({ children: (part.children ?? []).filter((child) => child !== aside) }, at);
    return aside ? `${rest} (${line(aside, at)})` : rest;
  });
  const lead = line({ children: (cell.children ?? []).filter((child) => !figures.includes(child)) }, at);
  return `${lead ? `${lead}: ` : ''}${said.join('; ')}`;
}

function table(node, at) {
  const rows = all(node, 'tr').map((row) =>
    row.children
      .filter((cell) => cell.tagName === 'td' || cell.tagName === 'th')
      .map((cell) => ({ text: cellText(cell, at).replaceAll('|', '\\|'), wide: Number(cell.properties?.colSpan ?? 1) > 1 })),
  );
  // A row that is one wide cell says something of the row above it: it becomes that row's last column.
  const noted = rows.slice(1).some((row) => row.length === 1 && row[0]?.wide);
  const lines = [];
  for (const row of rows) {
    const texts = row.map(({ text }) => text);
    if (noted && row.length === 1 && row[0]?.wide && lines.length > 1) lines[lines.length - 1].splice(-1, 1, texts[0]);
    else lines.push(noted ? [...texts, ''] : texts);
  }
  const [head, ...rest] = lines;
  if (!head) return '';
  const draw = (cells) => `| ${cells.join(' | ')} |`;
  return [draw(head), draw(head.map(() => '---')), ...rest.map(draw)].join('\n');
}

const blocky = new Set(
  'p,ul,ol,li,dl,div,section,article,figure,table,pre,h1,h2,h3,h4,h5,h6,details,blockquote,main,header,aside,fieldset,hr,dt,dd,figcaption,summary'.split(','),
);
const isOption = (node) => node.tagName === 'label' && classes(node).includes('opt');
const isBlock = (node) => node.type === 'element' && (isOption(node) || blocky.has(node.tagName) || (node.children ?? []).some(isBlock));

/** A strip of a run: a graph an item, a break an item, and operators and waits between them together. */
function strip(node, at) {
  const items = [];
  let between = [];
  const flush = () => {
    if (between.length) items.push(`- ${between.join(', ')}`);
    between = [];
  };
  for (const chip of node.children ?? []) {
    if (chip.type !== 'element') continue;
    if (!classes(chip).some((name) => name === 'gr' || name === 'tear')) {
      between.push(line(chip, at));
      continue;
    }
    flush();
    const [label, ...ops] = classes(chip).includes('gr') ? all(chip, 'span').map((part) => line(part, at)) : [line(chip, at)];
    items.push(`- ${label}${ops.length ? `: ${ops.join(', ')}` : ''}`);
  }
  flush();
  return items.join('\n');
}

/** One answer of a question, with what the run says to it: `answer: as in the run. Why.` */
function option(node, at) {
  const part = (name) => {
    const found = find(node, (child) => child.type === 'element' && classes(child).includes(name));
    return found && !drops(found) ? line(found, at) : '';
  };
  const [answer, verdict, why] = [part('val'), part('res'), part('why')];
  return answer ? `- ${answer}${verdict && `: ${verdict}.`}${why && ` ${why}`}` : `- ${line(node, at)}`;
}

/** The blocks of a node, as pieces of Markdown. Runs of inline nodes between blocks form paragraphs. */
function blocks(node, at) {
  const out = [];
  let run = [];
  const flush = () => {
    const text = line({ children: run }, at);
    if (text) out.push(text);
    run = [];
  };
  for (const child of node.children ?? []) {
    if (child.type === 'comment' || (child.type === 'element' && drops(child))) continue;
    if (!isBlock(child)) {
      run.push(child);
      continue;
    }
    flush();
    out.push(...block(child, at));
  }
  flush();
  return out;
}

function list(node, at) {
  const mark = (i) => (node.tagName === 'ol' ? `${i + 1}. ` : '- ');
  const items = node.children.filter(({ tagName }) => tagName === 'li' && true);
  return items
    .filter((item) => !drops(item))
    .map((item, i) => {
      const parts = (item.children ?? []).some(isBlock) ? blocks(item, at) : [line(item, at)];
      // An entry with a heading of its own is a section, not a point of a list.
      if (/^#+ /.test(parts[0] ?? '')) return `\n${parts.join('\n\n')}\n`;
      const inner = parts.join('\n');
      return inner && mark(i) + inner.replaceAll('\n', '\n  ');
    })
    .filter(Boolean)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function block(node, at) {
  const { tagName } = node;
  if (/^h[1-6]$/.test(tagName)) {
    const text = line(node, at).replace(/\[([^\]]*)\]\(#[^)]*\)/g, '$1');
    return text ? [`${'#'.repeat(Number(tagName[1]))} ${text}`] : [];
  }
  if (tagName === 'pre') {
    const rows = all(node, 'div').filter((row) => classes(row).includes('ec-line'));
    const text = rows.length ? rows.map((row) => plain(row).replace(/\n$/, '')).join('\n') : plain(node);
    return text.trim() ? [fence(text)] : [];
  }
  // A program as Code.astro draws it: one div a line, the text in its last span.
  if (tagName === 'div' && classes(node).includes('code')) {
    const rows = all(node, 'div').filter((row) => classes(row).includes('ln'));
    const said = (row) => find(row, (child) => child.type === 'element' && classes(child).includes('tx'));
    return rows.length ? [fence(rows.map((row) => plain(said(row) ?? row)).join('\n'))] : [];
  }
  // The text of a picture and its caption often say the same.
  if (tagName === 'figure') {
    const parts = blocks(node, at);
    return parts.filter((part, i) => !parts.some((other, j) => j !== i && other.length > part.length && other.startsWith(part)));
  }
  if (tagName === 'table') return [table(node, at)].filter(Boolean);
  if (tagName === 'ul' || tagName === 'ol') return [list(node, at)].filter(Boolean);
  if (tagName === 'dl') {
    const rows = [];
    const walk = (from) => {
      for (const child of from.children ?? [])
        if (child.tagName === 'dt') rows.push(`- **${line(child, at)}**:`);
        else if (child.tagName === 'dd') rows[rows.length - 1] = `${rows.at(-1) ?? '-'} ${line(child, at)}`.trim();
        else walk(child);
    };
    walk(node);
    return rows.length ? [rows.join('\n')] : [];
  }
  if (isOption(node)) return [option(node, at)];
  if (tagName === 'div' && classes(node).includes('strip')) return [strip(node, at)].filter(Boolean);
  if (tagName === 'hr') return ['---'];
  if (tagName === 'blockquote') return [blocks(node, at).join('\n\n').replace(/^/gm, '> ')];
  if (tagName === 'p' || tagName === 'figcaption' || tagName === 'summary' || tagName === 'dt' || tagName === 'dd') return [line(node, at)].filter(Boolean);
  return blocks(node, at);
}

const last = { html: '', tree: { type: 'root', children: [] } };
/** A page's head and `main`, parsed; not what lies around. Both functions below ask it for the same page, one after the other. */
function treeOf(html) {
  if (last.html !== html) {
    const main = /<main[\s>][\s\S]*<\/main>/.exec(html)?.[0] ?? '';
    Object.assign(last, { html, tree: fromHtml(html.slice(0, Math.max(0, html.indexOf('<body'))) + main) });
  }
  return last.tree;
}

/** The page as Markdown, or null where there is no text of its own. `at` makes a link absolute. */
export function toMarkdown(html, at) {
  const tree = treeOf(html);
  const main = find(tree, (node) => node.tagName === 'main');
  if (!main) return null;
  const parts = blocks(main, at).filter(Boolean);
  // What stands over the title on the page (an area, a place in a course) stands below it here.
  const title = parts.findIndex((part) => part.startsWith('# '));
  if (title > 0) parts.unshift(...parts.splice(title, 1));
  return `${parts.join('\n\n').replace(/[ \t]+$/gm, '')}\n`;
}

/** Title, description and language of the page's text. */
export function about(html) {
  const tree = treeOf(html);
  const meta = (name) => find(tree, (node) => node.tagName === 'meta' && node.properties?.name === name)?.properties?.content ?? '';
  const h1 = find(tree, (node) => node.tagName === 'h1');
  const main = find(tree, (node) => node.tagName === 'main');
  const page = find(tree, (node) => node.tagName === 'html');
  return {
    title: collapse(h1 ? plain(h1) : '').trim(),
    description: meta('description'),
    // A page that is not translated shows its original, which has a page of its own.
    own: !main?.properties?.lang || main.properties.lang === page?.properties?.lang,
  };
}
