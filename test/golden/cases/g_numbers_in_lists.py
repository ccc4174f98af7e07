# Numbers that a compiled function changes where they stand: in a list of a closure, in a nested list, in a dictionary.
import torch


def make(k):
    n = [0]

    @torch.compile
    def f(x):
        n[0] += 1
        return x * k + n[0]

    return f, n


f, n = make(3)
for _ in range(4):
    print(f(torch.ones(1)), n)

state = {"seen": [0, [2]], "scale": 1.0}


@torch.compile
def g(x):
    state["seen"][1][0] *= 2
    state["seen"].append(state["seen"][1][0])
    return x + state["seen"][-1]


for _ in range(3):
    print(g(torch.zeros(1)), state)
