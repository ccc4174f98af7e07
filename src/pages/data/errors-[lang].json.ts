/** The catalogue for the lab: how each entry is recognised, its name and the first thing to do. Fetched when a run stops. */
import type { APIRoute } from 'astro';
import type { Row } from '../../components/errors/explain.ts';
import { isCode, readErrors, saidIn } from '../../components/errors/load.ts';
import type { Lang } from '../../components/words.ts';

export const getStaticPaths = () => [{ params: { lang: 'en' } }, { params: { lang: 'he' } }];

const plain = (text: string): string => text.replaceAll('`', '');

export const GET: APIRoute = ({ params }) => {
  const lang = params['lang'] as Lang;
  const rows = readErrors().map((entry): Row => {
    const { id, patterns, needs, alone, status, wraps, note } = entry;
    const said = saidIn(entry, lang);
    return {
      id,
      patterns: isCode(id) ? [id, ...patterns] : patterns,
      needs,
      alone,
      status,
      wraps,
      note,
      title: plain(said.title),
      // English of a break is in the report already.
      means: said.lang === 'en' ? '' : plain(said.means),
      cure: plain(said.cures[0] ?? ''),
      ...(said.lang === lang ? {} : { lang: said.lang }),
    };
  });
  return new Response(JSON.stringify(rows), { headers: { 'content-type': 'application/json' } });
};
