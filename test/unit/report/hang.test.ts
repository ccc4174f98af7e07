/** What a hang says: each rank's own call, and a cure that fits messages between two ranks. */
import '../../support/packs.ts';
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const head = 'import torch\nimport torch.distributed as dist\ndist.init_process_group("gloo")\nr = dist.get_rank()\nt = torch.zeros(2)\n';
const hang = (body: string) => run(head + body, { worldSize: 2, device: 'cpu' }).hang;

test('two ranks that both receive first', () => {
  expect(hang('dist.recv(t, src=1 - r)\n')).toMatchInlineSnapshot(`
    {
      "text": "rank 0 waits in recv from 1 (line 6) for rank 1 (which waits in recv from 0 on line 6)
    rank 1 waits in recv from 0 (line 6) for rank 0 (which waits in recv from 1 on line 6)
    Let one rank send first while the other receives.",
      "waits": [
        {
          "for": [
            1,
          ],
          "line": 6,
          "op": "recv from 1",
          "rank": 0,
        },
        {
          "for": [
            0,
          ],
          "line": 6,
          "op": "recv from 0",
          "rank": 1,
        },
      ],
    }
  `);
});

test('collectives in another order keep their own words', () => {
  expect(hang('dist.all_reduce(t) if r else dist.broadcast(t, src=0)\n')?.text).toMatchInlineSnapshot(`
    "rank 0 waits in broadcast(src=0) (line 6) because rank 1 is in all_reduce(sum) (line 6)
    rank 1 waits in all_reduce(sum) (line 6) because rank 0 is in broadcast(src=0) (line 6)"
  `);
});
