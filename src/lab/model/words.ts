/**
 * The run in words for a page: the blocks of the report's own text (`src/engine/report/text.ts`), in the page's language,
 * each with the keys by which it lights up with the rest.
 */
import { blocksOf as blocksOfReport, english, filled, type Item, type Say, type TextKey } from '../../engine/report/text.ts';
import type { RunReport } from '../../engine/report/types.ts';
import { COUNTED } from '../parts/topic.ts';
import { type Lang, words } from '../strings.ts';
import { unturned } from './highlight.ts';
import { breakKey, graphKeyOf, lineKey } from './links.ts';

type Values = NonNullable<Parameters<Say>[1]>;

export type Block =
  | { kind: 'heading'; text: string; field: string }
  | { kind: 'text'; text: string }
  | { kind: 'item'; text: string; line: number | null; keys: string }
  | { kind: 'code'; text: string };

const hebrew = (): Record<TextKey, string> => ({
  title: 'דוח הריצה',
  where: '{device}, {ranks}, \u2066PyTorch {torch}\u2069.',
  oneRank: 'rank אחד',
  nRanks: '{n} ranks',
  ok: 'התוכנית רצה עד סופה.',
  error: 'התוכנית נעצרה: {type}: {message}',
  errorAt: 'התוכנית נעצרה בשורה {line}: {type}: {message}',
  hang: 'התוכנית תקועה.',
  unsupported: 'המנוע לא מדמה את זה: {message}',
  unsupportedAt: 'המנוע לא מדמה את מה שבשורה {line}: {message}',
  limit: 'הריצה נעצרה: {message}',
  limitAt: 'הריצה נעצרה בשורה {line}: {message}',
  shapesAlone: words('he')('shapesAloneWhy'),
  output: 'פלט',
  rank: 'rank {n}:',
  operators: 'אופרטורים',
  oneOperator: 'אופרטור אחד.',
  nOperators: '{n} אופרטורים.',
  onLine: 'שורה {line}: {ops}',
  onLineMore: 'שורה {line}: {ops} ועוד {n}',
  times: '{op} × {n}',
  waits: 'המתנות ונפילות למארח',
  wait: 'שורה {line}: המארח ממתין ({cause})',
  waitAgain: 'שורה {line}: המארח ממתין ({cause}), {n} פעמים',
  fallback: 'שורה {line}: {op} רץ במארח',
  fallbacks: 'שורה {line}: {op} רץ במארח, {n} פעמים',
  compiled: 'פונקציה מקומפלת: {name}, שורה {line}',
  skipped: 'נשארה כולה ב-eager.',
  byCall: 'גרפים שקומפלו בכל קריאה: {counts}.',
  graph: 'גרף {n}: {ops}',
  graphBackward: 'גרף {n}: {ops}; אחורה: {backward}',
  refused: 'ה-backend סירב לו',
  refusedOnDevice: '{name}, גרף {n}: בהתקן המהדר מסרב לו ({ops}); כאן הוא נמדד בזמן כאילו יש לו kernels',
  break: 'שבירה בשורה {line}, {id}',
  breakWhy: 'שבירה בשורה {line}, {id}: {why}',
  recompile: 'קריאה {n} קומפלה שוב: {guard}',
  collectives: 'פעולות קולקטיביות',
  collective: '{op}: {n}',
  time: 'זמן (מודל)',
  clock: 'בערך {total} בסך הכול: מארח {host}, התקן {device}, קומפילציה {compile}, העתקות {copies}.',
});

