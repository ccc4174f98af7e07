"""threading, queue, concurrent.futures: programs whose output no order of threads changes."""
import threading, queue
from concurrent.futures import ThreadPoolExecutor, as_completed
import concurrent.futures
out=[]; lock=threading.Lock()
def w(i):
    with lock: out.append((i, threading.current_thread().name))
ts=[threading.Thread(target=w,args=(i,)) for i in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print(out, threading.active_count(), threading.current_thread().name, ts[0].is_alive(), threading.main_thread() is threading.current_thread())
loc = threading.local(); loc.x=1
def g(): out.append(hasattr(loc,'x')); loc.x=5
t=threading.Thread(target=g, name='nn', daemon=True); t.start(); t.join(); print(out[-1], loc.x, t.name, t.daemon)
with ThreadPoolExecutor(max_workers=2) as ex:
    print(list(ex.map(lambda x: x*x, range(4))), ex.submit(pow, 2, 3).result())
    fs=[ex.submit(lambda i=i: i) for i in range(3)]; print(sorted(f.result() for f in as_completed(fs)), fs[0].done())
    f=ex.submit(lambda: 1/0)
    try: f.result()
    except ZeroDivisionError as e: print(e, type(f.exception()))
q=queue.Queue(); q.put(1); q.put(2); print(q.get(), q.qsize(), q.empty())
try: q.get_nowait(); q.get(timeout=0.01)
except queue.Empty as e: print(repr(e))
e=threading.Event(); print(e.is_set(), e.wait(0.01)); e.set(); print(e.wait())
class T(threading.Thread):
    def __init__(self): super().__init__(); self.r=None
    def run(self): self.r=7
t=T(); t.start(); t.join(); print(t.r, t.name)
s=queue.Queue()
def consumer():
    while True:
        x=s.get()
        if x is None: break
        out.append(x)
for i in range(3): s.put(i)
s.put(None)
t=threading.Thread(target=consumer); t.start(); t.join(); print(out[-3:])
