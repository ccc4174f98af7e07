/**
 * The order in which CPython walks a set whose hashes are deterministic (numbers, tuples and frozensets of them).
 *
 * CPython's sets are open-addressed tables: the order follows the hashes and the table's history. The table is built here
 * from the insertion order (`setobject.c`: 8 slots to start with, nine linear probes, growth to four times the use above
 * three fifths). Elements removed before are not known to it.
 * A set filled from another set takes over its order in a table sized for it (`mergeInto`). Sets of strings have a random order in CPython; here they
 * keep the order of insertion.
 */
import { PyFrozenSet, PyTuple, type PySet } from './containers.ts';
import { combineSet, combineTuple, hashFloat, hashInt } from './hashing.ts';
import { spend, spendItems } from './spend.ts';
import { PyFloat, type Value } from './values.ts';

/** The hash of a value whose hash is the same in every run; null for others. */
function fixedHash(v: Value): number | bigint | null {
  if (typeof v === 'boolean') return v ? 1 : 0;
  if (typeof v === 'number' || typeof v === 'bigint') return hashInt(v);
  if (v instanceof PyFloat) return Number.isNaN(v.v) ? null : hashFloat(v.v);
  const items = v instanceof PyTuple ? v.items : v instanceof PyFrozenSet ? v.values() : null;
  if (items === null || (v as PyTuple).cls.heap) return null;
  const parts: (number | bigint)[] = [];
  for (const x of items) {
    const h = fixedHash(x);
    if (h === null) return null;
    parts.push(h);
  }
  return v instanceof PyTuple ? combineTuple(parts) : combineSet(parts);
}

/** A round of probes, with its BigInts. */
const LOOKS = 4;

export function setOrder(s: PySet): Value[] {
  return layout(s).items;
}

/** Fills an empty set from another, as CPython's merge does: in the other's order, into a table made for it. */
export function mergeInto(empty: PySet, other: PySet): void {
  const { items, mask } = layout(other);
  const want = items.length * 5 >= 21 ? items.length * 2 : 0;
  const same = sizeFor(want) - 1 === mask;
  if (!same) empty.presize = want;
  for (const v of same ? other.values() : items) empty.dict.set(v, null);
  if (same) empty.presize = other.presize;
}

function sizeFor(want: number): number {
  let size = 8;
  while (size <= want) size *= 2;
  return size;
}

function layout(s: PySet): { items: Value[]; mask: number } {
  const items = s.values();
  // BigInts, several an item.
  spendItems(items.length * 16);
  if (items.length === 0) return { items, mask: 7 };
  const hashes: (number | bigint)[] = [];
  for (const v of items) {
    const h = fixedHash(v);
    if (h === null) return { items, mask: 7 };
    hashes.push(h);
  }
  let mask = sizeFor(s.presize) - 1;
  let table: number[] = new Array(mask + 1).fill(-1);
  let fill = 0;
  const insert = (i: number): void => {
    let perturb = BigInt.asUintN(64, BigInt(hashes[i]));
    let at = Number(perturb & BigInt(mask));
    for (;;) {
      const probes = at + 9 <= mask ? 9 : 0;
      for (let j = 0; j <= probes; j++) {
        if (table[at + j] < 0) {
          table[at + j] = i;
          return;
        }
      }
      // Equal hashes make every insertion walk past all before it.
      spend(LOOKS);
      perturb >>= 5n;
      at = Number((BigInt(at) * 5n + 1n + perturb) & BigInt(mask));
    }
  };
  for (let i = 0; i < items.length; i++) {
    insert(i);
    fill++;
    if (fill * 5 >= mask * 3) {
      const want = fill > 50000 ? fill * 2 : fill * 4;
      const size = sizeFor(want);
      const old = table.filter((x) => x >= 0);
      mask = size - 1;
      table = new Array(size).fill(-1);
      for (const x of old) insert(x);
    }
  }
  return { items: table.filter((x) => x >= 0).map((i) => items[i]), mask };
}
