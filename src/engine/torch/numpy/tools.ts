/** What the pack numpy-more takes of the pack numpy, so that neither has to share a file with the other. */
import { arrayOf, cast, newArray, quiet, result, run, shapeOf } from './arrays.ts';
import { number, parameters } from './parameters.ts';
import { above, running } from './random.ts';
import { dtypeArg, generatorType, promote } from './types.ts';

export const tools = { arrayOf, cast, newArray, quiet, result, run, shapeOf, above, running, dtypeArg, generatorType, promote, number, parameters };
export type Tools = typeof tools;
