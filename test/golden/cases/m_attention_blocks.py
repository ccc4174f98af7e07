import torch, math, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class RoPE(nn.Module):
    def __init__(self, dim, base=10000.0):
        super().__init__()
        inv = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim)); self.register_buffer("inv", inv, persistent=False)
    def forward(self, x):
        t = torch.arange(x.shape[-2], device=x.device).type_as(self.inv); f = torch.outer(t, self.inv); e = torch.cat((f, f), -1)
        a, b = x.chunk(2, -1); r = torch.cat((-b, a), -1)
        return x * e.cos() + r * e.sin()
class RMSNorm(nn.Module):
    def __init__(self, d, eps=1e-6): super().__init__(); self.w = nn.Parameter(torch.ones(d)); self.eps = eps
    def forward(self, x):
        dt = x.dtype; x = x.float(); return (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)).to(dt) * self.w
class GQA(nn.Module):
    def __init__(self, d, h, kv):
        super().__init__(); self.h, self.kv, self.hd = h, kv, d // h
        self.wq = nn.Linear(d, d, bias=False); self.wk = nn.Linear(d, kv * self.hd, bias=False); self.wv = nn.Linear(d, kv * self.hd, bias=False); self.wo = nn.Linear(d, d, bias=False); self.rope = RoPE(self.hd)
    def forward(self, x, cache=None):
        B, T, D = x.shape
        q, k, v = (l(x).view(B, T, n, self.hd).transpose(1, 2) for l, n in ((self.wq, self.h), (self.wk, self.kv), (self.wv, self.kv)))
        q, k = self.rope(q), self.rope(k)
        k, v = (t.repeat_interleave(self.h // self.kv, 1) for t in (k, v))
        m = torch.full((T, T), float("-inf")).triu(1)
        a = F.softmax(q @ k.mT / math.sqrt(self.hd) + m, dim=-1, dtype=torch.float32).type_as(q)
        r = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        o = a @ v; print(torch.allclose(o, r, atol=1e-6))
        return self.wo(o.transpose(1, 2).reshape(B, T, D))
class Block(nn.Module):
    def __init__(self, d, h, kv): super().__init__(); self.n1, self.n2 = RMSNorm(d), RMSNorm(d); self.att = GQA(d, h, kv); self.w1 = nn.Linear(d, 2 * d, bias=False); self.w2 = nn.Linear(2 * d, d, bias=False); self.w3 = nn.Linear(d, 2 * d, bias=False)
    def forward(self, x): x = x + self.att(self.n1(x)); n = self.n2(x); return x + self.w2(F.silu(self.w1(n)) * self.w3(n))
m = Block(16, 4, 2); x = torch.randn(2, 5, 16, requires_grad=True); y = m(x); y.square().mean().backward()
print(f"{y.sum():.4f} {x.grad.norm():.4f}"); print({n: f"{p.grad.norm():.4f}" for n, p in m.named_parameters()})
with torch.autocast("cpu", dtype=torch.bfloat16): z = m(x)
print(z.dtype, f"{z.float().sum():.2f}"); mb = m.to(torch.bfloat16); print(mb(x.bfloat16()).dtype, next(mb.parameters()).dtype)
enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True, norm_first=True), 2, enable_nested_tensor=False); print(f"{enc(torch.randn(2, 4, 8), src_key_padding_mask=torch.tensor([[False]*4, [False, False, True, True]])).sum():.4f}")
mha = nn.MultiheadAttention(8, 2, batch_first=True); o, w = mha(torch.ones(1, 3, 8), torch.ones(1, 3, 8), torch.ones(1, 3, 8), attn_mask=nn.Transformer.generate_square_subsequent_mask(3)); print(o.shape, w)
