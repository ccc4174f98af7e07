# A method that tensors do not have: of an argument it ends the frame, of a tensor made inside it ends the graph.
import torch


def inner(y):
    return y.halve()


@torch.compile
def of_argument(x):
    y = x * 2
    return y + x.halve()


@torch.compile
def of_result(x, n):
    y = x + n
    z = y.halve(2)
    return z * 2


@torch.compile
def in_callee(x):
    y = x - 1
    return inner(y) * 2


x = torch.ones(3)
for f, args in ((of_argument, (x,)), (of_result, (x, 1)), (of_result, (x, 2)), (in_callee, (x,))):
    try:
        f(*args)
    except AttributeError as e:
        print(e)
of_result(x, 3)
