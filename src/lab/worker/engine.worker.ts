/**
 * The engine in a worker: one program in, one report out. The page ends the worker to stop a run.
 *
 * Parts of the engine are fetched when a program needs them. Those that can be foreseen are there when it begins; for one
 * that could not, it begins again, and the page's clock with it.
 */
import { prefetch, runByNeed } from '../../engine/packs/index.ts';
import { inPieces } from './pieces.ts';
import type { Answer, Ask } from './protocol.ts';

const say = (answer: Answer) => postMessage(answer);

addEventListener('message', async ({ data }: MessageEvent<Ask>) => {
  const { id, source, options, name, overlay } = data;
  // It is alive: the page waits no longer than a moment for this.
  say({ id, kind: 'waits' });
  try {
    await prefetch(source);
    say({ id, kind: 'ready' });
    const progress = (line: number) => say({ id, kind: 'at', line });
    const input = { ...options, filename: name, progress, ...(overlay ? { overlay: new Map(overlay) } : {}) };
    const report = await runByNeed(source, input, (on) => say({ id, kind: on ? 'waits' : 'ready' }));
    const { head, pieces } = inPieces(report);
    say({ id, kind: 'report', report: head, more: pieces.length });
    for (const piece of pieces) say({ id, kind: 'piece', piece });
  } catch (e) {
    say({ id, kind: 'crashed', message: e instanceof Error ? `${e.name}: ${e.message}` : String(e) });
  }
});
