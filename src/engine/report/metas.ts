/** Tensors as the device model sees them: shape, type, bytes, place. */
import type { Arg, Op, Ret } from '../aten/op.ts';
import type { OpEvent as DeviceEvent } from '../neuron/device.ts';
import type { TensorMeta } from '../neuron/work.ts';
import { PyFloat } from '../python/values.ts';
import { Tensor } from '../tensor/tensor.ts';

export function metaOf(t: Tensor): TensorMeta {
  const { type, index } = t.device;
  return { shape: t.sizes, dtype: t.dtype.name, bytes: t.numel * t.dtype.itemsize, device: index === null ? type : `${type}:${index}` };
}

function metasIn(list: readonly unknown[]): TensorMeta[] {
  return list.flatMap((a) => (a instanceof Tensor ? [metaOf(a)] : Array.isArray(a) ? metasIn(a) : []));
}

/** Arguments that shape a kernel, in words; numbers that become tensors (scalars) are not among them. */
function statics(op: Op, args: readonly Arg[]): string {
  return op.sig.args
    .flatMap((a, i) => {
      const v = args[i];
      if (v === null || v === undefined || v instanceof Tensor || a.base === 'Scalar' || v instanceof PyFloat) return [];
      if (Array.isArray(v)) return v.some((x) => x instanceof Tensor) ? [] : [`${a.name}=[${v.join(',')}]`];
      return typeof v === 'object' ? [] : [`${a.name}=${String(v)}`];
    })
    .join(',');
}

export function deviceEvent(op: Op, args: readonly Arg[], result: Ret, autocast: boolean, autograd: boolean): DeviceEvent {
  return {
    op: op.name,
    view: op.kind === 'view',
    inputs: metasIn(args),
    outputs: metasIn([result]),
    statics: statics(op, args),
    autocast,
    autograd,
  };
}
