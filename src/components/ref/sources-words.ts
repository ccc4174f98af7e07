/** Marks and areas of claims as the page of sources names them. */
import type { Lang } from '../words.ts';

export const marks = ['exact', 'documented', 'measured', 'modelled', 'prerelease', 'field'] as const;

/** An area in an address. */
export const slugOf = (area: string): string => area.toLowerCase().replace(/\W+/g, '-');

const hebrew: Record<string, string> = {
  Articles: 'מאמרים',
  'Cost model': 'מודל המחיר',
  Fallbacks: 'נסיגה למארח',
  Limits: 'מגבלות',
  Hardware: 'חומרה',
  'Device API': 'ממשק ההתקן',
  'Parameters of torch.compile': 'הפרמטרים של torch.compile',
  Collectives: 'פעולות קולקטיביות',
  'Hugging Face': 'Hugging Face',
  'Number formats': 'פורמטים של מספרים',
  'Where documents disagree': 'מסמכים חלוקים',
  'Environment variables': 'משתני סביבה',
  Glossary: 'מילון מונחים',
  Errors: 'שגיאות',
  'Rules by kind of data': 'כללים לפי סוג הנתונים',
  Operators: 'אופרטורים',
};

export const areaName = (lang: Lang, area: string): string => (lang === 'he' && hebrew[area]) || area;
