/** itertools: lazy iterators whose steps may run Python code. */
import { compareValues, EQ } from '../compare.ts';
import { PyTuple } from '../containers.ts';
import { raise } from '../errors.ts';
import { EXHAUSTED, isGen, PyIterator, PyStepIterator, type NativeGen, type NativeResult, type PyModule, type Request } from '../functions.ts';
import { collect, getIter, iterNext } from '../iterate.ts';
import { extendType } from '../native.ts';
import { binaryOp } from '../operators.ts';
import { reprOf } from '../repr.ts';
import { spendItems, spendRow } from '../spend.ts';
import { isTrue } from '../truth.ts';
import { iteratorType, newType, typeOf, type PyType } from '../types.ts';
import { indexOf } from '../subscript.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { fitted } from './iterargs.ts';
import { makeModule } from './util.ts';

type Gen<T> = Generator<Request, T, Value>;
type Maker = (vm: VM, cls: PyType, args: Value[], kw: ReadonlyMap<string, Value>) => NativeGen;

function* iter(vm: VM, v: Value): Gen<Value> {
  const r = getIter(vm, v);
  return isGen(r) ? yield* r : r;
}
function* next(vm: VM, it: Value): Gen<Value> {
  const r = iterNext(vm, it);
  return isGen(r) ? yield* r : r;
}
/** An iterator that shows where it stands: `count(3)`, `repeat('a', 2)`. */
class Shown extends PyStepIterator {
  readonly parts: () => Value[];
  constructor(step: (vm: VM) => NativeResult, cls: PyType, parts: () => Value[]) {
    super(step, cls);
    this.parts = parts;
  }
}
function* showCall(vm: VM, self: Value): NativeGen {
  const texts: string[] = [];
  for (const p of (self as Shown).parts()) {
    const r = reprOf(vm, p);
    texts.push((isGen(r) ? yield* r : r) as string);
  }
  return `${typeOf(self).name}(${texts.join(', ')})`;
}
const lazy = (cls: PyType, step: (vm: VM) => NativeGen): Value => new PyStepIterator(step, cls);
const tuple = (v: Value[]): Value => new PyTuple(v);
/** Walks index rows until `advance` says that there are no more. */
function rows(cls: PyType, row: () => Value | undefined): Value {
  return new PyIterator(row, cls);
}
const opt = (args: Value[], i: number, kw: ReadonlyMap<string, Value>, name: string, fallback: Value): Value => {
  const v = i < args.length ? args[i] : kw.get(name);
  return v === undefined ? fallback : v;
};

