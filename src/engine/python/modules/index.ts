/** Registers the standard-library modules that the evaluator models. */
import type { VM } from '../vm.ts';

export function registerStandardModules(_vm: VM): void {}
