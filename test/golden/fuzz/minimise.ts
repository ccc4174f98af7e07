/**
 * Makes a differing program small: takes lines away, many ways at a time, keeps the shortest that still differs in the
 * same kind of way. Each round asks PyTorch once about all candidates, since starting it is what costs.
 */


export type Judge = (sources: string[]) => Promise<(string | null)[]>;

/** The kind of a difference: its field, without numbers and values. */
export function kindOf(difference: string): string {
  const line = difference.split('\n')[0] as string;
  return line.replace(/\(after .*\)/, '').replace(/\d+/g, 'n').slice(0, 80);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** A line with the block that hangs on it. */
function blockEnd(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && (lines[end] === '' || indentOf(lines[end] as string) > indentOf(lines[start] as string))) end++;
  return end;
}

function candidates(source: string): string[] {
  const lines = source.split('\n');
  const out = new Set<string>();
  for (let size = Math.floor(lines.length / 2); size > 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < lines.length; at += size) out.add([...lines.slice(0, at), ...lines.slice(at + size)].join('\n'));
  }
  for (let at = 0; at < lines.length; at++) {
    out.add([...lines.slice(0, at), ...lines.slice(blockEnd(lines, at))].join('\n'));
    out.add([...lines.slice(0, at), ...lines.slice(at + 1)].join('\n'));
  }
  out.delete(source);
  return [...out];
}

export async function minimise(source: string, difference: string, judge: Judge): Promise<{ source: string; difference: string }> {
  let best = { source, difference };
  const kind = kindOf(difference);
  for (let round = 0; round < 12; round++) {
    const tries = candidates(best.source);
    const found = await judge(tries);
    let shorter: typeof best | null = null;
    tries.forEach((candidate, i) => {
      const answer = found[i];
      if (!answer || kindOf(answer) !== kind) return;
      if (!shorter || candidate.length < shorter.source.length) shorter = { source: candidate, difference: answer };
    });
    if (!shorter) return best;
    best = shorter;
  }
  return best;
}

