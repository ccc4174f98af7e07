import torch


def rmsprop():
    m = torch.nn.Linear(3, 2)
    with torch.no_grad():
        for p in m.parameters(): p.fill_(0.5)
    o = torch.optim.RMSprop(m.parameters(), lr=0.01)
    @torch.compile
    def step(x):
        o.zero_grad()
        l = m(x).sum()
        l.backward()
        o.step()
        return l
    for i in range(3):
        print(step(torch.ones(4, 3)).item())


def adagrad():
    m = torch.nn.Linear(3, 2)
    with torch.no_grad():
        for p in m.parameters(): p.fill_(0.5)
    o = torch.optim.Adagrad(m.parameters(), lr=0.01)
    @torch.compile
    def step(x):
        l = m(x).sum()
        l.backward()
        o.step()
        return l
    for i in range(3):
        print(step(torch.ones(4, 3)).item())


def lrsched():
    m = torch.nn.Linear(3, 2)
    with torch.no_grad():
        for p in m.parameters(): p.fill_(0.5)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    s = torch.optim.lr_scheduler.StepLR(o, 1, 0.5)
    @torch.compile
    def step(x):
        l = m(x).sum()
        l.backward()
        o.step()
        s.step()
        o.zero_grad()
        return l
    for i in range(3):
        print(step(torch.ones(4, 3)).item(), s.get_last_lr())


def o1():
    keep = []
    torch.manual_seed(0)
    for make in (lambda ps: torch.optim.RMSprop(ps, lr=0.01, momentum=0.9, centered=True, weight_decay=0.1),
                 lambda ps: torch.optim.Adagrad(ps, lr=0.01, lr_decay=0.1, weight_decay=0.1),
                 lambda ps: torch.optim.RMSprop(ps, lr=0.01, alpha=0.9, eps=1e-6, maximize=True)):
        m = torch.nn.Linear(3, 2)
        with torch.no_grad():
            for p in m.parameters(): p.fill_(0.5)
        o = make(m.parameters())
        keep.append((m, o))
        def step(o):
            o.step()
        cs = torch.compile(step)
        for i in range(3):
            m(torch.ones(4, 3)).sum().backward()
            cs(o)
            o.zero_grad()
        print(m.weight.detach(), m.bias.detach())


def s1():
    m = torch.nn.Linear(3, 2)
    with torch.no_grad():
        for p in m.parameters(): p.fill_(0.5)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    s = torch.optim.lr_scheduler.CosineAnnealingLR(o, 10)
    @torch.compile
    def f(x):
        y = x + 1
        lr = s.get_last_lr()[0]
        return y * lr
    for i in range(3):
        print(f(torch.ones(2)))
        o.step(); s.step()


rmsprop()
adagrad()
lrsched()
o1()
s1()
