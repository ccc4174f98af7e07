/**
 * Programs in plain Python, without tensors: arithmetic and its printing, strings and formats, containers, control flow,
 * functions, generators, classes and exceptions. Compared with CPython 3.11, the Python that PyTorch runs on here.
 */

import type { Production } from './eager.ts';
import { drawStatements } from './eager.ts';
import type { Scope } from './scope.ts';

type Type = 'int' | 'float' | 'str' | 'list' | 'dict';

/** Names by type ride on the scope: a variable's type is the first letter of its name. */
const LETTER: Record<Type, string> = { int: 'n', float: 'x', str: 's', list: 'l', dict: 'd' };

class Names {
  private readonly known: string[] = [];
  private readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  set(type: Type, expression: string): string {
    const name = LETTER[type] + this.scope.fresh().slice(1);
    this.scope.emit(`${name} = ${expression}`);
    this.known.push(name);
    return name;
  }

  get(type: Type): string {
    const fitting = this.known.filter((name) => name.startsWith(LETTER[type]));
    return fitting.length > 0 ? this.scope.random.pick(fitting) : this.set(type, literal(this.scope, type));
  }

  any(): string {
    return this.known.length > 0 ? this.scope.random.pick(this.known) : this.get('int');
  }
}

function literal(scope: Scope, type: Type): string {
  const { random } = scope;
  if (type === 'int') return random.pick(['0', '1', '7', '-3', '12', '255', '10**20', '-(2**65)', '1_000']);
  if (type === 'float') return random.pick(['0.1', '-2.5', '1e16', '3.0', '1e-7', '123456.789', '0.5', 'float("inf")', '2e300']);
  if (type === 'str') return random.pick(['"atlas"', '"a b  c"', '""', '"it\'s"', '"Ünï\\n"', '"x" * 3', '"Hello World"', '"3.5"']);
  if (type === 'list') return random.pick(['[3, 1, 2]', '[]', '[1.5, -1, True]', 'list(range(5))', '["b", "a"]', '[[1], [2, 3]]', '[None, (1,)]']);
  return random.pick(['{"a": 1, "b": 2}', '{}', '{1: "x", (2, 3): [4]}', 'dict(k=0.5)', '{c: i for i, c in enumerate("xyz")}']);
}

const INT = ['$ + #', '$ - #', '$ * #', '$ // (# or 1)', '$ % (# or 1)', 'abs($) ** 2', '$ & #', '$ | #', '$ ^ #', '~$', '-$', '$ << 3', '$ >> 1', 'max($, #)', 'divmod($, 7)[1]', 'int(str($))', 'hash($) % 5', '$ if $ > # else #', 'len(str($))', '$.bit_length()', 'round($, -1)', 'sum([$, #])', 'int($ > #)'];
const FLOAT = ['$ + 1', '$ * #', '$ / 3', '$ - #', '-$', 'abs($)', 'min($, #)', 'float(repr($))', '$ // 2', '$ % 3', 'round($, 2)', 'abs($) ** 0.5', 'int(2.9) + $', '$ ** 2 if abs($) < 1e100 else $', '1.0 if $ == # else 0.0', 'sum([$, 0.1])'];
const STR = ['$ + #', '$.upper()', '$.title()', '$[::-1]', '$[1:4]', '$.replace("a", "__")', '$.strip()', '$.center(9, "*")', '"-".join($)', '$.zfill(6)', '$.ljust(5) + "|"', 'repr($)', '$.partition(" ")[2]', '$.capitalize()', '$.swapcase()', 'str(len($))', '$ * 2', '",".join($.split())', 'f"{$!r:>10}"', '$.lower().lstrip("a")', '$ or #', '"%s:%5s" % ($, #)', '$.removeprefix("a")'];
const LIST = ['$ + #', '$[::-1]', '$[1:]', '[v for v in $ if v]', 'list(reversed($))', '$ * 2', 'sorted($, key=str)', '[(i, v) for i, v in enumerate($)]', 'list(zip($, #))', 'list(map(repr, $))', '[*$, 0]', '$.copy()', 'list(filter(None, $))', '[$.count(v) for v in $]', '[[v] for v in $][-2:]', 'list(dict.fromkeys(map(str, $)))'];
const DICT = ['{**$, "z": 0}', '{v: k for k, v in $.items() if isinstance(v, (int, str))}', '$ | {"q": [1]}', '$.copy()', 'dict(sorted($.items(), key=str))', '{k: v for k, v in $.items() if v}', 'dict(zip(map(str, $), range(9)))'];
const FORMS: Record<Type, readonly string[]> = { int: INT, float: FLOAT, str: STR, list: LIST, dict: DICT };
const TYPES = Object.keys(FORMS) as Type[];

