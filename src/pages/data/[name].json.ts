/** The reference's data as JSON, each list with its JSON Schema beside it: `/data/terms.json`, `/data/terms.schema.json`. */
import type { APIRoute } from 'astro';
import { lists } from '../../components/ref/published.ts';

export const getStaticPaths = () =>
  lists().flatMap(({ name, rows, schema }) => [
    { params: { name }, props: { body: rows } },
    { params: { name: `${name}.schema` }, props: { body: schema } },
  ]);

export const GET: APIRoute = ({ props }) => new Response(`${JSON.stringify(props['body'], null, 1)}\n`, { headers: { 'content-type': 'application/json' } });
