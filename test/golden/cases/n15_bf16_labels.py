# After a public report: https://github.com/aws-neuron/aws-neuron-sdk/issues/667
# Positions in bfloat16 collide from 256 on.
import torch

print(torch.arange(250, 260, dtype=torch.bfloat16))
print((torch.arange(250, 260).to(torch.bfloat16) + 1).long())
