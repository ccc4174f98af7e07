# Exceptions travel up; finally always runs; with closes what it opened.
class Gate:
    def __enter__(self):
        print("open")
        return self

    def __exit__(self, kind, value, traceback):
        print("close", kind.__name__ if kind else None)
        return kind is ValueError


def risky(n):
    try:
        return 10 // n
    except ZeroDivisionError as error:
        raise ValueError("no zero") from error
    else:
        print("never")
    finally:
        print("finally", n)


print(risky(5))
with Gate():
    risky(0)
try:
    with Gate():
        [][1]
except (IndexError, KeyError) as error:
    print(error, isinstance(error, LookupError))
for i in range(5):
    if i == 3:
        break
else:
    print("no break")
print(i)
