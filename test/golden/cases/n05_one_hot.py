# After a public report: https://github.com/aws-neuron/aws-neuron-sdk/issues/679
# One-hot of random class numbers.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
ids = (torch.rand(2, 3) * 5).long()
print(ids)
print(F.one_hot(ids, 6).sum(-1), F.one_hot(ids, 6).shape)
