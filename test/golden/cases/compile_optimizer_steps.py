# Steps of Adam inside compiled functions: their state is made before the graph, their weighted sums are products and sums of it.
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(8, 4)
y = torch.randn(8, 2)


def run(make):
    torch._dynamo.reset()
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
    opt = make(model.parameters())

    @torch.compile
    def step():
        opt.step()

    for _ in range(3):
        opt.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        step()
        print(round(loss.item(), 4))
    state = opt.state[model[0].weight]
    print(state["step"], sorted(state), state["exp_avg_sq"].sum())


run(lambda p: torch.optim.Adam(p, lr=0.05))
run(lambda p: torch.optim.Adam(p, lr=0.05, weight_decay=0.1, amsgrad=True))
run(lambda p: torch.optim.AdamW(p, lr=0.05, maximize=True))

torch._dynamo.reset()
model = nn.Linear(4, 2)
optimizer = torch.optim.AdamW([{"params": [model.weight]}, {"params": [model.bias], "lr": 0.1}], lr=0.01)


@torch.compile
def train(x, y):
    optimizer.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(3):
    print(round(train(x, y).item(), 4))
print(model.bias)


@torch.compile
def weighted(t, a, b):
    t.addcmul_(a, b, value=0.5)
    t.addcdiv_(a, b, value=2)
    return t.addcmul_(a, b).addcmul(a, b, value=3)


print(weighted(torch.ones(3), torch.arange(3.0), torch.full((3,), 3.0)))


@torch.compile(backend="eager")
def eager(t, a, b):
    return t.addcmul_(a, b, value=0.5) + 1


print(eager(torch.ones(3), torch.arange(3.0), torch.full((3,), 3.0)))
