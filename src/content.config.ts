/**
 * The content collections and their schemas: what a page must say about itself, what a claim must carry.
 * A page or a row that does not fit stops the build, with the place and what was expected.
 */
import { docsSchema } from '@astrojs/starlight/schema';
import { file, glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';
import { readdir, readFile } from 'node:fs/promises';
import { areas, pageTitle, readErrors, saidIn } from './components/errors/load.ts';
import { documentOf, terms } from './components/ref/load.ts';
import { document, term } from './components/ref/schema.ts';

const mark = z.enum(['exact', 'documented', 'measured', 'modelled', 'prerelease']);
const marked = z.object({ text: z.string(), mark });

/** Fields of the page grammars; `page` and `home` need nothing more than Starlight does. */
const grammar = z.object({
  kind: z.enum(['lesson', 'limitation', 'error', 'page', 'home']).default('page'),
  minutes: z.number().optional(),
  able: z.array(z.string()).length(3).optional(),
  verdict: marked.optional(),
  todo: marked.optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  checked: z.string().optional(),
});

/** Articles, and a page for each entry of the error catalogue: its text is drawn from the entry (ErrorBody.astro). */
const articles = glob({ base: './content/docs', pattern: '**/[^_]*.{md,mdx}' });
const docs = defineCollection({
  loader: {
    name: 'docs',
    load: async (context) => {
      await articles.load(context);
      for (const entry of readErrors()) {
        // Where the entry has Hebrew, its Hebrew page is a page of its own, not the English one in a Hebrew frame.
        for (const lang of entry.he ? (['en', 'he'] as const) : (['en'] as const)) {
          const said = saidIn(entry, lang);
          const id = `${lang === 'he' ? 'he/' : ''}errors/${entry.id}`;
          const raw = { title: pageTitle({ id: entry.id, title: said.title }), description: said.means, kind: 'error', sidebar: { hidden: true } };
          const filePath = `content/docs/${id}.md`;
          const data = await context.parseData({ id, data: raw });
          context.store.set({ id, data, filePath, rendered: { html: '', metadata: { headings: [] } } });
        }
      }
    },
  },
  schema: docsSchema({ extend: grammar }),
});

const source = z.object({ label: z.string(), url: z.url().nullable() });
const read = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/);

/** One entry of the catalogue: how it is recognised, what it means, what to do, and where that is known from. */
const errors = defineCollection({
  loader: async () => readErrors(),
  schema: z
    .object({
      id: z.string().regex(/^[A-Z][A-Z0-9_-]+$/),
      area: z.enum(areas),
      title: z.string(),
      patterns: z.array(z.string().min(5)),
      status: z.number().optional(),
      needs: z.array(z.string()).optional(),
      alone: z.array(z.string()).optional(),
      wraps: z.boolean().optional(),
      note: z.boolean().optional(),
      means: z.string(),
      he: z
        .object({ title: z.string(), means: z.string(), cures: z.array(z.string()).min(1) })
        .strict()
        .optional(),
      cures: z.array(z.string()).min(1),
      code: z.string().optional(),
      run: z.object({ program: z.string(), expect: z.string().optional(), note: z.string().optional() }).optional(),
      related: z.array(z.string()).optional(),
      limits: z.array(z.string()).optional(),
      mark: z.enum([...mark.options, 'field']),
      source,
      version: z.string(),
      read,
    })
    .strict()
    .refine((row) => row.mark !== 'documented' || row.source.url, 'a documented entry needs the address of its document'),
});

/**
 * One statement with its mark and source: every file of `content/facts` is a list of them. `he` is the statement in
 * Hebrew, where a Hebrew page cites it.
 */
const claim = z
  .object({
    id: z.string(),
    statement: z.string(),
    he: z.string().optional(),
    value: z.union([z.number(), z.string()]).optional(),
    unit: z.string().optional(),
    mark,
    source: z.object({ label: z.string(), url: z.url().nullable() }),
    version: z.string(),
    read: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/),
  })
  .refine((row) => row.mark !== 'documented' || row.source.url, 'a documented claim needs the address of its document');

interface Row {
  id?: string;
  statement?: string;
  ops?: string[];
  why?: string;
  dtypes?: string[] | null;
}

/** The engine's fallback table names its rows by operator; as claims they get an id and a statement. */
const named = (row: Row) => ({
  ...row,
  id: row.id ?? ['fallback', row.ops?.[0], row.dtypes?.[0]].filter(Boolean).join('.'),
  statement: row.statement ?? row.why ?? '',
});

const factsFolder = './content/facts';
const facts = defineCollection({
  loader: async () => {
    const names = (await readdir(factsFolder)).filter((name) => name.endsWith('.json')).sort();
    const lists = await Promise.all(names.map((name) => readFile(`${factsFolder}/${name}`, 'utf8')));
    return lists.flatMap((list) => JSON.parse(list) as Row[]).map(named);
  },
  schema: claim,
});

/** The glossary's terms, each with the document it rests on in full (components/ref/load.ts). */
const glossary = defineCollection({
  loader: async () => terms().map((row) => ({ ...row, document: documentOf(row.source) })),
  schema: term.extend({ group: z.string(), document }).strict(),
});

/** A question about a run. The key is an expression over the report, never a typed answer. */
const quizzes = defineCollection({
  loader: glob({ base: './content/quizzes', pattern: '*.json' }),
  schema: z.object({
    program: z.string(),
    run: z
      .object({ device: z.enum(['neuron', 'cpu']), kernelCache: z.enum(['cold', 'warm']) })
      .partial()
      .optional(),
    key: z.string(),
    question: z.object({ en: z.string(), he: z.string().optional() }),
    options: z
      .array(
        z.object({
          value: z.union([z.string(), z.number(), z.boolean()]),
          label: z.object({ en: z.string(), he: z.string().optional() }).optional(),
          why: z.object({ en: z.string(), he: z.string().optional() }),
        }),
      )
      .min(2),
  }),
});

/** Environment variables: what each does, its default by version, and which product reads it. */
const variables = defineCollection({
  loader: file('./content/variables/variables.json'),
  schema: z
    .object({
      id: z.string().regex(/^[A-Z][A-Z0-9_]+$/),
      product: z.enum(['torchneuron', 'runtime', 'compiler', 'pytorch', 'xla', 'other']),
      defaults: z.array(z.object({ value: z.string(), version: z.string() })).min(1),
      effect: z.string(),
      values: z.array(z.string()).optional(),
      family: z.array(z.string()).optional(),
      prefix: z.boolean().optional(),
      idle: z.boolean().optional(),
      foreign: z.string().optional(),
      replacedBy: z.string().optional(),
      nameOnly: z.boolean().optional(),
      mark: z.enum([...mark.options, 'field']),
      source,
      version: z.string(),
      read,
    })
    .strict()
    .refine((row) => row.mark !== 'documented' || row.source.url, 'a documented row needs the address of its document'),
});

export const collections = { docs, errors, facts, glossary, quizzes, variables };
