/**
 * The format mini language of `format()`, f-strings and `str.format` for ints, floats and strings.
 */
import { asNum, intText, toFloat } from './arith.ts';
import { LimitReached, raise } from './errors.ts';
import { floatRepr, toExp, toFixed, toGeneral } from './numfmt.ts';
import { textLength, unitIndex } from './text.ts';
import { PyComplex, PyFloat, type Value } from './values.ts';

export interface Spec {
  fill: string;
  align: string;
  sign: string;
  /** A sign was written, be it the default one. */
  signed: boolean;
  z: boolean;
  alt: boolean;
  width: number;
  group: string;
  precision: number | null;
  type: string;
  zero: boolean;
}

const SPEC = /^(?:([\s\S])?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?(,_?|_,?)?(?:\.(\d+))?([a-zA-Z%])?$/u;

export function parseSpec(text: string, typeName: string): Spec {
  const m = SPEC.exec(text);
  if (!m) {
    if (/\.(?!\d)/.test(text)) raise('ValueError', 'Format specifier missing precision');
    raise('ValueError', `Invalid format specifier${typeName === '' ? '' : ` '${text}' for object of type '${typeName}'`}`);
  }
  const zero = m[6] !== undefined;
  const group = m[8] ?? '';
  if (group.length > 1) raise('ValueError', "Cannot specify both ',' and '_'.");
  const type = m[10] ?? (typeName === 'str' ? 's' : '');
  if (group !== '' && !'defgEGF%'.includes(type) && (group === ',' || !'boxX'.includes(type))) raise('ValueError', `Cannot specify '${group}' with '${type}'.`);
  const width = m[7] ? Number(m[7]) : 0;
  if (width > 1_000_000) throw new LimitReached('characters of a format width', 1_000_000);
  return {
    fill: m[1] ?? (zero ? '0' : ' '),
    align: m[2] ?? (zero ? '=' : ''),
    sign: m[3] ?? '-',
    signed: m[3] !== undefined,
    z: m[4] !== undefined,
    alt: m[5] !== undefined,
    width,
    group,
    precision: m[9] === undefined ? null : Number(m[9]),
    type: m[10] ?? '',
    zero,
  };
}

function pad(s: string, spec: Spec, fallback: string, prefix = 0): string {
  const n = spec.width - textLength(s);
  if (n <= 0) return s;
  const align = spec.align || fallback;
  const { fill } = spec;
  if (align === '<') return s + fill.repeat(n);
  if (align === '>') return fill.repeat(n) + s;
  if (align === '^') return fill.repeat(Math.floor(n / 2)) + s + fill.repeat(n - Math.floor(n / 2));
  return s.slice(0, prefix) + fill.repeat(n) + s.slice(prefix);
}

function group(digits: string, sep: string, every: number): string {
  if (sep === '') return digits;
  return digits.replace(new RegExp(`\\B(?=(.{${every}})+$)`, 'g'), sep);
}

/** Sign, prefix and digits joined and padded; zero padding goes under the grouping. */
function number(sign: string, prefix: string, whole: string, rest: string, spec: Spec, every: number): string {
  let digits = group(whole, spec.group, every);
  if (spec.group !== '' && spec.fill === '0' && spec.align === '=') {
    let w = whole;
    while (textLength(sign + prefix + digits + rest) < spec.width) {
      w = `0${w}`;
      digits = group(w, spec.group, every);
    }
    // A separator never leads.
    if (sign.length + prefix.length + digits.length + rest.length > spec.width && !/\d/.test(digits[0])) digits = digits.slice(1);
  }
  return pad(sign + prefix + digits + rest, spec, '>', sign.length + prefix.length);
}

function signOf(negative: boolean, spec: Spec): string {
  return negative ? '-' : spec.sign === '-' ? '' : spec.sign;
}

export function formatInt(v: number | bigint, spec: Spec, typeName: string): string {
  if (spec.type !== '' && 'eEfFgG%'.includes(spec.type)) return formatFloat(toFloat(v), spec, typeName);
  const radix = { b: 2, o: 8, x: 16, X: 16, d: 10, n: 10, c: 0, '': 10 }[spec.type];
  if (radix === undefined) raise('ValueError', `Unknown format code '${spec.type}' for object of type '${typeName}'`);
  if (spec.z) raise('ValueError', 'Negative zero coercion (z) not allowed in integer format specifier');
  if (spec.precision !== null) raise('ValueError', 'Precision not allowed in integer format specifier');
  if (spec.type === 'c' && spec.signed) raise('ValueError', "Sign not allowed with integer format specifier 'c'");
  if (spec.type === 'c' && spec.alt) raise('ValueError', "Alternate form (#) not allowed with integer format specifier 'c'");
  const negative = v < 0;
  const abs = negative ? -v : v;
  if (spec.type === 'c' && (v < 0 || v > 0x10ffff)) raise('OverflowError', '%c arg not in range(0x110000)');
  if (spec.type === 'c') return pad(String.fromCodePoint(Number(v)), spec, '<');
  let digits = radix === 10 ? intText(abs) : abs.toString(radix);
  if (spec.type === 'X') digits = digits.toUpperCase();
  const prefix = spec.alt && radix !== 10 ? `0${spec.type}` : '';
  return number(signOf(negative, spec), prefix, digits, '', spec, radix === 10 ? 3 : 4);
}

export function formatFloat(v: number, spec: Spec, typeName: string): string {
  let body: string;
  let negative = v < 0 || Object.is(v, -0);
  const a = Math.abs(v);
  const upper = spec.type !== '' && spec.type === spec.type.toUpperCase() && spec.type !== '%';
  const type = spec.type.toLowerCase();
  const p = spec.precision ?? 6;
  if (p > 10_000) throw new LimitReached('digits of a format precision', 10_000);
  if (!'efgn%'.includes(type)) raise('ValueError', `Unknown format code '${spec.type}' for object of type '${typeName}'`);
  if (Number.isNaN(v)) {
    body = 'nan';
    negative = false;
  } else if (!Number.isFinite(v)) body = 'inf';
  else if (type === 'e') body = toExp(a, p);
  else if (type === 'f') body = toFixed(a, p);
  else if (type === '%') body = toFixed(a * 100, p);
  else if (type === 'g' || type === 'n') body = toGeneral(a, p, spec.alt);
  else if (spec.precision === null) body = floatRepr(a);
  else {
    // No type but a precision: like g, at least one digit after the point, the exponent one digit earlier.
    const q = spec.precision === 0 ? 1 : spec.precision;
    body = toGeneral(a, q, spec.alt, q - 1);
    if (/^\d+$/.test(body)) body += '.0';
  }
  if (spec.z && negative && !/[1-9]/.test(body) && Number.isFinite(v)) negative = false;
  if (spec.alt && /^\d+$/.test(body)) body += '.';
  if (upper) body = body.toUpperCase();
  const m = /^(\d+)(.*)$/.exec(body);
  const tail = type === '%' && Number.isFinite(v) ? '%' : type === '%' ? '%' : '';
  return number(signOf(negative, spec), '', m ? m[1] : body, (m ? m[2] : '') + tail, spec, 3);
}

export function formatText(s: string, spec: Spec): string {
  if (spec.type !== '' && spec.type !== 's') raise('ValueError', `Unknown format code '${spec.type}' for object of type 'str'`);
  if (spec.signed) raise('ValueError', `${spec.sign === ' ' ? 'Space' : 'Sign'} not allowed in string format specifier`);
  if (spec.z) raise('ValueError', 'Negative zero coercion (z) not allowed in string format specifier');
  if (spec.alt) raise('ValueError', 'Alternate form (#) not allowed in string format specifier');
  if (spec.align === '=' && !spec.zero) raise('ValueError', `'=' alignment not allowed in string format specifier`);
  const cut = spec.precision === null ? s : s.slice(0, unitIndex(s, spec.precision));
  return pad(cut, spec.align === '=' ? { ...spec, align: '<' } : spec, '<');
}

/** Formats a native value; undefined when the type has no format of its own. */
export function formatNative(v: Value, text: string): string | undefined {
  if (typeof v === 'string') return text === '' ? v : formatText(v, parseSpec(text, 'str'));
  if (typeof v === 'boolean') {
    if (text === '') return v ? 'True' : 'False';
    return formatInt(Number(v), parseSpec(text, 'bool'), 'bool');
  }
  const n = asNum(v);
  if (n === undefined) return undefined;
  if (n instanceof PyFloat) return text === '' ? floatRepr(n.v) : formatFloat(n.v, parseSpec(text, 'float'), 'float');
  if (n instanceof PyComplex) return undefined;
  return text === '' ? intText(n) : formatInt(n, parseSpec(text, 'int'), 'int');
}
