"""Names taken with `import *`, and UserList among them."""
from collections import *
l = UserList([3, 1, 2])
l.append(5); l.sort(); print(l, l[0], l[1:], type(l[1:]), len(l), 3 in l, l + [1], [1] + l, l * 2, l == [1, 2, 3, 5], l.index(3), list(reversed(l)))
l += (7,); del l[0]; l.extend(UserList([9])); print(l, l.pop(), l.copy() == l, sorted(l, reverse=True), isinstance(l, list), UserList, max(l))
class Stack(UserList):
    def push(self, x): self.data.append(x); return self
print(Stack([1]).push(2), Stack().push(1)[:], ChainMap({1: 2})[1], UserDict(a=1), l < [100], bool(UserList()))
try: l.remove(77)
except ValueError as e: print(e)
import sys
from itertools import *
print(list(islice(count(), 2)))
print("\ufb01x".casefold(), "STRASSE".casefold() == "straße".casefold())

import types

own = types.ModuleType("own")
own.x = 1
print("x" in dir(own), "z" in dir(own))
own.__dir__ = lambda: ["z", "a"]
print(dir(own))