/** Why a field has its mark (`engine/report/marks.ts`), in Hebrew. */
const reasons: Readonly<Record<string, string>> = {
  'compared with PyTorch 2.13.0 on the CPU': 'הושווה ל-PyTorch 2.13.0 על המעבד',
  'compared with PyTorch 2.13.0: graphs, breaks, guards': 'הושווה ל-PyTorch 2.13.0: גרפים, שבירות, תנאי שמירה',
  'compared with PyTorch 2.13.0 over gloo': 'הושווה ל-PyTorch 2.13.0 מעל gloo',
  'compared with a dispatch mode of PyTorch 2.13.0': 'הושווה למצב ניתוב של PyTorch 2.13.0',
  'compared with PyTorch 2.13.0': 'הושווה ל-PyTorch 2.13.0',
  'a message of tracing: its first line is PyTorch’s, the rest is in our words': 'הודעה של המעקב: השורה הראשונה של PyTorch, השאר במילים שלנו',
  'no device took part': 'שום התקן לא השתתף',
  'PyTorch’s values on the CPU; the hardware rounds differently': 'הערכים של PyTorch על המעבד; החומרה מעגלת אחרת',
  'as on the CPU, but for copies to the device and the optimizers’ grouped operators': 'כמו על המעבד, מלבד העתקות להתקן והאופרטורים המקובצים של ה-optimizers',
  'curated table of operators without a kernel; what it does not name is taken to have one': 'טבלה של אופרטורים בלי kernel; מה שאינו בה נחשב כבעל kernel',
  'a wait wherever the host needs a value of the device': 'המתנה בכל מקום שבו המארח צריך ערך מההתקן',
  'curated table, each row with its source': 'טבלה שלכל שורה בה יש מקור',
  'constants measured on Trn2, added up: see the page about the model': 'סכום של קבועים שנמדדו על Trn2: ראו את הדף על המודל',
  'no measurement on Trn3 is published: its documented memory bandwidth scales the figure of Trn2, every other constant is Trn2’s':
    'לא פורסמה מדידה על Trn3: רוחב הפס המתועד של הזיכרון שלו מתקן את הנתון של Trn2, וכל שאר הקבועים הם של Trn2',
  'shapes alone: where PyTorch has a number, this run has none': 'צורות בלבד: במקום שיש ל-PyTorch מספר, אין לריצה הזאת',
};

export const reasonIn = (lang: Lang, reason: string | undefined): string | undefined => (lang === 'he' && reason ? (reasons[reason] ?? reason) : reason);

/** Places that hold what was said before: nothing in them is the program's own text, and their isolates are ours. */
const SAID: ReadonlySet<string> = new Set(['ops', 'ranks']);

/** Says the rows of the report in a language; names, numbers and code inside Hebrew keep their own direction. */
export function sayIn(lang: Lang): Say {
  // A message may quote the program: what it quotes turns nothing.
  const shown = (value: string | number) => (typeof value === 'string' ? unturned(value) : value);
  const each = (values: Values, f: (value: string | number, name: string) => string | number) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, f(value, name)]));
  if (lang === 'en') return (key, values = {}) => filled(english[key], each(values, shown));
  // A right-to-left mark belongs to a Hebrew sentence, ours or the program's: it overrides no direction.
  const sentence = (value: string | number) => String(value).split('\u200f').map(unturned).join('\u200f');
  const apart = (value: string | number, name: string) => {
    const [own, said] = SAID.has(name) ? [value, value] : [shown(value), sentence(value)];
    return /[א-ת]/.test(String(value)) ? said : `\u2068${own}\u2069`;
  };
  const counted = ({ what, ...rest }: Values): Values => (what === undefined ? rest : { ...rest, what: COUNTED[what] ? words('he')(COUNTED[what]) : what });
  const rows = hebrew();
  return (key, values = {}) => filled(rows[key], each(counted(values), apart));
}

function keysOf(item: Item): string {
  const keys = item.graph ? [graphKeyOf(...item.graph)] : [];
  if (item.break) keys.push(breakKey(...item.break));
  if (item.line !== null) keys.push(lineKey(item.line));
  return keys.join(' ');
}

/** The report with the reasons of its breaks as `said` has them, by their id: the report itself speaks English. */
export function withReasons(report: RunReport, said: ReadonlyMap<string, string>): RunReport {
  if (said.size === 0) return report;
  const frames = report.frames.map((f) => ({
    ...f,
    breaks: f.breaks.map((b) => {
      const reason = said.get(b.id);
      return reason === undefined ? b : { ...b, reason, hint: '' };
    }),
  }));
  return { ...report, frames };
}

/** Without the title: a page has its own. */
export function blocksOf(report: RunReport, lang: Lang): Block[] {
  return blocksOfReport(report, sayIn(lang)).flatMap((block): Block[] => {
    if (block.kind === 'title') return [];
    if (block.kind !== 'list') return [block];
    return block.items.map((item) => ({ kind: 'item', text: item.text, line: item.line, keys: keysOf(item) }));
  });
}
