/** The lab's public surface. Components for React pages; `mount.tsx` for pages without React. */
export { Lab, type Example, type LabProps } from './Lab.tsx';
export { Run, type RunProps, viewsOf } from './Run.tsx';
export type { Lang } from './strings.ts';
