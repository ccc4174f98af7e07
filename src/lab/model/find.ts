/**
 * What of a list is meant by the words typed. A row has a word where it contains it; a word that no row has is taken for a
 * misspelt one (one letter wrong, two in a long word). Rows with all the words are the answer; where there is none, those
 * with the most. Left out: endings and other words for the same thing, which the search of the site knows.
 */
interface Row<T> {
  item: T;
  text: string;
  words: readonly string[];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Letters to change, add, leave out, or swap with the next; more than `most` is only said to be more. */
function edits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** How well a row has a word, from 0; the start of a word counts more than its middle, a whole word most. */
function has(row: Row<unknown>, word: string): number {
  if (row.words.includes(word)) return 3;
  if (row.words.some((w) => w.startsWith(word))) return 2;
  return row.text.includes(word) ? 1 : 0;
}

function misspelt(row: Row<unknown>, word: string): number {
  const most = word.length >= 7 ? 2 : word.length >= 4 ? 1 : 0;
  return most > 0 && row.words.some((w) => edits(w, word, most) <= most) ? 1 : 0;
}

/** The rows that are meant, best first, and in their own order where they are equal. Nothing typed means all of them. */
export function found<T>(items: readonly T[], typed: string, textOf: (item: T) => string): T[] {
  const rows = items.map((item): Row<T> => {
    const text = textOf(item).toLowerCase();
    return { item, text, words: wordsIn(text) };
  });
  // A name may be typed as it is written, with its signs; one that no row has falls into its words.
  const known = (word: string) => rows.some((row) => has(row, word) > 0);
  const asked = typed
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => (word === '' || known(word) ? [word] : wordsIn(word)))
    .filter(Boolean);
  if (asked.length === 0) return typed.trim() === '' ? [...items] : [];
  const scores = rows.map(() => ({ words: 0, weight: 0 }));
  for (const word of asked) {
    const how = known(word) ? has : misspelt;
    rows.forEach((row, i) => {
      const weight = how(row, word);
      const score = scores[i]!;
      if (weight > 0) score.words++;
      score.weight += weight;
    });
  }
  const most = Math.max(0, ...scores.map((s) => s.words));
  return rows
    .map((row, i) => ({ item: row.item, ...scores[i]! }))
    .filter((row) => row.words > 0 && row.words >= (most === asked.length ? most : most - 1))
    .sort((a, b) => b.words - a.words || b.weight - a.weight)
    .map((row) => row.item);
}
