/** Hostile addresses: each is refused with its reason. */
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { DEFAULT_STATE, decodeState, encodeState, labFragment, MAX_ENCODED, readRunFragment, toBase64Url, tooLong } from '../../../src/lab/state/address.ts';

const pack = (json: unknown): string => `v1.${toBase64Url(deflateSync(strToU8(typeof json === 'string' ? json : JSON.stringify(json))))}`;
const why = (text: string) => {
  const d = decodeState(text);
  return d.ok ? 'read' : [d.why, d.what, d.at].filter((x) => x !== undefined).join(' ');
};

describe('refused', () => {
  test.each([
    ['an empty state', '', 'empty'],
    ['another version', 'v2.abc', 'unknown-version 2'],
    ['no version', '<img src=x>', 'no-version'],
    ['a program as it stands', 'print(1)', 'no-version'],
    ['foreign characters', 'v1.abc<script>', 'strange < 7'],
    ['a mark of the sentence around it', `${pack({ p: 'x' })}).`, `strange ) ${pack({ p: 'x' }).length + 1}`],
    ['a character of two units', 'v1.🙂', 'strange 🙂 4'],
    ['nothing after the version', 'v1.', 'cut'],
    ['a single character', 'v1.A', 'cut'],
    ['noise', 'v1.________', 'damaged'],
    ['a block that never ends', 'v1.AAAAAAAA', 'cut'],
    ['cut short', pack({ p: 'x', s: 'print(1)\n'.repeat(40) }).slice(0, -6), 'cut'],
    ['not JSON', pack('{'), 'not-json'],
    ['a list', pack('[]'), 'not-json'],
    ['a number', pack('3'), 'not-json'],
    ['an unknown field', pack({ evil: 1 }), 'bad-field evil'],
    ['a prototype', pack('{"__proto__":{"d":"cpu"}}'), 'bad-field __proto__'],
    ['a constructor', pack('{"constructor":1}'), 'bad-field constructor'],
    ['a path as program', pack({ p: '../../etc/passwd' }), 'bad-field p'],
    ['a thousand ranks', pack({ w: 1000 }), 'bad-field w'],
    ['a fraction of a step', pack({ i: 1.5 }), 'bad-field i'],
    ['a negative step', pack({ i: -1 }), 'bad-field i'],
    ['a pane that is none', pack({ v: 'memory' }), 'bad-field v'],
    ['source that is no text', pack({ s: [1] }), 'bad-field s'],
    ['too long', `v1.${'A'.repeat(MAX_ENCODED)}`, 'too-long'],
  ])('%s', (_, text, reason) => expect(why(text)).toBe(reason));

  test('a few bytes that unpack to megabytes', () => {
    const bomb = pack({ s: 'a'.repeat(8_000_000) });
    expect(bomb.length).toBeLessThan(MAX_ENCODED);
    expect(why(bomb)).toBe('too-big');
  });
});

test('a default state is short', () => {
  expect(encodeState({ ...DEFAULT_STATE, program: 'eager_home' }).length).toBeLessThan(40);
});

test('a program too long for an address is known before it is written', () => {
  let source = '';
  for (let i = 0; i < 6000; i++) source += `x${i} = ${(i * 2654435761) % 1000003}\n`;
  expect(tooLong(encodeState({ ...DEFAULT_STATE, source }))).toBe(true);
});

test('fragments', () => {
  expect(labFragment('#lab=v1.x')).toBe('v1.x');
  expect(labFragment('#labx')).toBeNull();
  expect(readRunFragment('#eager-home~s12', 'eager-home')).toBe(11);
  expect(readRunFragment('#eager-home~s0', 'eager-home')).toBeNull();
  expect(readRunFragment('#other~s12', 'eager-home')).toBeNull();
});

describe('a link that was copied with what stood around it is the link', () => {
  const encoded = pack({ p: 'x', i: 3 });
  const middle = encoded.length >> 1;
  test.each([
    ['a bracket and a full stop', `${encoded}).`],
    ['a blank', `${encoded} `],
    ['a blank as the browser writes it', `${encoded}%20`],
    ['a bracket as some programs write it', `${encoded}%29`],
    ['a link of Markdown in bold', `${encoded})**`],
    ['angle brackets of a letter', `${encoded}>`],
    ['quotation marks', `${encoded}”,`],
    ['Hebrew quotation marks', `${encoded}״`],
    ['padding', `${encoded}==`],
    ['a line that a letter broke', `${encoded.slice(0, middle)}\r\n ${encoded.slice(middle)}`],
    ['marks without width', `\u200b${encoded.slice(0, middle)}\u200b${encoded.slice(middle)}\ufeff`],
  ])('%s', (_, text) => expect(labFragment(`#lab=${text}`)).toBe(encoded));

  test('a step of an article, too', () => {
    expect(readRunFragment('#eager-home~s12).', 'eager-home')).toBe(11);
    expect(readRunFragment('#eager-home~s12%20', 'eager-home')).toBe(11);
  });

  test('what is no such mark is still refused, and nothing is made up', () => {
    for (const text of ['', 'v1.', 'v1.)', 'v1.@@', '<img src=x>', `${encoded}<script>`]) {
      const read = labFragment(`#lab=${text}`);
      expect(read === encoded ? 'read' : why(read ?? '')).not.toBe('read');
    }
  });
});
