/**
 * The engine in a worker: one program in, one report out. The page ends the worker to stop a run.
 *
 * Parts of the engine are fetched when a run asks for them; it then starts again, since a run leaves nothing behind.
 */
import { NeedsPack, run, type RunInput } from '../../engine/core.ts';
import { guessPacks, LOADERS } from '../../engine/packs/index.ts';
import type { Answer, Ask } from './protocol.ts';

const say = (answer: Answer) => postMessage(answer);

const load = (pack: string): Promise<unknown> => {
  const loader = LOADERS[pack];
  if (!loader) throw new Error(`no pack ${pack}`);
  return loader();
};

/** Runs until nothing is missing; each pack is asked for once at most. */
async function complete(source: string, input: RunInput) {
  for (const asked = new Set<string>(); ; ) {
    try {
      return run(source, input);
    } catch (e) {
      if (!(e instanceof NeedsPack) || asked.has(e.pack)) throw e;
      asked.add(e.pack);
      await load(e.pack);
    }
  }
}

addEventListener('message', async ({ data }: MessageEvent<Ask>) => {
  const { id, source, options, name, overlay } = data;
  try {
    await Promise.all(guessPacks(source).map(load));
    say({ id, kind: 'ready' });
    say({ id, kind: 'report', report: await complete(source, { ...options, filename: name, ...(overlay ? { overlay: new Map(overlay) } : {}) }) });
  } catch (e) {
    say({ id, kind: 'crashed', message: e instanceof Error ? `${e.name}: ${e.message}` : String(e) });
  }
});
