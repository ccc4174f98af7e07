# A decoder of Llama 3 8B's size: rotary positions, grouped queries, gated MLP; one sequence of 2048 tokens in bfloat16,
# forward and backward.
import torch
import torch.nn as nn
import torch.nn.functional as F

VOCAB, WIDTH, HEADS, KV_HEADS, DEPTH, HIDDEN, LENGTH = 128256, 4096, 32, 8, 32, 14336, 2048


class RMSNorm(nn.Module):
    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        wide = x.float()
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.eps)
        return wide.to(x.dtype) * self.weight


def rotate(x, cos, sin):
    first, second = x.chunk(2, dim=-1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = WIDTH // HEADS
        self.q = nn.Linear(WIDTH, HEADS * self.size, bias=False)
        self.k = nn.Linear(WIDTH, KV_HEADS * self.size, bias=False)
        self.v = nn.Linear(WIDTH, KV_HEADS * self.size, bias=False)
        self.o = nn.Linear(HEADS * self.size, WIDTH, bias=False)

    def forward(self, x, cos, sin):
        batch, length, _ = x.shape
        q = self.q(x).view(batch, length, HEADS, self.size).transpose(1, 2)
        k = self.k(x).view(batch, length, KV_HEADS, self.size).transpose(1, 2)
        v = self.v(x).view(batch, length, KV_HEADS, self.size).transpose(1, 2)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        k = k.repeat_interleave(HEADS // KV_HEADS, dim=1)
        v = v.repeat_interleave(HEADS // KV_HEADS, dim=1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o(y.transpose(1, 2).reshape(batch, length, -1))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.up = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.down = nn.Linear(HIDDEN, WIDTH, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.attention = RMSNorm(WIDTH), Attention()
        self.norm2, self.mlp = RMSNorm(WIDTH), MLP()

    def forward(self, x, cos, sin):
        x = x + self.attention(self.norm1(x), cos, sin)
        return x + self.mlp(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(DEPTH))
        self.norm = RMSNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCAB, bias=False)
        size = WIDTH // HEADS
        rates = 1.0 / (500000.0 ** (torch.arange(0, size, 2).float() / size))
        angles = torch.outer(torch.arange(LENGTH).float(), rates)
        self.register_buffer("cos", torch.cos(angles).to(torch.bfloat16), persistent=False)
        self.register_buffer("sin", torch.sin(angles).to(torch.bfloat16), persistent=False)

    def forward(self, ids):
        x = self.tokens(ids)
        cos, sin = self.cos[: ids.shape[1]], self.sin[: ids.shape[1]]
        for block in self.blocks:
            x = block(x, cos, sin)
        return self.head(self.norm(x))


torch.set_default_dtype(torch.bfloat16)
model = Decoder()
ids = torch.randint(VOCAB, (1, LENGTH))
logits = model(ids)
loss = F.cross_entropy(logits.view(-1, VOCAB).float(), ids.view(-1))
loss.backward()
print(sum(p.numel() for p in model.parameters()))
print(tuple(logits.shape), len([p for p in model.parameters() if p.grad is not None]))
