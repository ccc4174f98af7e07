# Functions that remember, generators that wait, comprehensions.
def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step


def countdown(n):
    while n > 0:
        got = yield n
        n -= got or 1
    return "done"


tick = counter()
print(tick(), tick(5), tick())

numbers = countdown(5)
print(next(numbers), numbers.send(3), list(numbers))


def outer():
    result = yield from countdown(2)
    yield result


print(list(outer()))
print([x * y for x in range(3) for y in range(x)], {c: i for i, c in enumerate("ab")}, sum(x for x in range(5)))
adders = [lambda x, k=k: x + k for k in range(3)]
print([f(10) for f in adders])
