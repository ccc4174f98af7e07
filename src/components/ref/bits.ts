/**
 * The explorer's work: a number typed or bits flipped, and everything around follows. The state is in the address:
 * `f` the format, `x` what was typed, or `b` the bits when they were flipped.
 */
import { langAround, type Lang } from '../words.ts';
import { bitsOf, block, codecOf, errorOf, hex, neighbour, parse, type Shape, show, split, widthOf } from './codec.ts';
import { say } from './strings.ts';

type Named = Shape & { name: string };

const put = (root: ParentNode, name: string, text: string) => {
  const place = root.querySelector(`[data-out="${name}"]`);
  if (place) place.textContent = text;
};

function address(values: Record<string, string | null>): void {
  const next = new URL(location.href);
  for (const [name, value] of Object.entries(values))
    if (value === null) next.searchParams.delete(name);
    else next.searchParams.set(name, value);
  history.replaceState(null, '', next);
}

/** How a value comes from its bits, as arithmetic. */
export function madeOf(code: number, f: Shape): string {
  const { sign, exp, frac } = split(code, f);
  const value = codecOf(f).decode(code);
  if (!Number.isFinite(value)) return `exponent ${exp}, fraction ${frac}: ${show(value)}`;
  const unit = 2 ** f.mantissa;
  const s = sign ? '−' : '+';
  return exp === 0 ? `${s} (${frac}/${unit}) · 2^${1 - f.bias}, below the normal range` : `${s} (1 + ${frac}/${unit}) · 2^(${exp} − ${f.bias})`;
}

/** The fields of a format, from the left: kind, name, first bit, number of bits. */
export const fieldsOf = (f: Shape, lang: Lang): [kind: string, label: string, from: number, count: number][] => [
  ['sign', say(lang, 'sign'), 0, 1],
  ['exponent', say(lang, 'exponent', { n: f.exponent }), 1, f.exponent],
  ['mantissa', say(lang, 'fraction', { n: f.mantissa }), 1 + f.exponent, f.mantissa],
];
export const bitLabel = (i: number, v: string, f: Shape, lang: Lang): string => say(lang, 'bit', { i: widthOf(f) - 1 - i, v });

/** What is said of a number of the format: its value, how it is made, its neighbours. */
export function saidOf(code: number, f: Shape, lang: Lang): { value: string; made: string; below: string; above: string } {
  const codec = codecOf(f);
  const near = (direction: 1 | -1) => {
    const next = neighbour(code, direction, f);
    return next === null ? say(lang, 'none') : `${show(codec.decode(next))} (${hex(next, f)})`;
  };
  return { value: `${show(codec.decode(code))} (${hex(code, f)})`, made: madeOf(code, f), below: near(-1), above: near(1) };
}

