/** The icon set: one path each on a 14-unit grid, drawn with a 1.4 stroke. Nothing is filled unless named so. */
export const icons = {
  exact: 'M2 5h10M2 9h10',
  documented: 'M11 2.5H6a2.6 2.6 0 000 5.2h2M8 2.5v9.5M11 2.5v9.5',
  measured: 'M2 3v8M12 3v8M2 7h10M4.5 5L2.4 7l2.1 2M9.5 5l2.1 2-2.1 2',
  modelled: 'M1.5 5.7c2-2 3.7-2 5.5-.6s3.5 1.4 5.5-.6M1.5 9.7c2-2 3.7-2 5.5-.6s3.5 1.4 5.5-.6',
  about: 'M1 5.5c2-2.4 4-2.2 6-.6s4 1.6 6-.8M1 10.2c2-2.4 4-2.2 6-.6s4 1.6 6-.8',
  wait: 'M11.5 2v10M1.5 7h7M6 4.2L8.8 7 6 9.8',
  break: 'M2 7h3M9 7h3M8.5 1L5.5 5l3 4-3 4',
  host: 'M2 2.5h10M7 12V5M3.8 8.2L7 5l3.2 3.2',
  compile: 'M2 3.5h10M2 10.5h10M3 3.5v7M11 3.5v7M5.5 7h3',
  next: 'M2 7h10M8.3 3.3L12 7l-3.7 3.7',
  find: 'M2 6a4 4 0 108 0a4 4 0 10-8 0M9 9l3.5 3.5',
  theme: 'M2 7a5 5 0 1010 0a5 5 0 10-10 0',
  link: 'M6 8.5L8.5 6M5 6L3.3 7.7a2.3 2.3 0 003.2 3.2L8.2 9.2M6 4.8l1.7-1.7a2.3 2.3 0 013.2 3.2L9.2 8',
  check: 'M2 7.5L5.5 11 12 3.5',
  cross: 'M3 3l8 8M11 3l-8 8',
  first: 'M3 2.5v9M12 3L6 7l6 4z',
  back: 'M10.5 3L4 7l6.5 4z',
  forward: 'M3.5 3L10 7l-6.5 4z',
  menu: 'M2 4h10M2 7h10M2 10h10',
} as const;

export type IconName = keyof typeof icons;
