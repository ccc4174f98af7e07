/** The environment variables as `content/variables` has them (their schema: content.config.ts). Read at build only. */
import { readFileSync } from 'node:fs';

export interface VariableRow {
  id: string;
  effect: string;
  /** Endings that its relatives add to its name. */
  family?: string[];
  mark: string;
  source: { label: string; url: string | null };
  version: string;
  read: string;
}

export const readVariables = (): VariableRow[] => JSON.parse(readFileSync('./content/variables/variables.json', 'utf8')) as VariableRow[];
