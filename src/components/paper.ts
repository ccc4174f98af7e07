/**
 * Folds are open on paper and as they were on the screen. The style does it where `::details-content` is known; this is
 * for the browsers that do not know it.
 */
const opened: HTMLDetailsElement[] = [];

addEventListener('beforeprint', () => {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('.room details:not([open])')) {
    fold.open = true;
    opened.push(fold);
  }
});
addEventListener('afterprint', () => {
  for (const fold of opened.splice(0)) fold.open = false;
});
