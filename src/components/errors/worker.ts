/** The matching off the main thread: entries once, then a text at a time; the answer carries the text's number. */
import { type Entry, match, type Matcher, prepare, type Result } from './match.ts';

export type Ask = { entries: Entry[] } | { text: string; turn: number };
export interface Answer {
  turn: number;
  result: Result;
}

let matcher: Matcher = [];
self.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  if ('entries' in data) matcher = prepare(data.entries);
  else self.postMessage({ turn: data.turn, result: match(matcher, data.text) } satisfies Answer);
});
