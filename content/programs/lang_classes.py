# Classes, inheritance, super, properties and the methods behind operators.
class Money:
    rate = 2

    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Money(self.amount + other.amount)

    def __eq__(self, other):
        return isinstance(other, Money) and self.amount == other.amount

    def __repr__(self):
        return f"{type(self).__name__}({self.amount})"

    @property
    def doubled(self):
        return self.amount * self.rate

    @classmethod
    def zero(cls):
        return cls(0)


class Coin(Money):
    def __init__(self, amount, metal="tin"):
        super().__init__(amount)
        self.metal = metal

    def __len__(self):
        return self.amount


print(Money(3) + Coin(4), Coin(5), Coin.zero())
print(Money(3) == Coin(3), Money(3) != Money(4), len(Coin(2)), bool(Coin(0)))
print(Coin(5).doubled, [c.__name__ for c in Coin.__mro__])
try:
    Money(1).doubled = 3
except AttributeError as error:
    print(type(error).__name__)
