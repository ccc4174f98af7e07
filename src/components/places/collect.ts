/**
 * The entries that the search knows by name: pages and their headings, errors, terms, variables, rows of the support
 * and hardware tables, with their other names, and the questions of `content/search/asked.json`. Read at build only.
 */
import { z } from 'astro/zod';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { operatorData } from '../operators/table.ts';
import { isCode, readErrors, saidIn } from '../errors/load.ts';
import { columns, conflicts, formats, quantities, supports, terms } from '../ref/load.ts';
import { type Lang, text } from '../strings.ts';
import { readVariables } from '../variables/load.ts';
import { type Place, wordsOf, type Words } from './rank.ts';

const both = z.object({ en: z.string().array(), he: z.string().array() }).strict();
const askedRow = z.object({ to: z.string().startsWith('/'), asked: both.partial() }).strict();
const wordsRow = z.object({ stop: both, same: z.string().array().min(2).array() }).strict();

const json = (name: string): unknown => JSON.parse(readFileSync(`./content/search/${name}.json`, 'utf8'));
export const asked = () => askedRow.array().parse(json('asked'));
export function searchWords(): Words {
  const { stop, same } = wordsRow.parse(json('words'));
  return { stop: [...stop.en, ...stop.he], same };
}

interface Heading {
  title: string;
  id: string;
  /** The first sentence under it, where it begins with prose. */
  says: string;
}
interface Page {
  path: string;
  title: string;
  description: string;
  headings: Heading[];
}

const bare = (text: string) => text.replace(/<[^>]+>|[`*]|\u200f/g, '').trim();

/** An article's title, description and headings, as its file has them. */
function pageOf(name: string, lang: Lang): Page {
  const own = `./content/docs/${lang === 'he' ? 'he/' : ''}${name}`;
  const text = readFileSync(existsSync(own) ? own : `./content/docs/${name}`, 'utf8');
  const field = (key: string) => bare((new RegExp(`^${key}:\\s*(.+)$`, 'm').exec(text)?.[1] ?? '').replace(/^(['"])(.*)\1$/, '$2'));
  const headings = [...text.matchAll(/^#{2,3} (.+?) \{\/\* #([\w.-]+) \*\/\}\n\n(.*)/gm)].map(([, title = '', id = '', next = '']) => ({
    title: bare(title),
    id,
    says: /^[\p{L}`\u200f<]/u.test(next) && !/^<(?!Term)|<(?!\/?Term)|\{/.test(next) ? first(next) : '',
  }));
  return { path: `/${name.replace(/(?:\/?index)?\.mdx$/, '')}/`.replace(/\/+/g, '/'), title: field('title'), description: field('description'), headings };
}

/** Headings that every page of a kind has lead to no answer of their own. */
const GRAMMAR = /^(?:predict|run|why|explain|vary|check|recap|next|equal|cost|tell|able|catalogue)$/;

const status = (n: number | undefined) => (n === undefined ? [] : [`status ${n}`, `nrt status ${n}`, `error ${n}`, `קוד מצב ${n}`]);

