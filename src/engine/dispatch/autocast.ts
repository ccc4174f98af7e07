/**
 * The autocast key: the casts themselves.
 *
 * Weights that are leaves are cast once a region (the cache).
 */
import type { Arg, Op } from '../aten/op.ts';
import { promoteTypes } from '../tensor/promotion.ts';
import { bfloat16, type DType, float32 } from '../tensor/dtype.ts';
import { part } from '../python/packs.ts';
import { Tensor } from '../tensor/tensor.ts';

const lists = part<typeof import('./autocast_lists.ts')>('data', 'autocast');

export class Autocast {
  enabled = false;
  dtype: DType = bfloat16;
  cacheEnabled = true;
  private cache = new Map<Tensor, Tensor>();

  clearCache(): void {
    this.cache.clear();
  }

  /** The arguments as the operator wants them, or null where autocast has nothing to say. */
  cast(op: Op, args: readonly Arg[], to: (t: Tensor, d: DType) => Tensor, cacheable: (t: Tensor) => boolean): Arg[] | null {
    const { LOWER, FP32, PROMOTE } = lists();
    const target = LOWER.has(op.overload) ? this.dtype : FP32.has(op.overload) ? float32 : PROMOTE.has(op.overload) ? this.widest(args) : null;
    if (target === null) return null;
    return args.map((a) => this.castArg(a, target, to, cacheable));
  }

  private castArg(a: Arg, target: DType, to: (t: Tensor, d: DType) => Tensor, cacheable: (t: Tensor) => boolean): Arg {
    if (Array.isArray(a)) return a.map((x) => this.castArg(x as Arg, target, to, cacheable));
    if (!(a instanceof Tensor) || a.dtype.category !== 'float' || a.dtype.name === 'float64' || a.dtype === target) return a;
    if (this.cacheEnabled && target === this.dtype && a.dtype === float32 && cacheable(a)) {
      const had = this.cache.get(a);
      if (had) return had;
      const made = to(a, target);
      this.cache.set(a, made);
      return made;
    }
    return to(a, target);
  }

  private widest(args: readonly Arg[]): DType {
    let d = this.dtype;
    for (const a of args.flat() as Arg[]) if (a instanceof Tensor && a.dtype.category === 'float') d = promoteTypes(d, a.dtype);
    return d;
  }
}
