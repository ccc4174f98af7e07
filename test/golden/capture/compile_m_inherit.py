import torch


class A:

    def s(self, x):
        return x + 1

    @property
    def k(self):
        return self._k * 2


class Bb(A):

    def __init__(self, k):
        self._k = k

    def s(self, x):
        return super().s(x) * self.k

    def __call__(self, x):
        return self.s(x)


@torch.compile(dynamic=False)
def f(o, x):
    return o(x)


for k in (1, 1, 2):
    print(f(Bb(k), torch.ones(2)))
