/**
 * The test projects: `unit` (Node), `browser` (components in a real page), `e2e` (the built site in a real browser).
 * `npx vitest run <file>` runs one file of any of them; `npm test` runs them all and prints one summary.
 */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findChromium } from './test/support/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,laws,golden}/**/*.test.ts'],
          environment: 'node',
          // The engine is loaded once a worker, not once a file: half the processor time. A session starts clean by itself.
          isolate: false,
          // Modules as Node loads them: in Vite's own every use of an import is a call, and loops take ten times as long.
          experimental: { viteModuleRunner: false },
          setupFiles: ['test/support/packs.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // Named ahead: a dependency found late makes Vite reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            '@codemirror/autocomplete',
            '@codemirror/commands',
            '@codemirror/lang-python',
            '@codemirror/language',
            '@codemirror/search',
            '@codemirror/state',
            '@codemirror/view',
            '@lezer/highlight',
            '@lezer/python',
            'axe-core',
            'fflate',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'react/jsx-runtime',
          ],
        },
        worker: { format: 'es' },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.{ts,tsx}'],
          // Axe over a whole lab takes a second, and many on a busy machine.
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArgs },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/{e2e,a11y}/**/*.test.ts'],
          globalSetup: ['test/support/site.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A busy machine makes a page late, not wrong.
          expect: { poll: { timeout: 20_000 } },
          fileParallelism: false,
          // One browser for all files.
          isolate: false,
          maxConcurrency: 5,
        },
      },
    ],
  },
});
