/** The engine with all its packs, for Node. The page's worker takes `core.ts` and loads packs by need. */
import './packs/all.ts';

export * from './core.ts';
export { publicNames } from './names.ts';
