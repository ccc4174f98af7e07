/** The canonical text of a report: a compiled program with a break on Neuron, and a matrix on four ranks with its placements. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { textOf } from '../../../src/engine/report/text.ts';
import { meshAt } from '../../../src/lab/model/mesh.ts';
import { indexRun } from '../../../src/lab/model/run.ts';

const model = (name: string) => {
  const source = readFileSync(`content/programs/${name}.py`, 'utf8');
  return indexRun(run(source), source);
};

test('a report in words', () => {
  expect(textOf(model('compile_lesson_branch').report)).toMatchInlineSnapshot(`
    "# Run report

    neuron, 1 rank, PyTorch 2.13.

    The program ran to its end.

    ## Output

    \`\`\`
    15.0
    33.0
    4.0
    \`\`\`

    ## Operators

    26 operators.

    - line 9: aten.mul.Tensor (graph) × 3
    - line 10: aten.gt.Scalar (graph) × 3, aten.all.default (graph) × 3, aten._local_scalar_dense.default (neuron) × 3
    - line 11: aten.add.Tensor (graph) × 2
    - line 12: aten.sum.default (graph) × 3
    - line 15: aten.lift_fresh.default (view), aten._to_copy.default (neuron), aten._local_scalar_dense.default (neuron)
    - line 16: aten.lift_fresh.default (view), aten._to_copy.default (neuron), aten._local_scalar_dense.default (neuron)
    - line 17: aten.lift_fresh.default (view), aten._to_copy.default (neuron), aten._local_scalar_dense.default (neuron)

    ## Waits and fallbacks

    - line 10: the host waits (bool), 3 times
    - line 15: the host waits (item)
    - line 16: the host waits (item)
    - line 17: the host waits (item)

    ## Compiled: f, line 8

    Graphs compiled by call: 2, 0, 1.

    - graph 0: aten.mul.Tensor, aten.gt.Scalar, aten.all.default
    - graph 1: aten.add.Tensor, aten.sum.default
    - graph 2: aten.sum.default

    - break on line 10, GB0170: Data-dependent branching. Which way the program goes depends on numbers in a tensor. Use torch.where, or torch.cond.

    ## Time (modelled)

    About 4.2 s in all: host 760 µs, device < 0.01 µs, compiling 4.2 s, copies 540 µs.
    "
  `);
});

test('a report of four ranks in words, and where each tensor lies', () => {
  const four = model('shard_lesson_columns');
  expect(textOf(four.report)).toMatchInlineSnapshot(`
    "# Run report

    neuron, 4 ranks, PyTorch 2.13.

    The program ran to its end.

    ## Output

    Rank 0:

    \`\`\`
    (Shard(dim=1),) tensor([[ 40.,  43.],
            [112., 124.]], device='neuron:0')
    True
    \`\`\`

    Rank 1:

    \`\`\`
    (Shard(dim=1),) tensor([[ 46.,  49.],
            [136., 148.]], device='neuron:0')
    \`\`\`

    Rank 2:

    \`\`\`
    (Shard(dim=1),) tensor([[ 52.,  55.],
            [160., 172.]], device='neuron:0')
    \`\`\`

    Rank 3:

    \`\`\`
    (Shard(dim=1),) tensor([[ 58.,  61.],
            [184., 196.]], device='neuron:0')
    \`\`\`

    ## Operators

    10 operators.

    - line 11: aten.arange.default (cpu), aten.view.default (view)
    - line 12: aten.arange.default (cpu), aten.view.default (view)
    - line 13: aten._to_copy.default (neuron)
    - line 14: aten._to_copy.default (neuron)
    - line 15: aten.mm.default (neuron)
    - line 18: aten._to_copy.default (neuron), aten.mm.default (cpu), aten.equal.default (cpu)

    ## Waits and fallbacks

    - line 16: the host waits (print)
    - line 18: the host waits (cpu())

    ## Collectives

    - all_gather_into_tensor: 1
    - broadcast: 1
    - scatter: 1

    ## Time (modelled)

    About 520 µs in all: host 360 µs, device 120 µs, compiling 0 µs, copies 240 µs.
    "
  `);
  const view = meshAt(four, (four.ranks[0]?.steps.length ?? 1) - 1, 'Y');
  const lines = view.blocks.map(({ rank, ranges, value }) => `rank ${rank}: Y[${ranges}] = ${JSON.stringify(value?.data)}`);
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "rank 0: Y[0:2, 0:2] = [40,43,112,124]
    rank 1: Y[0:2, 2:4] = [46,49,136,148]
    rank 2: Y[0:2, 4:6] = [52,55,160,172]
    rank 3: Y[0:2, 6:8] = [58,61,184,196]"
  `);
});
