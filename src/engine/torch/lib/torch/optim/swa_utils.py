"""Averages of a model's weights over training: equal (SWA) or exponential (EMA), with the schedule and statistics that go with them.

After Izmailov et al., "Averaging Weights Leads to Wider Optima and Better Generalization" (2018); protocol as in PyTorch.
"""
import itertools
import math
import warnings
from copy import deepcopy

import torch
from torch.nn import Module

from .lr_scheduler import LRScheduler, _format_param
from .optimizer import _by_device_and_dtype

__all__ = ["AveragedModel", "update_bn", "SWALR", "get_ema_multi_avg_fn", "get_swa_multi_avg_fn", "get_ema_avg_fn", "get_swa_avg_fn"]


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def _is_real_valued(t):
    return torch.is_floating_point(t) or torch.is_complex(t)


def get_ema_multi_avg_fn(decay=0.999):
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_params, current_params, _):
        if _is_real_valued(ema_params[0]):
            torch._foreach_lerp_(ema_params, current_params, 1 - decay)
        else:
            for old, new in zip(ema_params, current_params):
                old.copy_(old * decay + new * (1 - decay))
    return ema_update


def get_swa_multi_avg_fn():
    @torch.no_grad()
    def swa_update(averaged, current, num_averaged):
        if _is_real_valued(averaged[0]):
            torch._foreach_lerp_(averaged, current, 1 / (num_averaged + 1))
            return
        differences = torch._foreach_sub(current, averaged)
        if isinstance(num_averaged, torch.Tensor):
            torch._foreach_addcdiv_(averaged, differences, [num_averaged + 1] * len(averaged))
        else:
            torch._foreach_add_(averaged, differences, alpha=1.0 / (num_averaged + 1))
    return swa_update


def get_ema_avg_fn(decay=0.999):
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param
    return ema_update


def get_swa_avg_fn():
    @torch.no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)
    return swa_update


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _averaged(self, module):
        return itertools.chain(module.parameters(), module.buffers()) if self.use_buffers else module.parameters()

    def update_parameters(self, model):
        mine = self._averaged(self.module) if self.use_buffers else self.parameters()
        held, given = [], []
        first = bool(self.n_averaged == 0)
        for old, new in zip(mine, self._averaged(model)):
            new = new.detach().to(old.device)
            held.append(old.detach())
            given.append(new)
            if first:
                old.detach().copy_(new)
        if self.n_averaged > 0:
            if self.multi_avg_fn is not None or self.avg_fn is None:
                for (olds, news), _ in _by_device_and_dtype([held, given]):
                    device = olds[0].device
                    if self.multi_avg_fn:
                        self.multi_avg_fn(olds, news, self.n_averaged.to(device))
                    elif device.type != "cpu":
                        get_swa_multi_avg_fn()(olds, news, self.n_averaged.to(device))
                    else:
                        average, n = get_swa_avg_fn(), self.n_averaged.to(device)
                        for old, new in zip(olds, news):
                            old.copy_(average(old, new, n))
            else:
                for old, new in zip(held, given):
                    n = self.n_averaged.to(old.device)
                    old.detach().copy_(self.avg_fn(old.detach(), new, n))
        if not self.use_buffers:
            for old, new in zip(self.module.buffers(), model.buffers()):
                old.detach().copy_(new.detach().to(old.device))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """The running statistics of batch normalisation, found anew over all of `loader` as a plain average."""
    momenta = {}
    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.reset_running_stats()
            momenta[module] = module.momentum
    if not momenta:
        return
    was_training = model.training
    model.train()
    for module in momenta:
        module.momentum = None
    for batch in loader:
        if isinstance(batch, (list, tuple)):
            batch = batch[0]
        if device is not None:
            batch = batch.to(device)
        model(batch)
    for module, momentum in momenta.items():
        module.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        for lr, group in zip(_format_param("swa_lr", optimizer, swa_lr), optimizer.param_groups):
            group["swa_lr"] = lr
        if anneal_strategy not in ["cos", "linear"]:
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._set_anneal_func(anneal_strategy)
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _linear_anneal(t):
        return t

    @staticmethod
    def _cosine_anneal(t):
        return (1 - math.cos(math.pi * t)) / 2

    def _set_anneal_func(self, strategy):
        self._anneal_strategy = strategy
        self.anneal_func = self._cosine_anneal if strategy == "cos" else self._linear_anneal

    def _share(self, step):
        return self.anneal_func(max(0, min(1, step / max(1, self.anneal_epochs))))

    def get_lr(self):
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.", UserWarning)
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        lrs = []
        for group in self.optimizer.param_groups:
            goal = group["swa_lr"]
            # The rate that annealing began with, found back from the present one.
            start = goal if before == 1 else (group["lr"] - before * goal) / (1 - before)
            lrs.append(goal * now + start * (1 - now))
        return lrs

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "anneal_func")}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)
        self._set_anneal_func(self._anneal_strategy)
