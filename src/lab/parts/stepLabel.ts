/** What a step is, in a word or two, for the transport and the head of Dispatch. */
import { unturned } from '../model/highlight.ts';
import { opOf, type RankRun } from '../model/run.ts';
import type { Words } from '../strings.ts';

export function stepLabel(t: Words, rank: RankRun, i: number): string {
  const step = rank.steps[i];
  if (!step) return t('noSteps');
  if (opOf(rank, step)) return step.label.includes('.') ? (step.label.split('.')[1] ?? step.label) : step.label;
  switch (step.kind) {
    case 'end':
      return t('theEnd');
    case 'output':
      // Isolated: what is printed may run from right to left, the words around it stay in place.
      return `${t('prints')} \u2068${unturned(step.label.trim().split('\n')[0] ?? '')}\u2069`;
    case 'graph':
      return step.graph === undefined ? step.label : t('graphN', { n: step.graph });
    case 'compile':
      return step.graph === undefined ? step.label : t('compileN', { n: step.graph });
    case 'sync':
      return `${t('waits')}: ${step.label}`;
    default:
      return step.label;
  }
}
