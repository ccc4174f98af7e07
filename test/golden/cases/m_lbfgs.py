# L-BFGS: fixed steps, line search, its memory, its state, what it refuses.
import torch
from torch import nn

torch.manual_seed(0)
points = torch.linspace(-1, 1, 9).reshape(-1, 1)
goal = points.pow(3) - points


def train(search, lr, steps, **more):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = torch.optim.LBFGS(model.parameters(), lr=lr, line_search_fn=search, **more)

    def closure():
        optimizer.zero_grad()
        loss = (model(points) - goal).square().mean()
        loss.backward()
        return loss

    for _ in range(steps):
        print(f"{optimizer.step(closure).item():.4f}")
    state = optimizer.state[next(model.parameters())]
    print(list(state), state["n_iter"], state["func_evals"], len(state["old_dirs"]))
    return optimizer


print(train(None, 0.5, 2, max_iter=4))
train("strong_wolfe", 1, 2, max_iter=4, history_size=2)

x = torch.tensor([-1.2, 1.0], requires_grad=True)
optimizer = torch.optim.LBFGS([x], max_iter=8, line_search_fn="strong_wolfe")


def valley():
    optimizer.zero_grad()
    loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(1):
    print(f"{optimizer.step(valley).item():.3f}", [f"{v:.3f}" for v in x.tolist()])
print(sorted(optimizer.state_dict()["state"][0]))
flat = torch.zeros(2, requires_grad=True)
still = torch.optim.LBFGS([flat])


def level():
    still.zero_grad()
    loss = (flat * 0).sum()
    loss.backward()
    return loss


print(still.step(level))
for wrong in (lambda: torch.optim.LBFGS([x], lr=-1), lambda: torch.optim.LBFGS([{"params": [x]}, {"params": [flat]}]), lambda: torch.optim.LBFGS([x], line_search_fn="other").step(valley)):
    try:
        wrong()
    except (ValueError, RuntimeError) as error:
        print(error)
