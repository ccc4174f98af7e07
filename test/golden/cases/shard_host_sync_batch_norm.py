# world-size: 2
import torch
import torch.nn as nn
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("gloo")
torch.manual_seed(0)
m = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)))
print(m)
try:
    d = DDP(m); d(torch.randn(2, 1, 5, 5)).sum().backward()
except Exception as e: print(type(e).__name__, e)
m.eval(); print(m(torch.ones(1, 1, 4, 4)).shape)
dist.destroy_process_group()
