# An exception nobody catches: type, message and the innermost line of this file.
def inner(values):
    return values["b"] + 1


def outer():
    print("start")
    return inner({"a": 1})


outer()
print("never")
