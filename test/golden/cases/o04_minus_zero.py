import torch
a = torch.full((2, 2), -0.0)
print(a @ a, a @ torch.ones(2, 2), torch.mv(a, torch.ones(2)), torch.dot(a[0], a[1]), torch.bmm(a[None], a[None]))
for m in (torch.eye(2), torch.eye(3), -torch.eye(2), torch.zeros(2, 2), torch.tensor([[2.0, 1], [0, 3], [0, 0]]), torch.tensor([[3.0, 1], [4, 2]])):
    for mode in ("reduced", "complete"):
        print(*torch.linalg.qr(m, mode=mode))
p = [0.032058604061603546, 0.08714432269334793, 0.5, 0.3, 0.7, 0.01, 1.7, 3.3]
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    t = torch.tensor(p, dtype=dtype)
    print([v.hex() for v in torch.xlogy(t, t).tolist()])
t = torch.tensor(p)
print(torch.nn.functional.kl_div(t, t, reduction="none").tolist())


# One product to a place is written as it is; sums start from zero. Vectors, small batches and half types have sums.
def minus(t):
    return int(((t == 0) & torch.signbit(t)).sum()), t.numel()


for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
    for m, n in ((1, 1), (1, 3), (3, 1), (2, 2), (3, 5), (20, 20)):
        a, b = torch.zeros(m, 1, dtype=dtype), -torch.ones(1, n, dtype=dtype)
        print(dtype, m, n, minus(a @ b), minus(torch.addmm(torch.ones(m, n, dtype=dtype), a, b, beta=0)), minus(torch.bmm(a[None], b[None])), minus(torch.bmm(a.expand(2, m, 1), b.expand(2, 1, n))))
        print(minus(torch.nn.functional.linear(a, b.t())), minus(torch.nn.functional.linear(a, b.t(), torch.zeros(n, dtype=dtype))), minus(torch.zeros(m, 2, dtype=dtype) @ -torch.ones(2, n, dtype=dtype)))
    print(minus(torch.mv(torch.zeros(3, 1, dtype=dtype), -torch.ones(1, dtype=dtype))), minus(torch.dot(torch.zeros(1, dtype=dtype), -torch.ones(1, dtype=dtype))))
