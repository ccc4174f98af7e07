/** What the editor itself says (CodeMirror's own phrases), in both languages: its key is its English default. */
import type { Lang } from '../strings.ts';

const table = {
  Find: { en: 'Find', he: 'חיפוש' },
  Replace: { en: 'Replace with', he: 'החלפה ב-' },
  next: { en: 'Next', he: 'הבא' },
  previous: { en: 'Previous', he: 'הקודם' },
  all: { en: 'All', he: 'הכול' },
  'match case': { en: 'Match case', he: 'אותיות גדולות וקטנות' },
  'by word': { en: 'Whole words', he: 'מילים שלמות' },
  regexp: { en: 'Regular expression', he: 'ביטוי רגולרי' },
  replace: { en: 'Replace', he: 'החלפה' },
  'replace all': { en: 'Replace all', he: 'החלפת הכול' },
  close: { en: 'Close', he: 'סגירה' },
  'current match': { en: 'current match', he: 'ההתאמה הנוכחית' },
  'on line': { en: 'on line', he: 'בשורה' },
  'replaced match on line $': { en: 'replaced match on line $', he: 'הוחלפה התאמה בשורה $' },
  'replaced $ matches': { en: 'replaced $ matches', he: 'הוחלפו $ התאמות' },
  'Go to line': { en: 'Go to line', he: 'מעבר לשורה' },
  go: { en: 'Go', he: 'מעבר' },
  'Control character': { en: 'Control character', he: 'תו בקרה' },
  'Selection deleted': { en: 'Selection deleted', he: 'הבחירה נמחקה' },
  Completions: { en: 'Completions', he: 'השלמות' },
} as const satisfies Record<string, Record<Lang, string>>;

export const phrasesIn = (lang: Lang): Record<string, string> => Object.fromEntries(Object.entries(table).map(([key, row]) => [key, row[lang]]));
