import torch
x = torch.arange(12.).view(3, 4)
print(x.chunk(2, 1), x.split([1, 3], dim=1), torch.tensor_split(x, 2), x.unbind(1)[0], x.unfold(1, 2, 2), torch.vsplit(x, [1]), torch.hsplit(x, 2)[0])
print(x.roll(1, 0), x.flip(1), x.rot90(), torch.fliplr(x), torch.tril(x, -1), torch.triu(x), x.diagonal(1), torch.diag_embed(torch.ones(2)), x.diag())
print(x.repeat(1, 2).shape, x.repeat_interleave(2, dim=0).shape, x.tile(2).shape, x.expand(2, 3, 4).stride(), x.movedim(0, 1).shape, x.swapaxes(0, 1).shape, x.permute(1, 0).is_contiguous(), x.ravel().shape, x.view_as(x).shape, x.narrow(0, 1, 2), x.select(1, 2), torch.atleast_2d(torch.tensor(1.)), torch.column_stack([x[0], x[1]]), torch.dstack([x, x]).shape)
print(torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4])), torch.combinations(torch.tensor([1, 2, 3])), torch.meshgrid(torch.arange(2), torch.arange(3), indexing='xy'), torch.broadcast_tensors(torch.ones(1, 3), torch.ones(2, 1))[0].shape, torch.stack([x, x], -1).shape, torch.nonzero(x > 9), torch.where(x > 9), torch.argwhere(x > 10), torch.count_nonzero(x, 0))
