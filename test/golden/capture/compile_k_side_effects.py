import torch


class Box:
    def __init__(self):
        self.items = []
        self.last = None
        self.count = 0


box = Box()
seen = {}
total = torch.zeros(2)


@torch.compile(dynamic=False)
def f(x, k):
    global total
    y = x * 2
    box.items.append(y)
    box.last = y + 1
    seen[k] = y
    total = total + y
    print("break")
    box.items.append(y * 3)
    return len(box.items)


print(f(torch.ones(2), "a"), box.items, box.last, seen, total)
print(f(torch.ones(2), "b"), box.items, box.last, seen, total)
