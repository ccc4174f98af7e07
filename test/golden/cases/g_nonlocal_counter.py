import torch
import torch.nn as nn
import torch.nn.functional as F

def run():
    calls = 0

    @torch.compile
    def f(x):
        nonlocal calls
        calls += 1
        return x + calls

    for _ in range(3):
        print(f(torch.ones(2)))
    return calls

print(run())
