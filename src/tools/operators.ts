/**
 * Imports the operator table of the pre-release tree: `node src/tools/operators.ts TABLE.tsv`.
 *
 * In: one row a statement (operator, path, notes, source). Out: content/operators/prerelease.json, one row an operator,
 * notes in plain words (content/operators/words.json), nothing of the tree's files. Rows that say the same are merged;
 * rows that contradict each other, and notes without words, stop the import. Decision 7.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile, type Statement } from './operators/compile.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node src/tools/operators.ts TABLE.tsv');

const statements: Statement[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [op = '', path = '', notes = ''] = line.split('\t');
    return { op, path, notes };
  });
const words = JSON.parse(readFileSync('content/operators/words.json', 'utf8')) as Record<string, string>;
const rules = JSON.parse(readFileSync('content/operators/rules.json', 'utf8')) as { id: string; row: string }[];
const table = compile(statements, words, new Set(rules.map(({ row }) => row)));

const line = (value: unknown) => JSON.stringify(value);
writeFileSync(
  'content/operators/prerelease.json',
  `{\n  "version": ${line(table.version)},\n  "read": ${line(table.read)},\n  "hows": ${line(table.hows)},\n  "notes": [\n${table.notes.map((note) => `    ${line(note)}`).join(',\n')}\n  ],\n  "rows": [\n${table.rows.map((row) => `    ${line(row)}`).join(',\n')}\n  ]\n}\n`,
);
console.log(`${statements.length} statements, ${table.rows.length} operators`);
