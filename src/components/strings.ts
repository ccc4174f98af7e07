/**
 * Every word our own components show, in both languages. One row a string; a missing language does not compile.
 * The reference's parts have tables of their own beside them (errors, operators, ref, variables), so that a page loads
 * the words it shows. Words of Starlight itself that it leaves untranslated are in `starlight` at the end.
 */
import { type Lang, speaker, type Words } from './words.ts';

export { type Lang, langOf } from './words.ts';

const table = {
  siteTitle: { en: 'TorchNeuron Atlas', he: 'TorchNeuron Atlas' },
  skip: { en: 'Skip to content', he: 'דילוג לתוכן' },
  mainNav: { en: 'Main', he: 'ראשי' },
  menu: { en: 'Menu', he: 'תפריט' },
  learn: { en: 'Learn', he: 'לימוד' },
  lab: { en: 'Lab', he: 'מעבדה' },
  limits: { en: 'Limits', he: 'מגבלות' },
  errors: { en: 'Errors', he: 'שגיאות' },
  reference: { en: 'Reference', he: 'מדריך' },
  about: { en: 'About', he: 'אודות' },
  theme: { en: 'Colour theme', he: 'ערכת צבעים' },
  otherLanguage: { en: 'עברית', he: 'English' },

  search: { en: 'Search', he: 'חיפוש' },
  searchHint: { en: 'Term, operator, error', he: 'מונח, אופרטור, שגיאה' },
  searchWait: { en: 'Loading the index', he: 'טוען את האינדקס' },
  searchNone: { en: 'Nothing found.', he: 'לא נמצא דבר.' },
  searchDev: {
    en: 'The index is made when the site is built: npm start has it, npm run dev has not.',
    he: 'האינדקס נוצר בבניית האתר: הוא קיים ב-npm start ולא ב-npm run dev.',
  },
  searchFailed: { en: 'The index could not be loaded.', he: 'לא ניתן לטעון את האינדקס.' },
  close: { en: 'Close', he: 'סגירה' },

  independent: {
    en: 'An independent project, affiliated with neither AWS nor the PyTorch Foundation.',
    he: 'פרויקט עצמאי, שאינו קשור ל-AWS או ל-PyTorch Foundation.',
  },
  basis: {
    en: 'PyTorch behaviour of 2.13.0. Neuron SDK 2.33 documents, read October 2026.',
    he: 'התנהגות PyTorch גרסה 2.13.0. מסמכי Neuron SDK 2.33, נקראו באוקטובר 2026.',
  },
  licence: { en: 'Apache-2.0', he: 'Apache-2.0' },

  exact: { en: 'Exact', he: 'מדויק' },
  documented: { en: 'Documented', he: 'מתועד' },
  measured: { en: 'Measured', he: 'נמדד' },
  modelled: { en: 'Modelled', he: 'מודל' },
  prerelease: { en: 'Pre-release, April 2026', he: 'טרום-גרסה, אפריל 2026' },
  field: { en: 'Field report, no public address', he: 'דיווח מהשטח, בלי כתובת ציבורית' },
  about_: { en: 'about', he: 'בערך' },
  read: { en: 'read', he: 'נקרא' },
  source: { en: 'Source', he: 'מקור' },
  inGlossary: { en: 'In the glossary', he: 'במילון המונחים' },

  eager: { en: 'Eager', he: 'Eager' },
  compiled: { en: 'Compiled', he: 'מקומפל' },
  partitions: { en: 'Partitions', he: 'חלוקה' },
  host: { en: 'Host', he: 'מארח' },
  core: { en: 'Core', he: 'ליבה' },

  lesson: { en: 'Lesson {n} of {m}', he: 'שיעור {n} מתוך {m}' },
  minutes: { en: 'about {n} minutes', he: 'כ-{n} דקות' },
  able: { en: 'What you will be able to do', he: 'מה תדעו לעשות' },
  nextLesson: { en: 'Next lesson', he: 'השיעור הבא' },
  next: { en: 'Next', he: 'הבא' },
  limitation: { en: 'Limitation', he: 'מגבלה' },
  verdict: { en: 'Verdict', he: 'פסק' },
  whatToDo: { en: 'What to do', he: 'מה עושים' },
  since: { en: 'Since', he: 'מאז' },
  until: { en: 'Until', he: 'עד' },
  open: { en: 'open', he: 'פתוח' },
  checkedAgainst: { en: 'Checked against', he: 'נבדק מול' },
  address: { en: 'Address', he: 'כתובת' },
  copyLink: { en: 'Copy link', he: 'העתקת קישור' },
  copied: { en: 'Copied', he: 'הועתק' },
  copyFailed: { en: 'The browser refused; copy the address instead', he: 'הדפדפן סירב; העתיקו את הכתובת' },
  print: { en: 'Print', he: 'הדפסה' },
  fallback: {
    en: 'This page is not translated yet. Its text is in English for now.',
    he: 'העמוד הזה עוד לא תורגם. בינתיים הטקסט שלו באנגלית.',
  },
  operatorTable: { en: 'Operators', he: 'אופרטורים' },
  operatorStates: {
    en: 'Before the release, April 2026: {states}. What is known of it, in the table',
    he: 'לפני הגרסה, אפריל 2026: {states}. מה ידוע עליו, בטבלה',
  },
  codeNear: { en: '{code} is not in the catalogue; this one is near', he: '{code} אינו בקטלוג; זה הקרוב אליו' },
  operatorNear: { en: 'A name that is nearly so, in the table', he: 'שם דומה, בטבלה' },
  operatorNone: { en: 'Not in the table under this name', he: 'לא נמצא בטבלה בשם הזה' },
  onThisPage: { en: 'On this page', he: 'בעמוד הזה' },

  asInRun: { en: 'as in the run', he: 'כמו בריצה' },
  notInRun: { en: 'not what the run shows', he: 'לא זה מה שהריצה מראה' },
  seeRun: { en: 'See its run in the lab', he: 'לריצה שלה במעבדה' },
  answerKept: { en: 'Kept in this browser.', he: 'נשמר בדפדפן הזה.' },
  clearAnswer: { en: 'Clear the answer', he: 'ניקוי התשובה' },
  predictOpens: {
    en: 'Your answer opens the run. Decide first: the text below explains what happens.',
    he: 'התשובה שלכם פותחת את הריצה. החליטו קודם: הטקסט שבהמשך מסביר מה קורה.',
  },
  showRun: { en: 'Show the run', he: 'הצגת הריצה' },
  showAnswers: { en: 'Show what the run says to each answer', he: 'מה הריצה אומרת על כל תשובה' },
  computedKey: {
    en: 'Answers on this page come from running the program. No key is typed in by hand.',
    he: 'התשובות בעמוד הזה באות מהרצת התוכנית. אף תשובה לא הוקלדה ביד.',
  },

  program: { en: 'Program', he: 'תוכנית' },
  theRun: { en: 'The run', he: 'הריצה' },
  prints: { en: 'prints', he: 'הפלט' },
  rankPrints: { en: 'rank {n} prints', he: 'הפלט של rank {n}' },
  fails: { en: 'stops', he: 'נעצר' },
  hangs: { en: 'never ends', he: 'לא נגמר' },
  nOperators: { en: '{n} operators', he: '{n} אופרטורים' },
  oneOperator: { en: '1 operator', he: 'אופרטור אחד' },
  nWaits: { en: '{n} waits', he: '{n} המתנות' },
  oneWait: { en: '1 wait', he: 'המתנה אחת' },
  noWait: { en: 'no wait', he: 'בלי המתנה' },
  allOnHost: {
    en: 'This program names no device, so its tensors are on the host and nothing has to be waited for. With tensors on the device each value that Python reads is a wait.',
    he: 'התוכנית הזאת לא מציינת התקן, לכן הטנזורים שלה במארח ואין למה להמתין. עם טנזורים על ההתקן, כל ערך ש-Python קורא הוא המתנה.',
  },
  nFallbacks: { en: '{n} operators on the host', he: '{n} אופרטורים במארח' },
  oneFallback: { en: '1 operator on the host', he: 'אופרטור אחד במארח' },
  moreOnHost: { en: '{n} more on the host', he: 'ועוד {n} במארח' },
  oneMoreOnHost: { en: '1 more on the host', he: 'ועוד אחד במארח' },
  nGraphs: { en: '{n} graphs', he: '{n} גרפים' },
  oneGraph: { en: '1 graph', he: 'גרף אחד' },
  noGraph: { en: 'no graph', he: 'בלי גרפים' },
  nBreaks: { en: '{n} breaks', he: '{n} שבירות' },
  oneBreak: { en: '1 break', he: 'שבירה אחת' },
  noBreak: { en: 'no break', he: 'בלי שבירה' },
  nCollectives: { en: '{n} collectives', he: '{n} פעולות קולקטיביות' },
  oneCollective: { en: '1 collective', he: 'פעולה קולקטיבית אחת' },
  nMore: { en: 'and {n} more', he: 'ועוד {n}' },
  graph: { en: 'graph {n}', he: 'גרף {n}' },
  break: { en: 'break', he: 'שבירה' },
  wait: { en: 'wait', he: 'המתנה' },
  hostWaits: { en: 'the host waits', he: 'המארח ממתין' },
  runsOnHost: { en: 'runs on the host', he: 'רץ במארח' },
  compiledHere: { en: 'compiled here', he: 'קומפילציה' },
  skipped: { en: 'left to eager', he: 'נשאר ב-eager' },
  clock: { en: 'modelled time', he: 'זמן לפי המודל' },
  stepThrough: { en: 'Step through it', he: 'מעבר צעד-צעד' },
  step: { en: 'Step', he: 'צעד' },
  first: { en: 'First step', he: 'הצעד הראשון' },
  back: { en: 'Back', he: 'צעד אחורה' },
  forward: { en: 'Forward', he: 'צעד קדימה' },
  nextWait: { en: 'Next wait', he: 'ההמתנה הבאה' },
  nLaunches: { en: '{n} launches on the core', he: '{n} שיגורים לליבה' },
  nCrossings: { en: 'Neuron and host, {n} crossings, {bytes} bytes', he: 'Neuron והמארח, {n} מעברים, {bytes} בתים' },
  sayLaunch: { en: '{op}: handed over, the host goes on', he: '{op}: נמסר, המארח ממשיך' },
  sayWait: { en: '{op}: Python needs the value, so the host waits', he: '{op}: Python צריך את הערך, ולכן המארח מחכה' },
  sayFallback: {
    en: '{op}: no kernel, so it runs on the host and comes back',
    he: '{op}: אין kernel, ולכן הוא רץ במארח והתוצאה חוזרת',
  },
  sayBreak: { en: '{op}: the graph ends here', he: '{op}: הגרף נגמר כאן' },
  sayGraph: { en: '{op}: one launch for the whole graph', he: '{op}: שיגור אחד לכל הגרף' },
  openInLab: { en: 'Open in the lab', he: 'פתיחה במעבדה' },
  inWords: { en: 'The run in words', he: 'הריצה במילים' },
  ranks: { en: '{n} ranks', he: '{n} ranks' },
  notRun: { en: 'This program has not been run: the engine is missing.', he: 'התוכנית לא הורצה: המנוע חסר.' },
  labNeedsScript: {
    en: 'The lab runs in your browser and needs JavaScript. Without it, this page shows one program, {name}, with its output and its run in words, and every lesson shows its runs.',
    he: 'המעבדה רצה בדפדפן וצריכה JavaScript. בלעדיו הדף מציג תוכנית אחת, {name}, את הפלט שלה ואת הריצה במילים, וכל שיעור מציג את הריצות שלו.',
  },
  labDescription: {
    en: 'Run a PyTorch program in the page and step through values, dispatch, graphs, partitions and ranks.',
    he: 'הריצו תוכנית PyTorch בתוך העמוד ועברו צעד-צעד על ערכים, ניתוב, גרפים, חלוקה ו-ranks.',
  },
  labTitle: { en: 'Lab', he: 'מעבדה' },
} as const satisfies Words;

export type StringKey = keyof typeof table;

export const text = /* @__PURE__ */ speaker(table);

/** A count in words: `none` for 0 and `one` for 1 where a language needs its own form. */
export function count(lang: Lang, n: number, many: StringKey, one: StringKey, none?: StringKey): string {
  if (n === 0 && none) return text(lang, none);
  return n === 1 ? text(lang, one) : text(lang, many, { n });
}

/** What Starlight's Hebrew leaves in English. */
export const starlight: { he: Record<string, string> } = {
  he: {
    'aside.note': 'הערה',
    'aside.tip': 'עצה',
    'aside.caution': 'שימו לב',
    'aside.danger': 'סכנה',
    'heading.anchorLabel': 'קישור לסעיף {{title}}',
    'fileTree.directory': 'תיקייה',
    'page.draft': 'טיוטה: העמוד לא יופיע באתר הבנוי.',
    'expressiveCode.copyButtonCopied': 'הועתק',
    'expressiveCode.copyButtonTooltip': 'העתקה',
    'expressiveCode.terminalWindowFallbackTitle': 'חלון מסוף',
    '404.text': 'העמוד לא נמצא. בדקו את הכתובת או נסו את החיפוש.',
  },
};
