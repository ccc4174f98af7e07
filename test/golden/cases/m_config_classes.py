from dataclasses import dataclass, field, asdict, replace, fields
from enum import Enum, auto
from typing import Optional, List, Dict
import json, math

class Act(Enum):
    RELU = auto()
    GELU = "gelu"

@dataclass
class Opt:
    lr: float = 3e-4
    betas: tuple = (0.9, 0.999)
    def __post_init__(self):
        if self.lr <= 0:
            raise ValueError(f"lr must be positive, got {self.lr!r}")

@dataclass(frozen=True)
class Config:
    name: str
    dims: List[int] = field(default_factory=lambda: [4, 8])
    act: Act = Act.RELU
    opt: Opt = field(default_factory=Opt)
    note: Optional[str] = None
    @property
    def total(self): return sum(self.dims)

c = Config("base")
d = replace(c, name="wide", dims=[16] * 3)
print(c); print(d.total, d == c, hash(Act.RELU) == hash(Act.RELU))
print(json.dumps({k: (v.name if isinstance(v, Act) else v) for k, v in asdict(d).items()}, indent=2, sort_keys=True))
print([f.name for f in fields(c)], Act("gelu"), Act["RELU"], list(Act))
try:
    c.name = "x"
except Exception as e:
    print(type(e).__name__, e)
print(f"{c.opt.lr:.2e} {1234567:,} {0.1+0.2:.3f} {'a':>5}|{'b':<5}|{'c':^5}| {3.0!r} {1e22} {1e-5} {255:#x} {-7 // 2} {-7 % 3}")
print(math.cos(math.pi * 0.3), math.exp(0.3), 0.95 ** 7, 10 ** -3, 2 ** 0.5, math.log(10, 3), math.tanh(0.5), math.sin(2.5))
Opt(lr=-1)