export function startBits(root: HTMLElement): void {
  const shapes = JSON.parse(root.dataset['bits'] ?? '[]') as Named[];
  const form = root.querySelector('form');
  const input = root.querySelector<HTMLInputElement>('input[name=x]');
  const select = root.querySelector<HTMLSelectElement>('select[name=f]');
  const error = root.querySelector<HTMLElement>('.error');
  const row = root.querySelector<HTMLElement>('[data-row-of-bits]');
  if (!form || !input || !select || !error || !row) return;
  const lang = langAround(root);
  const shapeOf = (id: string) => shapes.find((shape) => shape.id === id && shape.kind !== 'scale');
  const current = (): Named => shapeOf(select.value) as Named;
  let x = 0.1;
  let code = 0;

  const table = () => {
    for (const cells of document.querySelectorAll<HTMLElement>('[data-all-formats] tr[data-format]')) {
      const f = shapeOf(cells.dataset['format'] ?? '');
      if (!f) continue;
      const codec = codecOf(f);
      const made = codec.encode(x);
      const value = codec.decode(made);
      const texts: Record<string, string> = { hex: hex(made, f), value: show(value), ...errorOf(value, x) };
      for (const cell of cells.querySelectorAll<HTMLElement>('[data-cell]')) cell.textContent = texts[cell.dataset['cell'] ?? ''] ?? '';
    }
    const asked = document.querySelector('[data-asked]');
    if (asked) asked.textContent = show(x);
  };

  const draw = () => {
    const f = current();
    const bits = bitsOf(code, f);
    if (row.dataset['format'] !== f.id) {
      row.dataset['format'] = f.id;
      row.replaceChildren(
        ...fieldsOf(f, lang).map(([kind, label, from, count]) => {
          const field = document.createElement('fieldset');
          field.className = `field ${kind}`;
          const legend = document.createElement('legend');
          legend.textContent = label;
          const line = document.createElement('div');
          for (let i = from; i < from + count; i++) {
            const bit = document.createElement('button');
            bit.type = 'button';
            bit.className = 'bit';
            bit.dataset['bit'] = String(i);
            // One stop for Tab; arrows go along the bits.
            bit.tabIndex = i === 0 ? 0 : -1;
            line.append(bit);
          }
          field.append(legend, line);
          return field;
        }),
      );
    }
    for (const bit of row.querySelectorAll<HTMLButtonElement>('.bit')) {
      const i = Number(bit.dataset['bit']);
      bit.textContent = bits[i] ?? '0';
      bit.setAttribute('aria-pressed', String(bits[i] === '1'));
      bit.setAttribute('aria-label', bitLabel(i, bits[i] ?? '0', f, lang));
    }
    for (const [name, text] of Object.entries(saidOf(code, f, lang))) put(root, name, text);
    table();
  };
  const complain = (text: string) => {
    error.hidden = !text;
    error.textContent = text;
    input.setAttribute('aria-invalid', String(Boolean(text)));
  };
  const typed = () => {
    const value = parse(input.value, current());
    if (value === null) return complain(say(lang, 'noNumber'));
    complain('');
    x = value;
    code = codecOf(current()).encode(x);
    address({ f: select.value, x: input.value.trim(), b: null });
    draw();
  };
  const flipped = (next: number) => {
    code = next;
    x = codecOf(current()).decode(code);
    input.value = show(x);
    complain('');
    address({ f: select.value, x: null, b: hex(code, current()) });
    draw();
  };

  const asked = new URL(location.href).searchParams;
  if (shapeOf(asked.get('f') ?? '')) select.value = asked.get('f') as string;
  const bits = asked.get('b');
  const fromBits = bits && /^0x[0-9a-f]+$/i.test(bits) ? Number.parseInt(bits, 16) : null;
  if (fromBits !== null && fromBits < 2 ** widthOf(current())) {
    code = fromBits;
    x = codecOf(current()).decode(code);
    input.value = show(x);
  } else {
    const said = (asked.get('x') ?? '').slice(0, 60);
    const value = parse(said, current());
    if (value !== null) {
      x = value;
      input.value = said;
    }
    code = codecOf(current()).encode(x);
  }
  root.hidden = false;
  draw();

  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', typed);
  select.addEventListener('change', () => {
    code = codecOf(current()).encode(x);
    address({ f: select.value, x: input.value.trim(), b: null });
    draw();
  });
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-step]'))
    button.addEventListener('click', () => {
      const next = neighbour(code, button.dataset['step'] === '1' ? 1 : -1, current());
      if (next !== null) flipped(next);
    });
  row.addEventListener('click', (event) => {
    const bit = (event.target as HTMLElement).closest<HTMLElement>('.bit');
    if (!bit) return;
    const bits = [...bitsOf(code, current())];
    const i = Number(bit.dataset['bit']);
    bits[i] = bits[i] === '1' ? '0' : '1';
    flipped(Number.parseInt(bits.join(''), 2));
  });
  row.addEventListener('keydown', (event) => {
    const all = [...row.querySelectorAll<HTMLButtonElement>('.bit')];
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[to];
    if (at < 0 || !next) return;
    event.preventDefault();
    for (const bit of all) bit.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

export function startBlock(root: HTMLElement, bits: HTMLElement): void {
  const shapes = JSON.parse(bits.dataset['bits'] ?? '[]') as Named[];
  const form = root.querySelector('form');
  const error = root.querySelector<HTMLElement>('.error');
  if (!form || !error) return;
  const lang = langAround(root);
  const draw = () => {
    const data = new FormData(form);
    const f = shapes.find(({ id }) => id === data.get('element'));
    const said = String(data.get('block'))
      .split(/[\s,;]+/)
      .filter(Boolean);
    if (!f) return;
    const numbers = said.map((word) => parse(word, f));
    const wrong = said.length === 0 || said.length > 32 || numbers.some((n) => n === null || !Number.isFinite(n));
    error.hidden = !wrong;
    error.textContent = wrong ? say(lang, 'oneTo32') : '';
    if (wrong) return;
    const made = block(numbers as number[], f, data.get('rule') === '1' ? 1 : 0);
    put(root, 'scale', `2^${Math.log2(made.scale)} = ${show(made.scale)}`);
    put(root, 'elements', made.rows.map(({ element }) => show(element)).join('  '));
    put(root, 'values', made.rows.map(({ value }) => show(value)).join('  '));
    const worst = Math.max(...made.rows.map(({ x, value }) => Math.abs(value - x)));
    put(root, 'worst', show(Number(worst.toPrecision(3))));
  };
  root.hidden = false;
  form.addEventListener('input', draw);
  form.addEventListener('submit', (event) => event.preventDefault());
  draw();
}
