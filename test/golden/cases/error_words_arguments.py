# What PyTorch says of arguments that do not fit: norms, old constructors, lists of tensors, paths.
import torch, os
def show(f, *a, **k):
    try:
        r = f(*a, **k)
        print('ok', r if not isinstance(r, torch.Tensor) else (tuple(r.shape), r.tolist() if r.numel() < 9 else '...'))
    except Exception as e:
        print(f'{type(e).__name__}: {e}')
x = torch.arange(12.).reshape(3, 4)
show(os.path.join, 'a', 1)
show(os.path.join, 1, 'a')
show(os.path.join, 'a', None)
show(os.path.join, b'a', 'b')
show(os.path.join, 'a', b'b')
show(os.path.join)
show(os.path.basename, 1)
show(os.path.splitext, None)
show(os.path.dirname, 1)


show(os.path.abspath, 3)
show(os.makedirs, 3.5)
show(x.norm, p='q'); show(x[0].norm, p='q'); show(torch.norm, x, 'abc'); show(torch.linalg.norm, x, 'q'); show(torch.linalg.matrix_norm, x, 'q'); show(torch.linalg.norm, x[0], 'fro'); show(x[0].norm, 'fro'); show(x[0].norm, 'nuc'); show(x.norm, 'fro', dim=0); show(x.norm, 'nuc', dim=0); show(x.norm, 'q', dim=0)
show(torch.Tensor, 2, 3.5); show(torch.Tensor, 'a'); show(torch.Tensor, 3.5); show(torch.Tensor, None); show(torch.Tensor, {}); show(torch.Tensor, [1, 'a']); show(torch.Tensor, [[1], [2, 3]]); show(torch.FloatTensor, 'a'); show(torch.LongTensor, 2.5); show(torch.FloatTensor, 2, 'a'); show(torch.Tensor, True); show(torch.LongTensor, [1.5, 2]); show(torch.Tensor, (1, 2)); show(torch.Tensor, b'a'); show(torch.Tensor, 1, [2]); show(x.new, 'a'); show(x.new, 2, 'b')
show(x.masked_select, torch.tensor([True, False])); show(torch.masked_select, x[0], torch.ones(3, 5, dtype=torch.bool)); show(x.masked_fill, torch.ones(3, 5, dtype=torch.bool), 0.); show(x.masked_scatter, torch.ones(3, 5, dtype=torch.bool), x)
show(x.index_put, (None, torch.tensor([1])), torch.tensor(5.)); show(x.index_put_, [None], torch.tensor(5.)); show(x.index_put, (1,), torch.tensor(5.)); show(x.index_put, torch.tensor([1]), torch.tensor(5.)); show(x.index_put, (torch.tensor([1]),), 5.); show(x.index_put, 3, torch.tensor(5.)); show(x.index_put, (torch.tensor([1]), 'a'), torch.tensor(5.)); show(torch.index_put, x, (torch.tensor([1]), None), torch.tensor(5.)); show(torch.ops.aten.index_put, x, [None, torch.tensor([1])], torch.tensor(5.)); show(torch.index_put, x, [[1]], torch.tensor(5.)); show(torch.cat, [x, None]); show(torch.stack, (x, 1)); show(torch.cat, 3); show(torch.cat, x)
show(torch.nn.functional.unfold, torch.ones(2), 2); show(torch.nn.functional.unfold, torch.ones(2, 2), 2); show(torch.nn.functional.fold, torch.ones(2), 2, 2); show(torch.nn.functional.unfold, torch.ones(1, 1, 2, 2), 3); show(torch.nn.functional.unfold, torch.ones(1, 1, 0, 2), 1); show(torch.nn.functional.unfold, torch.ones(0, 2, 2), 1)
show(torch.ones(2).resize_, -1); show(torch.ones(2).resize_, 2, -3); show(torch.ones(2).resize_, 'a'); show(torch.ones(2).resize_, 1.5); show(torch.ones(2, requires_grad=True).resize_, 3)
x = torch.arange(12.).reshape(3, 4); y = torch.ones(2, 2, 2); i = torch.arange(4).reshape(2, 2)
for o in ('fro', 'nuc', 1, 2, 'q', 3, float('inf')):
    print('---', o)
    show(torch.linalg.matrix_norm, y[0], o)
    show(torch.linalg.matrix_norm, x[0], o)
    show(torch.linalg.matrix_norm, i, o)
    show(torch.linalg.matrix_norm, y, o, dim=(0, 1, 2))
    show(torch.linalg.matrix_norm, y, o, dim=(0,))
    show(torch.linalg.matrix_norm, y, o, dim=(0, 0))
    show(torch.linalg.matrix_norm, y, o, dim=(0, -3))
    show(torch.linalg.matrix_norm, y, o, dim=(0, 5))
    show(torch.linalg.norm, y, o)
    show(torch.linalg.norm, y, o, dim=(0, 1, 2))
    show(torch.linalg.norm, x[0], o)
    show(torch.linalg.norm, i, o)
    show(y.norm, o)
    show(x.norm, o, dim=0)
    show(i.norm, o)
show(torch.linalg.norm, i); show(torch.linalg.norm, y); show(y.norm, 'nuc', (0, 1, 2)); show(x.norm, 'fro', (0, 1), True); show(y.norm, 'fro', (0, 1, 2))
show(torch.linalg.norm, y, dim=(0, 1, 2)); show(torch.linalg.norm, y, dim=()); show(torch.linalg.norm, torch.tensor(3.)); show(torch.linalg.norm, torch.tensor(3.), 2); show(torch.linalg.vector_norm, y, dim=(0, 1, 2)); show(torch.linalg.norm, y, 2, 0)

