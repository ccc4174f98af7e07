/**
 * What a reader pastes, as the program it stands for: out of a session with the interpreter (`>>>`, IPython's `In [1]:`) the
 * lines that were typed, without their prompts and without what was printed; out of Markdown the inside of the fence. All else
 * stays as it is. A text is a session or a block only if it begins as one.
 */
const FENCE = /^\s*(```+|~~~+)[\w{}. -]*$/;
const PROMPTS: { first: RegExp; typed: RegExp }[] = [
  { first: /^\s*>>>( |$)/, typed: /^\s*(?:>>>|\.\.\.)(?: |$)(.*)$/ },
  { first: /^In \[\d+\]:/, typed: /^(?:In \[\d+\]:| +\.{3,}:) ?(.*)$/ },
];

/** The lines inside a fence that encloses the whole text, or all of them. */
function unfenced(lines: string[]): string[] {
  const from = lines.findIndex((line) => line.trim());
  const to = lines.findLastIndex((line) => line.trim());
  const mark = FENCE.exec(lines[from] ?? '')?.[1];
  return mark !== undefined && to > from && lines[to]?.trim() === mark ? lines.slice(from + 1, to) : lines;
}

export function pasted(text: string): string {
  const all = text.split(/\r\n?|\n/);
  const lines = unfenced(all);
  const start = lines.find((line) => line.trim()) ?? '';
  const session = PROMPTS.find(({ first }) => first.test(start));
  if (session) return `${lines.flatMap((line) => session.typed.exec(line)?.[1] ?? []).join('\n')}\n`;
  return lines === all ? text : `${lines.join('\n')}\n`;
}
