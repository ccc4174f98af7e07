/** Environment variables: the table is whole, and a dump is explained without showing what is none of our business. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDump } from '../../../src/components/variables/dump.ts';
import { explain, type Variable } from '../../../src/components/variables/explain.ts';

const table = JSON.parse(readFileSync('content/variables/variables.json', 'utf8')) as (Variable & {
  mark: string;
  source: { label: string; url: string | null };
  version: string;
  read: string;
  effect: string;
})[];
const verdicts = (text: string) => Object.fromEntries(explain(text, table).rows.map((row) => [row.name, row.verdict]));

test('ids are unique, and what replaces a name is there', () => {
  const ids = table.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(table.filter(({ replacedBy }) => replacedBy && !ids.includes(replacedBy))).toEqual([]);
});

test('every row carries effect, mark, source, version and date', () => {
  const wrong = table.filter((row) => !row.effect || !row.mark || !row.source.label || !row.version || !/^\d{4}-\d\d/.test(row.read));
  expect(wrong).toEqual([]);
});

test('the ways in which shells print an environment', () => {
  const forms = `A=1\nexport B="two words"\ndeclare -x C='3'\nENV D 4\nsetenv E 5\nnot an assignment\nF=`;
  expect(parseDump(forms)).toEqual([
    { name: 'A', value: '1' },
    { name: 'B', value: 'two words' },
    { name: 'C', value: '3' },
    { name: 'D', value: '4' },
    { name: 'E', value: '5' },
    { name: 'F', value: '' },
  ]);
});

test('a verdict for each', () => {
  expect(
    verdicts(`PATH=/usr/bin
AWS_SECRET_ACCESS_KEY=hush
XLA_USE_BF16=1
XLA_ANYTHING_ELSE=1
NEURON_RT_ENABLE_HOST_CC=1
NEURON_RT_LOG_LEVEL=LOUD
NEURON_RT_LOG_LEVEL_TDRV=DEBUG
NEURON_LOGICAL_NC_CONFIG=1
TORCH_NEURONX_DISABLE_FALLBACK_EXECUTION=1
TORCH_NEURONX_NEFF_CACHE_DIRS=/data
VLLM_NEURON_X=1`),
  ).toEqual({
    XLA_USE_BF16: 'idle',
    XLA_ANYTHING_ELSE: 'idle',
    NEURON_RT_ENABLE_HOST_CC: 'renamed',
    NEURON_RT_LOG_LEVEL: 'odd',
    NEURON_RT_LOG_LEVEL_TDRV: 'read',
    NEURON_LOGICAL_NC_CONFIG: 'read',
    TORCH_NEURONX_DISABLE_FALLBACK_EXECUTION: 'default',
    TORCH_NEURONX_NEFF_CACHE_DIRS: 'unknown',
    VLLM_NEURON_X: 'foreign',
  });
});

test('a misspelled name finds its neighbour; what is not ours is counted only', () => {
  const { rows, others } = explain('TORCH_NEURONX_NEFF_CACHE_DIRS=/d\nHOME=/root\nSECRET=x', table);
  expect(rows[0]?.nearest[0]).toBe('TORCH_NEURONX_NEFF_CACHE_DIR');
  expect(others).toBe(2);
});
