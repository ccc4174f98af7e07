/** The engine in a worker: one program in, one report out. The page ends the worker to stop a run. */
import { run } from '../../engine/index.ts';
import type { Answer, Ask } from './protocol.ts';

const say = (answer: Answer) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  const { id, source, options, name, overlay } = data;
  say({ id, kind: 'ready' });
  try {
    say({ id, kind: 'report', report: run(source, { ...options, filename: name, ...(overlay ? { overlay: new Map(overlay) } : {}) }) });
  } catch (e) {
    say({ id, kind: 'crashed', message: e instanceof Error ? `${e.name}: ${e.message}` : String(e) });
  }
});
