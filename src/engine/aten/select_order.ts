/**
 * Which of equal values `topk`, `kthvalue`, `mode` and a `sort` not asked to be stable take, and in what order: that of the C++ library's
 * `nth_element`, `sort` and `partial_sort`, which PyTorch calls and which are not stable, or of its own quick select.
 *
 * Idea: topk_impl_loop (ATen/native/TopKImpl.h) and the algorithms of libstdc++ (bits/stl_algo.h, bits/stl_heap.h):
 * median-of-three partitions, insertion sort below 16 elements, heaps for partial sorts.
 */

/** `a` comes before `b`. */
type Less<T> = (a: T, b: T) => boolean;

const nan = (x: number): boolean => x !== x;

/** NaN counts as the largest. */
const inOrder = (values: readonly number[], descending: boolean): Less<number> =>
  descending ? (i, j) => (nan(values[i]) && !nan(values[j])) || values[i] > values[j] : (i, j) => (!nan(values[i]) && nan(values[j])) || values[i] < values[j];

/** Positions as `std::sort` leaves them. */
export function unstableOrder(values: readonly number[], descending: boolean): number[] {
  const places = values.map((_, i) => i);
  sort(places, 0, places.length, inOrder(values, descending));
  return places;
}

/** Positions of the `k` first values by `less`, as topk gives them. */
export function topkOrder(values: readonly number[], k: number, largest: boolean, sorted: boolean): number[] {
  const less = inOrder(values, largest);
  const queue = values.map((_, i) => i);
  const n = queue.length;
  if (k === 0) return [];
  if (k * 64 <= n) partialSort(queue, 0, k, n, less);
  else {
    nthElement(queue, 0, k - 1, n, less);
    if (sorted) sort(queue, 0, k - 1, less);
  }
  return queue.slice(0, k);
}

/** The last position in the longest run of equals, after a sort that knows no NaN. */
export function modePlace(values: readonly number[]): number {
  const places = values.map((_, i) => i);
  sort(places, 0, places.length, (i, j) => values[i] < values[j]);
  let [best, longest, run] = [0, 0, 0];
  places.forEach((at, i) => {
    run++;
    if (i + 1 < places.length && values[at] === values[places[i + 1]]) return;
    if (run > longest) [best, longest] = [at, run];
    run = 0;
  });
  return best;
}

/** The position of the `k`-th smallest (from 0), NaN last: `quick_select_template` of SortingUtils.h. */
export function kthPlace(values: readonly number[], k: number): number {
  const a = values.map((_, i) => i);
  const above: Less<number> = inOrder(values, true);
  let [low, high] = [0, a.length - 1];
  while (high > low) {
    if (high === low + 1) {
      if (above(a[low], a[high])) swap(a, low, high);
      break;
    }
    swap(a, (low + high) >> 1, low + 1);
    if (above(a[low + 1], a[high])) swap(a, low + 1, high);
    if (above(a[low], a[high])) swap(a, low, high);
    if (above(a[low + 1], a[low])) swap(a, low + 1, low);
    let [i, j] = [low + 1, high];
    const pivot = a[low];
    for (;;) {
      do i++;
      while (above(pivot, a[i]));
      do j--;
      while (above(a[j], pivot));
      if (j < i) break;
      swap(a, i, j);
    }
    swap(a, low, j);
    if (j <= k) low = i;
    if (j >= k) high = j - 1;
  }
  return a[k];
}

function swap<T>(a: T[], i: number, j: number): void {
  [a[i], a[j]] = [a[j], a[i]];
}

const depthOf = (n: number): number => 2 * Math.floor(Math.log2(n));

function nthElement<T>(a: T[], from: number, nth: number, to: number, less: Less<T>): void {
  if (from === to || nth === to) return;
  let [first, last, depth] = [from, to, depthOf(to - from)];
  while (last - first > 3) {
    if (depth === 0) {
      heapSelect(a, first, nth + 1, last, less);
      swap(a, first, nth);
      return;
    }
    depth--;
    const cut = partitionPivot(a, first, last, less);
    if (cut <= nth) first = cut;
    else last = cut;
  }
  insertionSort(a, first, last, less);
}

function partitionPivot<T>(a: T[], first: number, last: number, less: Less<T>): number {
  medianToFirst(a, first, first + 1, first + ((last - first) >> 1), last - 1, less);
  let [i, j] = [first + 1, last];
  for (;;) {
    while (less(a[i], a[first])) i++;
    j--;
    while (less(a[first], a[j])) j--;
    if (i >= j) return i;
    swap(a, i, j);
    i++;
  }
}

function medianToFirst<T>(v: T[], result: number, a: number, b: number, c: number, less: Less<T>): void {
  if (less(v[a], v[b])) swap(v, result, less(v[b], v[c]) ? b : less(v[a], v[c]) ? c : a);
  else swap(v, result, less(v[a], v[c]) ? a : less(v[b], v[c]) ? c : b);
}

function insert<T>(a: T[], at: number, less: Less<T>, stop: number): void {
  const v = a[at];
  let i = at;
  while (i > stop && less(v, a[i - 1])) {
    a[i] = a[i - 1];
    i--;
  }
  a[i] = v;
}

function insertionSort<T>(a: T[], first: number, last: number, less: Less<T>): void {
  for (let i = first + 1; i < last; i++) insert(a, i, less, first);
}

const SMALL = 16;

function sort<T>(a: T[], first: number, last: number, less: Less<T>): void {
  if (first === last) return;
  introsort(a, first, last, depthOf(last - first), less);
  insertionSort(a, first, last, less);
}

function introsort<T>(a: T[], first: number, end: number, limit: number, less: Less<T>): void {
  let [last, depth] = [end, limit];
  while (last - first > SMALL) {
    if (depth === 0) {
      partialSort(a, first, last, last, less);
      return;
    }
    depth--;
    const cut = partitionPivot(a, first, last, less);
    introsort(a, cut, last, depth, less);
    last = cut;
  }
}

function partialSort<T>(a: T[], first: number, middle: number, last: number, less: Less<T>): void {
  heapSelect(a, first, middle, last, less);
  for (let end = middle; end - first > 1;) popHeap(a, first, --end, end, less);
}

function heapSelect<T>(a: T[], first: number, middle: number, last: number, less: Less<T>): void {
  const n = middle - first;
  for (let parent = (n - 2) >> 1; n > 1 && parent >= 0; parent--) adjustHeap(a, first, parent, n, a[first + parent], less);
  for (let i = middle; i < last; i++) if (less(a[i], a[first])) popHeap(a, first, middle, i, less);
}

/** The top of the heap goes to `result`, whose value joins the heap. */
function popHeap<T>(a: T[], first: number, last: number, result: number, less: Less<T>): void {
  const v = a[result];
  a[result] = a[first];
  adjustHeap(a, first, 0, last - first, v, less);
}

function adjustHeap<T>(a: T[], first: number, start: number, n: number, value: T, less: Less<T>): void {
  let hole = start;
  let child = hole;
  while (child < (n - 1) >> 1) {
    child = 2 * (child + 1);
    if (less(a[first + child], a[first + child - 1])) child--;
    a[first + hole] = a[first + child];
    hole = child;
  }
  if ((n & 1) === 0 && child === (n - 2) >> 1) {
    child = 2 * (child + 1);
    a[first + hole] = a[first + child - 1];
    hole = child - 1;
  }
  for (let parent = (hole - 1) >> 1; hole > start && less(a[first + parent], value); parent = (hole - 1) >> 1) {
    a[first + hole] = a[first + parent];
    hole = parent;
  }
  a[first + hole] = value;
}
