/**
 * The paste box: takes text from the keyboard, the clipboard, a file or the address, asks the worker, draws the answer.
 *
 * A text of megabytes is held beside the field, which shows its beginning: laying out 60,000 lines in a text field is
 * what would freeze a page, not the search. The worker is started when the page is idle, so that it is there when the
 * network is not.
 */
import { draw } from './answers.ts';
import { langAround } from '../words.ts';
import type { Entry } from './match.ts';
import { say } from './strings.ts';
import type { Answer, Ask } from './worker.ts';

const HOLD = 100_000;
const LARGEST = 50_000_000;
const SHOWN_LINES = 60;

/** The rows of the catalogue on this page are the data. */
export function entriesOf(page: ParentNode): Entry[] {
  return [...page.querySelectorAll<HTMLElement>('[data-entry]')].map((row) => ({
    id: row.dataset['entry'] ?? '',
    patterns: [
      ...(/^(TN|TORCH|LAB)-/.test(row.dataset['entry'] ?? '') ? [] : [row.dataset['entry'] ?? '']),
      ...[...row.querySelectorAll('[data-p]')].map((code) => code.textContent ?? ''),
    ],
    ...(JSON.parse(row.dataset['rule'] ?? '{}') as Partial<Entry>),
  }));
}

const size = (n: number) => (n < 1e6 ? `${Math.round(n / 1e3)} kB` : `${(n / 1e6).toFixed(1)} MB`);

export function startBox(form: HTMLFormElement): void {
  const field = form.querySelector('textarea');
  const state = form.querySelector<HTMLElement>('[data-state]');
  const answers = form.querySelector<HTMLElement>('[data-answers]');
  const file = form.querySelector<HTMLInputElement>('[data-file]');
  if (!field || !state || !answers || !file) return;
  form.hidden = false;
  const lang = langAround(form);

  let worker: Worker | undefined;
  let turn = 0;
  let held: string | null = null;
  const post = (ask: Ask) => {
    if (!worker) {
      worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.postMessage({ entries: entriesOf(document) } satisfies Ask);
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.turn !== turn) return;
        state.textContent = draw(answers, data.result, held ?? field.value, lang);
      });
      worker.addEventListener('error', () => {
        state.textContent = say(lang, 'notStarted');
      });
    }
    if ('text' in ask) worker.postMessage(ask);
  };
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500));
  idle(() => post({ entries: [] }));

  const look = () => {
    const text = held ?? field.value;
    if (!text.trim()) {
      turn++;
      answers.replaceChildren();
      state.textContent = say(lang, 'stays');
      return;
    }
    state.textContent = say(lang, 'looking');
    post({ text, turn: ++turn });
  };
  const take = (text: string) => {
    if (text.length > LARGEST) {
      state.textContent = say(lang, 'tooLarge', { size: size(text.length), most: size(LARGEST) });
      return;
    }
    if (text.length > HOLD) {
      const lines = text.split('\n', SHOWN_LINES).map((line) => line.slice(0, 400));
      field.value = `${lines.join('\n')}\n${say(lang, 'beginning', { size: size(text.length) })}`;
      held = text;
    } else {
      field.value = text;
      held = null;
    }
    look();
  };

  let waiting: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    held = null;
    clearTimeout(waiting);
    waiting = setTimeout(look, 250);
  });
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= HOLD) return;
    event.preventDefault();
    take(text);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    look();
  });
  form.querySelector('[data-clear]')?.addEventListener('click', () => {
    take('');
    field.focus();
  });
  const open = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > LARGEST) take(' '.repeat(LARGEST + 1));
    else take(await chosen.text());
  };
  file.addEventListener('change', () => void open(file.files?.[0]).then(() => (file.value = '')));
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void open(dropped);
  });

  /** The home page's field leads here with `#q=`; the name of an area opens it. */
  const follow = () => {
    const hash = decodeURIComponent(location.hash.slice(1).replace(/\+/g, ' '));
    if (hash.startsWith('q=')) take(hash.slice(2));
    const area = hash && !hash.startsWith('q=') ? document.getElementById(hash) : null;
    if (area instanceof HTMLDetailsElement) area.open = true;
  };
  follow();
  addEventListener('hashchange', follow);
}
