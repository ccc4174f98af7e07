"""queue: what is put in comes out. Waiting for what nobody can bring, since no other thread runs meanwhile, is refused."""
import heapq as _heapq
from collections import deque as _deque
from _os import refuse as _refuse
from _time import advance as _advance

class Empty(Exception):
    pass
class Full(Exception):
    pass
Empty.__module__ = '_queue'

class Queue:
    def __init__(self, maxsize=0):
        self.maxsize, self.unfinished_tasks = maxsize, 0
        self._init(maxsize)
    def _init(self, maxsize):
        self.queue = _deque()
    def _put(self, item):
        self.queue.append(item)
    def _get(self):
        return self.queue.popleft()
    def _qsize(self):
        return len(self.queue)
    def qsize(self):
        return self._qsize()
    def empty(self):
        return not self._qsize()
    def full(self):
        return 0 < self.maxsize <= self._qsize()
    def put(self, item, block=True, timeout=None):
        if self.full():
            if not block:
                raise Full
            _waited(timeout, 'Queue.put on a full queue')
            raise Full
        self._put(item)
        self.unfinished_tasks += 1
    def get(self, block=True, timeout=None):
        if not self._qsize():
            if not block:
                raise Empty
            _waited(timeout, 'Queue.get on an empty queue')
            raise Empty
        return self._get()
    def put_nowait(self, item):
        return self.put(item, block=False)
    def get_nowait(self):
        return self.get(block=False)
    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError('task_done() called too many times')
        self.unfinished_tasks -= 1
    def join(self):
        if self.unfinished_tasks:
            _refuse('Queue.join that waits for another thread')
def _waited(timeout, what):
    if timeout is None:
        _refuse(f'{what} that waits for another thread')
    if timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    _advance(timeout)
class PriorityQueue(Queue):
    def _init(self, maxsize):
        self.queue = []
    def _put(self, item):
        _heapq.heappush(self.queue, item)
    def _get(self):
        return _heapq.heappop(self.queue)
class LifoQueue(Queue):
    def _init(self, maxsize):
        self.queue = []
    def _get(self):
        return self.queue.pop()
class SimpleQueue:
    def __init__(self):
        self._of = Queue()
    def put(self, item, block=True, timeout=None):
        self._of.put(item)
    def get(self, block=True, timeout=None):
        return self._of.get(block, timeout)
    put_nowait = put
    def get_nowait(self):
        return self._of.get(False)
    def empty(self):
        return self._of.empty()
    def qsize(self):
        return self._of.qsize()
