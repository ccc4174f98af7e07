# int64 numbers that a double does not hold, as minus infinity cast to an integer gives them.
import math
import torch


def bucket(distance, buckets=8, most=16):
    small = distance < buckets // 2
    scaled = torch.log(distance.float() / (buckets // 2)) / math.log(most / (buckets // 2)) * (buckets - buckets // 2)
    large = buckets // 2 + scaled.to(torch.long)
    return torch.where(small, distance, torch.min(large, torch.full_like(large, buckets - 1))), large


print(bucket(torch.arange(0, 20, 3)))
z = torch.tensor([-9223372036854775800, 5, 9007199254740993])
k = torch.full_like(z, 3)
keep = torch.tensor([True, False, True])
print(torch.min(z, k), torch.max(z, k), torch.maximum(z, torch.tensor(0)))
print(z < k, z == z, z >= 9007199254740992, z > 4, z != k)
print(torch.where(keep, z, k), z.masked_fill(keep, 0), z.clamp(min=0), z.clamp(0, 10))