const MAKERS: Record<string, Maker> = {
  *count(vm, cls, args, kw) {
    let n = opt(args, 0, kw, 'start', 0);
    const step = opt(args, 1, kw, 'step', 1);
    return new Shown(
      function* () {
        const v = n;
        const r = binaryOp(vm, 0, n, step);
        n = isGen(r) ? yield* r : r;
        return v;
      },
      cls,
      () => (step === 1 ? [n] : [n, step]),
    );
  },
  *cycle(vm, cls, args) {
    const it = yield* iter(vm, args[0]);
    const saved: Value[] = [];
    let done = false;
    let i = 0;
    return lazy(cls, function* () {
      if (!done) {
        const v = yield* next(vm, it);
        if (v !== EXHAUSTED) {
          saved.push(v);
          return v;
        }
        done = true;
      }
      return saved.length === 0 ? EXHAUSTED : saved[i++ % saved.length];
    });
  },
  *repeat(vm, cls, args, kw) {
    const times = opt(args, 1, kw, 'times', null);
    let left = times === null ? Infinity : Number(yield* indexOf(vm, times));
    const v = opt(args, 0, kw, 'object', null);
    return new Shown(
      () => (left > 0 ? (left--, v) : EXHAUSTED),
      cls,
      () => (times === null ? [v] : [v, Math.max(0, left)]),
    );
  },
  *chain(vm, cls, args) {
    return chained(vm, cls, yield* iter(vm, tuple(args)));
  },
  *islice(vm, cls, args) {
    const it = yield* iter(vm, args[0]);
    const num = function* (v: Value): Gen<number | null> {
      return v === null ? null : Number(yield* indexOf(vm, v, `Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.`));
    };
    const [start, stop, step] =
      args.length === 2
        ? [0, yield* num(args[1]), 1]
        : [(yield* num(args[1])) ?? 0, yield* num(args[2]), (args[3] === undefined ? 1 : yield* num(args[3])) ?? 1];
    if (args.length === 2 && (stop ?? 0) < 0) raise('ValueError', 'Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.');
    if ((stop ?? 0) < 0 || start < 0) raise('ValueError', 'Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.');
    let at = 0;
    let want = start;
    return lazy(cls, function* () {
      if (stop !== null && want >= stop) {
        while (at < stop && at < want) {
          if ((yield* next(vm, it)) === EXHAUSTED) break;
          at++;
        }
        return EXHAUSTED;
      }
      for (;;) {
        const v = yield* next(vm, it);
        if (v === EXHAUSTED) return v;
        if (at++ === want) {
          want += step;
          return v;
        }
      }
    });
  },
  *takewhile(vm, cls, args) {
    const it = yield* iter(vm, args[1]);
    let over = false;
    return lazy(cls, function* () {
      if (over) return EXHAUSTED;
      const v = yield* next(vm, it);
      if (v === EXHAUSTED || (yield* isTrue(vm, yield* vm.call(args[0], [v])))) return v;
      over = true;
      return EXHAUSTED;
    });
  },
  *dropwhile(vm, cls, args) {
    const it = yield* iter(vm, args[1]);
    let on = false;
    return lazy(cls, function* () {
      for (;;) {
        const v = yield* next(vm, it);
        if (v === EXHAUSTED || on || !(yield* isTrue(vm, yield* vm.call(args[0], [v])))) {
          on = true;
          return v;
        }
      }
    });
  },
  *filterfalse(vm, cls, args) {
    const it = yield* iter(vm, args[1]);
    return lazy(cls, function* () {
      for (;;) {
        const v = yield* next(vm, it);
        if (v === EXHAUSTED || !(yield* isTrue(vm, args[0] === null ? v : yield* vm.call(args[0], [v])))) return v;
      }
    });
  },
  *starmap(vm, cls, args) {
    const it = yield* iter(vm, args[1]);
    return lazy(cls, function* () {
      const v = yield* next(vm, it);
      return v === EXHAUSTED ? v : yield* vm.call(args[0], [...(yield* collect(vm, v))]);
    });
  },
  *compress(vm, cls, args) {
    const a = yield* iter(vm, args[0]);
    const b = yield* iter(vm, args[1]);
    return lazy(cls, function* () {
      for (;;) {
        const v = yield* next(vm, a);
        const s = v === EXHAUSTED ? v : yield* next(vm, b);
        if (s === EXHAUSTED) return EXHAUSTED;
        if (yield* isTrue(vm, s)) return v;
      }
    });
  },
  *accumulate(vm, cls, args, kw) {
    const it = yield* iter(vm, args[0]);
    const f = opt(args, 1, kw, 'func', null);
    let total: Value | undefined = kw.get('initial') ?? undefined;
    let first = total !== undefined;
    return lazy(cls, function* () {
      if (first) {
        first = false;
        return total as Value;
      }
      const v = yield* next(vm, it);
      if (v === EXHAUSTED) return v;
      if (total === undefined) total = v;
      else if (f === null) {
        const r = binaryOp(vm, 0, total, v);
        total = isGen(r) ? yield* r : r;
      } else total = yield* vm.call(f, [total, v]);
      return total;
    });
  },
  *pairwise(vm, cls, args) {
    const it = yield* iter(vm, args[0]);
    let prev: Value | undefined;
    return lazy(cls, function* () {
      if (prev === undefined) {
        prev = yield* next(vm, it);
        if (prev === EXHAUSTED) return prev;
      }
      const v = yield* next(vm, it);
      if (v === EXHAUSTED) return v;
      const out = tuple([prev, v]);
      prev = v;
      return out;
    });
  },
  *zip_longest(vm, cls, args, kw) {
    const fill = kw.get('fillvalue') ?? null;
    const its: (Value | null)[] = [];
    for (const a of args) its.push(yield* iter(vm, a));
    return lazy(cls, function* () {
      const row: Value[] = [];
      for (let i = 0; i < its.length; i++) {
        const it = its[i];
        const v = it === null ? EXHAUSTED : yield* next(vm, it);
        if (v === EXHAUSTED) its[i] = null;
        row.push(v === EXHAUSTED ? fill : v);
      }
      return its.some((i) => i !== null) ? tuple(row) : EXHAUSTED;
    });
  },
  *product(vm, cls, args, kw) {
    const pools: (readonly Value[])[] = [];
    for (const a of args) pools.push([...(yield* collect(vm, a))]);
    const n = Number(kw.get('repeat') ?? 1);
    if (n < 0) raise('ValueError', 'repeat argument cannot be negative');
    spendItems(n * pools.length);
    const all = Array.from({ length: n }, () => pools).flat();
    const idx = all.map(() => 0);
    let done = all.some((p) => p.length === 0);
    return rows(cls, () => {
      if (done) return undefined;
      spendRow(all.length);
      const row = tuple(idx.map((i, k) => all[k][i]));
      let k = all.length - 1;
      while (k >= 0 && ++idx[k] === all[k].length) idx[k--] = 0;
      if (k < 0) done = true;
      return row;
    });
  },
  *permutations(vm, cls, args, kw) {
    const pool = [...(yield* collect(vm, args[0]))];
    const n = pool.length;
    const r = opt(args, 1, kw, 'r', null) === null ? n : Number(opt(args, 1, kw, 'r', n));
    const idx = pool.map((_, i) => i);
    const cycles = Array.from({ length: r > n ? 0 : r }, (_, i) => n - i);
    let state = r > n ? 'done' : 'first';
    return rows(cls, () => {
      if (state === 'done') return undefined;
      spendRow(r);
      if (state === 'first') state = 'next';
      else {
        let i = r - 1;
        for (; i >= 0; i--) {
          cycles[i]--;
          if (cycles[i] === 0) {
            idx.push(...idx.splice(i, 1));
            cycles[i] = n - i;
          } else {
            const j = n - cycles[i];
            [idx[i], idx[j]] = [idx[j], idx[i]];
            break;
          }
        }
        if (i < 0) {
          state = 'done';
          return undefined;
        }
      }
      return tuple(idx.slice(0, r).map((i) => pool[i]));
    });
  },
  *combinations(vm, cls, args) {
    return combos(cls, [...(yield* collect(vm, args[0]))], Number(args[1]), false);
  },
  *combinations_with_replacement(vm, cls, args) {
    return combos(cls, [...(yield* collect(vm, args[0]))], Number(args[1]), true);
  },
  *groupby(vm, cls, args, kw) {
    const it = yield* iter(vm, args[0]);
    const key = opt(args, 1, kw, 'key', null);
    let cur: Value | undefined;
    let curKey: Value = null;
    let groupId = 0;
    const advance = function* (): Gen<boolean> {
      const v = yield* next(vm, it);
      if (v === EXHAUSTED) {
        cur = undefined;
        over = true;
        return false;
      }
      const k = key === null ? v : yield* vm.call(key, [v]);
      const same = cur !== undefined || started ? compareValues(vm, EQ, curKey, k) : false;
      const eq = started && (yield* isTrue(vm, isGen(same) ? yield* same : same));
      cur = v;
      curKey = k;
      started = true;
      return eq;
    };
    let started = false;
    let over = false;
    let fresh = false;
    return lazy(cls, function* () {
      if (over) return EXHAUSTED;
      if (!started) yield* advance();
      else if (!fresh) {
        while (!over && (yield* advance())) {
          // skip the rest of the group before
        }
      }
      if (over) return EXHAUSTED;
      fresh = false;
      const id = ++groupId;
      let handed = false;
      let closed = false;
      const group = lazy(GROUPER, function* () {
        if (closed || id !== groupId) return EXHAUSTED;
        if (!handed) {
          handed = true;
          return cur as Value;
        }
        if (over || !(yield* advance())) {
          closed = true;
          fresh = !over;
          return EXHAUSTED;
        }
        return cur as Value;
      });
      return tuple([curKey, group]);
    });
  },
};

