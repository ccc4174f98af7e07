# Tensors and modules of the meta device: factories, shapes, and what needs numbers.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
for f in [lambda: torch.ones(2, device='meta'), lambda: torch.full((2,), 3, device='meta'), lambda: torch.arange(3, device='meta') + 1, lambda: torch.rand(2, device='meta'), lambda: torch.eye(2, device='meta'), lambda: torch.randperm(2, device='meta'), lambda: torch.ones(2).to('meta'), lambda: nn.Linear(2, 2).to('meta')(torch.ones(1, 2, device='meta')), lambda: nn.Linear(2, 2, device='meta').to_empty(device='cpu').weight.shape, lambda: nn.Linear(2, 2, device='meta'), lambda: torch.ones(2, device='meta') + torch.tensor(1.), lambda: torch.ones(2, device='meta').cpu(), lambda: torch.ones(2, device='meta').item(), lambda: torch.ones(1, device='meta').item(), lambda: torch.ones(2, device='meta').tolist(), lambda: bool(torch.ones(1, device='meta')), lambda: torch.ones(2, device='meta').numpy(), lambda: torch.nonzero(torch.ones(2, device='meta')), lambda: torch.ones(2).copy_(torch.ones(2, device='meta')), lambda: torch.ones(2, device='meta').copy_(torch.ones(2)), lambda: nn.Linear(2, 2, device='meta').to('cpu'), lambda: nn.Linear(2, 2, device='meta').load_state_dict(nn.Linear(2, 2).state_dict()), lambda: f"{torch.ones(1, device='meta')}"]:
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).split('\n')[0])
with torch.device('meta'): m = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
print(m.state_dict())
x = torch.ones(2, 2, device='meta', requires_grad=True); (x @ x).sum().backward(); print(x.grad, x.is_meta, x.device)
m = nn.Linear(2, 2, device='meta'); m.load_state_dict(nn.Linear(2, 2).state_dict(), assign=True); print(m.weight)
print(torch.randn(2, 3, device='meta').std(), torch.rand(2), F.interpolate(torch.ones(1, 1, 2, 2, device='meta'), scale_factor=2).shape)
