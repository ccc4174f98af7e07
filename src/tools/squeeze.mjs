/**
 * Python text without what only its reader needs: comments, blank lines, strings that stand alone as statements, and
 * indentation beyond one space a level. Brackets close on the line they open on, so that indentation alone says where a
 * body ends (python/compile/bodies.ts). Strings and the order of statements stay as they are; line numbers do not.
 */

/** Index just behind the string literal that opens at `i`. A backslash hides the next character, in raw strings too. */
function stringEnd(s, i) {
  const quote = s.startsWith(s[i].repeat(3), i) ? s[i].repeat(3) : s[i];
  let j = i + quote.length;
  while (j < s.length && !s.startsWith(quote, j)) j += s[j] === '\\' ? 2 : 1;
  return j + quote.length;
}

/** Logical lines: columns of indentation, text, and whether a string is all there is. */
export function logicalLines(s) {
  const lines = [];
  let i = 0;
  while (i < s.length) {
    const [lead] = /^[ \t]*/.exec(s.slice(i, i + 200));
    i += lead.length;
    if (s[i] === '\n') {
      i++;
      continue;
    }
    let text = '';
    let depth = 0;
    let strings = 0;
    let other = false;
    for (; i < s.length;) {
      const c = s[i];
      if (c === '"' || c === "'") {
        const end = stringEnd(s, i);
        text += s.slice(i, end);
        strings++;
        i = end;
      } else if (c === '#') {
        while (i < s.length && s[i] !== '\n') i++;
      } else if (c === '\n') {
        i++;
        if (depth === 0) break;
        text = `${text.trimEnd()} `;
        while (/\s/.test(s[i] ?? '')) i++;
      } else if (c === '\\' && s[i + 1] === '\n') {
        text = `${text.trimEnd()} `;
        i += 2;
        while (s[i] === ' ') i++;
      } else {
        if ('([{'.includes(c)) depth++;
        else if (')]}'.includes(c)) depth--;
        if (c !== ' ') other = true;
        text += c;
        i++;
      }
    }
    // A comment inside brackets leaves an empty line behind.
    text = text.replace(/\s+$/, '');
    if (text !== '') lines.push({ indent: lead.length, text, alone: strings === 1 && !other });
  }
  return lines;
}

export function squeeze(source) {
  const out = [];
  const stack = [0];
  const lines = logicalLines(source);
  lines.forEach(({ indent, text, alone }, n) => {
    while (indent < stack[stack.length - 1]) stack.pop();
    if (indent > stack[stack.length - 1]) stack.push(indent);
    const level = ' '.repeat(stack.length - 1);
    if (!alone) out.push(level + text);
    else if ((lines[n - 1]?.indent ?? 0) < indent && (lines[n + 1]?.indent ?? 0) < indent) out.push(`${level}pass`);
  });
  return `${out.join('\n')}\n`;
}
