/**
 * What an entry of the reference must carry. Every entry names a document of `content/sources` by its id; the document
 * has the label, the address, the version and the day it was read, so that these are written once.
 */
import { z } from 'astro/zod';

export const mark = z.enum(['exact', 'documented', 'measured', 'modelled', 'prerelease']);

/** A document that statements rest on. `url` is null where there is no public address. */
export const document = z
  .object({
    id: z.string(),
    label: z.string().min(3),
    url: z.url().nullable(),
    version: z.string().min(1),
    read: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/),
  })
  .strict();

const rests = { mark, source: z.string() };

export const term = z
  .object({
    id: z.string().regex(/^[a-z0-9-]+$/),
    term: z.object({ en: z.string(), he: z.string().optional() }),
    text: z.object({ en: z.string(), he: z.string().optional() }),
    /** What PyTorch, Neuron and XLA call the thing. */
    words: z.object({ torch: z.string(), neuron: z.string(), xla: z.string() }).partial(),
    see: z.array(z.string()),
    ...rests,
  })
  .strict();

const figure = z.object({ v: z.union([z.string(), z.number()]), note: z.string().optional(), ...rests }).strict();

/** One quantity over several chips, cores or instances. More than one figure in a cell: documents disagree. */
export const quantity = z
  .object({
    id: z.string(),
    label: z.string(),
    /** The label in Hebrew. */
    he: z.string(),
    unit: z.string(),
    values: z.record(z.string(), z.array(figure).min(1)),
  })
  .strict();

export const support = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(['works', 'partly', 'refused', 'unknown']),
    text: z.string(),
    ...rests,
  })
  .strict();

export const format = z
  .object({
    id: z.string(),
    name: z.string(),
    /** What people write for short. */
    short: z.string().optional(),
    exponent: z.number(),
    mantissa: z.number(),
    bias: z.number(),
    /** `ieee`: infinities and NaN; `fn`: NaN only; `finite`: neither; `scale`: powers of two. */
    kind: z.enum(['ieee', 'fn', 'finite', 'scale']),
    torch: z.string().optional(),
    /** The engine rounds it as PyTorch does, bit for bit. */
    engine: z.boolean().optional(),
    chips: z.object({ trn2: z.string(), trn3: z.string() }),
    text: z.string(),
    ...rests,
  })
  .strict();

export const conflict = z
  .object({
    id: z.string(),
    question: z.string(),
    figures: z.array(z.object({ text: z.string(), ...rests }).strict()).min(2),
    note: z.string(),
  })
  .strict();

export const change = z.object({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), title: z.string(), text: z.string(), page: z.string() }).strict();

export type Document = z.infer<typeof document>;
export type Term = z.infer<typeof term>;
export type Quantity = z.infer<typeof quantity>;
export type Support = z.infer<typeof support>;
export type Format = z.infer<typeof format>;
export type Conflict = z.infer<typeof conflict>;
