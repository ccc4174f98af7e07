/**
 * The layers of the house: imports go downward only (CONTRIBUTING.md has the table, lowest first).
 * One rule a layer, made from the ordered list; an upward call is an interface passed in, or a registration.
 */
const layers = [
  ['report types', '^src/engine/report/types\\.ts$'],
  ['python', '^src/engine/python/'],
  ['tensor', '^src/engine/tensor/'],
  ['aten', '^src/engine/aten/'],
  ['dispatch', '^src/engine/dispatch/'],
  ['graph', '^src/engine/graph/'],
  ['neuron', '^src/engine/neuron/'],
  ['mesh', '^src/engine/mesh/'],
  ['capture', '^src/engine/capture/'],
  ['torch', '^src/engine/torch/'],
  // Building and printing the report: types at the bottom, the rest on top, but the session may use it.
  ['report', '^src/engine/report/(?!types\\.ts)'],
  ['session', '^src/engine/core\\.ts$'],
  // What is loaded by need may come from any layer; no layer knows what it is loaded with.
  ['packs', '^src/engine/packs/'],
  ['whole engine', '^src/engine/index\\.ts$'],
];

const upward = layers.slice(0, -1).map(([name, from], i) => ({
  name: `${name}-imports-downward`,
  comment: `${name} may import only itself and the layers below it`,
  severity: 'error',
  from: { path: from },
  to: { path: layers.slice(i + 1).map(([, path]) => path) },
}));

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'engine-is-alone',
      comment: 'the engine knows no page, no React, no Astro, no Node, no package',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: ['^src/(?!engine/)', '^node_modules/', '^(node:|fs$|path$|crypto$)'] },
    },
    {
      name: 'lab-reads-reports',
      comment: 'the lab sees the report and the session, nothing else of the engine',
      severity: 'error',
      from: { path: '^src/lab/' },
      to: { path: '^src/engine/(?!(index|core)\\.ts$|packs/|report/)' },
    },
    {
      name: 'lab-knows-no-site',
      severity: 'error',
      from: { path: '^src/lab/' },
      to: { path: '^src/(components|pages|integrations|cli|tools)/' },
    },
    {
      name: 'site-uses-the-session',
      comment: 'pages, components and the command line go through src/engine/index.ts',
      severity: 'error',
      from: { path: '^src/(components|pages|integrations|cli)/' },
      to: { path: '^src/engine/(?!index\\.ts$|report/)' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.astro$' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
