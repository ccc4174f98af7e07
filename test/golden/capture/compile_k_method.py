import torch


class Model:
    def __init__(self, k):
        self.k = k
        self.hist = []

    @torch.compile(dynamic=False)
    def run(self, x):
        y = x * self.k
        self.hist.append(y)
        self.last = y + 1
        return y


m = Model(2)
print(m.run(torch.ones(2)), m.hist, m.last)
m.k = 3
print(m.run(torch.ones(2)), m.hist, m.last)
