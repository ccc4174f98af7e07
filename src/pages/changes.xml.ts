/** The change log as an RSS feed. Dates are those of the entries, so two builds give the same bytes. */
import type { APIRoute } from 'astro';
import { changes } from '../components/ref/load.ts';
import { base } from '../components/site.ts';

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export const GET: APIRoute = ({ site }) => {
  const at = (path: string) => escape(new URL(base + path, site).href);
  const items = changes().map(
    ({ date, title, text, page }) => `<item>
<title>${escape(title)}</title>
<link>${at(page)}</link>
<guid isPermaLink="false">${escape(`${date} ${title}`)}</guid>
<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>
<description>${escape(text)}</description>
</item>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>TorchNeuron Atlas</title>
<link>${at('/reference/changes/')}</link>
<atom:link href="${at('/changes.xml')}" rel="self" type="application/rss+xml"/>
<description>What is new in TorchNeuron Atlas.</description>
<language>en</language>
${items.join('\n')}
</channel></rss>
`,
    { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } },
  );
};
