/**
 * The ready queue: a binary heap that breaks ties exactly as libstdc++'s `push_heap` and `pop_heap` do.
 *
 * Ties matter: all AccumulateGrad nodes share the highest priority, and their order shows in the operator trace.
 */
export class Heap<T> {
  private items: T[] = [];
  private readonly less: (a: T, b: T) => boolean;

  constructor(less: (a: T, b: T) => boolean) {
    this.less = less;
  }

  get size(): number {
    return this.items.length;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.items[Symbol.iterator]();
  }

  push(value: T): void {
    this.items.push(value);
    this.siftUp(this.items.length - 1, 0, value);
  }

  pop(): T {
    const items = this.items;
    const top = items[0];
    const value = items.pop() as T;
    const n = items.length;
    if (n === 0) return top;
    // __adjust_heap: the hole sinks to the bottom along the larger children, then the value rises from there.
    let hole = 0;
    let child = 0;
    while (child < Math.trunc((n - 1) / 2)) {
      child = 2 * (child + 1);
      if (this.less(items[child], items[child - 1])) child--;
      items[hole] = items[child];
      hole = child;
    }
    if (n % 2 === 0 && child === Math.trunc((n - 2) / 2)) {
      child = 2 * (child + 1);
      items[hole] = items[child - 1];
      hole = child - 1;
    }
    this.siftUp(hole, 0, value);
    return top;
  }

  private siftUp(start: number, top: number, value: T): void {
    const items = this.items;
    let hole = start;
    let parent = Math.trunc((hole - 1) / 2);
    while (hole > top && this.less(items[parent], value)) {
      items[hole] = items[parent];
      hole = parent;
      parent = Math.trunc((hole - 1) / 2);
    }
    items[hole] = value;
  }
}
