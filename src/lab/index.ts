/** The lab's public surface. Components for React; `mount-lab.tsx` and `mount-run.tsx` for any page. */
export { Lab, type LabProps } from './Lab.tsx';
export type { Example } from './state/opening.ts';
export { Run, type RunProps, viewsOf } from './Run.tsx';
export type { Lang } from './strings.ts';
