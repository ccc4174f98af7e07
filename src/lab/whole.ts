/** Both languages of the lab at once: for builds and tests, whose pages are in either. */
import { columns, type Lang } from './strings.ts';
import { table } from './table.ts';
import { columnOf } from './column.ts';

for (const lang of ['en', 'he'] satisfies Lang[]) columns[lang] = columnOf(table, lang);
