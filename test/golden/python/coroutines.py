"""async def, await, async for, async with, comprehensions that await, and asyncio over a clock that only sleeps move."""
import asyncio
async def f(n):
    await asyncio.sleep(0.01*n)
    return n
async def main():
    r = await asyncio.gather(*(f(i) for i in range(3)))
    print(r)
    t = asyncio.create_task(f(1))
    print(await t)
    q = asyncio.Queue()
    await q.put(1)
    print(await q.get(), q.empty())
asyncio.run(main())
import asyncio, inspect
async def agen(n):
    for i in range(n):
        await asyncio.sleep(0)
        got = yield i
        if got: print('got', got)
class CM:
    async def __aenter__(self): print('enter'); return self
    async def __aexit__(self, t, v, tb): print('exit', t); return t is ValueError
class It:
    def __init__(self): self.i = 0
    def __aiter__(self): return self
    async def __anext__(self):
        self.i += 1
        if self.i > 3: raise StopAsyncIteration
        return self.i
async def main():
    async for x in agen(3): print(x)
    else: print('else')
    print([x async for x in agen(4) if x % 2], {x async for x in It()}, {x: x*x async for x in It()}, [await asyncio.sleep(0, i) for i in range(3)])
    async with CM() as c, CM(): print('body')
    async with CM(): raise ValueError('sup')
    try:
        async with CM(): raise KeyError('x')
    except KeyError as e: print('caught', e)
    async for x in It():
        if x == 2: break
        print('it', x)
    else: print('no')
    g = agen(5); print(await g.__anext__(), await g.asend('hi')); await g.aclose()
    try: await g.__anext__()
    except StopAsyncIteration: print('stopped')
    async def inner():
        async with CM(): return 5
    print(await inner())
    for i in range(3):
        async with CM():
            if i == 1: continue
            break
    try: await 3
    except TypeError as e: print(e)
    l = [lambda: 1]
    return 'done'
print(asyncio.run(main()))
print(inspect.iscoroutinefunction(main), inspect.iscoroutinefunction(print), asyncio.iscoroutinefunction(main))
c = main(); print(type(c).__name__, c.__name__, inspect.iscoroutine(c)); c.close()
try: c.send(None)
except RuntimeError as e: print(e)
try:
    for x in main(): pass
except TypeError as e: print(e)
import asyncio, time
log = []
async def worker(name, q):
    while True:
        item = await q.get()
        await asyncio.sleep(0.01 * item)
        log.append((name, item)); q.task_done()
async def main():
    q = asyncio.Queue(maxsize=2)
    ws = [asyncio.create_task(worker(f'w{i}', q), name=f'w{i}') for i in range(2)]
    for i in [1, 5, 2, 10]: await q.put(i)
    await q.join()
    for w in ws: w.cancel()
    print(await asyncio.gather(*ws, return_exceptions=True))
    print(log)
    try: await asyncio.wait_for(asyncio.sleep(10), 0.05)
    except asyncio.TimeoutError as e: print('timeout', repr(e))
    try:
        async with asyncio.timeout(0.01): await asyncio.sleep(1)
    except TimeoutError: print('timeout2')
    async def bad(): await asyncio.sleep(0.01); raise ValueError('bad')
    try: await asyncio.gather(bad(), asyncio.sleep(1))
    except ValueError as e: print(e)
    print(await asyncio.gather(bad(), asyncio.sleep(0.001, 'ok'), return_exceptions=True))
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(bad()); t = tg.create_task(asyncio.sleep(5))
    except* ValueError as e: print(e.exceptions, t.cancelled())
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(asyncio.sleep(0.02, 'a')); b = tg.create_task(asyncio.sleep(0.01, 'b'))
    print(a.result(), b.result())
    sem = asyncio.Semaphore(2); n = [0, 0]
    async def lim():
        async with sem:
            n[0] += 1; n[1] = max(n); await asyncio.sleep(0.01); n[0] -= 1
    await asyncio.gather(*[lim() for _ in range(5)]); print(n)
    lock = asyncio.Lock(); order = []
    async def crit(i):
        async with lock: order.append(i); await asyncio.sleep(0); order.append(i)
    await asyncio.gather(crit(1), crit(2), crit(3)); print(order)
    ev = asyncio.Event()
    async def waiter(): await ev.wait(); return 'woken'
    t = asyncio.create_task(waiter()); await asyncio.sleep(0); ev.set(); print(await t)
    for c in asyncio.as_completed([asyncio.sleep(0.03, 3), asyncio.sleep(0.01, 1)]): print(await c)
    d, p = await asyncio.wait([asyncio.create_task(asyncio.sleep(0.01)), asyncio.create_task(asyncio.sleep(1))], return_when=asyncio.FIRST_COMPLETED); print(len(d), len(p))
    print(await asyncio.to_thread(lambda x: x + 1, 4), asyncio.current_task().get_name(), len(asyncio.all_tasks()))
    t = asyncio.create_task(asyncio.sleep(1)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError: print('cancelled', t.cancelled(), t.done())
    fut = asyncio.get_running_loop().create_future(); asyncio.get_running_loop().call_soon(fut.set_result, 9); print(await fut)
    pq = asyncio.PriorityQueue(); [pq.put_nowait(i) for i in (3, 1, 2)]; print(pq.get_nowait(), pq.qsize())
    try: asyncio.Queue().get_nowait()
    except asyncio.QueueEmpty as e: print(repr(e))
    async def steps(n):
        for i in range(2): print(n, i); await asyncio.sleep(0)
    await asyncio.gather(steps('a'), steps('b'))
asyncio.run(main())
loop = asyncio.new_event_loop(); print(loop.run_until_complete(asyncio.sleep(0, 'r'))); loop.close(); print(loop.is_closed())
try: asyncio.get_running_loop()
except RuntimeError as e: print(e)
async def err():
    await asyncio.sleep(0)
    return 1 / 0
try: asyncio.run(err())
except ZeroDivisionError as e: print(e)
import asyncio
async def f():
    def g():
        return [1 for _ in range(2)]
    class K:
        async def m(self): return await self.n()
        async def n(self): return 4
        @staticmethod
        async def s(): return 5
        @classmethod
        async def c(cls): return cls.__name__
        async def __call__(self, a, *b, k=1, **kw): return a, b, k, kw
    k = K()
    print(await k.m(), await K.s(), await K.c(), await k(1, 2, k=3, z=4), g())
    x = await k.n() if True else 0
    return {await k.n(): [await k.n()]}, f'{await k.n()}', (await k.n()) + await k.n(), not await k.n(), x
print(asyncio.run(f()))
import asyncio
class Model:
    def __init__(self): self.q = asyncio.Queue()
    async def serve(self):
        while (r := await self.q.get()) is not None:
            x, fut = r
            fut.set_result(x * 2)
    async def ask(self, x):
        fut = asyncio.get_running_loop().create_future()
        await self.q.put((x, fut))
        return await fut
async def main():
    m = Model(); t = asyncio.create_task(m.serve())
    print(await asyncio.gather(*(m.ask(i) for i in range(4))))
    await m.q.put(None); await t
    import contextlib
    try:
        async with asyncio.timeout(None): pass
        raise RuntimeError('r')
    except RuntimeError as e: print('c', e)
    finally: print('f')
    try: await asyncio.wait_for(m.ask(9), timeout=0.5)
    except TimeoutError: print('to')
asyncio.run(main())
for text in ('def f(): await x', 'async def f():\n    yield from []', 'async for x in y: pass', 'def f():\n    async with a: pass'):
    try: compile(text, 'f', 'exec')
    except SyntaxError as e: print(e.msg, e.lineno)
