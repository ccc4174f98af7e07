/** JSON text: quoting strings and parsing values, with CPython's messages and positions. */
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { int, PyFloat, type Value } from '../values.ts';
import { spend, spendLooks } from '../spend.ts';
import { pointIndex } from '../text.ts';

const SHORT: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b' };

export function jsonQuote(s: string, ascii: boolean): string {
  let out = '"';
  for (let i = 0; i < s.length; i++) {
    const c = s[i];
    const n = s.charCodeAt(i);
    if (SHORT[c]) out += SHORT[c];
    else if (n < 32 || (ascii && n > 126)) out += `\\u${n.toString(16).padStart(4, '0')}`;
    else out += c;
  }
  return `${out}"`;
}

class Fault {
  readonly message: string;
  readonly at: number;
  constructor(message: string, at: number) {
    this.message = message;
    this.at = at;
  }
}

/**
 * (value, None, end) or (None, message, position). @param part a value that begins at `start`, whatever follows it
 * @param raw numbers as tuples of their kind and text, objects as tuples of 'object' and their pairs, which no JSON value is
 */
export function jsonParse(s: string, start = 0, part = false, raw = false): Value {
  try {
    const p = new Parser(s, start, raw);
    if (!part) p.space();
    const v = p.value();
    const end = p.i;
    if (part) return new PyTuple([v, null, pointIndex(s, end)]);
    p.space();
    if (p.i < s.length) throw new Fault('Extra data', p.i);
    return new PyTuple([v, null, end]);
  } catch (e) {
    if (e instanceof Fault) return new PyTuple([null, e.message, pointIndex(s, e.at)]);
    throw e;
  }
}

class Parser {
  i: number;
  private readonly s: string;
  private readonly raw: boolean;
  constructor(s: string, i: number, raw: boolean) {
    this.s = s;
    this.i = i;
    this.raw = raw;
  }
  space(): void {
    while (this.i < this.s.length && ' \t\n\r'.includes(this.s[this.i])) this.i++;
  }
  value(): Value {
    spend(4);
    const { s } = this;
    const c = s[this.i];
    if (c === '"') return this.string();
    if (c === '{') return this.object();
    if (c === '[') return this.array();
    for (const [word, v] of WORDS) {
      if (s.startsWith(word, this.i)) {
        this.i += word.length;
        return this.raw && v instanceof PyFloat ? new PyTuple(['constant', word]) : v;
      }
    }
    const m = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/.exec(s.slice(this.i, this.i + 400));
    if (!m) throw new Fault('Expecting value', this.i);
    this.i += m[0].length;
    if (this.raw) return new PyTuple([m[1] || m[2] ? 'float' : 'int', m[0]]);
    return m[1] || m[2] ? new PyFloat(Number(m[0])) : int(BigInt(m[0]));
  }
  private string(): string {
    const start = this.i++;
    let out = '';
    for (;;) {
      const c = this.s[this.i];
      if (c === undefined) throw new Fault('Unterminated string starting at', start);
      if (c === '"') {
        this.i++;
        spendLooks(this.i - start);
        return out;
      }
      if (c === '\\') {
        const e = this.s[this.i + 1];
        if (e === 'u') {
          const hex = this.s.slice(this.i + 2, this.i + 6);
          if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw new Fault('Invalid \\uXXXX escape', this.i + 1);
          out += String.fromCharCode(Number.parseInt(hex, 16));
          this.i += 6;
          continue;
        }
        const plain = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[e];
        if (plain === undefined) throw new Fault('Invalid \\escape', this.i);
        out += plain;
        this.i += 2;
        continue;
      }
      if (c < ' ') throw new Fault('Invalid control character at', this.i);
      out += c;
      this.i++;
    }
  }
  private array(): Value {
    this.i++;
    const out: Value[] = [];
    this.space();
    if (this.s[this.i] === ']') {
      this.i++;
      return new PyList(out);
    }
    for (;;) {
      out.push(this.value());
      this.space();
      const c = this.s[this.i];
      if (c === ']') {
        this.i++;
        return new PyList(out);
      }
      if (c !== ',') throw new Fault(`Expecting ',' delimiter`, this.i);
      this.i++;
      this.space();
    }
  }
  private object(): Value {
    this.i++;
    const d = new PyDict();
    const pairs: Value[] = [];
    const made = (): Value => (this.raw ? new PyTuple(['object', new PyList(pairs)]) : d);
    this.space();
    if (this.s[this.i] === '}') {
      this.i++;
      return made();
    }
    for (;;) {
      if (this.s[this.i] !== '"') throw new Fault('Expecting property name enclosed in double quotes', this.i);
      const k = this.string();
      this.space();
      if (this.s[this.i] !== ':') throw new Fault(`Expecting ':' delimiter`, this.i);
      this.i++;
      this.space();
      if (this.raw) pairs.push(new PyTuple([k, this.value()]));
      else d.set(k, this.value());
      this.space();
      const c = this.s[this.i];
      if (c === '}') {
        this.i++;
        return made();
      }
      if (c !== ',') throw new Fault(`Expecting ',' delimiter`, this.i);
      this.i++;
      this.space();
    }
  }
}

const WORDS: [string, Value][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', new PyFloat(Number.NaN)],
  ['Infinity', new PyFloat(Infinity)],
  ['-Infinity', new PyFloat(-Infinity)],
];
