# world-size: 2
import functools
import torch, torch.nn as nn
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, ShardingStrategy, MixedPrecision, StateDictType, FullStateDictConfig, BackwardPrefetch, CPUOffload
from torch.distributed.fsdp.wrap import size_based_auto_wrap_policy, transformer_auto_wrap_policy, ModuleWrapPolicy, enable_wrap, wrap
dist.init_process_group("gloo")
r = dist.get_rank()
class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.a = nn.Linear(d, 3 * d)
        self.b = nn.Linear(3 * d, d, bias=False)
    def forward(self, x):
        return x + self.b(torch.relu(self.a(x)))
class Net(nn.Module):
    def __init__(self, d=3):
        super().__init__()
        self.blocks = nn.ModuleList([Block(d), Block(d)])
        self.head = nn.Linear(d, 1)
    def forward(self, x):
        for b in self.blocks:
            x = b(x)
        return self.head(x)
def train(title, opt_class=torch.optim.SGD, clip=False, accum=False, **kw):
    torch.manual_seed(0)
    m = FSDP(Net(), device_id=torch.device("cpu"), **kw)
    opt = opt_class(m.parameters(), lr=0.1)
    for s in range(2):
        torch.manual_seed(s * 2 + r)
        x = torch.randn(4, 3)
        opt.zero_grad()
        if accum:
            with m.no_sync():
                m(x).pow(2).mean().backward()
        loss = m(x).float().pow(2).mean()
        loss.backward()
        n = m.clip_grad_norm_(0.5) if clip else None
        opt.step()
        print(title, s, round(loss.item(), 4), None if n is None else round(n.item(), 3))
    print([(n, tuple(p.shape), None if p.grad is None else tuple(p.grad.shape)) for n, p in m.named_parameters()])
    return m
m = train("plain")
policy = functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={Block})
m = train("wrapped", auto_wrap_policy=policy)
print(m)
m = train("orig", auto_wrap_policy=ModuleWrapPolicy({Block}), use_orig_params=True, clip=True)
m = train("grad_op", sharding_strategy=ShardingStrategy.SHARD_GRAD_OP, auto_wrap_policy=functools.partial(size_based_auto_wrap_policy, min_num_params=20))
print(m)
m = train("no_shard", sharding_strategy=ShardingStrategy.NO_SHARD)
m = train("accum", accum=True, auto_wrap_policy=policy)
m = train("mixed", mixed_precision=MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.float32, buffer_dtype=torch.float32), auto_wrap_policy=policy, backward_prefetch=BackwardPrefetch.BACKWARD_PRE)
sd = m.state_dict()
print({k: (tuple(v.shape), v.dtype) for k, v in sd.items()})
with FSDP.state_dict_type(m, StateDictType.FULL_STATE_DICT, FullStateDictConfig(rank0_only=True)):
    sd2 = m.state_dict()
print(len(sd2))
torch.manual_seed(5)
m2 = FSDP(Net(), device_id=torch.device("cpu"), auto_wrap_policy=policy)
m2.load_state_dict(sd)
print(round(m2(torch.ones(1, 3)).item(), 4))
with FSDP.summon_full_params(m2):
    print([(n, tuple(p.shape)) for n, p in m2.named_parameters()])
    print(round(sum(p.sum().item() for p in m2.parameters()), 4))
print(m2.module.head, len(list(FSDP.fsdp_modules(m2))), FSDP.fsdp_modules(m2, root_only=True) == [m2])
m2.eval()
with torch.no_grad():
    print(round(m2(torch.ones(1, 3)).item(), 4))
for bad in (dict(), dict(device_id=torch.device("cpu"), sync_module_states=True)):
    try:
        FSDP(nn.Linear(2, 2), **bad)
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
with enable_wrap(wrapper_cls=FSDP, device_id=torch.device("cpu")):
    n = wrap(nn.Sequential(wrap(nn.Linear(4, 4)), nn.ReLU(), nn.Linear(4, 2)))
print(n, n[2].out_features)
opt = torch.optim.Adam(n.parameters(), lr=0.01)
for s in range(2):
    with torch.no_grad():
        n(torch.ones(1, 4))
    out = n(torch.full((2, 4), r + 1.0)).sum()
    out.backward()
    opt.step()
    opt.zero_grad()
print({k: (v["step"].item(), tuple(v["exp_avg"].shape)) for k, v in opt.state_dict()["state"].items()})
