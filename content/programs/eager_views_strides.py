# A transpose moves no number: it is another way of reading the same storage.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.arange(6, device=device).reshape(2, 3)
t = x.t()
print(x.stride(), t.stride(), t.is_contiguous())
print(t.data_ptr() == x.data_ptr())

t[0, 1] = 100
print(x.cpu())

c = t.contiguous()
print(c.stride(), c.data_ptr() == x.data_ptr())
try:
    t.view(6)
except RuntimeError as error:
    print(error)
print(t.reshape(6).cpu())
