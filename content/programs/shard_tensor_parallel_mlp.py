# world-size: 4
# First layer by columns, second by rows: one all_reduce at the end.
import torch
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(4, 8)
        self.down = nn.Linear(8, 4)

    def forward(self, x):
        return self.down(torch.relu(self.up(x)))


torch.manual_seed(0)
mesh = init_device_mesh(device.type, (4,))
model = MLP().to(device)
x = torch.ones(2, 4, device=device)
expected = model(x)
model = parallelize_module(model, mesh, {"up": ColwiseParallel(), "down": RowwiseParallel()})
out = model(x)
print(model.up.weight.placements, tuple(model.up.weight.to_local().shape))
print(model.down.weight.placements, tuple(model.down.weight.to_local().shape))
print(torch.allclose(out, expected, atol=1e-6), tuple(out.shape))
