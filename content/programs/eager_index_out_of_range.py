# A token number beyond the table: the embedding refuses it.
import torch
import torch.nn as nn

table = nn.Embedding(10, 4)
tokens = torch.tensor([1, 5, 10])
print(table(tokens[:2]).shape)
print(table(tokens))
