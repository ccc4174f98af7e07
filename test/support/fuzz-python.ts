/** The differential fuzzer's second half: runs each program of `fuzz_python.py` and shows the first line that differs. */
import { readFileSync } from 'node:fs';
import { runProgram } from './run-python.ts';

interface Row {
  seed: number;
  i: number;
  source: string;
  stdout: string;
}

const rows = readFileSync('/dev/stdin', 'utf8')
  .trim()
  .split('\n')
  .map((l) => JSON.parse(l) as Row);
let bad = 0;
let refused = 0;
for (const row of rows) {
  let got: string;
  try {
    const r = runProgram(row.source, 'fuzz.py', 3_000_000);
    if (r.exit === 'unsupported' || r.exit === 'limit') {
      refused++;
      continue;
    }
    got = r.stdout;
  } catch (e) {
    got = `CRASH ${(e as Error).stack ?? String(e)}`;
  }
  if (got === row.stdout) continue;
  bad++;
  const a = row.stdout.split('\n');
  const b = got.split('\n');
  const k = a.findIndex((l, n) => l !== b[n]);
  process.stdout.write(`--- seed ${row.seed} program ${row.i}\n  expected ${a[k]?.slice(0, 200)}\n  got      ${b[k]?.slice(0, 400)}\n`);
}
process.stdout.write(`${rows.length} programs, ${bad} differ, ${refused} refused\n`);
process.exitCode = bad > 0 ? 1 : 0;
