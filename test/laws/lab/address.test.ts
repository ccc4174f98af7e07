/** The address: what is written can be read again, and nothing that comes from outside breaks the reader. */
import { deflateSync, strToU8 } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeState,
  encodeState,
  fromBase64Url,
  type LabState,
  MAX_WORLD,
  PANES,
  readRunFragment,
  runFragment,
  toBase64Url,
} from '../../../src/lab/state/address.ts';

const state: fc.Arbitrary<LabState> = fc.record({
  program: fc.option(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/)),
  source: fc.option(fc.string({ unit: 'binary', maxLength: 400 }).filter((s) => s.isWellFormed())),
  options: fc.record({
    device: fc.constantFrom('neuron', 'cpu'),
    worldSize: fc.integer({ min: 1, max: MAX_WORLD }),
    kernelCache: fc.constantFrom('cold', 'warm'),
    graphCache: fc.constantFrom('cold', 'warm'),
    numbers: fc.constantFrom<LabState['options']['numbers'][]>(true, false, 'always'),
    target: fc.constantFrom('trn2', 'trn3'),
  }),
  step: fc.nat(1e7),
  rank: fc.nat(MAX_WORLD - 1),
  pane: fc.constantFrom(...PANES),
});

test('decode(encode(state)) is the state', () => {
  fc.assert(
    fc.property(state, (s) => {
      expect(decodeState(encodeState(s))).toMatchObject({ ok: true, state: s });
    }),
  );
});

test('an address leaves its ranks out only where the text asks for the same', () => {
  fc.assert(
    fc.property(state, fc.integer({ min: 1, max: MAX_WORLD }), (s, asked) => {
      const d = decodeState(encodeState(s, asked));
      expect(d.ok && (d.ranks ? d.state.options.worldSize : asked)).toBe(s.options.worldSize);
    }),
  );
});

test('encoding is deterministic', () => {
  fc.assert(fc.property(state, (s) => encodeState(s) === encodeState(structuredClone(s))));
});

test('any text is read or refused, never thrown over', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String().map((b) => `v1.${b}`),
        state.map((s) => encodeState(s).slice(0, -3)),
      ),
      (text) => {
        const d = decodeState(text);
        if (!d.ok) expect(typeof d.why).toBe('string');
      },
    ),
  );
});

test('any JSON is read or refused field by field', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const d = decodeState(`v1.${toBase64Url(deflateSync(strToU8(json)))}`);
      if (d.ok) expect(encodeState(d.state)).toMatch(/^v1\./);
    }),
  );
});

test('base64 for addresses: there and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (b) => {
      expect([...fromBase64Url(toBase64Url(b))!]).toEqual([...b]);
    }),
  );
});

test('the address of a step in an article', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), fc.nat(1e6), (id, step) => {
      expect(readRunFragment(runFragment(id, step), id)).toBe(step);
      expect(readRunFragment(runFragment(id, step), `${id}x`)).toBeNull();
    }),
  );
});
