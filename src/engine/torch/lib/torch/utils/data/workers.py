"""The workers of a DataLoader, one after the other in the program's own process.

From torch/utils/data/_utils/worker.py and `_MultiProcessingDataLoaderIter`. A worker has its own generators of torch and of
`random`, seeded by the base seed and its number, and its own copy of the data set's attributes; it makes a batch when that is
asked for, which gives what a process makes ahead. Each tensor of a batch costs the two rows that take it out of shared
memory. What separate processes would show and this cannot is refused by name: printing, errors, numpy's generator, changes
in what the data set holds or of names in a module.
"""
import itertools
import random

import torch
from torch._C import _else, _refuse, _serial
from torch.nn.parameter import Parameter

from . import dataloader
from .dataset import Dataset


class WorkerInfo:
    def __init__(self, id, num_workers, seed, dataset):
        self.id, self.num_workers, self.seed, self.dataset = id, num_workers, seed, dataset

    def __repr__(self):
        return f"WorkerInfo(id={self.id}, num_workers={self.num_workers}, seed={self.seed}, dataset={self.dataset!r})"


def _forked(data, memo):
    """A data set with attributes of its own, and so the data sets in it."""
    if id(data) in memo:
        return memo[id(data)]
    if isinstance(data, list) and any(isinstance(x, Dataset) for x in data):
        return [_forked(x, memo) for x in data]
    if not isinstance(data, Dataset):
        return data
    made = memo[id(data)] = object.__new__(type(data))
    for name, value in data.__dict__.items():
        made.__dict__[name] = _forked(value, memo)
    return made


def _held(data, memo):
    return [v for d in memo.values() for v in d.__dict__.values() if not isinstance(v, Dataset)] if memo else [data]


class _Worker:
    def __init__(self, loader, number, base_seed):
        memo = {}
        self.data = _forked(loader.dataset, memo)
        self.held = _serial.reach(_held(self.data, memo))
        self.collate = loader.collate_fn
        if getattr(self.collate, "__self__", None) is loader.dataset:
            self.collate = getattr(self.data, self.collate.__name__)
        self.info = WorkerInfo(number, loader.num_workers, base_seed + number, self.data)
        self.init = loader.worker_init_fn
        self.fetcher = self.state = None
        self.loader = loader

    def _make(self, index):
        if self.fetcher is None:
            random.seed(self.info.seed)
            torch.manual_seed(self.info.seed)
            if self.init is not None:
                self.init(self.info.id)
            self.fetcher = dataloader._Fetcher(self.loader, self.info.dataset, self.collate)
        else:
            torch.set_rng_state(self.state[0])
            random.setstate(self.state[1])
        made = self.fetcher._fetch(index)
        self.state = torch.get_rng_state(), random.getstate()
        return _sent(made, {})

    def _run(self, index):
        dataloader._worker[0] = self.info
        before = torch.get_rng_state(), random.getstate()
        try:
            return [self._make(index)]
        except StopIteration:
            return None
        except Exception as e:
            _refuse(f"an error in a DataLoader's worker ({type(e).__name__}: {e})")
        finally:
            dataloader._worker[0] = None
            torch.set_rng_state(before[0])
            random.setstate(before[1])

    def fetcher_again(self):
        """A new pass of workers that stayed: their generators go on, a stream begins anew."""
        if self.fetcher is not None:
            self.fetcher = dataloader._Fetcher(self.loader, self.info.dataset, self.collate)

    def fetch(self, index):
        return _serial.aside(self._run, (index,), self.held)


def _each(data, of):
    if isinstance(data, torch.Tensor):
        return of(data)
    if isinstance(data, dict):
        return type(data)((k, _each(v, of)) for k, v in data.items())
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[_each(v, of) for v in data])
    if isinstance(data, (list, tuple)):
        return type(data)([_each(v, of) for v in data])
    if hasattr(data, "__dict__") and any(isinstance(v, torch.Tensor) for v in data.__dict__.values()):
        _refuse(f"a {type(data).__name__} with tensors from a DataLoader's worker")
    return data


def _sent(data, memo):
    def send(t):
        if type(t) not in (torch.Tensor, Parameter) or t.requires_grad:
            _refuse("a tensor with a gradient from a DataLoader's worker")
        return _serial.keep(t, memo)
    return _each(data, send)


def _received(data):
    seen = {}
    def receive(t):
        if id(t) not in seen:
            seen[id(t)] = _serial.share(t)
        return seen[id(t)]
    return _each(data, receive)


class _MultiProcessingDataLoaderIter:
    def __init__(self, loader):
        self._reset(loader)

    def _reset(self, loader):
        if loader.timeout or not loader._iterable and not hasattr(loader.dataset, "__getitem__"):
            _refuse("DataLoader with timeout= and workers")
        if loader.pin_memory and torch.accelerator.is_available():
            _refuse("DataLoader(pin_memory=True) with workers")
        self._index_sampler = loader._index_sampler
        self._sampler_iter = iter(self._index_sampler)
        if hasattr(self, "_workers"):
            for w in self._workers:
                w.fetcher_again()
        else:
            base_seed = _else(torch.empty((), dtype=torch.int64).random_(generator=loader.generator), 0).item()
            self._workers = [_Worker(loader, i, base_seed) for i in range(loader.num_workers)]
        self._cycle = itertools.cycle(range(loader.num_workers))
        self._live = [True] * loader.num_workers
        self._tasks, self._sent, self._next = {}, 0, 0
        for _ in range(loader.prefetch_factor * loader.num_workers):
            self._put()

    def _put(self):
        try:
            index = next(self._sampler_iter)
        except StopIteration:
            return
        for _ in self._workers:
            w = next(self._cycle)
            if self._live[w]:
                self._tasks[self._sent] = (w, index)
                self._sent += 1
                return

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._index_sampler)

    def __next__(self):
        while self._next < self._sent:
            w, index = self._tasks.pop(self._next)
            if not self._live[w]:
                self._next += 1
                continue
            made = self._workers[w].fetch(index)
            if made is None:
                self._live[w] = False
                self._put()
                self._next += 1
                continue
            self._next += 1
            data = _received(made[0])
            self._put()
            return data
        raise StopIteration