const PRINTS: Record<Type, readonly string[]> = {
  int: ['print($)', 'print(f"{$:>8}|{$:<5}|{$:+d}")', 'print(f"{$:,}", f"{$:x}", bin($))', 'print("%d %5d" % ($, $))', 'print(bool($), $ == 1, type($).__name__)'],
  float: ['print($)', 'print(f"{$:.3f} {$:e} {$:g}")', 'print(f"{$:10.2f}|{$:.0f}")', 'print(repr($), str($))', 'print($ == $, $ > 1, $ != 0.5)'],
  str: ['print($)', 'print(repr($), len($))', 'print($.split("a"), $.find("b"))', 'print("a" in $, $.isdigit(), $.startswith("a"))', 'print($, end="|\\n")', 'print(*$, sep=",")'],
  list: ['print($)', 'print(len($), $ == [], bool($))', 'print(*$)', 'print($[0] if $ else None)', 'print(str($)[:20])'],
  dict: ['print($)', 'print(list($), list($.values()))', 'print($.get("a"), "b" in $, len($))', 'print(sorted(map(str, $)))'],
};

function drawTable(names: Names): Production[] {
  const fill = (form: string, type: Type) => form.replaceAll('$', names.get(type)).replaceAll('#', () => names.get(type));
  const block = (scope: Scope): void => {
    const type = scope.random.pick(TYPES);
    scope.emit(fill(scope.random.pick(PRINTS[type]), type));
  };
  const assign: Production['draw'] = (scope) => {
    const type = scope.random.pick(TYPES);
    const form = fill(scope.random.pick(FORMS[type]), type);
    names.set(type, form);
    return true;
  };
  const print: Production['draw'] = (scope) => (block(scope), true);
  const change: Production['draw'] = (scope) => {
    const [list, dict, int] = [names.get('list'), names.get('dict'), names.get('int')];
    scope.emit(scope.random.pick([`${list}.append(${int})`, `${list}.insert(0, "new")`, `${list}.extend([1, 2])`, `${dict}["w"] = ${int}`, `${int} += 2`, `${dict}.update(u=1)`, `${list} += [9]`, `${list}[:1] = []`, `${dict}.pop("a", None)`, `${dict}.setdefault("s", []).append(1) if not isinstance(${dict}.get("s", []), int) else None`]));
    return true;
  };
  const loop: Production['draw'] = (scope) => {
    const list = names.get('list');
    names.get('int'); // defined before the block, so that it exists after it
    scope.block(scope.random.pick([`for i, v in enumerate(${list}):`, 'for i in range(4):', 'for i in (2, 3, 5):', 'for i in range(6, 0, -2):']), () => {
      if (scope.random.chance(0.4)) scope.block(`if i ${scope.random.pick(['==', '>'])} 1:`, () => scope.emit(scope.random.pick(['continue', 'break', 'print("i", i)'])));
      scope.emit('print("at", i)');
    });
    if (scope.random.chance(0.4)) scope.block('else:', () => scope.emit('print("no break")'));
    return true;
  };
  const attempt: Production['draw'] = (scope) => {
    const [list, dict, int, str] = [names.get('list'), names.get('dict'), names.get('int'), names.get('str')];
    scope.block('try:', () => scope.emit(`print(${scope.random.pick([`${list}[10]`, `${dict}["missing"]`, `1 // (${int} * 0)`, `int(${str})`, `${str} + ${int}`, `${list}.missing`, `${int}()`, `[][${int}]`, `max([])`, `${list}.remove("zz")`, `{}[[]]`, `next(iter(()))`, `undefined_name`])})`));
    scope.block(`except ${scope.random.pick(['Exception', 'Exception', 'Exception', 'Exception', '(ValueError, KeyError, TypeError)', 'LookupError'])} as error:`, () => scope.emit('print(type(error).__name__, error)'));
    if (scope.random.chance(0.3)) scope.block('finally:', () => scope.emit('print("finally")'));
    return true;
  };
  const define: Production['draw'] = (scope) => {
    const name = `f${scope.fresh()}`;
    const form = scope.random.int(0, 3);
    if (form === 0) {
      scope.block(`def ${name}(a, b=2, *rest, c=3, **more):`, () => scope.emit('return a, b, rest, c, sorted(more)'));
      scope.emit(`print(${name}(${scope.random.pick(['1', '1, 4, 5, 6', '1, c=0, z=1', '*[1, 2], **{"y": 3}', 'a=1', ''])}))`);
    } else if (form === 1) {
      scope.block(`def ${name}(n):`, () => {
        scope.block('while n > 0:', () => {
          scope.emit('got = yield n');
          scope.emit('n -= got or 2');
        });
        scope.emit('return "end"');
      });
      scope.emit(scope.random.pick([`print(list(${name}(5)))`, `g = ${name}(6); print(next(g), g.send(3), next(g, "over"))`, `print(sum(${name}(4)), max(${name}(3)))`]));
    } else if (form === 2) {
      scope.block(`class ${name.toUpperCase()}:`, () => {
        scope.emit('size = 2');
        scope.block('def __init__(self, v):', () => scope.emit('self.v = v'));
        scope.block(`def ${scope.random.pick(['__repr__', '__str__'])}(self):`, () => scope.emit('return f"<{self.v}>"'));
        scope.block('def __add__(self, other):', () => scope.emit('return type(self)(self.v + getattr(other, "v", other))'));
        scope.block('def __eq__(self, other):', () => scope.emit('return self.v == other.v'));
        scope.block('def __getitem__(self, i):', () => scope.emit('return (self.v, i)'));
      });
      scope.emit(`o = ${name.toUpperCase()}(3)`);
      scope.emit(scope.random.pick(['print(str(o + 4), o == o, o.size)', `print(o[1], o[1:2], (o + o).v)`, 'o.size += 1; print(o.size, type(o).size)', 'print(hasattr(o, "w"), getattr(o, "w", None), vars(o))']));
    } else {
      scope.block(`def ${name}(k):`, () => {
        scope.emit('total = 0');
        scope.block('def add(by=1):', () => {
          scope.emit('nonlocal total');
          scope.emit('total += by * k');
          scope.emit('return total');
        });
        scope.emit('return add');
      });
      scope.emit(`h = ${name}(${scope.random.int(1, 4)}); print(h(), h(2), [f(1) for f in [h, ${name}(0)]])`);
    }
    return true;
  };
  return [
    { name: 'assign', weight: 6, draw: assign },
    { name: 'print', weight: 6, draw: print },
    { name: 'change', weight: 2, draw: change },
    { name: 'loop', weight: 1, draw: loop },
    { name: 'attempt', weight: 2, draw: attempt },
    { name: 'define', weight: 2, draw: define },
  ];
}

export function drawLanguage(scope: Scope): void {
  const names = new Names(scope);
  for (const type of TYPES) names.set(type, literal(scope, type));
  drawStatements(scope, drawTable(names), scope.random.int(6, 16));
  for (let i = 0; i < 4; i++) scope.emit(`print(${names.any()})`);
}
