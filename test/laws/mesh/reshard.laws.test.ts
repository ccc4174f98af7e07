/** Redistribution loses nothing: any way through layouts and back to "whole" gives the tensor that was distributed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeviceMesh } from '../../../src/engine/mesh/device_mesh.ts';
import { chunk, type Placement, Partial, placementShort, Replicate, Shard } from '../../../src/engine/mesh/placement.ts';
import { redistributeLocal } from '../../../src/engine/mesh/redistribute.ts';
import { localBlock, type Spec } from '../../../src/engine/mesh/spec.ts';
import { fromNumbers } from '../../../src/engine/tensor/create.ts';
import { float32 } from '../../../src/engine/tensor/dtype.ts';
import { toNumbers } from '../../../src/engine/tensor/access.ts';
import { contiguousStrides } from '../../../src/engine/tensor/strides.ts';
import { onRanks } from '../../support/ranks.ts';

const meshes = [
  new DeviceMesh('cpu', [2], [0, 1], null),
  new DeviceMesh('cpu', [4], [0, 1, 2, 3], null),
  new DeviceMesh('neuron', [4], [0, 1, 2, 3], null),
  new DeviceMesh('cpu', [2, 2], [0, 1, 2, 3], null),
];
const anyPlacement = fc.oneof(fc.nat(1).map(Shard), fc.constant(Replicate));
const anyCase = fc.record({
  mesh: fc.constantFrom(...meshes),
  shape: fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })),
  way: fc.array(fc.tuple(anyPlacement, anyPlacement), { minLength: 1, maxLength: 4 }),
});

it('whole → … → whole is the identity', () => {
  fc.assert(
    fc.property(anyCase, ({ mesh, shape, way }) => {
      const numbers = Array.from({ length: shape[0] * shape[1] }, (_, i) => i + 1);
      const meta = { shape, strides: contiguousStrides(shape), dtype: 'float32', itemsize: 4 };
      const stops: Placement[][] = [...way.map((p) => p.slice(0, mesh.ndim)), mesh.shape.map(() => Replicate)];
      const { results } = onRanks(mesh.ranks.length, (comm) => {
        let local = fromNumbers(shape, float32, numbers);
        let placements: readonly Placement[] = mesh.shape.map(() => Replicate);
        for (const target of stops) {
          const spec: Spec = { mesh, placements, meta };
          local = redistributeLocal(comm, local, spec, target);
          placements = target;
          expect(local.sizes, placements.map(placementShort).join()).toEqual(localBlock({ mesh, placements, meta }, comm.rank).shape);
        }
        return toNumbers(local);
      });
      for (const r of results) expect(r).toEqual(numbers);
    }),
    { numRuns: 300 },
  );
});

it('partial sums come together', () => {
  fc.assert(
    fc.property(fc.constantFrom(...meshes), fc.integer({ min: 1, max: 9 }), fc.nat(1), (mesh, rows, kind) => {
      const shape = [rows];
      const meta = { shape, strides: [1], dtype: 'float32', itemsize: 4 };
      const from = mesh.shape.map(() => Partial('sum'));
      const to = mesh.shape.map(() => (kind === 0 ? Replicate : Shard(0)));
      const { results } = onRanks(mesh.ranks.length, (comm) => {
        const local = fromNumbers(
          shape,
          float32,
          Array.from({ length: rows }, (_, i) => i * (comm.rank + 1)),
        );
        const spec: Spec = { mesh, placements: from, meta };
        return { block: localBlock({ mesh, placements: to, meta }, comm.rank), numbers: toNumbers(redistributeLocal(comm, local, spec, to)) };
      });
      const factor = mesh.ranks.reduce((n, r) => n + r + 1, 0);
      for (const r of results)
        expect(r?.numbers).toEqual(Array.from({ length: r?.block.shape[0] as number }, (_, i) => (i + (r?.block.offset[0] as number)) * factor));
    }),
  );
});

it('chunks cover each row once', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 1, max: 9 }), (size, count) => {
      const pieces = Array.from({ length: count }, (_, i) => chunk(size, count, i));
      expect(pieces.reduce((n, p) => n + p.size, 0)).toBe(size);
      for (let i = 1; i < count; i++) expect(pieces[i]?.offset).toBe((pieces[i - 1]?.offset as number) + (pieces[i - 1]?.size as number));
    }),
  );
});
