/** Marks the panes as those of the run before: the stylesheet puts the words into each pane's head. */
import type { CSSProperties } from 'react';
import type { Words } from '../strings.ts';

export const beforeMark = (before: boolean, t: Words): { 'data-before'?: ''; style?: CSSProperties } =>
  before ? { 'data-before': '', style: { '--before': JSON.stringify(t('paneBefore')) } as CSSProperties } : {};

/** While a run goes on, what stands there is about to change: said to a screen reader. */
export const busyMark = (running: boolean): { 'aria-busy'?: true } => (running ? { 'aria-busy': true } : {});
