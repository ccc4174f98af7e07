/**
 * The entry of the command line. Node keeps the compiled form of the engine's files from the second start on (a quarter of
 * the time of the first); it goes by their content, and where nothing can be written nothing is kept.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/code', import.meta.url)));
const { command } = await import('./commands.ts');
command();
