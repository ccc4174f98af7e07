/** A run in words for a page that shows its output already: the report's own text twin without what it prints. */
import type { RunReport } from '../../engine/report/types.ts';
import { type Block, blocksOf, withReasons } from '../../lab/model/words.ts';
import type { Lang } from '../../lab/strings.ts';
import '../../lab/whole.ts';
import { reasonsIn } from '../errors/load.ts';

export function toldOf(report: RunReport, lang: Lang): Block[] {
  const blocks = blocksOf(withReasons(report, reasonsIn(lang)), lang);
  const from = blocks.findIndex((block) => block.kind === 'heading' && block.field === 'stdout');
  const to = blocks.findIndex((block, i) => i > from && block.kind === 'heading');
  return blocks.filter((block, i) => block.kind !== 'code' && (from < 0 || i < from || (to > 0 && i >= to)));
}
