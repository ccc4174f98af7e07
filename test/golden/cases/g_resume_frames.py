# An exception after graph breaks: the function stands at its break, its rest in functions of PyTorch's own making.
import traceback

import torch



@torch.compile
def two(x):
    x = x + 1
    print('b')
    y = x * 2
    n = print('c')
    y = y + 1
    return [1, 2][7]


class M(torch.nn.Module):
    def forward(self, x):
        x = x + 1
        print('b')
        y = x * 2
        return {}['k']


def inner(x):
    x = x + 1
    print('in')
    x = x * 3
    raise ValueError('late')


@torch.compile
def outer(x):
    x = x * 2
    x = inner(x)
    return x + 1


@torch.compile
def branch(x):
    x = x * 2
    if x.sum() > 0:
        x = x + 1
        raise ValueError('data')
    return x


@torch.compile
def item(x):
    x = x * 2
    n = x.sum().item()
    return int('a')


def own(text):
    """Prints the frames of this file, without the compiler's and the recorder's."""
    shown = False
    for s in text.split('\n'):
        if s.startswith('  File '):
            shown = 'resume_frames' in s and 'counted_call' not in s
            s = '  line' + s.split(', line')[1]
        if shown and s.startswith(' '):
            print(s)


for fn in (two, torch.compile(M()), outer, branch, item):
    try:
        fn(torch.ones(3))
    except Exception:
        own(traceback.format_exc())
