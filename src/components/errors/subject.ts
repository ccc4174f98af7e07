/**
 * What a text is about that is no error: a dump of an environment, or operators it names. Only its beginning is read.
 * `carry` and `carried` hand a text from this page to that of the variables, once, within the tab.
 */
import { isOurs } from '../variables/explain.ts';
import { parseDump } from '../variables/dump.ts';

const READ = 200_000;
const MOST = 3;
const KEY = 'atlas-carried';

export interface Subject {
  /** How many variables of this stack it sets or shows. */
  variables: number;
  /** Without namespace and overload, each once, in order. */
  operators: string[];
}

export function subject(text: string): Subject {
  const part = text.slice(0, READ);
  const operators = [...part.matchAll(/\baten(?:::|\.)([a-z_]\w*)/gi)].map(([, name = '']) => name);
  return { variables: parseDump(part).filter(({ name }) => isOurs(name)).length, operators: [...new Set(operators)].slice(0, MOST) };
}

export function carry(text: string): void {
  try {
    sessionStorage.setItem(KEY, text.slice(0, READ));
  } catch {
    // A browser that keeps nothing: the page opens empty.
  }
}

export function carried(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return null;
  }
}
