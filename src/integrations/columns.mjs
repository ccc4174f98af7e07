// @ts-check
/**
 * `table.ts?column=he` is one language of the lab's table of strings, so that a page loads the words it shows and not the
 * other language's too (7 kB less). The table itself stays one, with both languages in a row.
 */
import { pathToFileURL } from 'node:url';
import { columnOf } from '../lab/column.ts';

const ASKED = /^(.*\/table\.ts)\?column=(en|he)$/;

/** @returns {import('vite').Plugin} */
export default () => ({
  name: 'columns',
  enforce: 'pre',
  async load(id) {
    const [, file, lang] = ASKED.exec(id) ?? [];
    if (!file || !lang) return;
    this.addWatchFile(file);
    const { table } = await import(pathToFileURL(file).href);
    return { code: `export default ${JSON.stringify(columnOf(table, lang))};`, moduleType: 'js' };
  },
});
