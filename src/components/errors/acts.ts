/** The buttons under an error's head: they are drawn hidden, since without a script they could do nothing. */
export function wireActs(): void {
  for (const acts of document.querySelectorAll<HTMLElement>('[data-acts]')) {
    acts.hidden = false;
    acts.querySelector('[data-print]')?.addEventListener('click', () => print());
    acts.querySelector('[data-copy-link]')?.addEventListener('click', async (event) => {
      const word = (event.currentTarget as HTMLElement).querySelector('span');
      if (!word) return;
      const done = await navigator.clipboard
        .writeText(location.href)
        .then(() => word.dataset['done'])
        .catch(() => word.dataset['failed']);
      word.textContent = done ?? '';
    });
  }
}
