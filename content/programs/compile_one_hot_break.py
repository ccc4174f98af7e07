# Without num_classes the width of one_hot depends on the data.
import torch


@torch.compile(dynamic=False)
def code(ids):
    wide = torch.nn.functional.one_hot(ids)
    return wide * 2


print(code(torch.tensor([0, 2, 1])))
