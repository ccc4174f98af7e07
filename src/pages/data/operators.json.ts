/** The operator table as a file of the site: the reference page fetches it when it is opened. */
import { operatorData } from '../../components/operators/table.ts';

export const prerender = true;

export const GET = () => new Response(JSON.stringify(operatorData()), { headers: { 'content-type': 'application/json' } });
