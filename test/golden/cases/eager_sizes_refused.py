"""What no window, kernel, histogram or matrix may be: refused in PyTorch's words, on shapes and values that nobody means."""
import torch
import torch.nn.functional as F

nan = float("nan")
x, line, cube = torch.ones(1, 1, 4, 4), torch.ones(1, 1, 3), torch.ones(1, 1, 3, 3, 3)


def tell(make):
    try:
        print(make().shape)
    except Exception as e:
        print(type(e).__name__, e)


tell(lambda: torch.ones(5).unfold(0, -1, 1))
tell(lambda: torch.ones(()).unfold(0, -1, 1))
for options in ({"kernel_size": 0}, {"kernel_size": (0, 1)}, {"kernel_size": 1, "dilation": 0}, {"kernel_size": 1, "padding": -1}, {"kernel_size": 1, "stride": 0}):
    tell(lambda: F.unfold(x, **options))
    tell(lambda: F.fold(torch.ones(1, 4, 4), (4, 4), **options))
tell(lambda: F.conv1d(line, torch.ones(1, 1, 0)))
tell(lambda: F.conv2d(x, torch.ones(1, 1, 0, 2)))
tell(lambda: F.conv2d(x, torch.ones(1, 1, 2, 0), padding=1))
tell(lambda: F.conv3d(cube, torch.ones(1, 1, 0, 1, 1)))
tell(lambda: F.conv_transpose2d(x, torch.ones(1, 1, 0, 2)))
tell(lambda: F.interpolate(line, size=0))
tell(lambda: F.interpolate(x, size=(1, 0)))
tell(lambda: F.interpolate(cube, size=0, mode="trilinear"))
tell(lambda: F.interpolate(torch.ones(1, 1, 0, 2), size=2, mode="bilinear"))
tell(lambda: F.pad(torch.ones(3), (-2, -2)))
tell(lambda: F.pad(torch.ones(2, 3), (-5, 1)))
tell(lambda: F.pad(torch.ones(3), (-3, 0)))
tell(lambda: torch.histc(torch.ones(3), bins=0))
tell(lambda: torch.histc(torch.ones(3), bins=-1))
tell(lambda: torch.ones(3).as_strided((2,), (-1,)))
tell(lambda: torch.ones(3).as_strided((2, 2), (1, 1), -5))
tell(lambda: torch.ones(3).as_strided((-1,), (1,)))
tell(lambda: torch.linalg.svd(torch.full((3, 3), nan))[1])
tell(lambda: torch.linalg.svdvals(torch.tensor([[[1.0, 0.0], [0.0, 1.0]], [[nan, 0.0], [0.0, 1.0]]])))
print(torch.tril_indices(3, 2), torch.triu_indices(3, 4, 1), torch.tril_indices(2, 3, -1).tolist(), torch.triu_indices(2, 3, -5).tolist())
print(torch.bincount(torch.zeros(200_000, dtype=torch.int64)))
m = torch.nn.Module()
print(m.to("cpu") is m)
