import torch
print(torch.tensor([1, 2]) + 1.5, torch.tensor([1, 2]) / 2, torch.tensor([True]) + 1, torch.tensor([1], dtype=torch.uint8) - 2)
print((torch.ones(2, dtype=torch.float16) + torch.ones(2)).dtype, (torch.ones(2).half() * 2.5).dtype, torch.result_type(torch.tensor(1), 2.0), torch.can_cast(torch.float, torch.int), torch.promote_types(torch.int8, torch.uint8))
print(torch.tensor([7, -7]) // 2, torch.tensor([7, -7]) % 3, torch.fmod(torch.tensor([7., -7.]), 3), torch.remainder(torch.tensor([-7.]), 3), torch.div(torch.tensor([7, -7]), 2, rounding_mode='trunc'))
print(torch.tensor([1.5, 2.5, -0.5]).round(), torch.tensor([1.234567]).round(decimals=2), torch.tensor([1.7, -1.7]).trunc(), torch.tensor([300]).to(torch.uint8), torch.tensor([-1.7]).int())
print(1 << torch.tensor([1, 2]), torch.tensor([1, 2]) << 1, torch.tensor([8]) >> 1, 5 & torch.tensor([3]), 5 | torch.tensor([2]), 5 ^ torch.tensor([1]), ~torch.tensor([True, False]))
