"""pickle: the bytes of protocols 4 and 5, and back."""
import pickle
class A:
    def __init__(self): self.x=1; self.y=[self.x]
    def m(self): return self.x
class S:
    __slots__=('a','b')
    def __init__(self): self.a=1
class G:
    def __init__(self): self.n=3; self.skip=lambda: 0
    def __getstate__(self): d=dict(self.__dict__); del d['skip']; return d
    def __setstate__(self,s): self.__dict__.update(s); self.skip='re'
class R:
    def __init__(self,v): self.v=v
    def __reduce__(self): return (R,(self.v+1,))
class L(list): pass
class D(dict): pass
class I(int): pass
import enum, collections, dataclasses
class C(enum.Enum): P=1; Q='q'
P=collections.namedtuple('P','x y')
@dataclasses.dataclass
class DC: x:int; y:str='s'
class E(Exception):
    pass
def f(): pass
l=L([1,2]); l.z=5
d=D(a=1)
rec=[1]; rec.append(rec)
t=([],); t[0].append(t)
o=A(); o.me=o
vals=[None,True,False,0,255,256,65535,65536,-1,2**31,-2**31,2**31-1,-2**31-1,2**40,-2**40,2**63,-2**63,2**64,-128,10**30,-10**30,1.5,float('inf'),'', 'a','é','x'*300,b'',b'abc',b'y'*300,bytearray(b'q'),bytearray(),(),(1,),(1,2),(1,2,3),(1,2,3,4),[],[1],[1,2],{}, {'a':1},{'a':1,'b':[2]},set(),{1},{1,2,3},frozenset(),frozenset([1]),1+2j,range(3),slice(1,2),Ellipsis,NotImplemented,type(None),int,len,f,A,A.m,A().m,A(),S(),G(),R(1),l,d,I(5),C.P,C.Q,P(1,2),DC(1),E('a',2),ValueError('x'),collections.OrderedDict(a=1,b=2),collections.defaultdict(list,a=[1]),collections.Counter('aab'),collections.deque([1,2]),collections.deque([1],maxlen=3),list(range(1001)),set(range(1100)),['a','a','b'],[(1,2)]*2,rec,t,o,[1]*3,'k'*70000,{'a':{'a':'a'}},object(),L(),D(),[None,[None]],collections.OrderedDict,print,('a',('b',('c','a')))]
import hashlib
for v in vals:
    for p in (4,5):
        s=pickle.dumps(v,protocol=p)
        print(type(v).__name__, p, len(s), s if len(s)<200 else hashlib.md5(s).hexdigest())
    r=pickle.loads(s)
    print(type(r).__name__, "rec" if v is rec or v is t else r==v)
r=pickle.loads(pickle.dumps(o)); print(r.me is r, r.y)
r=pickle.loads(pickle.dumps(l)); print(r, r.z, type(r))
r=pickle.loads(pickle.dumps(R(1))); print(r.v)
r=pickle.loads(pickle.dumps(G())); print(r.skip, r.n)
s=pickle.loads(pickle.dumps(S())); print(s.a, hasattr(s,'b'))
q=A(); a,b=pickle.loads(pickle.dumps([q,q])); print(a is b)
def loc(): return lambda: 1
for bad in (lambda: 1, loc(), (i for i in []), pickle, [lambda x: 2]):
    try: pickle.dumps(bad)
    except Exception as e: print(type(e).__name__, str(e).split(' at 0x')[0])
for b in (b'', b'abc', b'\x80\x04', b'\x80\x06.', 3, 'a'):
    try: print(pickle.loads(b))
    except Exception as e: print(type(e).__name__, e)
import io
f=io.BytesIO(); pickle.dump([1],f); pickle.dump({'a':2},f); print(f.tell()); f.seek(0); print(pickle.load(f), pickle.load(f))
try: pickle.load(f)
except EOFError as e: print(e)
class U(pickle.Unpickler):
    def find_class(self,m,n): print('find',m,n); return super().find_class(m,n)
print(U(io.BytesIO(pickle.dumps(A()))).load().x)
print(pickle.loads(b'\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02K\x03e.'))
with open('/tmp/x.pkl','wb') as h: pickle.dump(vals[:50],h)
with open('/tmp/x.pkl','rb') as h: print(pickle.load(h)==vals[:50])
try: pickle.dumps(1, 9)
except ValueError as e: print(e)
print(pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL, pickle.dumps((1,'a'), -1))
