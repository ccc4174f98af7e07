/** The entries that the search knows by name, and the words it reads questions with: fetched when the search is opened. */
import type { APIRoute } from 'astro';
import { operatorStates, places, searchWords } from '../../components/places/collect.ts';
import { href } from '../../components/site.ts';
import type { Lang } from '../../components/strings.ts';

export const getStaticPaths = () => [{ params: { lang: 'en' } }, { params: { lang: 'he' } }];

export const GET: APIRoute = ({ params }) => {
  const lang = params['lang'] as Lang;
  const rows = places(lang, href('', lang)).map(({ title, url, page, keys, says }) => [title, url, page, keys, says]);
  return new Response(JSON.stringify({ ...searchWords(), ops: operatorStates(), rows }), { headers: { 'content-type': 'application/json' } });
};
