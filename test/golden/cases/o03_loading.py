import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset, WeightedRandomSampler, SubsetRandomSampler, BatchSampler, SequentialSampler, random_split, ConcatDataset, Subset, IterableDataset
torch.manual_seed(0)
class D(Dataset):
    def __len__(self): return 5
    def __getitem__(self, i): return {'x': torch.full((2,), float(i)), 'y': i, 's': str(i)}
for b in DataLoader(D(), batch_size=2, shuffle=True): print(b)
print([x.tolist() for x in DataLoader(range(7), batch_size=3, drop_last=True)])
print(list(DataLoader([[1, 2], [3]], batch_size=2, collate_fn=lambda b: sum(b, []))))
s = WeightedRandomSampler([0.1, 0.9, 0.5], 4)
print(list(s), list(BatchSampler(SequentialSampler(range(5)), 2, False)))
a, b = random_split(range(5), [3, 2]); print(list(a), list(b))
print(len(ConcatDataset([range(3), range(2)])), list(Subset([5, 6, 7], [0, 2])))
class I(IterableDataset):
    def __iter__(self): return iter(range(4))
print(list(DataLoader(I(), batch_size=2)))
