/**
 * Finds or makes the Python that has real PyTorch: `ATLAS_PYTHON` if set, else `.venv` in the repository, made here.
 *
 * Where Python 3.11 is missing or the CPU wheel cannot be installed within the time given, there is no reference on this
 * machine: the answer is a reason, and callers say "skipped".
 */

import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './sets.ts';

const TORCH = '2.13.0';
const PATIENCE_MS = 60_000;

export type Reference = { python: string } | { skipped: string };

function works(python: string): boolean {
  const probe = `import sys, numpy, torch; sys.exit(not (torch.__version__.split('+')[0] == '${TORCH}' and sys.version_info[:2] == (3, 11)))`;
  return spawnSync(python, ['-c', probe], { stdio: 'ignore' }).status === 0;
}

function run(command: string, args: string[], timeout: number): string | null {
  const result = spawnSync(command, args, { encoding: 'utf8', timeout });
  if (result.status === 0) return null;
  const lastLine = (result.stderr ?? '').trim().split('\n').at(-1);
  if (result.error) return result.signal ? 'took too long' : result.error.message;
  return lastLine || `${command} failed`;
}

/** From the package index that pip is set up for (`PIP_INDEX_URL` may name PyTorch's own CPU wheels). */
function install(python: string): string | null {
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', '--retries', '1', '--timeout', '10'];
  return run(python, [...pip, `torch==${TORCH}`, 'numpy', 'einops==0.8.2'], PATIENCE_MS);
}

/** Whether the reference has a library that a program says it needs (`# needs: NAME`). */
export const canImport = (python: string, library: string): boolean => spawnSync(python, ['-c', `import ${library}`], { stdio: 'ignore' }).status === 0;

export function findReference(): Reference {
  const given = process.env['ATLAS_PYTHON'];
  if (given) return works(given) ? { python: given } : { skipped: `ATLAS_PYTHON is not Python 3.11 with PyTorch ${TORCH} and numpy` };
  const folder = path.join(root, '.venv');
  const python = path.join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  if (existsSync(python) && works(python)) return { python };
  console.log(`Making .venv with PyTorch ${TORCH} (CPU), at most a minute …`);
  const made = run('python3.11', ['-m', 'venv', '--clear', folder], PATIENCE_MS);
  if (made !== null) return { skipped: `no Python 3.11 here (${made})` };
  const failed = install(python);
  if (failed !== null || !works(python)) {
    rmSync(folder, { recursive: true, force: true }); // half an environment would be taken for a whole one
    return { skipped: `PyTorch ${TORCH} could not be installed within a minute (${failed ?? 'it does not import'})` };
  }
  return { python };
}
