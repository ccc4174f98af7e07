/**
 * A list of thousands of rows of which only those in sight are laid out: a list box with one active row, moved by
 * arrow keys, Home, End and the page keys. Rows have one height, which the style sets (--orow).
 */
const MORE = 8;

export class Rows {
  #ids: string[] = [];
  #active = -1;
  readonly #box: HTMLElement;
  readonly #sheet: HTMLElement;
  readonly #draw: (id: string, whole: boolean) => HTMLElement;
  /** On paper every row is there. */
  #paper = false;
  readonly #pick: (id: string) => void;

  constructor(box: HTMLElement, draw: (id: string, whole: boolean) => HTMLElement, pick: (id: string) => void) {
    this.#box = box;
    this.#draw = draw;
    this.#pick = pick;
    this.#sheet = document.createElement('div');
    this.#sheet.className = 'osheet';
    this.#sheet.setAttribute('role', 'presentation');
    box.replaceChildren(this.#sheet);
    box.addEventListener('scroll', () => this.#paint(), { passive: true });
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-at]');
      if (row) this.#go(Number(row.dataset['at']), true);
    });
    new ResizeObserver(() => this.#paint()).observe(box);
    const paper = matchMedia('print');
    const turn = (on: boolean) => {
      if (on === this.#paper) return;
      this.#paper = on;
      this.#paint();
    };
    paper.addEventListener('change', () => turn(paper.matches));
    addEventListener('beforeprint', () => turn(true));
    addEventListener('afterprint', () => turn(false));
  }

  get #height(): number {
    return Number.parseFloat(getComputedStyle(this.#box).getPropertyValue('--orow')) || 36;
  }

  show(ids: string[], active: string): void {
    this.#ids = ids;
    this.#active = ids.indexOf(active);
    this.#sheet.style.blockSize = `${ids.length * this.#height}px`;
    // What the address names is in the middle of the list, with its neighbours around it.
    const middle = this.#active * this.#height - this.#box.clientHeight / 2;
    this.#box.scrollTop = this.#active < 0 ? 0 : Math.max(0, middle);
    this.#paint();
  }

  #go(at: number, pick: boolean): void {
    if (at < 0 || at >= this.#ids.length) return;
    this.#active = at;
    this.#reveal();
    this.#paint();
    if (pick) this.#pick(this.#ids[at] as string);
  }

  #reveal(): void {
    const top = this.#active * this.#height;
    const { scrollTop, clientHeight } = this.#box;
    if (top < scrollTop) this.#box.scrollTop = top;
    else if (top + this.#height > scrollTop + clientHeight) this.#box.scrollTop = top + this.#height - clientHeight;
  }

  #key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#box.clientHeight / this.#height) - 1);
    const last = this.#ids.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, this.#active + 1),
      ArrowUp: Math.max(0, this.#active - 1),
      PageDown: Math.min(last, this.#active + page),
      PageUp: Math.max(0, this.#active - page),
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#go(to, true);
  }

  #paint(): void {
    const height = this.#height;
    const first = this.#paper ? 0 : Math.max(0, Math.floor(this.#box.scrollTop / height) - MORE);
    const some = first + Math.ceil(this.#box.clientHeight / height) + 2 * MORE;
    const end = this.#paper ? this.#ids.length : Math.min(this.#ids.length, some);
    const rows: HTMLElement[] = [];
    const at = new Set(Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i));
    if (this.#active >= 0) at.add(this.#active); // what is active must be there for a screen reader
    for (const i of at) {
      const row = this.#draw(this.#ids[i] as string, this.#paper);
      row.id = `o-${i}`;
      row.dataset['at'] = String(i);
      row.setAttribute('role', 'option');
      row.setAttribute('aria-setsize', String(this.#ids.length));
      row.setAttribute('aria-posinset', String(i + 1));
      row.setAttribute('aria-selected', String(i === this.#active));
      row.classList.add('orow');
      row.classList.toggle('on', i === this.#active);
      row.style.insetBlockStart = `${i * height}px`;
      rows.push(row);
    }
    this.#sheet.replaceChildren(...rows);
    if (this.#active >= 0) this.#box.setAttribute('aria-activedescendant', `o-${this.#active}`);
    else this.#box.removeAttribute('aria-activedescendant');
  }
}
