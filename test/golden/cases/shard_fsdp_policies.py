# world-size: 4
import torch, torch.nn as nn
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, MixedPrecision
from torch.distributed.fsdp.wrap import lambda_auto_wrap_policy, CustomPolicy, always_wrap_policy
import functools
dist.init_process_group("gloo")
r = dist.get_rank()
class Enc(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(11, 5)
        self.lstmless = nn.Sequential(nn.Linear(5, 7), nn.LayerNorm(7), nn.Tanh(), nn.Dropout(0.0))
        self.out = nn.Linear(7, 11, bias=False)
        self.register_buffer("scale", torch.ones(1))
    def forward(self, ids, mask=None):
        h = self.lstmless(self.emb(ids))
        if mask is not None:
            h = h * mask.unsqueeze(-1)
        return {"logits": self.out(h) * self.scale}
for kw in (dict(auto_wrap_policy=always_wrap_policy), dict(auto_wrap_policy=CustomPolicy(lambda m: isinstance(m, nn.Linear)), use_orig_params=True), dict(auto_wrap_policy=functools.partial(lambda_auto_wrap_policy, lambda_fn=lambda m: isinstance(m, nn.Sequential)), mixed_precision=MixedPrecision(param_dtype=torch.bfloat16))):
    torch.manual_seed(1)
    m = FSDP(Enc(), device_id=torch.device("cpu"), **kw)
    opt = torch.optim.SGD(m.parameters(), lr=0.5, momentum=0.9, weight_decay=0.01)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda e: 0.9 ** e)
    for s in range(3):
        g = torch.Generator().manual_seed(s * 4 + r)
        ids = torch.randint(0, 11, (2, 6), generator=g)
        out = m(ids[:, :-1], mask=torch.ones(2, 5))
        loss = nn.functional.cross_entropy(out["logits"].float().reshape(-1, 11), ids[:, 1:].reshape(-1))
        opt.zero_grad()
        loss.backward()
        n = m.clip_grad_norm_(1.0)
        opt.step()
        sched.step()
        t = torch.tensor([loss.item()])
        dist.all_reduce(t)
        print(s, round(t.item() / 4, 3), round(n.item(), 2))
    print([(k, tuple(p.shape)) for k, p in m.named_parameters()], [k for k, b in m.named_buffers()])
    print(list(m.state_dict()))
    print(m.training, m.eval().training, sum(p.numel() for p in m.parameters()))
