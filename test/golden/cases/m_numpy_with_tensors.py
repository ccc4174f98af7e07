# Arrays into tensors and back: shared memory, types, indices, scalars, what is refused.
import numpy as np
import torch

b = np.arange(6).reshape(2, 3)
a = b * 1.5
t = torch.from_numpy(b)
b[0, 0] = 42
print(t, t.dtype)
w = torch.ones(2)
v = w.numpy()
w.add_(5)
v *= 2
print(v, w, v.dtype, repr(v))
print(torch.tensor(a), torch.tensor(a, dtype=torch.float32), torch.FloatTensor(a), torch.Tensor(b), torch.as_tensor(a), torch.as_tensor(a, dtype=torch.float32), torch.LongTensor(np.array([1, 2])))
print(torch.tensor([np.array([1.0, 2.0]), np.array([3.0, 4.0])]), torch.tensor([np.float32(1.5), np.float32(2)]), torch.tensor(np.float64(1.5)), torch.tensor(np.int32(3)), torch.tensor(np.bool_(True)))
print(torch.ones(3) * np.float64(2.5), np.float32(2) * torch.ones(2), torch.arange(4)[np.array([0, 3])], torch.arange(4)[np.array([True, False, True, False])], torch.zeros(np.int64(2)))
print(np.array(torch.arange(3)), np.array([torch.tensor(1.0), torch.tensor(2.0)]), np.sqrt(torch.tensor([4.0])), np.stack([torch.ones(2), torch.zeros(2)]))
x = torch.linspace(-1, 1, 6).reshape(2, 3).requires_grad_()
y = (x * x).sum()
y.backward()
print(x.grad.numpy(), x.detach().cpu().numpy().argmax(1), y.item(), np.mean([y.item(), 1.0]))
labels = np.eye(4)[np.array([0, 2, 1])]
print(labels, torch.tensor(labels).dtype, torch.Tensor(labels).dtype, x.detach().new_tensor(a))
for wrong in (
    lambda: x.numpy(),
    lambda: torch.from_numpy(a[::-1]),
    lambda: torch.from_numpy([1.0]),
    lambda: torch.add(t, b),
    lambda: torch.ones(2).__setitem__(0, np.array([1.0])),
    lambda: torch.ones(2).__setitem__(0, np.float32(1)),
    lambda: torch.ones(2).bfloat16().numpy(),
):
    try:
        wrong()
    except (RuntimeError, ValueError, TypeError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
print(torch.from_numpy(a[::-1].copy()), np.array([t.sum(), t.max()]))
