# Assertions in compiled functions: with constant words, with words made on the way, with no words at all, and in a
# function that is called. An exception that leaves a called function is told at the line that raises it.
import torch


def checked(x):
    assert x.shape[0] == 2, f"length {x.shape[0]}"
    assert x.dim() == 1, "dims %d" % x.dim()
    return x


def positive(x):
    assert (x > 0).all(), f"length {x.shape[0]}"
    return x * 3


def pair_of(x):
    if x.shape[0] != 2:
        raise ValueError("no pair")
    return x


@torch.compile
def shape_in_words(x):
    assert x.shape[0] == 2, f"shape {x.shape}"
    return x * 2


@torch.compile
def after_operator(x):
    y = x + 1
    assert x.shape[0] == 2, f"shape {x.shape}"
    return y * 2


@torch.compile
def of_tensor(x):
    y = x + 1
    assert x.sum() > 0, f"shape {x.shape}"
    return y * 2


@torch.compile
def in_a_callee(x):
    return checked(x + 1) * 2


@torch.compile
def of_tensor_in_a_callee(x):
    y = x + 1
    return y * 2 + positive(y)


@torch.compile
def raised_in_a_callee(x):
    return pair_of(x + 1) * 2


@torch.compile
def number_as_words(x, k):
    assert k < 3, 5
    return x * k


@torch.compile
def pair_as_words(x, k):
    y = x + 1
    assert k < 3, ("k", k)
    return y * k


@torch.compile
def type_in_words(x, k):
    assert isinstance(k, int), f"k is {type(k).__name__}"
    return x * k


@torch.compile
def list_of_tensors(xs):
    for i, x in enumerate(xs):
        assert x.ndim == 1, f"item {i}"
        assert x.sum() > 0, "sum"
    return torch.stack(xs) * 2


def tried(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


for n in (2, 3):
    for f in (shape_in_words, in_a_callee, of_tensor_in_a_callee, raised_in_a_callee):
        tried(f, torch.ones(n))
for n in (3, 2):
    tried(after_operator, torch.ones(n))
tried(of_tensor, torch.ones(2))
tried(of_tensor, -torch.ones(3))
for k in (1, 5):
    tried(number_as_words, torch.ones(2), k)
    tried(pair_as_words, torch.ones(2), k)
tried(type_in_words, torch.ones(2), 2)
tried(type_in_words, torch.ones(2), "2")
tried(list_of_tensors, [torch.ones(2), torch.ones(2)])
