l = [3, 1, 2]
l.append(4); l.extend([5, 6]); l.insert(0, 0); l.insert(-1, 99)
print(l, l.pop(), l.pop(0), l.index(1), l.count(2), len(l))
l.sort(); print(l); l.reverse(); print(l); l.remove(99); print(l, l[1:3], l[::-1], l[-1], l[::2])
l[1:3] = ['a', 'b', 'c']; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l)
l += [7]; l *= 2; print(l, [1] * 3, [[]] * 2, [1, 2] + [3], l == l[:], [1, 2] < [1, 3], [1] < [1, 0])
m = l.copy(); m.clear(); print(m, l)
print(sorted([3, 1, 2], reverse=True), sorted(['b', 'A', 'c'], key=str.lower), list('abc'), list(range(5, 0, -2)), list((1, 2)), [1, [2, [3]]])
t = (1, 2, 3)
print(t, (1,), (), t + (4,), t * 2, t[0], t[1:], t.index(2), t.count(1), 2 in t, hash((1, 2)) == hash((1, 2)), (1, 2) < (1, 3), tuple('ab'))
d = {'a': 1, 'b': 2}
d['c'] = 3; d.update({'d': 4}, e=5); d.setdefault('a', 10); d.setdefault('f', 6)
print(d, d.get('z'), d.get('z', 0), d.pop('a'), d.pop('zz', None), d.popitem(), 'b' in d, len(d), list(d), list(d.values()), list(d.items()))
print({**d, 'b': 20}, d | {'x': 1}, {1: 'a', 1.0: 'b', True: 'c'}, {(1, 2): 3}[(1, 2)], dict([('a', 1)]), dict(a=1), dict.fromkeys('ab', 0), {'a': 1} == {'a': 1.0})
print(d.keys(), d.values(), d.items(), d.keys() & {'b', 'z'}, d.keys() | {'q'} == {'b', 'c', 'd', 'e', 'q'})
del d['b']; d2 = d.copy(); d2['n'] = 1; print(d, d2); d2.clear(); print(d2, not d2)
d |= {'w': 1}; print(d, list(reversed(d)))
for k in list(d): del d[k]
print(d)
try:
    dd = {1: 1, 2: 2}
    for k in dd: dd[k + 10] = 1
except RuntimeError as e: print(e)
s = {3, 1, 2}
s.add(4); s.discard(1); s.discard(100); s.update([5, 6])
print(s, s | {9}, s & {2, 3}, s - {2}, s ^ {2, 100}, s <= {2, 3, 4, 5, 6, 7}, s.issubset(range(10)), s.isdisjoint({99}), 3 in s, len(s), set(), frozenset([1, 2]), {1, 2} == {2, 1}, set('a'))
print({10, 5, 200, 33, 1, 0, -1, 64, 8}, {i * 7 for i in range(20)}, set(range(50, 0, -5)), {1.0, 2, True}, {1000, 1, 2000, 17, 33}, set([5, 3, 8, 1]) - {3})
fs = frozenset([1, 2]); print({fs: 'x'}[frozenset([2, 1])], fs | {3}, {1} < {1, 2})
try: s.remove(1000)
except KeyError as e: print('KeyError', e)
r = range(2, 20, 3)
print(r, list(r), len(r), r[2], r[-1], 5 in r, 6 in r, r[1:3], list(reversed(r)), range(3) == range(0, 3), r.index(8), range(0), bool(range(0)))
sl = slice(1, 10, 2); print(sl, sl.start, sl.indices(5), [0, 1, 2, 3, 4][slice(1, 3)])
x = [1, 2]; x.append(x); print(x)
y = {}; y['self'] = y; print(y)
print([1, 2.5, 'a', None, True, (1,), {2}, {'k': [3]}, b'z', range(3), ...])
a, b = [1, 2], [1, 2]; print(a == b, a is b, a is not b, [a] == [b], (a, 1) == (b, 1), [1, 'a'] == [1, 'b'], {'x': a} == {'x': b})
print(list(zip(*[(1, 'a'), (2, 'b')])), dict(zip('ab', range(2))), sum([[1], [2]], []), list(map(int, '123')), [*range(3)], list(filter(lambda v: v % 2, range(6))))
from collections import OrderedDict, defaultdict, Counter, deque, namedtuple, ChainMap
od = OrderedDict(); od['b'] = 1; od['a'] = 2; od.move_to_end('b'); print(od, od.popitem(last=False), list(od))
dd = defaultdict(list); dd['x'].append(1); dd['y']; print(dd, dict(dd), len(dd))
c = Counter('abracadabra'); print(c, c.most_common(2), c['z'], c + Counter('ab'), sum(c.values()), list(c.elements())[:3])
q = deque([1, 2, 3], maxlen=3); q.append(4); q.appendleft(0); q.rotate(1); print(q, q.popleft(), q.pop(), len(q), list(q), q[0])
P = namedtuple('Point', ['x', 'y'], defaults=[5]); p = P(1); print(p, p.x, p[1], p._asdict(), p._replace(x=9), P._fields, p == (1, 5), isinstance(p, tuple), [*p])
try: P()
except TypeError as e: print(e)
try: p.x = 1
except AttributeError as e: print('immutable')
print(ChainMap({'a': 1}, {'a': 2, 'b': 3})['b'])
from itertools import chain, count, cycle, repeat, islice, product, permutations, combinations, accumulate, groupby, zip_longest, starmap, takewhile, dropwhile, compress, tee, combinations_with_replacement, pairwise, filterfalse
print(list(chain([1], 'ab')), list(islice(count(5, 2), 3)), list(islice(cycle('ab'), 5)), list(repeat(1, 2)), list(product([1, 2], 'ab')), list(permutations('abc', 2)), list(combinations('abcd', 2)), list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], lambda a, b: a * b, initial=10)))
print([(k, list(g)) for k, g in groupby('aabbc')], list(zip_longest('ab', [1], fillvalue='-')), list(starmap(pow, [(2, 3)])), list(takewhile(lambda v: v < 3, range(9))), list(dropwhile(lambda v: v < 3, range(5))), list(compress('abc', [1, 0, 1])), [list(i) for i in tee([1, 2])], list(combinations_with_replacement('ab', 2)), list(pairwise([1, 2, 3])), list(filterfalse(None, [0, 1])), list(chain.from_iterable([[1], [2]])), list(product('ab', repeat=2)))
m = [[1, 2], [3, 4]]
print([row[:] for row in m], [[r[i] for r in m] for i in range(2)], m[1][0], [x for r in m for x in r])
m[0][1] += 10; print(m)
