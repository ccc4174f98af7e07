/** Pack: the wording of what goes wrong: syntax errors, tracebacks, calls of torch with arguments that fit no signature. */
import * as syntax from '../python/compile/faults.ts';
import { CURES as cures } from '../python/cures.ts';
import * as indents from '../python/compile/indentfaults.ts';
import * as raised from '../python/compile/raised.ts';
import * as holding from '../aten/holding.ts';
import * as calls from '../python/callfaults.ts';
import * as names from '../python/compile/namefaults.ts';
import * as natives from '../python/nativefaults.ts';
import * as numbers from '../python/compile/numberfaults.ts';
import * as operands from '../python/operands.ts';
import { packs } from '../python/packs.ts';
import * as sizing from '../tensor/sizing.ts';
import * as words from '../tensor/words.ts';
import * as exceptions from '../python/types/exceptionmethods.ts';
import * as traceback from '../python/tracebacktext.ts';
import * as invalid from '../torch/invalid.ts';
import * as misfits from '../torch/misfits.ts';
import * as wide from '../torch/wide.ts';

packs.provide('faults', {
  calls,
  cures,
  exceptions,
  operands,
  syntax,
  indents,
  raised,
  names,
  natives,
  numbers,
  holding,
  sizing,
  words,
  traceback,
  invalid,
  misfits,
  wide,
});
