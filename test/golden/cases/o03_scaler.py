import torch
x = torch.randn(2, 3, generator=torch.Generator().manual_seed(1))
with torch.autocast('cpu', dtype=torch.bfloat16):
    y = x @ x.T
    print(y.dtype, (x + x).dtype, torch.nn.functional.softmax(y, -1).dtype)
    with torch.autocast('cpu', enabled=False):
        print((x @ x.T).dtype)
scaler = torch.amp.GradScaler('cpu', init_scale=8.)
p = torch.nn.Parameter(torch.ones(2)); opt = torch.optim.SGD([p], lr=0.1)
scaler.scale((p * 2).sum()).backward()
print(p.grad, scaler.get_scale())
scaler.step(opt); scaler.update(); print(p)
