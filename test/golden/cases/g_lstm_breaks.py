import torch
import torch.nn as nn
import torch.nn.functional as F

class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 4)
        self.rnn = nn.LSTM(4, 5, batch_first=True)
        self.out = nn.Linear(5, 3)

    def forward(self, ids):
        h, _ = self.rnn(self.emb(ids))
        return self.out(h)

torch.manual_seed(0)
m = Tagger()
c = torch.compile(m)
print(c(torch.tensor([[1, 2, 3]])).shape)
