/**
 * f-strings as Python 3.11 reads them: text and fields, a field's expression parsed from its own text. Lies in the pack `text`.
 *
 * Source: CPython 3.11's `Parser/string_parser.c`: no backslash and no comment in a field, and no quote of the string's own.
 */
import type { ExprNode, Located } from '../ast.ts';
import type { Piece } from '../scan.ts';
import { scan } from '../scan.ts';
import { spanning } from '../syntax.ts';
import { part } from '../../packs.ts';
import { cursor, type Cursor, here, is, made, Stop, stop, take } from './cursor.ts';
import { expressions, yieldOr } from './expressions.ts';
import { decoded, type Literal } from './strings.ts';

type Values = ExprNode[];
const faults = part<typeof import('../faults.ts')>('faults', 'syntax');

/** Strings side by side, at least one of them formatted. */
export function joined(c: Cursor, from: Piece, all: readonly Literal[]): ExprNode {
  const values: Values = [];
  const whole = made(c, from, { nodeType: 'JoinedStr' as const, values });
  for (const literal of all) {
    if (literal.prefix.includes('f')) new Reader(literal, whole).fields(values, 0);
    else addText(values, decoded(literal), whole);
  }
  return whole;
}

function addText(values: Values, text: string, at: Located): void {
  const last = values.at(-1);
  if (text === '') return;
  if (last?.nodeType === 'Constant') last.value = `${last.value as string}${text}`;
  else values.push({ ...placeOf(at), nodeType: 'Constant', value: text });
}

const placeOf = ({ lineno, col_offset, end_lineno, end_col_offset }: Located): Located => ({ lineno, col_offset, end_lineno, end_col_offset });

const CONVERSIONS: Readonly<Record<string, number>> = { s: 115, r: 114, a: 97 };
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

class Reader {
  private i = 0;
  private readonly literal: Literal;
  private readonly whole: Located;
  constructor(literal: Literal, whole: Located) {
    this.literal = literal;
    this.whole = whole;
  }

  private fail(message: string): never {
    throw spanning(`f-string: ${message}`, this.literal.after);
  }

  /** Text and fields up to the end, or inside a format to its closing brace. */
  fields(values: Values, depth: number): void {
    const { body } = this.literal;
    while (this.i < body.length) {
      const from = this.i;
      this.text(depth);
      addText(values, decoded({ ...this.literal, body: body.slice(from, this.i) }), this.whole);
      const c = body[this.i];
      if (c === undefined || (c === '}' && depth > 0)) return;
      if (depth === 0 && body[this.i + 1] === c) {
        addText(values, c, this.whole);
        this.i += 2;
      } else if (c === '}') this.fail("single '}' is not allowed");
      else this.field(values, depth);
    }
  }

  /** To the next brace that is no part of an escape. */
  private text(depth: number): void {
    const { body, prefix } = this.literal;
    while (this.i < body.length && !'{}'.includes(body[this.i])) {
      const escape = body[this.i] === '\\' && !prefix.includes('r');
      if (escape && body.startsWith('N{', this.i + 1)) this.i = body.indexOf('}', this.i);
      this.i += escape && !'{}'.includes(body[this.i + 1]) ? 2 : 1;
    }
    if (depth > 2) this.fail('expressions nested too deeply');
  }

  private field(values: Values, depth: number): void {
    const { body } = this.literal;
    if (depth >= 2) this.fail('expressions nested too deeply');
    const start = ++this.i;
    this.skipExpression();
    const text = body.slice(start, this.i);
    if (text.trim() === '') this.fail('empty expression not allowed');
    const value = this.expression(text, start);
    let conversion = -1;
    let debug = false;
    if (body[this.i] === '=') {
      debug = true;
      this.i += 1 + (/^\s*/.exec(body.slice(this.i + 1))?.[0].length ?? 0);
      addText(values, body.slice(start, this.i), this.whole);
    }
    if (body[this.i] === '!') {
      conversion = CONVERSIONS[body[this.i + 1]] ?? this.fail("invalid conversion character: expected 's', 'r', or 'a'");
      this.i += 2;
    }
    let format_spec: ExprNode | undefined;
    if (body[this.i] === ':') {
      this.i++;
      const parts: Values = [];
      this.fields(parts, depth + 1);
      format_spec = { ...placeOf(this.whole), nodeType: 'JoinedStr', values: parts };
    }
    if (body[this.i++] !== '}') this.fail("expecting '}'");
    if (debug && conversion < 0 && !format_spec) conversion = CONVERSIONS.r;
    values.push({ ...placeOf(this.whole), nodeType: 'FormattedValue', value, conversion, format_spec });
  }

  /** To the sign that ends a field's expression: `=`, `!`, `:` or `}` outside brackets and quotes. */
  private skipExpression(): void {
    const { body } = this.literal;
    const open: string[] = [];
    for (; this.i < body.length; this.i++) {
      const c = body[this.i];
      if (c === '\\') this.fail('expression part cannot include a backslash');
      if (c === '#') this.fail("expression part cannot include '#'");
      if (c === '"' || c === "'") {
        const quote = body.startsWith(c.repeat(3), this.i) ? c.repeat(3) : c;
        const end = body.indexOf(quote, this.i + quote.length);
        if (end < 0) this.fail('unterminated string');
        if (body.slice(this.i, end).includes('\\')) this.fail('expression part cannot include a backslash');
        this.i = end + quote.length - 1;
      } else if ('([{'.includes(c)) open.push(c);
      else if (open.length === 0 && /^[=!<>]=/.test(body.slice(this.i, this.i + 2))) this.i++;
      else if (open.length === 0 && '=!:}'.includes(c)) return;
      else if (CLOSES[c]) {
        const top = open.pop();
        if (top === undefined) this.fail(`unmatched '${c}'`);
        if (top !== CLOSES[c]) this.fail(`closing parenthesis '${c}' does not match opening parenthesis '${top}'`);
      }
    }
    if (open.length > 0) this.fail(`unmatched '${open.at(-1)}'`);
    this.fail("expecting '}'");
  }

  /** A field's expression, in brackets of its own, so that lines do not end it; its pieces get their places in the program. */
  private expression(text: string, start: number): ExprNode {
    const { body, piece, lead } = this.literal;
    const before = body.slice(0, start).split('\n');
    const line = piece.line + before.length - 1;
    const col = (before.at(-1) as string).length + (before.length === 1 ? piece.col + lead : 0);
    const scanned = scan(`(${text})`);
    if (scanned.fault) this.fail(scanned.fault.message);
    const c = cursor(scanned);
    for (const p of c.pieces) {
      p.col += p.line === 1 ? col - 1 : 0;
      p.endCol += p.endLine === 1 ? col - 1 : 0;
      p.line += line - 1;
      p.endLine += line - 1;
    }
    try {
      take(c, '(');
      const value = yieldOr(c, expressions);
      if (!take(c, ')') || !is(c, '')) stop(here(c));
      return value;
    } catch (e) {
      if (!(e instanceof Stop)) throw e;
      return faults().inField(`(${text})`);
    }
  }
}
