# world-size: 2
# Training a split network: gradients stay split like the weights.
import torch
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

torch.manual_seed(0)
mesh = init_device_mesh(device.type, (2,))
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).to(device)
model = parallelize_module(model, mesh, {"0": ColwiseParallel(), "2": RowwiseParallel()})
x = torch.randn(16, 4).to(device)
y = x.sum(1, keepdim=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, foreach=False)
for step in range(3):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.3f}")
print(model[0].weight.grad.placements, tuple(model[0].weight.grad.to_local().shape))
