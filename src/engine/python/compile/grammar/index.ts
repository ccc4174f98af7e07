/** A program's text to its statements. Throws `Stop` where no rule fits. */
import type { StmtNode } from '../ast.ts';
import { scan } from '../scan.ts';
import { cursor } from './cursor.ts';
import { program } from './statements.ts';

export { Stop } from './cursor.ts';
/** @param scanned the text's pieces where they are known; the parser writes the end to them */
export const parse = (text: string, scanned = scan(text)): StmtNode[] => program(cursor(scanned));
