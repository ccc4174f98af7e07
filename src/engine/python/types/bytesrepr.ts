/** repr() of bytes. Lies in the pack `bytes`. */
import { spendItems } from '../spend.ts';
import { latin } from '../text.ts';

export function bytesRepr(b: Uint8Array): string {
  spendItems(b.length);
  let body = '';
  const text = latin(b);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  for (const c of b) {
    const s = String.fromCharCode(c);
    if (s === quote || s === '\\') body += `\\${s}`;
    else if (c === 9) body += '\\t';
    else if (c === 10) body += '\\n';
    else if (c === 13) body += '\\r';
    else body += c < 32 || c > 126 ? `\\x${c.toString(16).padStart(2, '0')}` : s;
  }
  return `b${quote}${body}${quote}`;
}
