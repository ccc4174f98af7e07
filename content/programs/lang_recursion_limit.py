# Endless recursion ends in CPython's own error.
def down(n):
    return down(n + 1)


try:
    down(0)
except RecursionError as error:
    print(type(error).__name__, str(error)[:32])


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(depth(900))
