/**
 * Whether a program can still reach an object: what `weakref` asks, since this evaluator counts no references.
 *
 * Two walks from the modules and the frames that run. The first follows what a program itself holds (names, attributes,
 * containers, cells, bound methods, generators); what it finds, lives. The second follows every field of every object of the
 * engine; what neither finds is gone, unless it stood in a ring of references, which CPython leaves to `gc`. Between the two,
 * and while an iterator or a native is at work whose own variables cannot be looked into, the answer is not known.
 * Leaves out: what only garbage in a ring still holds is taken for gone.
 */
import { PyDict, PyList, PyNamespace, PyRange, PySlice, PyTuple } from '../containers.ts';
import { PyError, raise, Unsupported } from '../errors.ts';
import { type Fiber, Frame, NativeFrame } from '../frame.ts';
import { type NativeGen, PyIterator, PyModule, PyStepIterator } from '../functions.ts';
import { fn } from '../native.ts';
import { spendItems } from '../spend.ts';
import { newType, PyType, typeOf } from '../types.ts';
import { PyBoxed, PyBytes, PyComplex, PyFloat, PyObject, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { makeModule } from './util.ts';

const boxType = newType('weakbox');

/** Holds an object without keeping it alive: walks stop here. */
class WeakBox extends PyObject {
  readonly cls = boxType;
  readonly target: Value & object;
  dead = false;
  constructor(target: Value & object) {
    super();
    this.target = target;
  }
}

const isData = (o: object): boolean => ArrayBuffer.isView(o) || o instanceof ArrayBuffer || o instanceof WeakBox;

/** What an object holds; of a frame what stands on its stack now. */
function* heldBy(o: object): Iterable<unknown> {
  if (o instanceof Frame) {
    yield* [o.module, o.fn, o.locals, o.cells, o.names, o.mapping, o.handled, o.generator, o.instance];
    yield* o.stack.slice(0, o.sp);
    return;
  }
  if (o instanceof PyDict && !(o instanceof PyNamespace)) {
    yield* o.keys();
    yield* o.values();
  }
  if (o instanceof Map)
    for (const [k, v] of o) {
      yield k;
      yield v;
    }
  else if (o instanceof Set) yield* o;
  for (const d of Object.values(Object.getOwnPropertyDescriptors(o)) as PropertyDescriptor[]) if ('value' in d) yield d.value;
}

/** @param within what the walk goes into; everything where it is not given */
function walk(roots: readonly unknown[], target: object | null, within: (o: object) => boolean = () => true): Set<object> | null {
  const seen = new Set<object>();
  const todo: object[] = [];
  const visit = (v: unknown): boolean => {
    if (v === target && target !== null) return true;
    if (typeof v !== 'object' || v === null || seen.has(v) || isData(v) || !within(v)) return false;
    seen.add(v);
    todo.push(v);
    return false;
  };
  const found = (): boolean => {
    for (const r of roots) if (visit(r)) return true;
    for (let o = todo.pop(); o !== undefined; o = todo.pop()) for (const v of heldBy(o)) if (visit(v)) return true;
    return false;
  };
  const there = found();
  spendItems(seen.size);
  return there ? null : seen;
}

/** What a program itself holds things by. */
const held = (o: object): boolean => o instanceof PyObject || o instanceof Frame || o instanceof Map || o instanceof Set || Array.isArray(o);
/** The same, without the library's modules: whether an iterator of the program's own is at work. */
const own = (o: object): boolean =>
  (held(o) || o instanceof NativeFrame) && !(o instanceof PyType && !o.heap) && !(o instanceof PyModule && o.name !== '__main__');

function fibersOf(vm: VM): unknown[] {
  const frames: unknown[] = [];
  for (let f: Fiber | null = vm.fiber; f !== null; f = f.caller) frames.push(...f.frames);
  return frames;
}

/** Without the frames of weakref itself on top, and the native that called them: `len` of a weak dict. */
function beneath(frames: readonly unknown[]): unknown[] {
  let n = frames.length;
  while (n > 0 && frames[n - 1] instanceof Frame && (frames[n - 1] as Frame).module.name === 'weakref') n--;
  return frames.slice(0, frames[n - 1] instanceof NativeFrame ? n - 1 : n).filter((f) => !atEnd.has(f as object));
}

/** What holds things in variables that cannot be looked into. */
const blind = (o: object): boolean => (o instanceof PyIterator && o.cls.name !== 'range_iterator') || o instanceof PyStepIterator || o instanceof NativeFrame;

const main = (vm: VM): Value => vm.importer.modules.get('__main__') ?? null;

type Fate = 'lives' | 'gone' | 'ring' | 'unknown';

function fateOf(vm: VM, target: object): Fate {
  const frames = fibersOf(vm);
  if (walk([vm.importer.modules, ...frames, main(vm)], target, held) === null) return 'lives';
  if (walk([vm, ...frames], target) === null) return 'unknown';
  const mine = walk([main(vm), ...beneath(frames)], null, own) as Set<object>;
  for (const o of mine) if (blind(o)) return 'unknown';
  return walk([...heldBy(target)], target, held) === null ? 'ring' : 'gone';
}

const UNKNOWN = 'a weak reference whose object only the engine still holds, or an iterator: when it goes depends on counts of references';
const RING = 'a weak reference to an object in a ring of references: it goes when gc runs';

const boxes = new WeakMap<VM, Set<WeakBox>>();
const refs = new WeakMap<object, Value>();

const NEVER: readonly (abstract new (...args: never[]) => object)[] = [PyFloat, PyBytes, PyComplex, PyRange, PySlice];
const PLAIN: readonly (abstract new (...args: never[]) => object)[] = [PyList, PyDict];

/** Instances whose classes all have `__slots__`, none of them with room for weak references. */
function slotted(cls: PyType): boolean {
  const own = cls.mro.filter((t) => t.heap).map((t) => t.dict.get('__slots__'));
  const names = own.flatMap((s) => (typeof s === 'string' ? [s] : s instanceof PyTuple || s instanceof PyList ? [...s.items] : []));
  return own.length > 0 && !own.includes(undefined) && !names.includes('__weakref__');
}

function boxed(vm: VM, target: Value): WeakBox {
  const refused =
    typeof target !== 'object' ||
    target === null ||
    NEVER.some((k) => target instanceof k) ||
    (PLAIN.some((k) => target instanceof k) && !typeOf(target).heap) ||
    target instanceof PyTuple ||
    (target instanceof PyBoxed && (typeof target.value === 'number' || typeof target.value === 'bigint')) ||
    slotted(typeOf(target));
  if (refused) raise('TypeError', `cannot create weak reference to '${typeOf(target).tp}' object`);
  const box = new WeakBox(target);
  const all = boxes.get(vm) ?? new Set();
  boxes.set(vm, all.add(box));
  return box;
}

/** The object, or the second value once it is gone. */
function opened(vm: VM, box: WeakBox, gone: Value): Value {
  if (box.dead) return gone;
  const fate = fateOf(vm, box.target);
  if (fate === 'lives') return box.target;
  if (fate === 'gone') box.dead = true;
  else throw new Unsupported(fate === 'ring' ? RING : UNKNOWN, vm.currentLine());
  return gone;
}

/** `gc.collect`: of what is only in rings now nothing is left. */
function collect(vm: VM): null {
  for (const box of boxes.get(vm) ?? []) {
    if (box.dead) continue;
    const fate = fateOf(vm, box.target);
    if (fate === 'unknown') throw new Unsupported(UNKNOWN, vm.currentLine());
    box.dead = fate !== 'lives';
  }
  return null;
}

/** Frames that wait for the end of the program. */
const atEnd = new WeakSet<object>();

/** Runs `f` when the program has ended, by a frame below its own. */
function atExit(vm: VM, f: Value): null {
  let fiber = vm.fiber as Fiber;
  while (fiber.caller !== null) fiber = fiber.caller;
  const gen = ending(vm, f);
  gen.next();
  const frame = new NativeFrame(gen);
  atEnd.add(frame);
  fiber.frames.unshift(frame);
  return null;
}

function* ending(vm: VM, f: Value): NativeGen {
  try {
    // Waits here for the program's end: what it asks for is never looked at.
    yield { kind: 'call', fn: f, args: [], kw: null };
  } catch (e) {
    if (e instanceof PyError) yield* vm.call(f, []);
    throw e;
  }
  return yield* vm.call(f, []);
}

export function livesModule(): PyModule {
  return makeModule('_lives', {
    functions: [
      fn('box(obj, /)', boxed),
      fn('open(box, gone=None, /)', opened),
      fn('dead(box, /)', (_vm, box: WeakBox) => box.dead),
      fn('known(obj, /)', (_vm, o) => refs.get(o) ?? null),
      fn('keep(obj, ref, /)', (_vm, o, ref) => {
        refs.set(o, ref);
        return null;
      }),
      fn('collect()', collect),
      fn('at_exit(f, /)', atExit),
    ],
  });
}
