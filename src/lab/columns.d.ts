/** What `src/integrations/columns.mjs` makes of a table of strings. */
declare module '*?column=en' {
  const column: import('./strings.ts').Column;
  export default column;
}
declare module '*?column=he' {
  const column: import('./strings.ts').Column;
  export default column;
}
