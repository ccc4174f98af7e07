/** The words of the operator page and of the reader's own table, in both languages. */
import { speaker, type Words } from '../words.ts';

const table = {
  operator: { en: 'Operator', he: 'אופרטור' },
  operators: { en: 'Operators', he: 'אופרטורים' },
  path: { en: 'Path', he: 'מסלול' },
  forms: { en: 'Its forms', he: 'הצורות שלו' },
  formsDiffer: {
    en: 'The forms go different ways: one that PyTorch takes apart calls another of them, and ends where that one runs.',
    he: 'הצורות הולכות בדרכים שונות: צורה ש-PyTorch מפרק קוראת לצורה אחרת, ומסתיימת במקום שבו ההיא רצה.',
  },
  family: { en: 'Family', he: 'משפחה' },
  about: { en: 'Notes about', he: 'הערות על' },
  engine: { en: 'Engine', he: 'המנוע' },
  all: { en: 'all', he: 'הכול' },
  anything: { en: 'anything', he: 'כל דבר' },
  computes: { en: 'computes it', he: 'מחשב אותו' },
  doesNot: { en: 'does not', he: 'לא מחשב אותו' },
  notLoaded: { en: 'The table could not be loaded.', he: 'לא ניתן לטעון את הטבלה.' },
  asJson: { en: 'The same table as JSON', he: 'אותה טבלה כ-JSON' },
  count: { en: '{n} operators', he: '{n} אופרטורים' },
  countOf: { en: '{n} of {all} operators', he: '{n} מתוך {all} אופרטורים' },
  noneFits: {
    en: 'No operator fits. Fewer words, or another choice above, may find it.',
    he: 'אף אופרטור לא מתאים. נסו פחות מילים, או בחירה אחרת למעלה.',
  },
  choose: {
    en: 'Choose a row to read what it means for a program: what it costs, what is known of types and shapes, what to write instead.',
    he: 'בחרו שורה כדי לקרוא מה היא אומרת לתוכנית: מה המחיר, מה ידוע על טיפוסים וצורות, ומה לכתוב במקום.',
  },
  was: { en: 'was {path}', he: 'היה {path}' },

  kernel: { en: 'kernel', he: 'kernel' },
  view: { en: 'view', he: 'מבט' },
  composite: { en: 'composite', he: 'מורכב' },
  host: { en: 'host', he: 'מארח' },
  refused: { en: 'refused', he: 'סירוב' },
  collective: { en: 'collective', he: 'קולקטיבי' },
  inactive: { en: 'no effect', he: 'בלי השפעה' },
  graph: { en: 'graph only', he: 'בגרף בלבד' },

  meansKernel: {
    en: 'It runs on the device. Each new shape or type compiles once.',
    he: 'הוא רץ על ההתקן. כל צורה או טיפוס חדשים עוברים קומפילציה פעם אחת.',
  },
  meansView: { en: 'No data moves, and nothing is launched.', he: 'שום נתון לא זז, ושום דבר לא משוגר.' },
  meansComposite: {
    en: 'PyTorch takes it apart into other operators. What it costs is what they cost.',
    he: 'PyTorch מפרק אותו לאופרטורים אחרים. מחירו הוא מחירם.',
  },
  meansHost: {
    en: 'Its inputs are copied to the host, and the result comes back. The host waits, and the device has nothing to do meanwhile.',
    he: 'הקלטים שלו מועתקים למארח, והתוצאה חוזרת. המארח מחכה, ובינתיים להתקן אין מה לעשות.',
  },
  meansRefused: { en: 'It raises NotImplementedError.', he: 'הוא זורק NotImplementedError.' },
  meansCollective: { en: 'The process group runs it over the ranks.', he: 'קבוצת התהליכים מריצה אותו על פני ה-ranks.' },
  meansInactive: {
    en: 'The tree registered it in a way that PyTorch 2.13 never reaches.',
    he: 'עץ הקוד רשם אותו בדרך ש-PyTorch 2.13 לא מגיע אליה.',
  },
  meansGraph: {
    en: 'Only a rule for compiled functions is known. Eager mode takes it apart.',
    he: 'ידוע רק כלל לפונקציות מקומפלות. במצב eager הוא מפורק.',
  },
  inEager: { en: 'in eager mode {where}.', he: 'במצב eager: {where}.' },
  byForm: { en: 'in eager mode {where}, according to which of its {n} forms is called.', he: 'במצב eager: {where}, לפי הצורה שנקראת מתוך {n}.' },
  or: { en: ', or ', he: ', או ' },
  endsKernel: { en: 'it runs on the device', he: 'הוא רץ על ההתקן' },
  endsView: { en: 'it is a view and moves no data', he: 'הוא מבט ולא מזיז נתונים' },
  endsComposite: { en: 'PyTorch takes it apart into other operators', he: 'PyTorch מפרק אותו לאופרטורים אחרים' },
  endsHost: { en: 'it goes to the host, which waits', he: 'הוא עובר למארח, שמחכה' },
  endsRefused: { en: 'it is refused', he: 'הוא מקבל סירוב' },
  endsCollective: { en: 'the process group runs it', he: 'קבוצת התהליכים מריצה אותו' },
  endsInactive: { en: 'its registration has no effect', he: 'הרישום שלו בלי השפעה' },
  endsGraph: { en: 'it is taken apart', he: 'הוא מפורק' },
  yourMachine: { en: 'Your machine', he: 'המכונה שלכם' },
  before: { en: 'Before the release', he: 'לפני הגרסה' },
  notListed: { en: 'Not in the list of that tree.', he: 'לא נמצא ברשימה של עץ הקוד ההוא.' },
  forProgram: { en: 'For a program', he: 'לתוכנית' },
  cost: { en: 'Cost', he: 'מחיר' },
  costLink: { en: 'What that costs, and what to write', he: 'מה זה עולה, ומה לכתוב במקום' },
  notes: { en: 'Notes', he: 'הערות' },
  compiled: { en: 'Compiled', he: 'בקומפילציה' },
  rewritten: { en: 'Rewritten by a rule of the back end.', he: 'נכתב מחדש לפי כלל של ה-backend.' },
  takenApart: { en: "Taken apart by PyTorch's own rule.", he: 'מפורק לפי כלל של PyTorch.' },
  also: { en: 'Also', he: 'ועוד' },
  second: {
    en: 'A second registration in that tree had no effect.',
    he: 'רישום שני באותו עץ קוד נשאר בלי השפעה.',
  },
  curated: { en: 'Curated rule', he: 'כלל שנבדק' },
  instead: { en: 'Instead:', he: 'במקום זה:' },
  thisSite: { en: 'This site', he: 'האתר הזה' },
  engineYes: { en: 'The engine computes it.', he: 'המנוע מחשב אותו.' },
  engineNo: { en: 'The engine does not compute it under this name.', he: 'המנוע לא מחשב אותו בשם הזה.' },
  for: { en: 'for {types}', he: 'עבור {types}' },

  printed: { en: 'What it printed', he: 'מה שהסקריפט הדפיס' },
  pasteJson: { en: 'Paste the JSON here, or drop the file', he: 'הדביקו כאן את ה-JSON, או גררו את הקובץ' },
  openFile: { en: 'Open a file', he: 'פתיחת קובץ' },
  remove: { en: 'Remove it', he: 'הסרה' },
  keptHere: { en: 'Kept in this browser only.', he: 'נשמר בדפדפן הזה בלבד.' },
  inUse: {
    en: 'In use: {n} operators of torch {torch}, torch-neuronx {neuron}. It is laid over this list and over every run in this browser.',
    he: 'בשימוש: {n} אופרטורים של torch {torch}, torch-neuronx {neuron}. הטבלה מונחת על הרשימה הזאת ועל כל ריצה בדפדפן הזה.',
  },
  notKept: { en: 'It is in use, but this browser did not keep it.', he: 'הטבלה בשימוש, אבל הדפדפן לא שמר אותה.' },
  removed: { en: 'Removed. Nothing of it is kept.', he: 'הוסרה. לא נשמר ממנה דבר.' },
  ownTooLarge: { en: 'This is larger than any such table.', he: 'זה גדול מכל טבלה כזאת.' },
  ownNoJson: {
    en: 'This is not JSON. The script prints one JSON object; paste all of it.',
    he: 'זה לא JSON. הסקריפט מדפיס אובייקט JSON אחד; הדביקו את כולו.',
  },
  ownOther: {
    en: 'This JSON was not made by the script on this page.',
    he: 'ה-JSON הזה לא נוצר על ידי הסקריפט שבעמוד.',
  },
  ownStrange: { en: '"{name}" is not an operator with a state.', he: '"{name}" אינו אופרטור עם מצב.' },
  ownNoDevice: {
    en: 'It was made where torch_neuronx is not installed, so it says nothing about the device.',
    he: 'הטבלה נוצרה במקום שבו torch_neuronx לא מותקן, ולכן היא לא אומרת דבר על ההתקן.',
  },
  ownEmpty: { en: 'The table is empty.', he: 'הטבלה ריקה.' },
} as const satisfies Words;

