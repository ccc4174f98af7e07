/**
 * A device mesh: ranks laid out as an array of one or more dimensions, as `torch.distributed.device_mesh`.
 *
 * Immutable. Ranks are row-major: the last dimension is the fastest. Leaves out: slices of slices, flattened meshes.
 */

export class DeviceMesh {
  readonly deviceType: string;
  readonly shape: readonly number[];
  readonly ranks: readonly number[];
  readonly dimNames: readonly string[] | null;

  constructor(deviceType: string, shape: readonly number[], ranks: readonly number[], dimNames: readonly string[] | null) {
    this.deviceType = deviceType;
    this.shape = shape;
    this.ranks = ranks;
    this.dimNames = dimNames;
  }

  get ndim(): number {
    return this.shape.length;
  }

  size(dim: number): number {
    return this.shape[dim] ?? 1;
  }

  /** Position of a rank along each dimension; null when the rank is not part of the mesh. */
  coordinate(rank: number): number[] | null {
    let index = this.ranks.indexOf(rank);
    if (index < 0) return null;
    const at = new Array<number>(this.ndim).fill(0);
    for (let d = this.ndim - 1; d >= 0; d--) {
      const n = this.size(d);
      at[d] = index % n;
      index = Math.floor(index / n);
    }
    return at;
  }

  /** Ranks that share every coordinate with `rank` but the one of `dim`, in order. */
  group(dim: number, rank: number): number[] {
    const at = this.coordinate(rank);
    if (!at) return [];
    let stride = 1;
    for (let d = this.ndim - 1; d > dim; d--) stride *= this.size(d);
    const base = this.ranks.indexOf(rank) - (at[dim] as number) * stride;
    return Array.from({ length: this.size(dim) }, (_, i) => this.ranks[base + i * stride] as number);
  }

  /** Equal as Python has it: names count. */
  same(other: DeviceMesh): boolean {
    const key = (m: DeviceMesh): string => JSON.stringify([m.shape, m.ranks, m.deviceType, m.dimNames]);
    return this === other || key(this) === key(other);
  }
}
