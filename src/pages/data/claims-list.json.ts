/** The claims as the page of sources fetches them; `claims.json` is the list for others. */
import { claimList } from '../../components/ref/claims.ts';

export const prerender = true;

export const GET = () => new Response(JSON.stringify(claimList()), { headers: { 'content-type': 'application/json' } });
