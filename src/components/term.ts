/** The cards of terms: Escape puts one away, a tap opens it where nothing can hover, and no card leaves the screen. */
export function wireTerms(): void {
  const terms = [...document.querySelectorAll<HTMLElement>('[data-term]')];
  const shut = (term: HTMLElement) => {
    term.classList.remove('open');
    term.classList.add('shut');
  };
  for (const term of terms) {
    const link = term.querySelector('a');
    const fit = () => {
      term.classList.remove('shut', 'flip');
      const card = term.querySelector<HTMLElement>('.card');
      const box = card?.getBoundingClientRect();
      if (box && (box.right > innerWidth - 8 || box.left < 8)) term.classList.add('flip');
    };
    term.addEventListener('pointerenter', fit);
    term.addEventListener('focusin', fit);
    term.addEventListener('focusout', (event) => {
      if (!term.contains(event.relatedTarget as Node)) term.classList.remove('open', 'shut');
    });
    link?.addEventListener('click', (event) => {
      if (!matchMedia('(hover: none)').matches || term.classList.contains('open')) return;
      event.preventDefault();
      for (const other of terms) other.classList.remove('open');
      term.classList.add('open');
    });
  }
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const term of terms) if (term.matches(':hover, :focus-within, .open')) shut(term);
  });
  addEventListener('pointerdown', (event) => {
    for (const term of terms) if (!term.contains(event.target as Node)) term.classList.remove('open');
  });
}
