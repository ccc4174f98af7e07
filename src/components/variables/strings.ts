/** The words of the page of environment variables, in both languages. */
import { speaker, type Words } from '../words.ts';

const table = {
  torchneuron: { en: 'TorchNeuron', he: 'TorchNeuron' },
  runtime: { en: 'Neuron Runtime', he: 'Neuron Runtime' },
  compiler: { en: 'Neuron compiler', he: 'המהדר של Neuron' },
  pytorch: { en: 'PyTorch and torchrun', he: 'PyTorch ו-torchrun' },
  other: { en: 'Others', he: 'אחרים' },
  xla: { en: 'XLA product: nothing here', he: 'מוצר ה-XLA: כאן לא עושה דבר' },

  dump: { en: 'Output of', he: 'הפלט של' },
  stays: {
    en: 'It is read in this page and goes nowhere. Values of other variables are not shown.',
    he: 'הטקסט נקרא בעמוד הזה ולא נשלח לשום מקום. ערכים של משתנים אחרים אינם מוצגים.',
  },
  filter: { en: 'Filter', he: 'סינון' },
  readBy: { en: 'Read by', he: 'מי קורא אותו' },
  all: { en: 'all', he: 'הכול' },
  count: { en: '{n} variables', he: '{n} משתנים' },
  countOf: { en: '{n} of {all} variables', he: '{n} מתוך {all} משתנים' },
  noneFits: { en: 'No variable fits these words.', he: 'אף משתנה לא מתאים למילים האלה.' },
  idle: { en: 'Does nothing here.', he: 'לא עושה כאן דבר.' },
  instead: { en: 'Instead:', he: 'במקומו:' },
  default: { en: 'Default:', he: 'ברירת מחדל:' },
  read: { en: 'read', he: 'נקרא' },
  readOnly: { en: 'Read', he: 'נקרא' },

  isRead: { en: 'is read, and differs from the default', he: 'נקרא, ושונה מברירת המחדל' },
  isDefault: { en: 'is read, and has its default value', he: 'נקרא, וערכו ברירת המחדל' },
  isOdd: { en: 'is read, but this value is not one it knows', he: 'נקרא, אבל הערך הזה לא מוכר לו' },
  isIdle: { en: 'does nothing here: it belongs to the XLA product', he: 'לא עושה כאן דבר: הוא שייך למוצר ה-XLA' },
  isForeign: { en: 'is read by another program', he: 'נקרא על ידי תוכנית אחרת' },
  isRenamed: { en: 'has another name now', he: 'נקרא עכשיו בשם אחר' },
  isUnknown: { en: 'is in none of our sources', he: 'לא נמצא באף אחד מהמקורות שלנו' },
  empty: { en: '(empty)', he: '(ריק)' },
  see: { en: ', see ', he: ', ראו ' },
  didYouMean: { en: ': did you mean ', he: ': התכוונתם ל-' },
  or: { en: ' or ', he: ' או ל-' },
  explained: {
    en: '{n} of this stack, {idle} of them without effect as far as we know. {others}, not shown.',
    he: '{n} מהמחסנית הזאת, {idle} מהם בלי השפעה, עד כמה שידוע לנו. {others}, לא מוצגים.',
  },
  oneOther: { en: '1 other', he: 'משתנה אחד אחר' },
  others: { en: '{n} others', he: '{n} משתנים אחרים' },
} as const satisfies Words;

export const say = /* @__PURE__ */ speaker(table);
export const products = ['torchneuron', 'runtime', 'compiler', 'pytorch', 'other', 'xla'] as const;
