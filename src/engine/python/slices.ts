/** Slices of lists that are assigned to or deleted. Lies in the pack `language`. */
import { PyList, PyTuple, type PySlice } from './containers.ts';
import type { NativeGen } from './functions.ts';
import { collect } from './iterate.ts';
import { notASlice, sliceSize } from './operands.ts';
import { spendItems } from './spend.ts';
import { sliceSpan, type Span } from './subscript.ts';
import { typeOf } from './types.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export function* setSlice(vm: VM, o: PyList, k: PySlice, v: Value): NativeGen {
  const s = yield* sliceSpan(vm, k, o.items.length);
  if (typeOf(v).lookup('__iter__') === undefined && !(v instanceof PyList || v instanceof PyTuple || typeof v === 'string')) {
    notASlice(s.step);
  }
  const items = [...(yield* collect(vm, v))];
  o.willChange();
  if (s.step === 1) {
    // One by one: a call takes no more than some 100,000 arguments.
    const tail = o.items.splice(s.start).slice(Math.max(0, s.stop - s.start));
    spendItems(tail.length + items.length);
    for (const x of items.concat(tail)) o.items.push(x);
    return null;
  }
  if (items.length !== s.length) sliceSize(items.length, s.length);
  items.forEach((x, i) => {
    o.items[s.start + i * s.step] = x;
  });
  return null;
}

export function delSlice(o: PyList, s: Span): void {
  const gone = new Set<number>();
  for (let i = 0; i < s.length; i++) gone.add(s.start + i * s.step);
  o.willChange();
  o.items = o.items.filter((_, i) => !gone.has(i));
}
