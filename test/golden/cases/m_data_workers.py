"""Batches made by worker processes: their generators, their copies of the data set, what the main process sees of them."""
import random

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset, get_worker_info, random_split


class Drawn(Dataset):
    def __init__(self, n):
        self.n, self.asked = n, 0

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        self.asked += 1
        w = get_worker_info()
        return {"x": torch.rand(2) + i, "r": random.random(), "w": (w.id, w.num_workers), "asked": self.asked, "name": f"s{i}"}


class Shard(IterableDataset):
    def __init__(self, end):
        self.start, self.end = 0, end

    def __iter__(self):
        return iter(range(self.start, self.end))


def shard(worker):
    info = get_worker_info()
    each = -(-info.dataset.end // info.num_workers)
    info.dataset.start, info.dataset.end = worker * each, min((worker + 1) * each, info.dataset.end)


if __name__ == "__main__":
    torch.manual_seed(3)
    random.seed(4)
    x = torch.arange(10.0).view(5, 2)
    for a, b in DataLoader(TensorDataset(x, torch.arange(5)), batch_size=2, num_workers=1):
        print(a, b)
    data = Drawn(7)
    loader = DataLoader(data, batch_size=2, shuffle=True, num_workers=1, drop_last=True)
    for row in loader:
        print(row)
    print(data.asked, torch.rand(1), random.random(), len(loader), loader.prefetch_factor)
    print([row["x"].sum().item() for row in loader])
    print(sorted(v for b in DataLoader(Shard(7), batch_size=2, num_workers=2, worker_init_fn=shard) for v in b.tolist()))
    print([b.tolist() for b in DataLoader(Shard(5), batch_size=2, num_workers=1)])
    kept = DataLoader(data, num_workers=1, persistent_workers=True, collate_fn=lambda rows: [r["x"] for r in rows] + [rows[0]["asked"]])
    print([b[1] for b in kept], [b[1] for b in kept], torch.rand(1))
    left, right = random_split(Drawn(6), [4, 2], generator=torch.Generator().manual_seed(0))
    print([b["name"] for b in DataLoader(left, batch_size=3, num_workers=1)], [b["asked"] for b in DataLoader(right, batch_size=None, num_workers=1)])
    print(get_worker_info(), type(iter(loader)).__name__)
    for wrong in ({"prefetch_factor": 2}, {"persistent_workers": True}, {"num_workers": -1}):
        try:
            DataLoader(data, **wrong)
        except ValueError as e:
            print(e)
