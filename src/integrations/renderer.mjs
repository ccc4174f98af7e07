// @ts-check
/**
 * Which renderer the React components are bundled with, in the site and in the tests of components: Preact through its
 * React layer, a seventh of the bytes. This list is the one place that says so; with RENDERER=react it is React itself.
 */
import { fileURLToPath } from 'node:url';

/** @type {[RegExp, string][]} */
const places = [
  [/^react$/, 'preact/compat'],
  [/^react\/(jsx-runtime|jsx-dev-runtime)$/, 'preact/compat/$1'],
  [/^react-dom$/, 'preact/compat'],
  [/^react-dom\/client$/, fileURLToPath(new URL('./preact-client.ts', import.meta.url))],
  [/^react-dom\/server$/, 'preact-render-to-string'],
  [/^react-dom\/test-utils$/, 'preact/test-utils'],
];

export const renderer = process.env.RENDERER === 'react' ? [] : places.map(([find, replacement]) => ({ find, replacement }));
