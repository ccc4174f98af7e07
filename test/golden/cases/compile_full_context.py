# A small GPT whose sequence grows up to its whole context: one graph for the lengths in between, one for the last, which
# makes the slice of the mask contiguous. Columns of a table up to a length, and rows of it.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width, heads, context):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.heads = heads
        self.register_buffer("mask", torch.tril(torch.ones(context, context)).view(1, 1, context, context))

    def forward(self, x):
        b, t, c = x.size()
        q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in self.qkv(x).split(c, dim=2))
        scores = (q @ k.transpose(-2, -1)) * k.size(-1) ** -0.5
        scores = scores.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        y = F.softmax(scores, dim=-1) @ v
        return self.out(y.transpose(1, 2).contiguous().view(b, t, c))


class Small(nn.Module):
    def __init__(self, context=6, width=8, letters=11):
        super().__init__()
        self.context = context
        self.letters = nn.Embedding(letters, width)
        self.places = nn.Embedding(context, width)
        self.attention = Attention(width, 2, context)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, letters, bias=False)

    def forward(self, ids, targets=None):
        b, t = ids.size()
        assert t <= self.context, f"a text of {t}, a context of {self.context}"
        x = self.letters(ids) + self.places(torch.arange(0, t))
        x = self.norm(x + self.attention(x))
        if targets is None:
            return self.head(x[:, [-1], :]), None
        logits = self.head(x)
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


torch.manual_seed(0)
model = torch.compile(Small())
for t in (3, 4, 5, 6, 2):
    ids = torch.randint(0, 11, (2, t))
    logits, loss = model(ids, ids)
    loss.backward()
    print(t, logits.shape)

table = torch.arange(32.0).reshape(4, 8)


@torch.compile
def rows(x):
    return (table[:, : x.shape[0]] + 1).shape, table[: x.shape[0]] * 2


for n in (2, 3, 4, 8, 6):
    print(rows(torch.ones(n))[0])
