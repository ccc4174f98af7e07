/**
 * Linked highlighting and stepping for a figure drawn at build: pointing at something lights everything that lists its
 * own key (`data-k`, own key first); the buttons and arrow keys move through `data-steps`. About a kilobyte.
 */
interface Stop {
  key: string;
  line: number;
  say: string;
  stop: boolean;
}

const scopes = document.querySelectorAll<HTMLElement>('[data-scope]');
for (const scope of scopes) {
  const all = [...scope.querySelectorAll<HTMLElement | SVGElement>('[data-k]')];
  const steps = JSON.parse(scope.dataset['steps'] ?? '[]') as Stop[];
  let at = Number(scope.dataset['start'] ?? 0);
  const keys = (element: Element) => (element.getAttribute('data-k') ?? '').split(' ');
  const light = (key: string | undefined) => {
    for (const element of all) element.classList.toggle('lit', !!key && keys(element).includes(key));
  };
  const out = (name: string, value: string) => {
    for (const element of scope.querySelectorAll(`[data-out=${name}]`)) element.textContent = value;
  };
  const go = (to: number) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps[at];
    if (!step) return;
    for (const element of all) element.classList.toggle('cur', element.classList.contains('ln') && keys(element)[0] === `L${step.line}`);
    light(step.key);
    out('step', String(at + 1));
    out('say', step.say);
  };
  const point = (event: Event) => {
    const element = (event.target as Element).closest('[data-k]');
    scope.classList.toggle('pointing', !!element);
    light(element ? keys(element)[0] : steps[at]?.key);
  };
  scope.addEventListener('pointerover', point);
  scope.addEventListener('pointerleave', point);
  scope.addEventListener('click', (event) => {
    const name = (event.target as Element).closest<HTMLElement>('[data-go]')?.dataset['go'];
    const wait = steps.findIndex((step, i) => i > at && step.stop);
    if (name) go({ first: 0, back: at - 1, next: at + 1, stop: wait < 0 ? at : wait }[name] ?? at);
  });
  const inView = () => scope.getBoundingClientRect().bottom > 0 && scope.getBoundingClientRect().top < innerHeight;
  document.addEventListener('keydown', (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target = event.target as Element;
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Where nothing has the focus the keys are those of the page's only figure, while it is in view.
    if (!scope.contains(target) && !(target === document.body && scopes.length === 1 && inView())) return;
    const code = target.closest('.code');
    if (code && code.scrollWidth > code.clientWidth) return; // there they scroll
    go(at + way);
    event.preventDefault();
  });
  for (const buttons of scope.querySelectorAll<HTMLElement>('[data-buttons]')) buttons.hidden = false;
  go(at);
}
