# Back ends that take Dynamo's graphs (eager, the program's own), two back ends on one function, stances, static marks, disabled methods.
import torch


def base(x, y):
    a = torch.sin(x) + y
    if a.sum() > 0:
        a = a * 2
    return a - y


eager = torch.compile(base, backend="eager")
w = torch.arange(3.0, requires_grad=True)
out = eager(w, torch.ones(3))
print(out)
out.sum().backward()
print(w.grad)
for n in (3, 5, 7):
    print(eager(-torch.ones(n), torch.zeros(n)))

calls = []


def counting(gm, example_inputs):
    calls.append([tuple(t.shape) for t in example_inputs])

    def run(*args):
        calls.append("run")
        return gm(*args)

    return run


net = torch.nn.Linear(2, 1)
own = torch.compile(net, backend=counting)
for _ in range(2):
    own(torch.ones(4, 2)).sum().backward()
print(calls, net.bias.grad)


def bare(gm, example_inputs):
    return gm.forward


@torch.compile(backend=bare)
def changes(x, log):
    log.append(x.add_(1))
    with torch.no_grad():
        y = x * 3
    return y, x.view(-1)


log = []
t = torch.zeros(2)
y, v = changes(t, log)
v += 1
print(y, t, log[0] is t)


def plain(x):
    return x + 1


one, two = torch.compile(plain, backend="eager"), torch.compile(plain, backend="aot_eager")
three = torch.compile(plain, dynamic=False)
for f in (one, two, three, one, two):
    print(f(torch.ones(2)))


@torch.compile
def staged(x):
    return x + 1 if torch.compiler.is_compiling() else x - 1


z = torch.zeros(2)
print(staged(z))
torch.compiler.set_stance("force_eager")
print(staged(z))
torch.compiler.set_stance("default")
with torch.compiler.set_stance("eager_on_recompile"):
    print(staged(z), staged(z.double()))


@torch.compiler.set_stance("force_eager")
def outside():
    return staged(z)


print(outside(), staged(z))
with torch.compiler.set_stance("fail_on_recompile"):
    print(staged(z))
    try:
        staged(z.double())
    except RuntimeError as e:
        print(type(e).__name__, str(e).split(".")[0])


@torch.compile(dynamic=True)
def marked(x):
    return x * 2


for n in (4, 5):
    x = torch.ones(n, 3)
    torch._dynamo.mark_static(x, 0)
    print(marked(x).shape)


class Steps:
    @torch.compiler.disable
    def eagerly(self, x):
        return x + 1

    def run(self, x):
        return self.eagerly(x * 2) * 3


print(torch.compile(Steps().run)(torch.ones(2)))
