/** What CPython says of calls of functions with arguments that do not fit (`too_many_positional`, `missing_arguments` of ceval.c). */
import { raise } from './errors.ts';
import type { PyFunction } from './functions.ts';
import type { Value } from './values.ts';

const wrong = (f: PyFunction, what: string): never => raise('TypeError', `${f.qualname}() got ${what}`);

export const twice = (f: PyFunction, name: string): never => wrong(f, `multiple values for argument '${name}'`);
export const unexpected = (f: PyFunction, name: string): never => wrong(f, `an unexpected keyword argument '${name}'`);
export const positionalOnly = (f: PyFunction, names: readonly string[]): never =>
  wrong(f, `some positional-only arguments passed as keyword arguments: '${names.join(', ')}'`);

export function tooMany(f: PyFunction, given: number, out: readonly (Value | undefined)[]): never {
  const c = f.code;
  const most = c.argCount;
  const least = most - f.defaults.length;
  const takes = f.defaults.length > 0 ? `from ${least} to ${most}` : String(most);
  const kwGiven = out.slice(most, most + c.kwOnly).filter((v) => v !== undefined).length;
  const extra = kwGiven > 0 ? ` positional argument${given === 1 ? '' : 's'} (and ${kwGiven} keyword-only argument${kwGiven === 1 ? '' : 's'})` : '';
  raise(
    'TypeError',
    `${f.qualname}() takes ${takes} positional argument${most === 1 && f.defaults.length === 0 ? '' : 's'} but ${given}${extra} ${given === 1 && kwGiven === 0 ? 'was' : 'were'} given`,
  );
}

export function missingArguments(f: PyFunction, names: readonly string[], kind: string): never {
  const quoted = names.map((n) => `'${n}'`);
  const last = quoted[quoted.length - 1];
  const list = quoted.length === 1 ? last : quoted.length === 2 ? `${quoted[0]} and ${last}` : `${quoted.slice(0, -1).join(', ')}, and ${last}`;
  raise('TypeError', `${f.qualname}() missing ${names.length} required ${kind} argument${names.length === 1 ? '' : 's'}: ${list}`);
}
