/** What the instructions of the table share: operands on the stack, results, going over to another frame. */
import { getAttr } from '../attr.ts';
import { Unsupported } from '../errors.ts';
import { startNative } from '../control.ts';
import type { Fiber, Frame, NativeFrame } from '../frame.ts';
import { isGen, type NativeResult } from '../functions.ts';
import type { OpName } from '../opcodes.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

/** Another frame is on top now. */
export const SWITCHED = Symbol('switched');

/**
 * One instruction. It finds `frame.pc` at itself, and `frame.sp` and `frame.next` as they are to be when it succeeds
 * without calling. When it throws, the main loop puts the stack back.
 */
export type Instruction = (vm: VM, fiber: Fiber, frame: Frame, arg: number) => typeof SWITCHED | void;
export type Instructions = Partial<Record<OpName, Instruction>>;

/** Pushes a result over `drop` operands, or runs the generator first. */
export function give(fiber: Fiber, frame: Frame, drop: number, r: NativeResult, mode: NativeFrame['mode'] = 'push'): typeof SWITCHED | void {
  frame.sp -= drop;
  if (isGen(r)) return startNative(fiber, r, mode) ? SWITCHED : undefined;
  if (mode === 'push') frame.stack[frame.sp++] = r;
}

/** The n-th operand from the top, 1 the topmost. */
export const top = (f: Frame, n = 1): Value => f.stack[f.sp - n] as Value;
export const pop = (f: Frame): Value => f.stack[--f.sp] as Value;
export const push = (f: Frame, v: Value): void => {
  f.stack[f.sp++] = v;
};

/** An attribute that no Python code computes. */
export function getAttrNow(vm: VM, o: Value, name: string): Value {
  const r = getAttr(vm, o, name);
  if (isGen(r)) throw new Unsupported(`computed attribute ${name} here`);
  return r;
}
