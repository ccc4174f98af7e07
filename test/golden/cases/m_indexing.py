import torch
torch.manual_seed(0)
x = torch.arange(24).reshape(2, 3, 4)
print(x[..., -1], x[:, [0, 2]], x[0, :, 1:3], x[:, None].shape, x[x > 20], x[torch.tensor([1, 0]), :, 2], x[::1, 1::2, ::3])
i = torch.tensor([[0, 1], [2, 0]]); print(torch.gather(x[0, :2].float(), 1, i), x.take(torch.tensor([0, 5])), torch.take_along_dim(x[0], x[0].argsort(0, descending=True), 0))
y = torch.zeros(3, 5); y[1] = 2; y[:, 3] += 1; y[[0, 2], [1, 4]] = torch.tensor([7.0, 8.0]); y[y == 0] = -1; print(y)
y.index_add_(0, torch.tensor([0, 0, 2]), torch.ones(3, 5)); y.scatter_(1, torch.tensor([[0], [1], [2]]), 9.0); print(y)
print(torch.where(y > 0, y, 0.0), y.masked_fill(y < 0, 0).nonzero().T, torch.nonzero(y > 7, as_tuple=True))
print(x.unfold(2, 2, 1).shape, x.roll(1, -1)[0], x.flip(0)[0, 0], torch.tril(torch.ones(3, 3)), torch.triu_indices(3, 3, 1), x.diagonal(dim1=1, dim2=2))
print(torch.cat([x, x], 1).shape, torch.stack([x, x], -1).shape, [t.shape for t in x.split([1, 2], 1)], [t.shape for t in torch.chunk(x, 3, 2)], x.unbind(1)[0], x.tile(1, 2, 1).shape, x.repeat_interleave(2, 1).shape)
print(torch.einsum("bij,bkj->bik", x.float(), x.float())[0], torch.einsum("ii", torch.eye(3)), torch.outer(torch.arange(3), torch.arange(2)), torch.cdist(torch.eye(2), torch.zeros(1, 2)), torch.bincount(torch.tensor([1, 1, 3])), torch.histc(torch.tensor([1.0, 2, 1]), 4, 0, 3))
print(torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([2, 5])), torch.bucketize(torch.tensor([3.0]), torch.tensor([1.0, 3.0])), torch.unique(torch.tensor([3, 1, 1, 2]), return_counts=True), torch.sort(torch.tensor([3, 1, 2])), torch.topk(torch.tensor([3.0, 1, 2]), 2), torch.cummax(torch.tensor([1, 3, 2]), 0), torch.kthvalue(torch.tensor([3.0, 1, 2]), 2), torch.median(torch.tensor([3.0, 1, 2])), torch.mode(torch.tensor([1, 1, 2])))
print(torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")[1], torch.cartesian_prod(torch.arange(2), torch.arange(2)), torch.combinations(torch.arange(3)), torch.block_diag(torch.ones(1, 2), torch.ones(1, 1)), torch.movedim(x, 0, -1).stride(), x.swapaxes(0, 1).is_contiguous())
v = x.expand(2, 2, 3, 4) if False else x[0].unsqueeze(0).expand(2, -1, -1); print(v.stride(), v.is_contiguous()); 
x[0, 5]
