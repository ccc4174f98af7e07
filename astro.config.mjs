// @ts-check
/**
 * The site's build: Starlight for routes, languages and search; our own frame, style and components over it.
 * SITE_URL and BASE_PATH say where it will live; the defaults serve it at the root of any host.
 */
import { unified } from '@astrojs/markdown-remark';
import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import { fileURLToPath } from 'node:url';
import { starlight as words } from './src/components/strings.ts';
import { inkThemes } from './src/integrations/code-themes.mjs';
import columns from './src/integrations/columns.mjs';
import csp from './src/integrations/csp.mjs';
import { remarkHeadingIds } from './src/integrations/heading-ids.mjs';
import { rehypeBaseLinks } from './src/integrations/base-links.mjs';
import oneSheet from './src/integrations/one-sheet.mjs';
import reports from './src/integrations/reports.mjs';
import { starlightRootContent } from './src/integrations/starlight-root.mjs';
import twins from './src/integrations/twins.mjs';

const site = process.env.SITE_URL || 'https://torchneuron-atlas.example';
const base = process.env.BASE_PATH || '/';
const outDir = process.env.OUT_DIR || './dist';

const override = (/** @type {string} */ name) => `./src/components/overrides/${name}.astro`;
const own = ['PageFrame', 'TwoColumnContent', 'MarkdownContent', 'SkipLink', 'ThemeProvider', 'Header', 'Sidebar'];
const rest = ['PageTitle', 'Footer'];
const bare = ['ContentPanel'];
const left = ['ThemeSelect', 'PageSidebar', 'Banner', 'Hero', 'MobileMenuToggle', 'MobileTableOfContents', 'Search', 'FallbackContentNotice'];

const components = Object.fromEntries([
  ...[...own, ...rest].map((name) => [name, override(name)]),
  ...bare.map((name) => [name, override('Bare')]),
  ...left.map((name) => [name, override('Nothing')]),
]);

const group = (/** @type {string} */ directory, /** @type {string} */ label, /** @type {string} */ he) => ({
  label,
  translations: { he },
  items: [{ autogenerate: { directory } }],
});

export default defineConfig({
  server: { port: Number(process.env.PORT) || 4321 },
  site,
  base,
  outDir,
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  vite: {
    build: {
      // Only small scripts are inlined, each a request less before the first paint; the policy hashes them. Nothing else:
      // a data: font would run into it.
      assetsInlineLimit: (file, content) => /\.m?js$/.test(file) && content.length <= 1600,
      rolldownOptions: {
        output: {
          // The lab's own scripts are read to be run at once. Told so, Chromium compiles their functions beside the page's
          // thread and not one by one on it, a quarter of the time to the first step; others see a comment.
          // https://v8.dev/blog/explicit-compile-hints
          postBanner: ({ fileName }) => (/(^|\/)(mount-lab|mount-run|lab-shared)\.[^/]*\.js$/.test(fileName) ? '//# allFunctionsCalledOnLoad' : ''),
          // What the lab and the run of an article share is one file: one request, and one dictionary for the compressor (3 kB
          // less). What a page needs of it before that stands apart.
          codeSplitting: {
            groups: [
              { name: 'kept', test: /preload-helper|src\/lab\/state\/(kept|own-table)\.ts/, priority: 1 },
              { name: 'lab-shared', test: /node_modules\/(react|react-dom|scheduler|fflate)\/|src\/lab\/|src\/engine\/report\//, minShareCount: 2 },
            ],
          },
        },
        // One such line an article, from Astro's own marker: nothing a reader of the build could act on.
        onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
      },
    },
    worker: {
      format: 'es',
      // What a worker needs at its start is one file: one request, and one dictionary for the compressor (6 kB less).
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', tags: ['$initial'] }] } } },
    },
    plugins: [columns()],
    resolve: { alias: { '@c': fileURLToPath(new URL('./src/components', import.meta.url)) } },
  },
  markdown: {
    processor: unified({
      remarkPlugins: [remarkMath, remarkHeadingIds],
      rehypePlugins: [rehypeKatex, [rehypeBaseLinks, { base }]],
    }),
  },
  integrations: [
    starlightRootContent({
      title: { en: 'TorchNeuron Atlas', he: 'TorchNeuron Atlas' },
      description: 'What happens when your PyTorch program runs on AWS Trainium, shown by running it.',
      locales: { root: { label: 'English', lang: 'en' }, he: { label: 'עברית', lang: 'he', dir: 'rtl' } },
      customCss: ['./src/styles/site.css'],
      components,
      markdown: { processedDirs: ['./content/docs'], headingLinks: false },
      expressiveCode: {
        themes: inkThemes,
        useStarlightDarkModeSwitch: false,
        useStarlightUiThemeColors: false,
        themeCssSelector: (theme) => `[data-theme='${theme.type}']`,
        useDarkModeMediaQuery: true,
        styleOverrides: {
          borderRadius: '0',
          codeFontFamily: 'var(--mono)',
          uiFontFamily: 'var(--sans)',
          borderColor: 'var(--rule-2)',
          frames: { frameBoxShadowCssValue: 'none' },
        },
      },
      head: [
        {
          tag: 'meta',
          attrs: { property: 'og:image', content: new URL(`${base.replace(/\/$/, '')}/home.png`, site).href },
        },
      ],
      sidebar: [
        group('learn', 'The first afternoon', 'אחר הצהריים הראשון'),
        group('limits', 'Limits', 'מגבלות'),
        group('reference', 'Reference', 'מדריך'),
        group('errors', 'Errors', 'שגיאות'),
      ],
      pagination: false,
      lastUpdated: false,
      credits: false,
      plugins: [
        {
          name: 'own-words',
          hooks: {
            'config:setup'() {},
            'i18n:setup'(/** @type {{ injectTranslations: (words: object) => void }} */ { injectTranslations }) {
              injectTranslations(words);
            },
          },
        },
      ],
    }),
    mdx(),
    reports(),
    twins(),
    oneSheet(),
    csp(),
  ],
});
