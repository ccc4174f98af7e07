# After a public report: https://github.com/aws-neuron/aws-neuron-sdk/issues/1381
# Writing flipped rows through a mask, and the same with where().
import torch


@torch.compile(dynamic=False)
def by_mask(stored, idx, mask):
    e = stored[idx]
    e[mask] = e[mask].flip(-1)
    return e


@torch.compile(dynamic=False)
def by_where(stored, idx, mask):
    e = stored[idx]
    return torch.where(mask[:, None], e.flip(-1), e)


args = torch.arange(6.0).reshape(3, 2), torch.tensor([2, 0]), torch.tensor([True, False])
print(by_mask(*args))
print(by_where(*args))
