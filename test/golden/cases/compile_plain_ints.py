import torch


def unfold():
    @torch.compile
    def f(x, k):
        return x.unfold(0, k, 1).sum(-1)
    x = torch.arange(10.)
    for k in (2, 3, 4, 3):
        print(f(x, k))


def plainints():
    @torch.compile
    def f(x, k):
        return torch.roll(x, k, 0), x.sum(), torch.topk(x, k).values, x.repeat(k).shape[0]
    x = torch.arange(10.)
    for k in (2, 3, 4):
        print(f(x, k))


def diagtri():
    @torch.compile
    def f(x, k):
        return torch.tril(x, k) + torch.diag(torch.ones(3), 0)
    x = torch.arange(9.).view(3, 3)
    for k in (0, 1, 2, -1):
        print(f(x, k))


def dimarg():
    @torch.compile
    def f(x, d):
        return x.sum(d), x.transpose(0, d), torch.softmax(x, d)
    x = torch.arange(24.).view(2, 3, 4)
    for k in (0, 1, 2):
        print(f(x, k)[0])


unfold()
plainints()
diagtri()
dimarg()