export const say = /* @__PURE__ */ speaker(table);
export type OperatorWord = keyof typeof table;

/** Families as the import names them. */
const families: Record<string, string> = {
  'Fourier and complex': 'פורייה ומרוכבים',
  activations: 'אקטיבציות',
  attention: 'קשב',
  collectives: 'פעולות קולקטיביות',
  'comparison and logic': 'השוואה ולוגיקה',
  convolution: 'קונבולוציה',
  'creation and copy': 'יצירה והעתקה',
  embedding: 'שיכון',
  'foreach and fused optimizers': 'foreach ואופטימייזרים מאוחדים',
  kernels: 'kernels',
  'linear algebra': 'אלגברה לינארית',
  losses: 'פונקציות loss',
  nested: 'טנזורים מקוננים',
  normalisation: 'נרמול',
  'pointwise and others': 'איבר-איבר ואחרים',
  'pooling and resizing': 'pooling ושינוי גודל',
  quantised: 'קוונטיזציה',
  random: 'אקראיות',
  recurrent: 'רקורנטיות',
  reductions: 'צמצומים',
  'scatter, gather, index': 'scatter, gather ואינדקסים',
  'sort and select': 'מיון ובחירה',
  sparse: 'טנזורים דלילים',
  'views and shapes': 'מבטים וצורות',
};
const abouts: Record<string, string> = {
  integers: 'מספרים שלמים',
  complex: 'מרוכבים',
  waiting: 'המתנה',
  compiles: 'קומפילציה',
};

export const familyName = (lang: 'en' | 'he', name: string): string => (lang === 'he' && families[name]) || name;
export const aboutName = (lang: 'en' | 'he', name: string): string => (lang === 'he' && abouts[name]) || name;
