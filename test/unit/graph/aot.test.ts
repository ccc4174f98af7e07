/** Canonical text of graphs after AOT tracing. Operators equal PyTorch's (goldens); this holds the form of the text. */
import { expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const textOf = (source: string) => run(source, { device: 'cpu', filename: 'p.py' }).frames[0]?.graphs.map((g) => g.text ?? {}) ?? [];

it('forward and backward of a small network', () => {
  const [text] = textOf(`
import torch

@torch.compile(dynamic=False)
def f(x, w, b):
    return torch.relu(x @ w + b).sum()

w = torch.ones(3, 2, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
f(torch.ones(4, 3), w, b).backward()
`);
  expect(text?.aot).toMatchInlineSnapshot(`
    "graph(primals_1: f32[4, 3], primals_2: f32[3, 2], primals_3: f32[2]):
      mm: f32[4, 2] = aten.mm.default(primals_1, primals_2)  # line 6
      add: f32[4, 2] = aten.add.Tensor(mm, primals_3)  # line 6
      relu: f32[4, 2] = aten.relu.default(add)  # line 6
      detach: f32[4, 2] = aten.detach.default(relu)  # line 6
      sum: f32[] = aten.sum.default(relu)  # line 6
      return (sum, primals_1, detach)"
  `);
  expect(text?.aotBackward).toMatchInlineSnapshot(`
    "graph(primals_1: f32[4, 3], detach: f32[4, 2], tangents_1: f32[]):
      expand: f32[4, 2] = aten.expand.default(tangents_1, [4, 2])
      detach_1: f32[4, 2] = aten.detach.default(detach)
      threshold_backward: f32[4, 2] = aten.threshold_backward.default(expand, detach_1, 0)
      sum_1: f32[1, 2] = aten.sum.dim_IntList(threshold_backward, [0], True)
      view: f32[2] = aten.view.default(sum_1, [2])
      t: f32[3, 4] = aten.t.default(primals_1)
      mm_1: f32[3, 2] = aten.mm.default(t, threshold_backward)
      return (mm_1, view)"
  `);
});

it('a change in place becomes new values', () => {
  const [text] = textOf(`
import torch

@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    y[0] = 7
    y.t().add_(1)
    return y

f(torch.ones(2, 2))
`);
  expect(text?.aot).toMatchInlineSnapshot(`
    "graph(arg1: f32[2, 2]):
      mul: f32[2, 2] = aten.mul.Tensor(arg1, 2)  # line 6
      _tensor_constant0: f32[] = constant
      lift_fresh_copy: f32[] = aten.lift_fresh_copy.default(_tensor_constant0)  # line 7
      select: f32[2] = aten.select.int(mul, 0, 0)  # line 7
      fill: f32[2] = aten.fill.Tensor(select, lift_fresh_copy)  # line 7
      select_scatter: f32[2, 2] = aten.select_scatter.default(mul, fill, 0, 0)  # line 7
      t: f32[2, 2] = aten.t.default(select_scatter)  # line 8
      add: f32[2, 2] = aten.add.Tensor(t, 1)  # line 8
      t_1: f32[2, 2] = aten.t.default(add)  # line 8
      return (t_1)"
  `);
});

it('a changed input comes out as the first result', () => {
  const [text] = textOf(`
import torch

@torch.compile(dynamic=False)
def f(x):
    x.add_(1)
    return x.view(-1), x.sum()

f(torch.ones(2, 2))
`);
  expect(text?.aot).toMatchInlineSnapshot(`
    "graph(arg1: f32[2, 2]):
      add: f32[2, 2] = aten.add.Tensor(arg1, 1)  # line 6
      sum: f32[] = aten.sum.default(add)  # line 7
      view: f32[4] = aten.view.default(add, [-1])  # line 7
      return (add, view, sum)"
  `);
});