function combos(cls: PyType, pool: Value[], r: number, again: boolean): Value {
  const n = pool.length;
  const over = again ? n === 0 && r > 0 : r > n;
  if (!over) spendItems(r);
  const idx = Array.from({ length: over ? 0 : r }, (_, i) => (again ? 0 : i));
  let state = over ? 'done' : 'first';
  return rows(cls, () => {
    if (state === 'done') return undefined;
    spendRow(r);
    if (state === 'first') state = 'next';
    else {
      let i = r - 1;
      while (i >= 0 && idx[i] === (again ? n - 1 : i + n - r)) i--;
      if (i < 0) {
        state = 'done';
        return undefined;
      }
      idx[i]++;
      for (let j = i + 1; j < r; j++) idx[j] = again ? idx[i] : idx[j - 1] + 1;
    }
    return tuple(idx.map((i) => pool[i]));
  });
}

function chained(vm: VM, cls: PyType, sources: Value): Value {
  let cur: Value | null = null;
  return lazy(cls, function* () {
    for (;;) {
      if (cur === null) {
        const s = yield* next(vm, sources);
        if (s === EXHAUSTED) return s;
        cur = yield* iter(vm, s);
      }
      const v = yield* next(vm, cur);
      if (v !== EXHAUSTED) return v;
      cur = null;
    }
  });
}

