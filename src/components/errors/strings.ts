/** The words of the catalogue of errors and its paste box, in both languages. */
import { speaker, type Words } from '../words.ts';

const table = {
  log: { en: 'Log, traceback or compiler output', he: 'לוג, traceback או פלט של המהדר' },
  pasteHere: { en: 'Paste here, or drop a file', he: 'הדביקו כאן, או גררו לכאן קובץ' },
  lookUp: { en: 'Look up', he: 'חיפוש' },
  openFile: { en: 'Open a file', he: 'פתיחת קובץ' },
  clear: { en: 'Clear', he: 'ניקוי' },
  stays: { en: 'It is read in this page and goes nowhere.', he: 'הטקסט נקרא בעמוד הזה ולא נשלח לשום מקום.' },
  message: { en: 'Error message', he: 'הודעת שגיאה' },

  looking: { en: 'Looking', he: 'מחפש' },
  notStarted: {
    en: 'The search could not be started. The catalogue below is complete.',
    he: 'החיפוש לא עלה. הקטלוג שלמטה מלא.',
  },
  tooLarge: {
    en: '{size} is more than this page takes ({most}). Cut it to the part around the error.',
    he: '{size} הם יותר ממה שהעמוד הזה מקבל ({most}). השאירו רק את החלק שסביב השגיאה.',
  },
  beginning: {
    en: '[{size} in all. The whole is searched; its beginning is shown.]',
    he: '[{size} בסך הכול. החיפוש עובר על הכול; כאן מוצגת ההתחלה.]',
  },
  matched: { en: 'Matched lines', he: 'השורות שנמצאו' },
  oneMoreLine: { en: 'and 1 more line', he: 'ועוד שורה אחת' },
  moreLines: { en: 'and {n} more lines', he: 'ועוד {n} שורות' },
  unknown: { en: ' on line {n} is not in the catalogue.', he: ' בשורה {n} אינו בקטלוג.' },
  nearest: { en: ' Nearest: ', he: ' הקרובים ביותר: ' },
  oneLineRead: { en: '1 line read.', he: 'נקראה שורה אחת.' },
  linesRead: { en: '{n} lines read.', he: 'נקראו {n} שורות.' },
  nothing: { en: 'None of it is in the catalogue.', he: 'שום דבר מזה אינו בקטלוג.' },
  next: {
    en: 'What else may help: search the whole site (the key /), or find the operator in the table of',
    he: 'מה עוד יכול לעזור: חיפוש בכל האתר (המקש /), או חיפוש האופרטור בטבלת',
  },
  operators: { en: 'operators', he: 'האופרטורים' },
  itsRow: { en: 'its row in the table of operators', he: 'השורה שלו בטבלת האופרטורים' },
  oneVariable: { en: 'It sets 1 variable of this stack: have it explained', he: 'מוגדר כאן משתנה אחד של המערכת: הסבר עליו' },
  manyVariables: { en: 'It sets {n} variables of this stack: have them explained', he: 'מוגדרים כאן {n} משתנים של המערכת: הסבר עליהם' },
  allOfIt: { en: 'The whole entry', he: 'הערך המלא' },
  oneFits: { en: '1 entry fits', he: 'ערך אחד מתאים' },
  manyFit: { en: '{n} entries fit', he: '{n} ערכים מתאימים' },
  oneUnknown: { en: ', 1 code unknown here', he: ', קוד אחד לא מוכר כאן' },
  manyUnknown: { en: ', {n} codes unknown here', he: ', {n} קודים לא מוכרים כאן' },

  messageIs: { en: 'Message', he: 'ההודעה' },
  itMeans: { en: 'What it means', he: 'מה זה אומר' },
  program: { en: 'The smallest program', he: 'התוכנית הקטנה ביותר' },
  needsMachine: {
    en: 'This one needs a Trainium machine, or a part of PyTorch that this page does not run.',
    he: 'התוכנית הזאת צריכה מכונת Trainium, או חלק של PyTorch שהעמוד הזה לא מריץ.',
  },
  tryInLab: { en: 'Open it in the lab', he: 'פתיחה במעבדה' },
  noProgram: {
    en: 'No program of a few lines gives this one: it depends on the machine, on sizes, or on what else runs.',
    he: 'אין תוכנית של כמה שורות שנותנת את השגיאה הזאת: היא תלויה במכונה, בגדלים, או במה שרץ לצדה.',
  },
  cures: { en: 'What to do', he: 'מה עושים' },
  related: { en: 'Related', he: 'קשור' },
  limitation: { en: 'Limitation, with a workaround that is run', he: 'מגבלה, עם פתרון עוקף שרץ כאן' },
  source: { en: 'Source', he: 'מקור' },
  readIn: { en: 'read {month}', he: 'נקרא ב{month}' },
  allOfThem: { en: 'All {n}', he: 'כל ה-{n}' },
  checkedAgainst: { en: 'Checked against', he: 'נבדק מול' },
  read: { en: 'Read', he: 'נקרא' },
  address: { en: 'Address', he: 'כתובת' },

  setup: { en: 'Installing and starting', he: 'התקנה והפעלה' },
  pytorch: { en: 'PyTorch itself', he: 'PyTorch עצמו' },
  eager: { en: 'Tensors and operators', he: 'טנזורים ואופרטורים' },
  'graph-breaks': { en: 'Graph breaks', he: 'שבירות גרף' },
  compile: { en: 'Compiling', he: 'קומפילציה' },
  compiler: { en: 'Compiler codes', he: 'קודים של המהדר' },
  runtime: { en: 'Cores, memory, running', he: 'ליבות, זיכרון, ריצה' },
  status: { en: 'Runtime status', he: 'קודי מצב של סביבת הריצה' },
  distributed: { en: 'Several ranks', he: 'כמה ranks' },
  lab: { en: 'Stops of the lab on this site', he: 'עצירות של המעבדה באתר הזה' },
} as const satisfies Words;

export const say = /* @__PURE__ */ speaker(table);

export type Area = 'setup' | 'pytorch' | 'eager' | 'graph-breaks' | 'compile' | 'compiler' | 'runtime' | 'status' | 'distributed' | 'lab';
