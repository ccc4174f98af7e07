import torch
for dt in (torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.complex64, torch.float8_e4m3fn, torch.float8_e5m2):
    t = torch.tensor([0, 1, 3, 1]).to(dt)
    print(dt, t, t[1], t.element_size(), dt.is_floating_point, t.nbytes)
print(torch.tensor([1e-8, 1.0, 1e8]), torch.tensor([1.5, float("nan"), float("inf")]), torch.tensor([]), torch.empty(0, 3), torch.tensor(3.14159265), torch.tensor([100000.0, 1.5]), torch.tensor([[1e-3, 1], [123, 0.5]]), torch.arange(1200), torch.rand(3, requires_grad=True).sum().grad_fn.name())
print(torch.tensor([True]) + 1, torch.tensor([1]) / 2, torch.tensor([5]) // 2, torch.tensor([-5]) % 3, torch.tensor(2) ** -1 if False else torch.tensor(2.) ** -1, torch.tensor([1], dtype=torch.int8) + torch.tensor([300]), torch.result_type(torch.tensor(1), 1.0), torch.promote_types(torch.bfloat16, torch.float16), torch.can_cast(torch.float, torch.int))
print(torch.finfo(torch.bfloat16), torch.iinfo(torch.int8), torch.finfo(torch.float16).max, torch.finfo(torch.float32).eps)
torch.set_printoptions(precision=2, sci_mode=False); print(torch.tensor([1234.5678, 1e-9])); torch.set_printoptions(profile="default")
print(torch.arange(0, 1, 0.3), torch.linspace(0, 1, 4), torch.logspace(0, 2, 3), torch.full((2,), True), torch.eye(2, 3), torch.zeros_like(torch.ones(2), dtype=torch.int), torch.tensor([[1, 2], [3, 4]]).T.contiguous().stride(), torch.randn(2, 2, dtype=torch.float64, generator=torch.Generator().manual_seed(3)), torch.from_numpy is not None)
print(repr(torch.Size([2, 3])), torch.Size([2, 3]).numel(), torch.device("cpu"), torch.float32, torch.strided, torch.get_default_dtype(), torch.ones(2).type(), torch.tensor([2.5]).tolist(), float(torch.tensor(0.1)), int(torch.tensor(3.9)), bool(torch.tensor(0)), f"{torch.tensor(1.23456):.2f}", len(torch.ones(3, 1)))
torch.ones(2, 3) @ torch.ones(2, 3)
