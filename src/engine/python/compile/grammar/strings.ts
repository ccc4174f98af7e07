/** Strings: literals side by side as one constant; what is formatted (f-strings) is read by `fstrings.ts`. */
import { part } from '../../packs.ts';
import { bytesType } from '../../types.ts';
import { PyBytes } from '../../values.ts';
import { Unsupported } from '../../errors.ts';
import type { ExprNode } from '../ast.ts';
import type { Piece } from '../scan.ts';
import { spanning } from '../syntax.ts';
import { type Cursor, here, made, next } from './cursor.ts';

const fstrings = part<typeof import('./fstrings.ts')>('text', 'fstrings');

export interface Literal {
  /** Letters before the quotes, in small. */
  readonly prefix: string;
  readonly body: string;
  /** Columns of the text before the body. */
  readonly lead: number;
  readonly piece: Piece;
  /** What stands behind the string, or the last of several: where CPython says that its text is wrong. */
  readonly after: Piece;
}

function literalOf(piece: Piece, after: Piece): Literal {
  const [head, prefix] = /^([a-z]*)("""|'''|.)/i.exec(piece.text) as RegExpExecArray;
  const quotes = head.length - prefix.length;
  return { prefix: prefix.toLowerCase(), body: piece.text.slice(head.length, -quotes).replace(/\r\n?/g, '\n'), lead: head.length, piece, after };
}

export function strings(c: Cursor): ExprNode {
  const from = here(c);
  const pieces: Piece[] = [];
  while (here(c).kind === 'string') pieces.push(next(c));
  const after = here(c);
  const all = pieces.map((p) => literalOf(p, after));
  const bytes = all.filter(({ prefix }) => prefix.includes('b')).length;
  if (bytes > 0 && bytes < all.length) throw spanning('cannot mix bytes and nonbytes literals', after);
  if (all.some(({ prefix }) => prefix.includes('f'))) return fstrings().joined(c, from, all);
  const text = all.map(decoded).join('');
  return made(c, from, {
    nodeType: 'Constant',
    value:
      bytes > 0
        ? new PyBytes(
            bytesType,
            Uint8Array.from(text, (u) => u.charCodeAt(0)),
          )
        : text,
  });
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '', a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"' };
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The text that a literal, or a part of its body, stands for. */
export function decoded({ prefix, body, piece, after }: Literal): string {
  const bytes = prefix.includes('b');
  const fail = (message: string, at = after): never => {
    throw spanning(message, at);
  };
  if (bytes && /[^\x00-\x7f]/.test(body)) fail('bytes can only contain ASCII literal characters', piece);
  if (prefix.includes('r')) return body;
  return body.replace(/\\(?:([0-7]{1,3})|([xuU])([0-9a-fA-F]*)|(N\{[^}]*\}?|[\s\S]))/g, (all, octal, sort, digits, one, at) => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & (bytes ? 255 : 511));
    if (sort && !(bytes && sort !== 'x')) {
      const count = DIGITS[sort];
      if (digits.length < count) {
        const end = at + 1 + digits.length;
        if (bytes) fail(`(value error) invalid \\x escape at position ${at}`);
        fail(`(unicode error) 'unicodeescape' codec can't decode bytes in position ${at}-${end}: truncated \\${sort}${'X'.repeat(count)} escape`);
      }
      const code = Number.parseInt(digits.slice(0, count), 16);
      if (code > 0x10ffff) fail(`(unicode error) 'unicodeescape' codec can't decode bytes in position ${at}-${at + 9}: illegal Unicode character`);
      return String.fromCodePoint(code) + digits.slice(count);
    }
    // The names are a table of a megabyte, which no page carries.
    if (!bytes && one.startsWith('N{')) throw new Unsupported(`a character by its name, ${all} (write \\uXXXX)`, piece.line);
    return ESCAPES[one] ?? all;
  });
}
