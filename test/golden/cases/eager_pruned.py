import torch, torch.nn as nn
import torch.nn.utils.prune as prune
torch.manual_seed(0)
m = nn.Sequential(nn.Conv2d(2, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(16, 3))
prune.random_unstructured(m[0], name="weight", amount=0.3); print(list(m[0].named_buffers())[0][1].sum(), len(m[0]._forward_pre_hooks))
prune.l1_unstructured(m[0], name="bias", amount=3); print(m[0].bias)
prune.ln_structured(m[0], name="weight", amount=0.5, n=2, dim=0); print(m[0].weight, [type(h).__name__ for h in m[0]._forward_pre_hooks.values()])
for h in m[0]._forward_pre_hooks.values():
    if h._tensor_name == "weight": print([type(k).__name__ for k in h])
print(sorted(m.state_dict()))
prune.remove(m[0], "weight"); print(list(m[0].named_parameters())[0][0])
prune.random_structured(m[3], "weight", 0.4, dim=1); print(m[3].weight_mask)
prune.global_unstructured(((m[0], "weight"), (m[3], "weight")), pruning_method=prune.L1Unstructured, amount=0.5)
print(m[0].weight, m[3].weight_mask.sum(), prune.is_pruned(m))
m(torch.randn(1, 2, 4, 4)).sum().backward(); print(m[3].weight_orig.grad)
class Third(prune.BasePruningMethod):
    PRUNING_TYPE = "unstructured"
    def compute_mask(self, t, default_mask):
        mask = default_mask.clone(); mask.view(-1)[::3] = 0; return mask
l = nn.Linear(4, 3); Third.apply(l, "bias"); print(l.bias_mask)
prune.custom_from_mask(l, "weight", torch.tensor([[1,0,1,0]]*3)); print(l.weight)
try: prune.l1_unstructured(l, "weight", amount=1.5)
except ValueError as e: print(e)
from torch.nn.utils import skip_init, fuse_conv_bn_eval
c = nn.Conv2d(2, 3, 3).eval(); b = nn.BatchNorm2d(3).eval(); b.running_mean.add_(0.5)
f = fuse_conv_bn_eval(c, b); x = torch.randn(1,2,5,5); print(torch.allclose(f(x), b(c(x)), atol=1e-6))
print(skip_init(nn.Linear, 3, 4).weight.shape)
