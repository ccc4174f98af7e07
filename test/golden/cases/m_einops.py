# needs: einops
# Axes by name: rearranging, repeating, reducing, packing, layers, and what is wrong in a pattern.
import torch
from einops import einsum, pack, parse_shape, rearrange, reduce, repeat, unpack
from einops.layers.torch import Rearrange, Reduce
from torch import nn

torch.manual_seed(0)
x = torch.arange(48.0).reshape(2, 3, 2, 4).requires_grad_()
print(rearrange(x, "b c h w -> b h w c").shape, rearrange(x, "b c h w -> b (c h w)"))
print(rearrange(x, "b c (p h) (q w) -> b (p q) (h w c)", h=1, w=2))
print(rearrange(x, "b ... w -> w (...) b").shape, rearrange(x, "b c h w -> b c h w") is x, rearrange(x[:, :, :1], "b c 1 w -> b c w").shape)
print(rearrange(x, "b c h (two w) -> two b c 1 h w", two=2).shape, rearrange([x[0], x[1]], "b c h w -> c b h w").shape)
print(repeat(x[0, 0], "h w -> b h w", b=2), repeat(x[0, 0, 0], "w -> (w 2)"), repeat(torch.tensor(3), "-> n", n=2), repeat(x[0, 0], "h w -> h (k w) 1", k=3).shape)
print(reduce(x, "b c h w -> b c", "mean"), reduce(x, "b c (h 2) w -> b c h w", "max").shape, reduce(x, "... w -> ...", "sum").shape, reduce(x, "b c h w -> b 1 h 1", "min"))
print(reduce(x, "b c h w -> b", "prod"), reduce(x > 3, "b c h w -> b", "any"), reduce(x, "b c h w -> c", lambda t, axes: t.sum(axes)))
print(einsum(x, torch.ones(4, 5), "batch c h w, w out -> batch c h out").shape, parse_shape(x, "b _ h w"))
packed, shapes = pack([torch.zeros(2, 3), torch.ones(2, 4, 3), torch.ones(2, 2, 2, 3)], "b * d")
print(packed.shape, shapes, [part.shape for part in unpack(packed, shapes, "b * d")])
model = nn.Sequential(Rearrange("b c (h p) w -> b (h w) (p c)", p=2), nn.LayerNorm(6), Reduce("b n d -> b d", "mean"), nn.Linear(6, 2))
print(model)
loss = model(x).square().sum()
loss.backward()
print(loss, x.grad[0, 0])
for wrong in (
    lambda: rearrange(x, "b c h -> b c h"),
    lambda: rearrange(x, "b c h w -> b c h w v"),
    lambda: rearrange(x, "b c (h p) w -> b c h p w", p=5),
    lambda: rearrange(x, "b c h w -> b c (h (w))"),
    lambda: rearrange(x, "b c h w -> b c h w", p=2),
    lambda: repeat(x, "b c h w -> b c h w n"),
    lambda: reduce(x, "b c h w -> b c", "middle"),
    lambda: reduce(x.long(), "b c h w -> b c", "mean"),
    lambda: rearrange(x, "b c h w b -> b c h w"),
    lambda: rearrange(x, "b c 3 w -> b c w"),
    lambda: Rearrange("b c -> b c d"),
):
    try:
        wrong()
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
