/**
 * What Python's operators do to tensors: arithmetic, comparison, in-place forms, truth, length, iteration.
 *
 * Behaviour of torch/_tensor.py and python_variable_methods.cpp: a type that does not fit gives NotImplemented, so that
 * Python words the error; which operator an expression becomes (`1 - x` is rsub, `1 / x` reciprocal and mul) is visible
 * in the trace.
 */
import { findOp } from '../../aten/table.ts';
import { getIterator } from '../iterate.ts';
import { isPyError, raise } from '../../python/errors.ts';
import type { NativeFn } from '../../python/functions.ts';
import { bodiesIn, extendType } from '../../python/native.ts';
import { NotImplemented } from '../../python/types.ts';
import { idOf, PyComplex, PyFloat, unbox, type Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import type { Arg } from '../../aten/op.ts';
import { type Tensor } from '../../tensor/tensor.ts';
import { truthNumber } from '../inference.ts';
import { callBound, type Space } from '../bind.ts';
import { item, toValue } from '../convert.ts';
import { PyTensor, tensorBaseType, wrap } from '../objects.ts';
import { call, one, runtime } from '../runtime.ts';
import { part } from '../../python/packs.ts';
import { synced } from './sync.ts';
// Before this file: it binds every method by name, and the operators here take the place of those.
import { rarer } from './methods.ts';

const indexing = part<typeof import('./indexing.ts')>('ops-base', 'indexing');

const plain = (v: Value): v is number | boolean | bigint | PyFloat =>
  typeof v === 'number' || typeof v === 'boolean' || typeof v === 'bigint' || v instanceof PyFloat;

/** `run`, with a TypeError turned into NotImplemented. */
function guarded(run: () => Value): Value {
  try {
    return run();
  } catch (e) {
    if (isPyError(e, 'TypeError')) return NotImplemented;
    throw e;
  }
}

/** `x.name(other)`; the usual operands take a short way past the argument parser. */
function binary(name: string, tensorOp: string, scalarOp: string, rest: readonly Arg[] = []): NativeFn {
  return (_vm, args, kw) => {
    const [a, b] = args;
    if (a instanceof PyTensor && args.length === 2) {
      if (b instanceof PyTensor) {
        const op = findOp(tensorOp);
        if (op) return toValue(runtime().dispatcher.dispatch(op, [a.t, b.t, ...rest]));
      } else if (plain(b) && typeof b !== 'bigint') {
        const op = findOp(scalarOp);
        if (op) return toValue(runtime().dispatcher.dispatch(op, [a.t, b, ...rest]));
      }
    }
    return guarded(() => callBound('method', name, (a as PyTensor).t, args.slice(1), kw));
  };
}

const viaMethod =
  (name: string): NativeFn =>
  (_vm, args, kw) =>
    guarded(() => callBound('method', name, (args[0] as PyTensor).t, args.slice(1), kw));
/** `torch.name(other, self)` */
const reflected =
  (name: string, space: Space = 'function'): NativeFn =>
  (_vm, args) =>
    guarded(() => callBound(space, name, null, [args[1], args[0]], null));
const reflectedSame =
  (name: string): NativeFn =>
  (_vm, args) =>
    guarded(() => callBound('function', name, null, [args[0], args[1]], null));
const unary =
  (overload: string): NativeFn =>
  (_vm, args) =>
    wrap(one(overload, (args[0] as PyTensor).t));

const raw: Record<string, NativeFn> = {
  __add__: binary('add', 'add.Tensor', 'add.Tensor', [1]),
  __radd__: binary('add', 'add.Tensor', 'add.Tensor', [1]),
  __iadd__: binary('add_', 'add_.Tensor', 'add_.Tensor', [1]),
  __sub__: binary('sub', 'sub.Tensor', 'sub.Tensor', [1]),
  __rsub__: reflectedSame('rsub'),
  __isub__: binary('sub_', 'sub_.Tensor', 'sub_.Tensor', [1]),
  __mul__: binary('mul', 'mul.Tensor', 'mul.Tensor'),
  __rmul__: binary('mul', 'mul.Tensor', 'mul.Tensor'),
  __imul__: binary('mul_', 'mul_.Tensor', 'mul_.Tensor'),
  __truediv__: binary('div', 'div.Tensor', 'div.Tensor'),
  __rtruediv__: (_vm, args) => {
    const b = args[1];
    if (!plain(unbox(b)) && !(b instanceof PyTensor) && !(unbox(b) instanceof PyComplex)) return NotImplemented;
    return callBound('method', 'mul', one('reciprocal', (args[0] as PyTensor).t), [b], null);
  },
  __itruediv__: binary('div_', 'div_.Tensor', 'div_.Tensor'),
  __floordiv__: (_vm, args) => guarded(() => callBound('function', 'floor_divide', null, args, null)),
  __rfloordiv__: (_vm, args) => guarded(() => callBound('function', 'floor_divide', null, [args[1], args[0]], null)),
  __ifloordiv__: viaMethod('floor_divide_'),
  __mod__: viaMethod('remainder'),
  __rmod__: reflected('remainder'),
  __imod__: viaMethod('remainder_'),
  __pow__: binary('pow', 'pow.Tensor_Tensor', 'pow.Tensor_Scalar'),
  __rpow__: reflected('pow'),
  __ipow__: viaMethod('pow_'),
  __matmul__: binary('matmul', 'matmul', ''),
  __rmatmul__: reflected('matmul'),
  __and__: viaMethod('__and__'),
  __or__: viaMethod('__or__'),
  __xor__: viaMethod('__xor__'),
  __rand__: reflectedSame('bitwise_and'),
  __ror__: reflectedSame('bitwise_or'),
  __rxor__: reflectedSame('bitwise_xor'),
  __iand__: viaMethod('bitwise_and_'),
  __ior__: viaMethod('bitwise_or_'),
  __ixor__: viaMethod('bitwise_xor_'),
  __lshift__: viaMethod('__lshift__'),
  __rshift__: viaMethod('__rshift__'),
  __rlshift__: reflected('bitwise_left_shift'),
  __rrshift__: reflected('bitwise_right_shift'),
  __ilshift__: viaMethod('__ilshift__'),
  __irshift__: viaMethod('__irshift__'),
  __eq__: binary('eq', 'eq.Tensor', 'eq.Scalar'),
  __ne__: binary('ne', 'ne.Tensor', 'ne.Scalar'),
  __lt__: binary('lt', 'lt.Tensor', 'lt.Scalar'),
  __le__: binary('le', 'le.Tensor', 'le.Scalar'),
  __gt__: binary('gt', 'gt.Tensor', 'gt.Scalar'),
  __ge__: binary('ge', 'ge.Tensor', 'ge.Scalar'),
  __neg__: unary('neg'),
  __abs__: unary('abs'),
  __invert__: (vm, args, kw) => {
    const c = (args[0] as PyTensor).t.dtype.category;
    if (c !== 'int' && c !== 'bool') raise('TypeError', '~ (operator.invert) is only implemented on integer and Boolean-type tensors');
    return unary('bitwise_not')(vm, args, kw);
  },
  __pos__: (_vm, args) => callBound('method', 'positive', (args[0] as PyTensor).t, [], null),
};
raw.__div__ = raw.__truediv__;
raw.__rdiv__ = raw.__rtruediv__;
raw.__idiv__ = raw.__itruediv__;

/** The one element, read by the host. */
function scalarOf(t: Tensor, cause: string): Value {
  if (t.numel !== 1) raise('ValueError', 'only one element tensors can be converted to Python scalars');
  return synced(t, cause, () => item(t) as Value);
}

const real = (vm: VM, v: Value, type: string): Value => (v instanceof PyComplex ? rarer().real(vm, v, type) : v);

export function truthOf(t: Tensor): boolean {
  if (t.numel === 0) raise('RuntimeError', 'Boolean value of Tensor with no values is ambiguous');
  if (t.numel > 1) raise('RuntimeError', 'Boolean value of Tensor with more than one value is ambiguous');
  const v = synced(t, 'bool', () => truthNumber(t));
  return v instanceof PyFloat ? v.v !== 0 : Boolean(v);
}

extendType(tensorBaseType, {
  raw,
  methods: {
    ...bodiesIn(rarer, ['__contains__(self, element, /)', '__reversed__(self)']),
    '__bool__(self)': (_vm, self: PyTensor) => truthOf(self.t),
    'is_nonzero(self)': (_vm, self: PyTensor) => truthOf(self.t),
    '__int__(self)': (vm, self: PyTensor) => {
      const v = real(vm, scalarOf(self.t, 'int'), 'int64_t');
      if (!(v instanceof PyFloat)) return Number.isSafeInteger(Number(v)) ? Number(v) : v;
      if (Number.isNaN(v.v)) raise('ValueError', 'cannot convert float NaN to integer');
      if (!Number.isFinite(v.v)) raise('OverflowError', 'cannot convert float infinity to integer');
      return Math.trunc(v.v) + 0;
    },
    '__float__(self)': (vm, self: PyTensor) => {
      const v = real(vm, scalarOf(self.t, 'float'), 'double');
      return v instanceof PyFloat ? v : new PyFloat(Number(v));
    },
    '__index__(self)': (_vm, self: PyTensor) => {
      if (self.t.numel !== 1 || self.t.dtype.category === 'float') raise('TypeError', 'only integer tensors of a single element can be converted to an index');
      const v = scalarOf(self.t, 'int');
      return typeof v === 'boolean' ? Number(v) : v;
    },
    '__len__(self)': (_vm, self: PyTensor) => {
      if (self.t.dim === 0) raise('TypeError', 'len() of a 0-d tensor');
      return self.t.sizes[0];
    },
    '__iter__(self)': (_vm, self: PyTensor) => {
      if (self.t.dim === 0) raise('TypeError', 'iteration over a 0-d tensor');
      return getIterator((call('unbind.int', self.t, 0) as Tensor[]).map(wrap));
    },
    '__hash__(self)': (_vm, self: PyTensor) => idOf(self),
    '__getitem__(self, key, /)': (_vm, self: PyTensor, key: Value) => wrap(indexing().getItem(self.t, key)),
    '__setitem__(self, key, value, /)': (_vm, self: PyTensor, key: Value, value: Value) => {
      indexing().setItem(self.t, key, value);
      return null;
    },
  },
});
