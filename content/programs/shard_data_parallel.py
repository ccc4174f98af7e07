# world-size: 4
# Each rank has its own part of the data; the gradients are averaged by hand.
import torch
import torch.distributed as dist
import torch.nn as nn

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)  # the same weights everywhere
model = nn.Linear(2, 1).to(device)
data = torch.arange(16.0).reshape(8, 2).to(device) / 16
mine = data[rank * 2 : rank * 2 + 2]
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = ((model(mine).squeeze(1) - mine.sum(1)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
        parameter.grad /= world
    optimizer.step()
print([f"{v:.3f}" for v in model.weight.flatten().tolist()], f"{loss.item():.3f}")
dist.destroy_process_group()
