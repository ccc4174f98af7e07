/** Reads the reference's data, checks it against its schema, and resolves the documents that it names. */
import type { z } from 'astro/zod';
import { readdirSync, readFileSync } from 'node:fs';
import * as schema from './schema.ts';

const json = (name: string): unknown => JSON.parse(readFileSync(`./content/${name}`, 'utf8'));

function rows<T extends z.ZodType>(name: string, row: T): z.infer<T>[] {
  return row.array().parse(json(name), { error: () => `content/${name}` });
}

export const documents = (): Map<string, schema.Document> => new Map(rows('sources/documents.json', schema.document).map((row) => [row.id, row]));

/** The document of an entry; an entry that names none stops the build. */
export function documentOf(id: string): schema.Document {
  const found = cache().get(id);
  if (!found) throw new Error(`no document "${id}" in content/sources/documents.json`);
  return found;
}
let held: Map<string, schema.Document> | undefined;
function cache(): Map<string, schema.Document> {
  held ??= documents();
  return held;
}

/** The groups of the glossary: one file each. */
export const termGroups = {
  device: 'Device and installation',
  eager: 'Eager execution',
  compile: 'Compilation',
  tensors: 'Tensors',
  precision: 'Numbers',
  distributed: 'Several cores',
  hardware: 'Hardware',
  memory: 'Memory',
  compiler: 'The compiler',
  kernels: 'Kernels and measuring',
  'hugging-face': 'Hugging Face',
} as const;
export type TermGroup = keyof typeof termGroups;

export const terms = (): (schema.Term & { group: TermGroup })[] =>
  (Object.keys(termGroups) as TermGroup[]).flatMap((group) => rows(`glossary/${group}.json`, schema.term).map((row) => ({ ...row, group })));

/** `hardware/chips` and its kin. */
export const quantities = (name: string): schema.Quantity[] => rows(`hardware/${name}.json`, schema.quantity);
export const supports = (name: string): schema.Support[] => rows(`support/${name}.json`, schema.support);
export const formats = (): schema.Format[] => rows('formats/formats.json', schema.format);
export const conflicts = (): schema.Conflict[] => rows('conflicts/conflicts.json', schema.conflict);
export const changes = () => rows('changes.json', schema.change).sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));

/** A figure in words; one that names a unit of its own is left as it is. */
export const worded = (v: string | number, unit: string): string => {
  const text = typeof v === 'number' ? v.toLocaleString('en') : v;
  return unit && !/[a-z]/i.test(text.replace(/\bto\b/g, '')) ? `${text} ${unit}` : text;
};

/** What each column of the hardware tables is called. */
export const columns: Record<string, Record<string, string>> = {
  chips: { trn1: 'Trainium1', trn2: 'Trainium2', trn3: 'Trainium3' },
  cores: { v2: 'NeuronCore-v2 (Trn1)', v3: 'NeuronCore-v3 (Trn2)', v4: 'NeuronCore-v4 (Trn3)' },
  instances: {
    trn2_3: 'trn2.3xlarge',
    trn2_48: 'trn2.48xlarge, trn2u.48xlarge',
    trn2_us: 'Trn2 UltraServer',
    trn3_g1: 'Trn3 UltraServer Gen1',
    trn3_g2: 'Trn3 UltraServer Gen2',
  },
};

export const supportTables = {
  'device-api': 'Device API',
  'compile-parameters': 'Parameters of torch.compile',
  collectives: 'Collectives',
  'hugging-face': 'Hugging Face',
  'hf-models': 'Hugging Face models',
  versions: 'Versions and platforms',
} as const;

/** Pages of articles that use a term, by their address without language. */
export function usesOfTerms(): Map<string, { page: string; title: string }[]> {
  const found = new Map<string, { page: string; title: string }[]>();
  const names = readdirSync('./content/docs', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.mdx') && !name.startsWith('he/'))
    .sort();
  for (const name of names) {
    const text = readFileSync(`./content/docs/${name}`, 'utf8');
    const title = /^title:\s*(.+)$/m.exec(text)?.[1]?.replace(/^(['"])(.*)\1$/, '$2') ?? name;
    const page = `/${name.replace(/(index)?\.mdx$/, '')}/`.replace(/\/+$/, '/');
    for (const id of new Set([...text.matchAll(/<Term id="([^"]+)"/g)].map((match) => match[1] ?? '')))
      found.set(id, [...(found.get(id) ?? []), { page, title }]);
  }
  return found;
}
