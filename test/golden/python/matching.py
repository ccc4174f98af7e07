from dataclasses import dataclass
@dataclass
class Pt:
    x: int
    y: int
def m(v):
    match v:
        case 0: return 'zero'
        case 1 | 2: return 'small'
        case -1: return 'neg'
        case 'a' | 'b' as s: return 'letter ' + s
        case None: return 'none'
        case True: return 'true'
        case 3.5: return 'float'
        case []: return 'empty'
        case [x]: return f'one {x}'
        case [1, *rest]: return f'starts 1 {rest}'
        case (a, b) if a == b: return f'pair eq {a}'
        case [a, [b, c]]: return f'nested {a} {b} {c}'
        case [a, _, *_, z]: return f'many {a} {z}'
        case {'k': v, **rest}: return f'dict {v} {rest}'
        case {'t': [x, y]}: return f't {x} {y}'
        case {}: return 'anydict'
        case Pt(0, y): return f'on axis {y}'
        case Pt(x=x, y=5): return f'y5 {x}'
        case Pt(): return 'pt'
        case int(n): return f'int {n}'
        case str() | bytes(): return 'text'
        case float() as f: return f'f {f}'
        case _: return 'other'
for v in (0, 1, 2, -1, 'a', None, True, 3.5, [], [9], [1, 2, 3], (4, 4), [1, [2, 3]], [5, [2, 3]], [7, 8, 9, 10], {'k': 1, 'z': 2}, {'t': (1, 2)}, {'q': 0}, Pt(0, 3), Pt(2, 5), Pt(1, 1), 99, 'text', 2.5, {1}, [5, 6]):
    print(repr(v), '->', m(v))
class Cfg: MODE = 'fast'
def n(v):
    match v:
        case Cfg.MODE: return 'mode'
        case (1, (2 | 3 as k)): return k
        case [Pt(x=1), *_] as whole: return len(whole)
    return 'nothing'
print(n('fast'), n((1, 3)), n([Pt(1, 2), 5]), n(0))
match 5:
    case x if x > 3: print('big', x)
