/** A defect of the engine ends a run as `unsupported`, with the line the program stood at; a pack that is missing does not. */
import { expect, test } from 'vitest';
import { NeedsPack } from '../../../src/engine/python/packs.ts';
import type { VM } from '../../../src/engine/python/vm.ts';
import { endingOf } from '../../../src/engine/report/ending.ts';

const vm = {} as VM;

test('a fault of the engine names the line and says whose fault it is', () => {
  const ending = endingOf(vm, { kind: 'error', error: new TypeError('x is not a function') }, () => 7);
  expect(ending).toMatchInlineSnapshot(`
    {
      "error": {
        "line": 7,
        "message": "the simulator failed here by a fault of its own (TypeError: x is not a function)",
        "type": "Unsupported",
      },
      "exit": "unsupported",
    }
  `);
});

test('a missing pack goes on to whoever loads packs', () => {
  expect(() => endingOf(vm, { kind: 'error', error: new NeedsPack('layers') }, () => 1)).toThrow(NeedsPack);
});
