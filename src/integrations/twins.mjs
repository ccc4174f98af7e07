/**
 * The pages for machines: each page of the built site as Markdown beside it (`/learn/first-tensor.md`), `llms.txt` that
 * lists them, and `llms-full.txt` that holds them all. Made from the built HTML, in the order of the addresses, so two
 * builds give the same bytes. Pages that only show another page's text, and those without text, have none.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { about, toMarkdown } from './markdown.mjs';

/** `/reference/glossary/` → `/reference/glossary.md`; `/` → `/index.md`. */
export const twinOf = (page) => (page === '/' || page === '/he/' ? `${page}index.md` : `${page.replace(/\/$/, '')}.md`);

const left = /^\/(404|lab|embed|he\/(404|lab|embed))(\/|\.html|$)/;

/** The list of operators is drawn by a script on its page; its twin has it in full. */
async function operatorRows(root) {
  const { version, hows, notes, rows } = JSON.parse(await readFile(path.join(root, 'data/operators.json'), 'utf8'));
  const draw = ([op, state, how, , said]) =>
    `| \`${op}\` | ${state} | ${[hows[how], ...said.map((note) => notes[note])].filter(Boolean).join('. ').replaceAll('|', '\\|').replaceAll('..', '.')} |`;
  return `\n## Every operator\n\nMark of every row: [Pre-release, April 2026] (${version}).\n\n| operator | state | how, and what is known |\n| --- | --- | --- |\n${rows.map(draw).join('\n')}\n`;
}

export default function twins() {
  let address = (/** @type {string} */ page) => page;
  return {
    name: 'markdown-twins',
    hooks: {
      'astro:config:done': ({ config }) => {
        const base = config.base.replace(/\/$/, '');
        address = (page) => new URL(base + page, config.site).href;
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const names = [];
        for await (const name of glob('**/index.html', { cwd: root })) names.push(name.split(path.sep).join('/'));
        const made = [];
        for (const name of names.sort()) {
          const page = `/${name.replace(/index\.html$/, '')}`;
          if (left.test(page)) continue;
          const html = await readFile(path.join(root, name), 'utf8');
          if (html.includes('http-equiv="refresh"')) continue;
          const { title, description, own } = about(html);
          if (!own) continue;
          const here = address(page);
          const body = toMarkdown(html, (href) => new URL(href, here).href);
          if (!body || !title) continue;
          const text = `${/^# /m.test(body) ? '' : `# ${title}\n\n`}${body}\nPage: ${here}\n`;
          const link = `<link rel="alternate" type="text/markdown" href="${address(twinOf(page)).replace(/^https?:\/\/[^/]+/, '')}">`;
          await writeFile(path.join(root, name), html.replace('</head>', `${link}</head>`));
          made.push({ page, title, description, text });
        }
        // Pages have twins, so links between twins lead to twins.
        const twins = new Map(made.map(({ page }) => [address(page), address(twinOf(page))]));
        for (const one of made) {
          one.text = one.text.replace(/\]\((https?:[^)#\s]+)(#[^)\s]*)?\)/g, (whole, to, part = '') => (twins.has(to) ? `](${twins.get(to)}${part})` : whole));
          const rows = one.page === '/reference/operators/' ? await operatorRows(root) : '';
          await writeFile(path.join(root, twinOf(one.page)), `${one.text.replace(/\nPage: .*\n$/, '')}${rows}\nPage: ${address(one.page)}\n`);
        }
        const english = made.filter(({ page }) => !page.startsWith('/he/'));
        const main = english.filter(({ page }) => !/^\/errors\/.+/.test(page));
        const row = ({ page, title, description }) => `- [${title}](${address(twinOf(page))})${description ? `: ${description}` : ''}`;
        const rows = (pages) => pages.map(row).join('\n');
        const head = `# TorchNeuron Atlas

> What happens when a PyTorch program runs on AWS Trainium through TorchNeuron. An independent project, affiliated with neither AWS nor the PyTorch Foundation. Every statement carries a mark: Exact (computed and compared with PyTorch 2.13.0), Documented, Measured, Modelled, or Pre-release, April 2026.
`;
        const hebrew = made.filter(({ page }) => page.startsWith('/he/'));
        await writeFile(
          path.join(root, 'llms.txt'),
          `${head}
## Pages

${rows(main)}

## Errors

${rows(english.filter((row) => !main.includes(row)))}

## Hebrew

${rows(hebrew)}

## Data

- [Claims with marks and sources](${address('/data/claims.json')})
- [Glossary](${address('/data/terms.json')})
- [Operators before the release](${address('/data/operators.json')})
- [Hardware](${address('/data/hardware.json')})
- [Device API, compile parameters, collectives, Hugging Face](${address('/data/support.json')})
- [Number formats](${address('/data/formats.json')})
- [Where documents disagree](${address('/data/conflicts.json')})

## Optional

- [All English pages in one file](${address('/llms-full.txt')})
`,
        );
        await writeFile(path.join(root, 'llms-full.txt'), `${head}\n${english.map(({ text }) => text).join('\n---\n\n')}`);
      },
    },
  };
}
