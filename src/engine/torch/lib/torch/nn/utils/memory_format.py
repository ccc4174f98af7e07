"""Weights of convolutions laid out anew, module by module."""
import torch


def _convert(module, kinds, memory_format):
    if isinstance(module, kinds):
        data = module.weight.detach().clone(memory_format=memory_format)
        module.weight.data = data.resize_(data.size(), memory_format=memory_format)
    for child in module.children():
        _convert(child, kinds, memory_format)
    return module


def convert_conv2d_weight_memory_format(module, memory_format):
    return _convert(module, (torch.nn.Conv2d, torch.nn.ConvTranspose2d), memory_format)


def convert_conv3d_weight_memory_format(module, memory_format):
    return _convert(module, (torch.nn.Conv3d, torch.nn.ConvTranspose3d), memory_format)
