"""heapq: binary heaps in lists."""
def heappush(heap, item):
    heap.append(item)
    _up(heap, 0, len(heap) - 1)
def heappop(heap):
    last = heap.pop()
    if heap:
        top = heap[0]
        heap[0] = last
        _down(heap, 0)
        return top
    return last
def heapreplace(heap, item):
    top = heap[0]
    heap[0] = item
    _down(heap, 0)
    return top
def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item
def heapify(x):
    for i in reversed(range(len(x) // 2)):
        _down(x, i)
def _up(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        if not item < heap[parent]:
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item
def _down(heap, pos):
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _up(heap, start, pos)
def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]
def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]
def merge(*iterables, key=None, reverse=False):
    yield from sorted((x for it in iterables for x in it), key=key, reverse=reverse)
