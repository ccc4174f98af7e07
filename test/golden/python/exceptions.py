def t(n):
    try:
        if n == 0: raise ValueError('zero')
        if n == 1: return 'returned'
        if n == 2: {}['k']
        if n == 3: 1 / 0
        print('body')
    except ValueError as e:
        print('V', e)
    except (KeyError, IndexError) as e:
        print('K', repr(e), e)
    except ZeroDivisionError:
        print('Z')
        raise
    else:
        print('else')
    finally:
        print('finally', n)
    return 'end'
for i in range(5):
    try: print(t(i))
    except Exception as e: print('outer', type(e).__name__, e)
def fin():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print('i', i)
        finally:
            print('f', i)
    try:
        return 'try'
    finally:
        print('in finally')
print(fin())
def override():
    try: return 1
    finally: return 2
print(override())
try:
    try:
        raise KeyError('a')
    except KeyError as e:
        raise ValueError('b') from e
except ValueError as e:
    print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try:
        raise KeyError('a')
    except KeyError:
        raise ValueError('b')
except ValueError as e:
    print(repr(e.__context__), e.__cause__)
try:
    try: 1 / 0
    except ZeroDivisionError: raise TypeError('t') from None
except TypeError as e:
    print(e.__cause__, e.__suppress_context__, type(e.__context__).__name__)
class MyErr(Exception): pass
class Sub(MyErr):
    def __str__(self): return 'custom ' + super().__str__()
try: raise Sub(1, 2)
except MyErr as e: print(e, e.args)
try: raise MyErr
except MyErr as e: print(repr(e), str(e) == '')
try: raise Exception('a', 1)
except Exception as e: print(e, repr(e))
try:
    raise 5
except TypeError as e: print(e)
try:
    try: raise ValueError
    except 5: pass
except TypeError as e: print(e)
try: assert 1 == 2, 'message'
except AssertionError as e: print('assert', e)
try: assert []
except AssertionError as e: print('assert', repr(e))
class CM:
    def __init__(self, swallow): self.swallow = swallow
    def __enter__(self): print('enter'); return self
    def __exit__(self, t, v, tb):
        print('exit', t.__name__ if t else None, v, tb is not None)
        return self.swallow
with CM(True): raise ValueError('gone')
try:
    with CM(False): raise ValueError('kept')
except ValueError as e: print('kept', e)
def early():
    with CM(False) as c:
        return 'early'
print(early())
for i in range(2):
    with CM(False):
        if i == 0: continue
        break
try:
    with 5: pass
except TypeError as e: print(e)
try:
    raise
except RuntimeError as e: print(e)
def reraise():
    try: 1 / 0
    except ZeroDivisionError as e:
        try: raise
        except ZeroDivisionError as e2: print(e is e2)
    try: e
    except UnboundLocalError as err: print(err)
reraise()
try:
    raise ExceptionGroup('g', [ValueError(1), TypeError(2), ValueError(3)])
except* ValueError as eg:
    print('VE', [str(x) for x in eg.exceptions])
except* TypeError as eg:
    print('TE', eg.exceptions)
try:
    try:
        raise ExceptionGroup('g', [ValueError(1), KeyError(2)])
    except* ValueError:
        print('part')
except ExceptionGroup as eg:
    print(repr(eg.exceptions))
e = ValueError('n'); e.add_note('a note'); print(e.__notes__)
def nested():
    try:
        try: raise ValueError('1')
        finally: print('inner finally')
    except ValueError as e:
        print('got', e)
        try: raise KeyError('2')
        except KeyError as k: print(repr(k.__context__))
nested()
while True:
    try: break
    finally: print('broke')
print(issubclass(KeyError, LookupError), StopIteration(5).value, OSError(2, 'No such file').errno, str(KeyError('x')), str(OSError(2, 'No such file')))
try: int('12x')
except ValueError as e: print(e)
try: [].pop()
except IndexError as e: print(e)
try: [1].remove(5)
except ValueError as e: print(e)
try: float('abc')
except ValueError as e: print(e)
try: 'abc'.index('z')
except ValueError as e: print(e)
try: (1).foo
except AttributeError as e: print(e)
try: 'a' + 1
except TypeError as e: print(e)
try: 1 + 'a'
except TypeError as e: print(e)
try: [] + ()
except TypeError as e: print(e)
try: -'a'
except TypeError as e: print(e)
try: 'a' * 'b'
except TypeError as e: print(e)
try: 1 < 'a'
except TypeError as e: print(e)
try: len(5)
except TypeError as e: print(e)
try: iter(5)
except TypeError as e: print(e)
try: next([])
except TypeError as e: print(e)
try: for_ = [x for x in 5]
except TypeError as e: print(e)
try: 1 in 5
except TypeError as e: print(e)
try: (1)[0]
except TypeError as e: print(e)
try: x = 5; x[0] = 1
except TypeError as e: print(e)
try: (1,)[0] = 1
except TypeError as e: print(e)
try: 'abc'[0] = 'x'
except TypeError as e: print(e)
try: del (1,)[0]
except TypeError as e: print(e)
try: hash([])
except TypeError as e: print(e)
try: {[]}
except TypeError as e: print(e)
try: import nonexistent_mod
except ImportError as e: print(type(e).__name__, e)
try: from math import nothing_here
except ImportError as e: print(str(e)[:36])
try: chr(-1)
except ValueError as e: print(e)
try: range(1, 2, 0)
except ValueError as e: print(e)
try: sum(['a'])
except TypeError as e: print(e)
try: max([])
except ValueError as e: print(e)
try: 2 ** -1.5; 0 ** -1
except ZeroDivisionError as e: print(e)
try: 1 % 0
except ZeroDivisionError as e: print(e)
try: 1.0 // 0
except ZeroDivisionError as e: print(e)
try: 1 // 0
except ZeroDivisionError as e: print(e)
try: 1e308 * 10; print(1e308 * 10); 10.0 ** 400
except OverflowError as e: print(e)
try: int(float('nan'))
except ValueError as e: print(e)
try: int(float('inf'))
except OverflowError as e: print(e)
