/**
 * `react-dom/client` over Preact's own `render`: what the page served is taken over where it stands. Preact's React layer
 * would empty the place first, as React does.
 */
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { type ComponentChild, render } from 'preact';

const inPreact = (ui: ReactNode): ComponentChild => ui as ComponentChild;

export const createRoot = (host: Element): Root => ({
  render: (ui) => render(inPreact(ui), host),
  unmount: () => render(null, host),
});
