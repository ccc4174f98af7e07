"""DataParallel: the batch split over the devices of one process.

From torch/nn/parallel/data_parallel.py. Without a device beside the CPU, PyTorch's wrapper calls its module and does nothing more:
that is here. Where Neuron devices are, it would copy the module to each and split the batch: refused by name.
"""
import torch
from torch._C import _refuse
from torch.nn.modules.module import Module


class DataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        if torch.neuron.is_available():
            _refuse("torch.nn.DataParallel over Neuron devices (DistributedDataParallel is here)")
        self.module = module
        self.device_ids = []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    if torch.neuron.is_available():
        _refuse("torch.nn.parallel.data_parallel over Neuron devices")
    if not isinstance(inputs, tuple):
        inputs = (inputs,) if inputs is not None else ()
    return module(*inputs, **(module_kwargs or {}))
