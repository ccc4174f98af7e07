/**
 * How to load each pack, and a run that fetches what it turns out to need and starts again.
 */
import { NeedsPack, run, type RunInput, type RunReport } from '../core.ts';
import { guessPacks } from './guess.ts';

export const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  absent: () => import('./absent.ts'),
  autograd: () => import('./autograd.ts'),
  faults: () => import('./faults.ts'),
  graph: () => import('./graph.ts'),
  language: () => import('./language.ts'),
  text: () => import('./text.ts'),
  bytes: () => import('./bytes.ts'),
  float8: () => import('./float8.ts'),
  math: () => import('./math.ts'),
  natives: () => import('./natives.ts'),
  std: () => import('./std.ts'),
  'std-more': () => import('./std-more.ts'),
  'std-files': () => import('./std-files.ts'),
  'std-rarer': () => import('./std-rarer.ts'),
  'std-scripts': () => import('./std-scripts.ts'),
  'std-seldom': () => import('./std-seldom.ts'),
  base: () => import('./base.ts'),
  func: () => import('./func.ts'),
  forward: () => import('./forward.ts'),
  numpy: () => import('./numpy.ts'),
  'numpy-more': () => import('./numpy-more.ts'),
  'numpy-lib': () => import('./numpy-lib.ts'),
  einops: () => import('./einops.ts'),
  nn: () => import('./nn.ts'),
  'nn-more': () => import('./nn-more.ts'),
  probability: () => import('./probability.ts'),
  optim: () => import('./optim.ts'),
  data: () => import('./data.ts'),
  distributed: () => import('./distributed.ts'),
  'distributed-more': () => import('./distributed-more.ts'),
  capture: () => import('./capture.ts'),
  tracing: () => import('./tracing.ts'),
  dynamic: () => import('./dynamic.ts'),
  fx: () => import('./fx.ts'),
  mesh: () => import('./mesh.ts'),
  'mesh-more': () => import('./mesh-more.ts'),
  known: () => import('./known.ts'),
  'torch-more': () => import('./torch-more.ts'),
  'ops-base': () => import('./ops-base.ts'),
  'ops-reduce': () => import('./ops-reduce.ts'),
  'ops-matmul': () => import('./ops-matmul.ts'),
  'ops-complex': () => import('./ops-complex.ts'),
  'complex-forms': () => import('./ops-complex.ts'),
  'ops-linalg': () => import('./ops-linalg.ts'),
  spectra: () => import('./spectra.ts'),
  'ops-more': () => import('./ops-more.ts'),
  'ops-random': () => import('./ops-random.ts'),
  'ops-elementwise': () => import('./ops-elementwise.ts'),
  'ops-nn': () => import('./ops-nn.ts'),
  'ops-attention': () => import('./ops-attention.ts'),
  'ops-layers': () => import('./ops-layers.ts'),
  'ops-recurrent': () => import('./ops-recurrent.ts'),
  'ops-rest': () => import('./ops-rest.ts'),
  'ops-sparse': () => import('./ops-sparse.ts'),
  sparse: () => import('./ops-sparse.ts'),
  'ops-special': () => import('./ops-special.ts'),
  modes: () => import('./modes.ts'),
  overrides: () => import('./overrides.ts'),
  outs: () => import('./outs.ts'),
  overlaps: () => import('./overlaps.ts'),
  second: () => import('./second.ts'),
  'second-smooth': () => import('./second.ts'),
};

const load = (pack: string): Promise<unknown> => {
  const loader = LOADERS[pack];
  if (!loader) throw new Error(`no pack ${pack}`);
  return loader();
};

/** Loads what the text asks for by its words. */
export const prefetch = (source: string): Promise<unknown> => Promise.all(guessPacks(source).map(load));

/** The report of a program; every pack is asked for once at most. `waits`: told when one is awaited, and when it is there. */
export async function runByNeed(source: string, input: RunInput = {}, waits: (on: boolean) => void = () => {}): Promise<RunReport> {
  for (const asked = new Set<string>(); ;) {
    try {
      return run(source, input);
    } catch (e) {
      if (!(e instanceof NeedsPack) || asked.has(e.pack)) throw e;
      asked.add(e.pack);
      waits(true);
      await load(e.pack);
      waits(false);
    }
  }
}
