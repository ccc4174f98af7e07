# After a public report: https://github.com/opendatalab/MinerU/issues/1695
# One operator on the host inside a loop whose other operators stay.
import torch

ends = torch.tensor([2, 7])
ids = torch.tensor([[1, 4], [3, 5]])
done = torch.zeros(2, dtype=torch.bool)
for step in range(3):
    ids = ids + 1
    done = done | torch.isin(ids[:, -1], ends)
    print(ids.tolist(), done.tolist())
