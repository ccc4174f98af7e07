/** The entry that this page is about, and the words around it. */
import { getCollection, getEntry } from 'astro:content';
import { barePath } from '../site.ts';

export async function entryOf(astro: { locals: App.Locals }) {
  const id = astro.locals.starlightRoute.entry.id.replace(/^(he\/)?errors\//, '');
  const entry = await getEntry('errors', id);
  if (!entry) throw new Error(`no entry "${id}" in content/errors`);
  return entry.data;
}

export const allErrors = async () => (await getCollection('errors')).map(({ data }) => data);

export { barePath };
