# A dimension or index that is not there is Python's IndexError through Dynamo; other failures on shapes are wrapped.
import torch


def attempt(name, f, *args):
    try:
        print(name, torch.compile(f)(*args))
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


x = torch.ones(2, 3)
attempt("sum", lambda t: t.sum(dim=5), x)
attempt("unsqueeze", lambda t: t.unsqueeze(7), x)
attempt("select", lambda t: t.select(0, 2), x)
attempt("select2", lambda t: (t * 2).select(0, 2), x)
attempt("narrow", lambda t: t.narrow(0, 1, 4), x)
attempt("item", lambda t: t[5], x)
attempt("size", lambda t: t.size(5), x)
attempt("shape", lambda t: t * t.shape[4], x)
attempt("transpose", lambda t: t.transpose(0, 4), x)
attempt("many", lambda t: t[0, 0, 0], x)
attempt("squeeze", lambda t: t.squeeze(4), x)
attempt("flatten", lambda t: t.flatten(0, 4), x)
attempt("unbind", lambda t: t.unbind(4), x)
attempt("chunk", lambda t: t.chunk(2, 4), x)
attempt("max", lambda t: t.max(4), x)
attempt("value", lambda t: t.view(5), x)
attempt("gather", lambda t: t.gather(4, t.long()), x)
attempt("permute", lambda t: t.permute(0, 5), x)
attempt("scalar", lambda t: t.sum()[0], x)


@torch.compile
def caught(t):
    try:
        n = t.sum().shape[0]
    except IndexError:
        n = 7
    return t * n


try:
    caught(x)
except IndexError as e:
    print(str(e).split("\n")[0])
print(torch.compile(lambda t: t.select(0, 2) + 1)(x))
