/** `%` formatting of strings. */
import { asNum, toFloat } from './arith.ts';
import { PyDict, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { formatFloat, formatInt, type Spec } from './format.ts';
import { isGen, type NativeGen, type NativeResult } from './functions.ts';
import { asciiRepr, reprOf, strOf } from './repr.ts';
import { plainIndex } from './subscript.ts';
import { textLength, unitIndex } from './text.ts';
import { truncate } from './round.ts';
import { typeOf } from './types.ts';
import { PyFloat, unbox, type Value } from './values.ts';
import type { VM } from './vm.ts';

const DIRECTIVE = /%(?:\(([^)]*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?[hlL]?([\s\S])/g;

function padTo(s: string, width: number, left: boolean): string {
  const n = width - textLength(s);
  return n <= 0 ? s : left ? s + ' '.repeat(n) : ' '.repeat(n) + s;
}

export function percentFormat(vm: VM, format: string, arg: Value): NativeResult {
  const gen = run(vm, format, arg);
  return gen;
}

function* run(vm: VM, format: string, arg: Value): NativeGen {
  const args = arg instanceof PyTuple ? arg.items : [arg];
  let next = 0;
  const take = (): Value => {
    if (next >= args.length) raise('TypeError', 'not enough arguments for format string');
    return args[next++];
  };
  let out = '';
  let last = 0;
  let usedMap = false;
  DIRECTIVE.lastIndex = 0;
  const matches = [...format.matchAll(DIRECTIVE)];
  for (const m of matches) {
    out += format.slice(last, m.index);
    last = m.index + m[0].length;
    const [, key, flags, w, p, type] = m;
    if (type === '%' && key === undefined) {
      out += '%';
      continue;
    }
    const star = (t: string | undefined): number | null => (t === undefined ? null : t === '*' ? (plainIndex(take()) ?? 0) : Number(t));
    let width = star(w) ?? 0;
    const precision = star(p);
    let left = flags.includes('-');
    if (width < 0) {
      width = -width;
      left = true;
    }
    let v: Value;
    if (key !== undefined) {
      if (!(arg instanceof PyDict)) raise('TypeError', 'format requires a mapping');
      usedMap = true;
      const got = arg.get(key);
      if (got === undefined) raise('KeyError', key);
      v = got;
    } else v = take();
    if (type === 's' || type === 'r' || type === 'a') {
      const r = type === 's' ? strOf(vm, v) : reprOf(vm, v);
      let s = (isGen(r) ? yield* r : r) as string;
      if (type === 'a') s = asciiRepr(s);
      if (precision !== null) s = s.slice(0, unitIndex(s, precision));
      out += padTo(s, width, left);
      continue;
    }
    const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-';
    const zero = flags.includes('0') && !left;
    const spec: Spec = {
      fill: zero ? '0' : ' ',
      align: left ? '<' : zero ? '=' : '>',
      sign,
      z: false,
      signed: false,
      alt: flags.includes('#'),
      width,
      group: '',
      precision,
      type,
      zero,
    };
    if (type === 'c') {
      const n = plainIndex(v);
      if (typeof v !== 'string' ? n === undefined : textLength(v) !== 1) raise('TypeError', '%c requires int or char');
      if (n !== undefined && (n < 0 || n > 0x10ffff)) raise('OverflowError', '%c arg not in range(0x110000)');
      out += padTo(typeof v === 'string' ? v : String.fromCodePoint(n as number), width, left);
      continue;
    }
    let n = asNum(unbox(v));
    if ('diouxX'.includes(type)) {
      if (n === undefined) {
        const own = ('diu'.includes(type) ? typeOf(v).lookup('__int__') : undefined) ?? typeOf(v).lookup('__index__');
        if (own !== undefined) n = asNum(unbox(yield* vm.call(own, [v])));
      }
      if (n === undefined || (n instanceof PyFloat === false && typeof n === 'object')) {
        raise('TypeError', `%${type} format: ${'xXo'.includes(type) ? 'an integer' : 'a real number'} is required, not ${typeOf(v).tp}`);
      }
      if (n instanceof PyFloat && 'xXo'.includes(type)) raise('TypeError', `%${type} format: an integer is required, not float`);
      const i = n instanceof PyFloat ? truncate(n.v) : (n as number | bigint);
      let digits = formatInt(i < 0 ? -i : i, { ...spec, width: 0, sign: '-', precision: null, type: 'iu'.includes(type) ? 'd' : type }, 'int');
      if (precision !== null) digits = digits.padStart(precision, '0');
      const s = i < 0 ? '-' : sign === '-' ? '' : sign;
      out += zero && precision === null ? s + digits.padStart(width - s.length, '0') : padTo(s + digits, width, left);
      continue;
    }
    if ('eEfFgG'.includes(type)) {
      if (n === undefined) {
        const r = typeOf(v).lookup('__float__');
        if (r === undefined) raise('TypeError', `must be real number, not ${typeOf(v).tp}`);
        const f = yield* vm.call(r, [v]);
        out += formatFloat((f as PyFloat).v, spec, 'float');
      } else out += formatFloat(n instanceof PyFloat ? n.v : toFloat(n as number | bigint), spec, 'float');
      continue;
    }
    raise('ValueError', `unsupported format character '${type}' (0x${type.codePointAt(0)?.toString(16)}) at index ${m.index + m[0].length - 1}`);
  }
  out += format.slice(last);
  if (/%$/.test(format.slice(last)) && !format.slice(last).endsWith('%%')) raise('ValueError', 'incomplete format');
  if (!usedMap && next < args.length && !(arg instanceof PyDict && !(arg instanceof PyTuple)))
    raise('TypeError', 'not all arguments converted during string formatting');
  return out;
}
