/** The words for ranks that wait for each other without end. */
import type { Contribution, Meeting, Waiting } from './world.ts';

/** Who waits for whom, in words, lowest rank first: `rank 0 waits in all_reduce (line 9) for rank 1`. */
export function explainHang(blocked: readonly Waiting[], ended: readonly number[]): string {
  const where = (r: number, here: Meeting): string => {
    if (ended.includes(r)) return ' (which has ended)';
    const other = blocked.find((w) => w.rank === r);
    if (!other || other.meeting === here) return '';
    const mine = other.meeting.arrived.get(r) as Contribution;
    return ` (which waits in ${mine.called ?? `${mine.kind} of another group`} on line ${mine.line})`;
  };
  const sentences = blocked.map(({ rank, meeting }) => {
    const mine = meeting.arrived.get(rank) as Contribution;
    const missing = meeting.group.filter((r) => !meeting.arrived.has(r));
    const differing = [...meeting.arrived].filter(([r, c]) => r !== rank && c.kind !== mine.kind);
    const because = missing.length
      ? `for ${missing.map((r) => `rank ${r}${where(r, meeting)}`).join(', ')}`
      : `because ${differing.map(([r, c]) => `rank ${r} is in ${c.kind} (line ${c.line})`).join(', ')}`;
    return `rank ${rank} waits in ${mine.called ?? mine.kind} (line ${mine.line}) ${because}`;
  });
  const messages = blocked.every(({ rank, meeting }) => meeting.arrived.get(rank)?.called);
  return [...sentences, ...(messages ? ['Let one rank send first while the other receives.'] : [])].join('\n');
}
