import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Subset, ConcatDataset, WeightedRandomSampler, BatchSampler, SequentialSampler, default_collate
from torch.nn.utils.rnn import pad_sequence
torch.manual_seed(1)
class Toy(Dataset):
    def __init__(self, n): self.d = [torch.arange(1 + (i * 7) % 5) for i in range(n)]
    def __len__(self): return len(self.d)
    def __getitem__(self, i): return self.d[i], i % 3
def collate(b):
    xs, ys = zip(*b); return pad_sequence(xs, batch_first=True, padding_value=-1), torch.tensor(ys), torch.tensor([len(x) for x in xs])
for x, y, l in DataLoader(Toy(7), batch_size=3, shuffle=True, collate_fn=collate): print(x.shape, y.tolist(), l.tolist())
class Stream(IterableDataset):
    def __iter__(self): yield from ({"v": i, "s": f"n{i}"} for i in range(5))
for b in DataLoader(Stream(), batch_size=2): print(b)
w = WeightedRandomSampler([0.1, 0.9, 0.5], 6, replacement=True); print(list(w)); print(list(BatchSampler(SequentialSampler(range(5)), 2, False)))
c = ConcatDataset([Toy(2), Subset(Toy(6), [5, 1])]); print(len(c), c[3]); print(default_collate([(1, 2.0, torch.ones(2)), (3, 4.0, torch.zeros(2))]))
it = iter(DataLoader(Toy(4), batch_size=None)); print(next(it)); g = torch.Generator(); g.manual_seed(5)
print([b.tolist() for b in DataLoader(range(8), batch_size=3, shuffle=True, generator=g, drop_last=True)], len(DataLoader(range(8), batch_size=3)))
DataLoader(Toy(3), batch_size=2).__iter__().__next__()
