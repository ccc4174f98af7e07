import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { MAX_RANKS } from '../../../src/engine/report/header.ts';

test.each([
  ['-3', 'error', /takes a whole number from 1 to 64, not "-3"/],
  ['two', 'error', /not "two"/],
  ['0', 'error', /not "0"/],
  [String(MAX_RANKS + 1), 'limit', /64 ranks \(65 asked for\)/],
])('# world-size: %s does not start', async (asked, exit, message) => {
  const report = await run(`import torch\n# world-size: ${asked}\nprint(1)\n`);
  expect(report.exit).toBe(exit);
  expect(report.error?.message).toMatch(message);
  expect(report.error?.line).toBe(2);
  expect(report.stdout).toBe('');
});
