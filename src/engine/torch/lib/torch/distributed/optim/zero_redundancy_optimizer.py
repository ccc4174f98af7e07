"""ZeroRedundancyOptimizer: each rank keeps the state of its own parameters and broadcasts what it has updated.

From torch/distributed/optim/zero_redundancy_optimizer.py: the largest parameters first, each to the rank that has least.
Refused by name: overlapping with DistributedDataParallel.
"""
import copy

import torch
import torch.distributed as dist
from torch._C import _dist, _refuse
from torch.optim import Optimizer


class ZeroRedundancyOptimizer(Optimizer):
    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False, overlap_with_ddp=False, **defaults):
        if overlap_with_ddp:
            _refuse("ZeroRedundancyOptimizer(overlap_with_ddp=True)")
        params = self._checked(params)
        self.initialized = False
        super().__init__(params, defaults)
        self.process_group = process_group if process_group is not None else dist.group.WORLD
        self.world_size = dist.get_world_size(self.process_group)
        self.rank = dist.get_rank(self.process_group)
        self.global_rank = dist.get_global_rank(self.process_group, self.rank)
        self._optim_defaults = defaults
        self._optim_constructor = optimizer_class
        self._parts = None
        self._all_state_dicts = []
        self.optim = optimizer_class(self._partition_parameters()[self.rank], **defaults)
        self._sync_param_groups(self.optim.param_groups, self.param_groups)
        self.parameters_as_bucket_view = parameters_as_bucket_view
        self._buckets = []
        self._build_param_buckets()
        self.initialized = True

    def _checked(self, params):
        if isinstance(params, torch.Tensor):
            raise TypeError(f"`params` argument should be an iterable of Tensors, but got {torch.typename(params)}")
        try:
            given = list(params)
        except TypeError as e:
            raise TypeError(f"`params` argument should be an iterable of Tensors or dicts, but got {torch.typename(params)}") from e
        if len(given) == 0:
            raise ValueError("ZeroRedundancyOptimizer got an empty parameter list")
        if all(isinstance(p, torch.Tensor) for p in given):
            self._all_params = given
        elif all(isinstance(p, dict) for p in given):
            self._all_params = []
            for group in given:
                if "params" not in group:
                    raise ValueError("Each parameter group passed-in via `params` must have a 'params' key mapping to the parameters in the group")
                self._all_params.extend(group["params"])
        else:
            raise TypeError("`params` argument should be an iterable of Tensors or dicts")
        first = torch.typename(self._all_params[0])
        for p in self._all_params[1:]:
            if torch.typename(p) != first:
                raise ValueError(f"ZeroRedundancyOptimizer only supports using the same dense type for all parameters but got both {first} and {torch.typename(p)}")
        return given

    def _partition_parameters(self):
        """Parameter groups of each rank."""
        if self._parts is None:
            self._parts = [[] for _ in range(self.world_size)]
            sizes = [0] * self.world_size
            for group in self.param_groups:
                shares = [[] for _ in range(self.world_size)]
                for p in sorted(group["params"], key=lambda t: t.numel(), reverse=True):
                    least = sizes.index(min(sizes))
                    shares[least].append(p)
                    sizes[least] += p.numel()
                for part, share in zip(self._parts, shares):
                    own = copy.copy(group)
                    own["params"] = share
                    part.append(own)
        return self._parts

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        if self.initialized:
            self._parts = None
            groups = self._partition_parameters()[self.rank]
            if len(groups) == len(self.optim.param_groups) + 1:
                self.optim.add_param_group(groups[-1])
            self._build_param_buckets()

    def _build_param_buckets(self):
        """One flat tensor for each rank's parameters, which become views of it."""
        if not self.parameters_as_bucket_view:
            return
        self._buckets = []
        for part in self._partition_parameters():
            params = [p for group in part for p in group["params"]]
            for p in params:
                if not p.requires_grad:
                    p.data = p.data.detach().clone()
            params = [p for p in params if p.requires_grad]
            size = sum(p.numel() for p in params)
            bucket = torch.zeros(1) if size == 0 else torch.empty(size, dtype=params[0].dtype, device=params[0].device)
            at = 0
            for p in params:
                bucket[at : at + p.numel()].copy_(p.data.flatten())
                p.data = bucket[at : at + p.numel()].view_as(p.data)
                at += p.numel()
            self._buckets.append(bucket)

    def _sync_params(self):
        works = []
        for rank, part in enumerate(self._partition_parameters()):
            source = dist.get_global_rank(self.process_group, rank)
            sent = [self._buckets[rank]] if self.parameters_as_bucket_view else [p.data for group in part for p in group["params"]]
            works.extend(dist.broadcast(t, src=source, group=self.process_group, async_op=True) for t in sent)
        for work in works:
            work.wait()

    @staticmethod
    def _sync_param_groups(src_param_groups, dst_param_groups):
        for src, dst in zip(src_param_groups, dst_param_groups):
            for key in src:
                if key != "params":
                    dst[key] = src[key]

    def step(self, closure=None, **kwargs):
        self._sync_param_groups(self.param_groups, self.optim.param_groups)
        loss = self.optim.step(**kwargs) if closure is None else self.optim.step(closure=closure, **kwargs)
        self._sync_param_groups(self.optim.param_groups, self.param_groups)
        self._sync_params()
        return loss

    def consolidate_state_dict(self, to=0):
        self._sync_param_groups(self.param_groups, self.optim.param_groups)
        group = self.process_group
        self._all_state_dicts = []
        for rank in range(self.world_size):
            if rank == to:
                if self.rank == to:
                    self._all_state_dicts.append(copy.deepcopy(self.optim.state_dict()))
                continue
            holder = [self.optim.state_dict() if self.rank == rank else None]
            dist.broadcast_object_list(holder, src=dist.get_global_rank(group, rank), group=group)
            if self.rank == to:
                self._all_state_dicts.append(copy.deepcopy(holder[0]))

    def state_dict(self):
        if len(self._all_state_dicts) == 0:
            raise RuntimeError(
                "Optimizer state has not been consolidated on this rank. "
                f"Please call `consolidate_state_dict(to={self.rank})` on "
                "all ranks beforehand if you meant to save the global state."
            )
        out = super().state_dict()
        place = {id(p): i for i, p in enumerate(p for group in self.param_groups for p in group["params"])}
        for local, part in zip(self._all_state_dicts, self._partition_parameters()):
            for own, group in zip(local["param_groups"], part):
                for i, p in zip(own["params"], group["params"]):
                    if i in local["state"]:
                        out["state"][place[id(p)]] = local["state"][i]
        out["state"] = dict(sorted(out["state"].items()))
        return out

    def load_state_dict(self, state_dict):
        params = [p for group in self.param_groups for p in group["params"]]
        mine = {id(p) for group in self._partition_parameters()[self.rank] for p in group["params"]}
        for i, value in state_dict["state"].items():
            p = params[i]
            if id(p) not in mine:
                state_dict["state"][i] = None
            else:
                self.optim.state[p] = copy.deepcopy(value)
        super().load_state_dict(state_dict)
        self._sync_param_groups(state_dict["param_groups"], self.param_groups)
        self._sync_param_groups(self.param_groups, self.optim.param_groups)
