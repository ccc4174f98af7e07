"""json with hooks for numbers, streams in memory, attributes of methods, abstract class methods."""
import abc, io, json
print(json.loads('{"a":1.5,"b":2,"c":[NaN]}', parse_float=str, parse_int=lambda s: s + '!', parse_constant=lambda s: '<' + s + '>'))
print(json.JSONDecoder().raw_decode('[1] x'), json.JSONDecoder(object_hook=sorted).decode('{"b":1,"a":{}}'), json.JSONDecoder().raw_decode('x {"é": 2}', 2))
for bad in ('[1] x', '', '[1'):
    try: json.JSONDecoder().decode(bad)
    except json.JSONDecodeError as e: print(e)
class D(json.JSONDecoder):
    def decode(self, s): return ('D', super().decode(s))
print(json.loads('[1]', cls=D), json.loads(bytearray(b'[2]')))
b = io.BytesIO(b'abc\ndef'); print(b.read(2), b.tell(), b.readline(), b.seek(0), b.readlines(), b.getvalue(), b.write(b'x'), b.readable(), b.seekable())
b.seek(0); print([line for line in b], b.seek(0), next(b), b.readline(2)); buf = bytearray(3); b.seek(0); print(b.readinto(buf), buf)
s = io.StringIO('a\nb'); print(list(s), s.seek(0), s.readline(), s.read(), s.truncate(1), s.getvalue(), s.closed, s.writable(), s.isatty())
s.close(); b.close()
for f in (s, b):
    try: f.read()
    except ValueError as e: print(e, f.closed)
class A:
    def f(self): pass
    f.x = 1
    @classmethod
    @abc.abstractmethod
    def k(cls): pass
A.f.y = 2
print(A().f.x, A().f.y, A.k.__isabstractmethod__, hasattr(A().f, 'z'), A().f.__code__.co_name)
try: A().f.z
except AttributeError as e: print(e)
class B(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @classmethod
    @abc.abstractmethod
    def k(cls): ...
class C(B):
    def f(self): return 1
try: C()
except TypeError as e: print(e)
