import torch
x = torch.arange(24.).reshape(2, 3, 4)
print(x[..., -1], x[:, None].shape, x[0, [0, 2]], x[[1, 0], :, 1])
print(x[x > 20], x[:, torch.tensor([True, False, True])].shape)
x[..., 0] = -1
x[0, 1, 2:] += 5
print(x)
x[x < 0] = torch.tensor(9.)
print(x.sum(), x[None, ..., None].shape)
