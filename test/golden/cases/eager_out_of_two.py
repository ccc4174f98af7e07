# max and min of two tensors into a third; the newer names of typing.
from typing import Dict, Iterable, Union

import torch
from typing_extensions import Literal, NotRequired, ParamSpec, Self, TypeAlias, TypedDict, deprecated, override

Params: TypeAlias = Union[Iterable[torch.Tensor], Iterable[Dict[str, int]]]
print(Params, Self, Literal['a'])


class Row(TypedDict):
    name: str
    size: NotRequired[int]


print(Row(name='x'), sorted(Row.__required_keys__))


class A:
    def me(self) -> Self:
        return self

    @deprecated('use me')
    def old(self):
        return 1


class B(A):
    @override
    def me(self) -> Self:
        return super().me()


b = B()
print(b.me() is b, b.old(), A.old.__deprecated__)

m = torch.tensor([1.0, 5.0, -2.0])
v = torch.tensor([[2.0, 4.0, 0.0], [0.0, 6.0, -3.0]])
out = torch.empty(2, 3)
print(torch.max(m, v, out=out) is out, out)
print(torch.min(v, m, out=torch.empty(0)))
torch.max(out, v, out=out)
print(out)
torch.max(torch.tensor([1, 2]), torch.tensor([2, 1]), out=out[0, :2])
print(out)
try:
    torch.max(m, v, out=torch.empty(2, 3, dtype=torch.int64))
except RuntimeError as e:
    print(e)
