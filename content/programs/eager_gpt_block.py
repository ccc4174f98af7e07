# One transformer block learns a short text, letter by letter: fifty steps of AdamW.
import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

text = "the cat sat on the mat. the dog sat on the log. "
letters = sorted(set(text))
number = {c: i for i, c in enumerate(letters)}
data = torch.tensor([number[c] for c in text])
T, D = 8, 16


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(len(letters), D)
        self.place = nn.Embedding(T, D)
        self.norm1, self.norm2 = nn.LayerNorm(D), nn.LayerNorm(D)
        self.qkv = nn.Linear(D, 3 * D)
        self.out = nn.Linear(D, D)
        self.mlp = nn.Sequential(nn.Linear(D, 4 * D), nn.GELU(), nn.Linear(4 * D, D))
        self.head = nn.Linear(D, len(letters))
        self.register_buffer("mask", torch.tril(torch.ones(T, T)) == 0)

    def forward(self, ids):
        x = self.token(ids) + self.place(torch.arange(T, device=ids.device))
        q, k, v = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) / D ** 0.5
        weights = F.softmax(scores.masked_fill(self.mask, float("-inf")), dim=-1)
        x = x + self.out(weights @ v)
        x = x + self.mlp(self.norm2(x))
        return self.head(x)


torch.manual_seed(1)
model = Block().to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for step in range(50):
    start = torch.randint(0, len(data) - T - 1, (4,))
    ids = torch.stack([data[i : i + T] for i in start]).to(device)
    next_ids = torch.stack([data[i + 1 : i + T + 1] for i in start]).to(device)
    logits = model(ids)
    loss = F.cross_entropy(logits.view(-1, len(letters)), next_ids.view(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(step + 1, f"{loss.item():.3f}")
