# After a public report: https://github.com/huggingface/transformers/issues/36484
# Twelve layers, one compiled function: each layer's number is a guard, and the limit is eight.
import torch
import torch.nn as nn


class Layer(nn.Module):
    def __init__(self, i):
        super().__init__()
        self.i = i

    def forward(self, x):
        return x + self.i


@torch.compile(dynamic=False)
def call(layer, x):
    return layer(x)


x = torch.zeros(2)
for layer in [Layer(i) for i in range(12)]:
    x = call(layer, x)
print(x)
