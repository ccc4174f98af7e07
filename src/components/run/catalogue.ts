/** The example programs as the lab lists them: id, title and group, from content/programs/index.json. */
import { existsSync, readFileSync } from 'node:fs';
import { programNames, sourceOf } from './program.ts';

export interface Entry {
  id: string;
  title: string;
  group: string;
  /** One sentence on what the run shows. */
  shows: string;
}

interface Row {
  name?: string;
  title?: string;
  group?: string;
  shows?: string;
}

const index = 'content/programs/index.json';

/** The first remark of a program that is not one of its settings. */
const remark = (source: string) => /^#(?! (?:world-size|device|expect):)\s*(.+?)\.?$/m.exec(source.split('\n', 4).join('\n'))?.[1];

export function programTitles(): Entry[] {
  const known = new Map<string, Row>(existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as Row[]).map((row) => [row.name ?? '', row]) : []);
  return programNames().map((id) => ({
    id,
    title: known.get(id)?.title ?? remark(sourceOf(id)) ?? id.replace(/_/g, ' '),
    group: known.get(id)?.group ?? id.split('_')[0] ?? '',
    shows: known.get(id)?.shows ?? remark(sourceOf(id)) ?? '',
  }));
}
