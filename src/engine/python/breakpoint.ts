/** A frame stands before an instruction where its owner asked it to stop (capture patches `BREAKPOINT` into its code). */
import type { Frame } from './frame.ts';

export class Breakpoint extends Error {
  readonly frame: Frame;
  constructor(frame: Frame) {
    super('breakpoint');
    this.frame = frame;
  }
}
