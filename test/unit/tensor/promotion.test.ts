import { afterAll, describe, expect, test } from 'vitest';
import { PyError } from '../../../src/engine/python/errors.ts';
import { DTYPES, type DTypeName, float32 } from '../../../src/engine/tensor/dtype.ts';
import { canCast, defaults, empty, type Operand, promoteTypes, type PythonNumber, resultType, Unsupported } from '../../../src/engine/tensor/index.ts';
import { golden } from './support.ts';

interface Row {
  kind: 'promote' | 'can_cast' | 'result';
  default?: DTypeName;
  a: string;
  b: string;
  ok?: string | boolean;
  error?: string;
  message?: string;
}

const operand = (name: string): Operand => {
  const m = /^(\w+)\[(2?)\]$/.exec(name);
  return m ? empty(m[2] ? [2] : [], DTYPES[m[1] as DTypeName]) : (name as PythonNumber);
};

function answer(row: Row): unknown {
  defaults.dtype = DTYPES[row.default ?? 'float32'];
  const [a, b] = [DTYPES[row.a as DTypeName], DTYPES[row.b as DTypeName]];
  if (row.kind === 'promote') return promoteTypes(a, b).name;
  if (row.kind === 'can_cast') return canCast(a, b);
  return resultType(operand(row.a), operand(row.b)).name;
}

afterAll(() => {
  defaults.dtype = float32;
});

describe('type promotion agrees with PyTorch', () => {
  const { rows } = golden<Row>('promotion');
  test.for(['promote', 'can_cast', 'result'] as const)('%s', (kind) => {
    for (const row of rows.filter((r) => r.kind === kind)) {
      const label = `${row.a}, ${row.b}, default ${row.default}`;
      try {
        expect(answer(row), label).toBe(row.ok);
      } catch (e) {
        // complex128 and complex32 are not modelled: where PyTorch would answer or refuse with them, we only refuse.
        if (e instanceof Unsupported) expect(`${row.ok} ${row.a} ${row.b}`, label).toMatch(/complex(128|32|$)|complex /);
        else if (e instanceof PyError) expect([e.name, e.message], label).toEqual([row.error, row.message]);
        else throw e;
      }
    }
  });
});
