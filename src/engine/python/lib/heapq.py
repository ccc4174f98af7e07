"""heapq: binary heaps in lists."""
def heappush(heap, item):
    heap.append(item)
    _up(heap, 0, len(heap) - 1)
def heappop(heap):
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if heap:
        top = heap[0]
        heap[0] = last
        _down(heap, 0)
        return top
    return last
def heapreplace(heap, item):
    if not heap:
        raise IndexError('index out of range')
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
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]
def merge(*iterables, key=None, reverse=False):
    heads = []
    for it in map(iter, iterables):
        for v in it:
            heads.append([v if key is None else key(v), v, it])
            break
    while heads:
        best = heads[0]
        for h in heads[1:]:
            if (best[0] < h[0]) if reverse else (h[0] < best[0]):
                best = h
        yield best[1]
        for v in best[2]:
            best[0], best[1] = v if key is None else key(v), v
            break
        else:
            heads = [h for h in heads if h is not best]
