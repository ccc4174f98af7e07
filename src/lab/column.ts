/** One language of a table whose rows have all of them. */
export const columnOf = <K extends string, L extends string>(table: Readonly<Record<K, Readonly<Record<L, string>>>>, lang: L): Record<K, string> =>
  Object.fromEntries(Object.entries<Readonly<Record<L, string>>>(table).map(([key, row]) => [key, row[lang]])) as Record<K, string>;
