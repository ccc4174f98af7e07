"""What scripts do beside training: they keep a copy of their own text, set up a compiler they may not use, make one tensor like another."""
import sys
import warnings

import torch
import torch._inductor.config as config

warnings.filterwarnings('ignore')

with open(sys.argv[0]) as file:
    code = file.read()
print(code.splitlines()[0], open(__file__).read() == code, len(open(__file__, 'rb').read()) == len(code.encode()))
try:
    open('missing.py')
except FileNotFoundError as e:
    print(e)

if hasattr(config, 'coordinate_descent_tuning'):
    config.coordinate_descent_tuning = True
torch._inductor.config.triton.unique_kernel_names = True
torch._inductor.config.fx_graph_cache = True
torch._dynamo.config.cache_size_limit = 32
torch._functorch.config.enable_autograd_cache = True

signal = torch.tensor([[1.5, 2.5], [0.5, 4.0]], requires_grad=True)
frames = torch.arange(0, 6).unfold(0, 4, 2)
like = signal.new_tensor(frames)
print(like, like.requires_grad, signal.new_tensor(frames, dtype=torch.int32).dtype)
past = signal.new_tensor(signal * 2, requires_grad=True)
print(past, past.is_leaf, past.grad_fn)
print(frames.new_tensor(torch.tensor(2.75)), frames.new_tensor(signal).contiguous().view(-1))