const GROUPER = newType('_grouper', iteratorType, 'itertools');
export const ITERTOOLS: readonly PyType[] = Object.entries(MAKERS).map(([name, make]) => {
  const t = newType(name, iteratorType, 'itertools');
  return extendType(t, {
    create: (vm, args, kw) => make(vm, args[0] as PyType, fitted(name, args.slice(1), kw ?? new Map()), kw ?? new Map()),
    raw: { __init__: () => null },
  });
});
for (const t of ITERTOOLS) if (t.name === 'count' || t.name === 'repeat') extendType(t, { methods: { '__repr__(self, /)': showCall } });
const chainType = ITERTOOLS.find((t) => t.name === 'chain') as PyType;
extendType(chainType, {
  classmethods: {
    'from_iterable(cls, iterable, /)': function* (vm, cls, it) {
      return chained(vm, cls, yield* iter(vm, it));
    },
  },
});

function* tee(vm: VM, source: Value, n: number): NativeGen {
  if (n < 0) raise('ValueError', 'n must be >= 0');
  const it = yield* iter(vm, source);
  const buffer: Value[] = [];
  let over = false;
  return tuple(
    Array.from({ length: n }, () => {
      let i = 0;
      return lazy(GROUPER, function* () {
        if (i === buffer.length && !over) {
          const v = yield* next(vm, it);
          if (v === EXHAUSTED) over = true;
          else buffer.push(v);
        }
        return i < buffer.length ? buffer[i++] : EXHAUSTED;
      });
    }),
  );
}

import { fn } from '../native.ts';
export function itertoolsModule(): PyModule {
  return makeModule('itertools', { types: ITERTOOLS, functions: [fn('tee(iterable, n=2, /)', tee)] });
}
