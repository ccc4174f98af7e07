/**
 * The sets of programs that have goldens: where the programs and where the goldens are.
 * `cases` holds reduced public reports and reduced fuzzer finds; `mesh/programs` the
 * programs of many ranks; everything in `content/programs` is shown on the site.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');

export interface GoldenProgram {
  name: string;
  program: string;
  golden: string;
  /** `# device: neuron`: real PyTorch here has no such device, hence no golden. */
  needsDevice: boolean;
}

const SETS = [
  { programs: path.join(root, 'content/programs'), goldens: path.join(here, 'programs') },
  { programs: path.join(here, 'cases'), goldens: path.join(here, 'cases') },
  { programs: path.join(here, 'capture'), goldens: path.join(here, 'capture') },
  { programs: path.join(here, 'mesh/programs'), goldens: path.join(here, 'mesh/programs') },
];

export function goldenPrograms(): GoldenProgram[] {
  return SETS.filter((set) => existsSync(set.programs)).flatMap((set) =>
    readdirSync(set.programs)
      .filter((file) => file.endsWith('.py'))
      .sort()
      .map((file) => {
        const name = file.slice(0, -3);
        const program = path.join(set.programs, file);
        return {
          name,
          program,
          golden: path.join(set.goldens, `${name}.json`),
          needsDevice: /^# device: neuron/m.test(readFileSync(program, 'utf8')),
        };
      }),
  );
}
