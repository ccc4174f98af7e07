# After a public report: https://github.com/aws-neuron/aws-neuron-sdk/issues/937
# Reading whole numbers by whole-number positions.
import torch

t = torch.arange(10)
print(t[torch.tensor([5, 6, 7, 8])])
