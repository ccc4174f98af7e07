/**
 * What the drawing of a program knows about it so far: the tensors in scope with shape and type, and the lines.
 *
 * Shapes are tracked so that most programs run to their end; a program that PyTorch refuses is kept too, for the engine
 * must refuse it in the same words.
 */

import type { Random } from './random.ts';

export type Kind = 'float' | 'int' | 'bool' | 'bf16';

export interface Value {
  name: string;
  shape: number[];
  kind: Kind;
  /** A leaf that needs a gradient, or computed from one: in-place changes are mostly errors then. */
  grad: boolean;
}

export class Scope {
  readonly random: Random;
  readonly lines: string[] = [];
  values: Value[] = [];
  private indent = 0;
  private counter: { n: number };

  constructor(random: Random, counter: { n: number } = { n: 0 }) {
    this.random = random;
    this.counter = counter;
  }

  /** A scope for a function's body: own tensors and lines, shared names. */
  inner(): Scope {
    return new Scope(this.random, this.counter);
  }

  emit(line: string): void {
    this.lines.push('    '.repeat(this.indent) + line);
  }

  block(head: string, body: () => void): void {
    this.emit(head);
    this.indent++;
    const before = this.lines.length;
    const outside = [...this.values];
    body();
    if (this.lines.length === before) this.emit('pass');
    this.indent--;
    this.values = outside; // what a block makes may not exist after it
  }

  fresh(): string {
    return `v${this.counter.n++}`;
  }

  /** A new variable; the newest stay longest. */
  define(expression: string, shape: number[], kind: Kind, grad = false): Value {
    const value = { name: this.fresh(), shape, kind, grad };
    this.emit(`${value.name} = ${expression}`);
    this.values.push(value);
    if (this.values.length > 8) this.values.splice(this.random.int(0, 3), 1);
    return value;
  }

  pick(wanted: (value: Value) => boolean = () => true): Value | null {
    const fitting = this.values.filter(wanted);
    return fitting.length > 0 ? this.random.pick(fitting) : null;
  }
}

export const isReal = (value: Value): boolean => value.kind === 'float' || value.kind === 'bf16';
export const numel = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

export function broadcast(a: readonly number[], b: readonly number[]): number[] | null {
  const rank = Math.max(a.length, b.length);
  const out: number[] = [];
  for (let i = 1; i <= rank; i++) {
    const x = a.at(-i) ?? 1;
    const y = b.at(-i) ?? 1;
    if (x !== y && x !== 1 && y !== 1) return null;
    out.unshift(x === 1 ? y : x);
  }
  return out;
}

const ORDER: readonly Kind[] = ['bool', 'int', 'bf16', 'float'];

/** Promotion of two tensors of one or more dimensions; a 0-d one of the same category would give way. */
export function promote(a: Kind, b: Kind): Kind {
  return ORDER[Math.max(ORDER.indexOf(a), ORDER.indexOf(b))] as Kind;
}