/** `prefix` comes before each address: base path and language. */
export function places(lang: Lang, prefix = ''): Place[] {
  const names = readdirSync('./content/docs', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?!he\/|404).*\.mdx$/.test(name))
    .sort();
  const pages = new Map(names.map((name) => pageOf(name, lang)).map((page) => [page.path, page]));
  const english = new Map(names.map((name) => pageOf(name, 'en')).map((page) => [page.path, page]));
  const titled = (path: string) => pages.get(path)?.title ?? '';
  const found: Place[] = [];
  const add = (path: string, page: string, title: string, keys: (string | undefined)[], says: string) => {
    const own = [...new Set(keys.filter((key): key is string => !!key && wordsOf(key).join() !== wordsOf(title).join()))];
    found.push({ title, url: prefix + path, page, keys: own, says });
  };
  for (const { path, title, description, headings } of pages.values()) {
    const there = english.get(path);
    add(path, '', title, [there?.title], description);
    for (const { id, title: heading, says } of headings.filter((one) => !GRAMMAR.test(one.id)))
      add(`${path}#${id}`, title, heading, [there?.headings.find((one) => one.id === id)?.title], says);
  }
  for (const { id, term, text: says, words } of terms())
    add(
      `/reference/glossary/#${id}`,
      titled('/reference/glossary/'),
      (lang === 'he' && term.he) || term.en,
      [term.en, id, ...Object.values(words)],
      first(says[lang] ?? says.en),
    );
  for (const row of readErrors()) {
    const { id, patterns } = row;
    const { title, means, cures } = saidIn(row, lang);
    add(
      `/errors/${id}/`,
      isCode(id) ? id : titled('/errors/'),
      title,
      [id, id.replace(/^NCC_/, ''), row.title, ...status(row.status), ...patterns],
      bare(`${means} ${cures[0] ?? ''}`),
    );
  }
  for (const { id, effect, family } of readVariables())
    add(`/reference/variables/#${id}`, titled('/reference/variables/'), id, family?.map((end) => id + end) ?? [], first(effect));
  for (const [table, path] of TABLES) {
    for (const { id, name, text: says } of supports(table)) add(`${path}#${table}-${id}`, titled(path), bare(name), bare(name).split(/, /), first(says));
  }
  for (const table of Object.keys(columns))
    for (const { id, label, he } of quantities(table))
      add(`/reference/hardware/#${table}-${id}`, titled('/reference/hardware/'), lang === 'he' ? he : label, [label], '');
  for (const { id, name, short, torch, text: says } of formats())
    add(`/reference/formats/#format-${id}`, titled('/reference/formats/'), name, [id, short, torch, torch && `torch.${torch}`], first(says));
  for (const { id, question, note } of conflicts()) add(`/reference/sources/#conflict-${id}`, titled('/reference/sources/'), question, [], first(note));
  add('/lab/', '', text(lang, 'lab'), ['lab', 'run my own program', 'paste my code', 'playground'], '');
  return withQuestions(found, pages, lang, prefix);
}

/** What becomes of each operator, all its forms taken together: `sort` → `composite host`. */
export function operatorStates(): Record<string, string> {
  const states = new Map<string, Set<string>>();
  for (const [op, path] of operatorData().rows) {
    const name = /^aten::(\w+)/.exec(op)?.[1];
    if (!name) continue;
    states.set(name, (states.get(name) ?? new Set()).add(path));
  }
  return Object.fromEntries([...states].map(([name, paths]) => [name, [...paths].join(' ')]));
}

const TABLES = [
  ['device-api', '/reference/api/'],
  ['compile-parameters', '/reference/api/'],
  ['collectives', '/reference/api/'],
  ['hugging-face', '/reference/hugging-face/'],
  ['hf-models', '/reference/hugging-face/'],
  ['versions', '/reference/api/'],
] as const;

const first = (text: string) => bare(/^.+?[.](?=\s|$)/.exec(text)?.[0] ?? text);

/** What people ask is one more name of the entry that answers it. English questions hold in Hebrew pages too. */
function withQuestions(found: Place[], pages: Map<string, Page>, lang: Lang, prefix: string): Place[] {
  const by = new Map(found.map((place) => [place.url, place]));
  for (const { to, asked: questions } of asked()) {
    let place = by.get(prefix + to);
    const path = to.replace(/#.*$/, '');
    const page = pages.get(path);
    if (!place && page) {
      const heading = page.headings.find(({ id }) => to.endsWith(`#${id}`));
      if (heading) {
        place = { title: heading.title, url: prefix + to, page: page.title, keys: [], says: heading.says };
        found.push(place);
      }
    }
    if (!place) throw new Error(`content/search/asked.json: nothing stands at ${to}`);
    place.keys.push(...(questions.en ?? []), ...(lang === 'he' ? (questions.he ?? []) : []));
  }
  return found;
}
