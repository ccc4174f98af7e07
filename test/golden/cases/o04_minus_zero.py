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
