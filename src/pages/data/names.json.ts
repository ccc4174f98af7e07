/** The names that a program may use, by module: fetched by the editor when a dot or an import first calls for them. */
import { publicNames } from '../../engine/index.ts';

export const prerender = true;

export const GET = () => new Response(JSON.stringify(publicNames()), { headers: { 'content-type': 'application/json' } });
