"""Collectives that autograd sees through: the backward of each is another one.

After torch/distributed/nn/functional.py. Gloo's gradient of all_gather goes through as many scatters as there are ranks.
Leaves out: RemoteModule, and the gradient of _all_gather_base, which gloo has not either.
"""
import torch
import torch.distributed as dist
from torch._C import _missing
from torch.autograd import Function
from torch.distributed import ReduceOp, group


class _Broadcast(Function):
    @staticmethod
    def forward(ctx, src, group, tensor):
        ctx.src, ctx.group = src, group
        ctx.rank = dist.get_rank(group=group)
        out = tensor.clone()
        dist.broadcast(out, src, group=group)
        return out

    @staticmethod
    def backward(ctx, grad):
        sum_ = _Reduce.apply(ctx.src, ReduceOp.SUM, ctx.group, grad)
        if ctx.src != ctx.rank:
            sum_.zero_()
        return None, None, sum_


class _Gather(Function):
    @staticmethod
    def forward(ctx, dst, group, tensor):
        ctx.dst, ctx.group = dst, group
        parts = [torch.zeros_like(tensor) for _ in range(dist.get_world_size(group=group))]
        dist.gather(tensor.contiguous(), parts if dist.get_rank(group=group) == dst else None, dst, group=group)
        return tuple(parts)

    @staticmethod
    def backward(ctx, *grads):
        return None, None, _Scatter.apply(ctx.dst, ctx.group, *grads)


class _Scatter(Function):
    @staticmethod
    def forward(ctx, src, group, *tensors):
        ctx.src, ctx.group = src, group
        if any(t.size() != tensors[0].size() for t in tensors):
            raise AssertionError
        out = torch.zeros_like(tensors[0])
        dist.scatter(out, list(tensors) if dist.get_rank(group=group) == src else None, src, group=group)
        return out

    @staticmethod
    def backward(ctx, grad):
        return (None, None) + _Gather.apply(ctx.src, ctx.group, grad)


class _Reduce(Function):
    @staticmethod
    def forward(ctx, src, op, group, tensor):
        ctx.src, ctx.group = src, group
        out = tensor.clone()
        dist.reduce(out, src, op=op, group=group)
        return out

    @staticmethod
    def backward(ctx, grad):
        return None, None, None, _Broadcast.apply(ctx.src, ctx.group, grad)


class _Reduce_Scatter(Function):
    @staticmethod
    def forward(ctx, op, group, tensor, *parts):
        ctx.group = group
        out = tensor.contiguous()
        dist.reduce_scatter(out, [p.contiguous() for p in parts], op=op, group=group)
        return out

    @staticmethod
    def backward(ctx, grad):
        return (None, None, None) + _AllGather.apply(ctx.group, grad)


class _AllGather(Function):
    @staticmethod
    def forward(ctx, group, tensor):
        ctx.group = group
        tensor = tensor.contiguous()
        parts = [torch.empty_like(tensor) for _ in range(dist.get_world_size(group=group))]
        dist.all_gather(parts, tensor, group=group)
        return tuple(parts)

    @staticmethod
    def backward(ctx, *grads):
        parts = _AlltoAll.apply(ctx.group, [torch.empty_like(g) for g in grads], *grads)
        return None, torch.sum(torch.stack(parts), dim=0)


class _AlltoAll(Function):
    @staticmethod
    def forward(ctx, group, outs, *tensors):
        ctx.group = group
        n = dist.get_world_size(group=group)
        ctx.sizes = [tensors[i].size() for i in range(n)]
        rank = dist.get_rank(group=group)
        parts = [t.contiguous() for t in tensors]
        for i in range(n):
            dist.scatter(outs[i], parts if i == rank else None, i, group=group)
        return tuple(outs)

    @staticmethod
    def backward(ctx, *grads):
        outs = [torch.empty(size, device=grads[0].device, dtype=grads[0].dtype) for size in ctx.sizes]
        return (None, None) + _AlltoAll.apply(ctx.group, outs, *grads)


class _AlltoAllSingle(Function):
    @staticmethod
    def forward(ctx, group, output, output_split_sizes, input_split_sizes, input):
        ctx.group = group
        ctx.size = input.size()
        ctx.splits = input_split_sizes, output_split_sizes
        dist.all_to_all_single(output, input, output_split_sizes=output_split_sizes, input_split_sizes=input_split_sizes, group=group)
        return output

    @staticmethod
    def backward(ctx, grad):
        out = torch.empty(ctx.size, device=grad.device, dtype=grad.dtype)
        return None, None, None, None, _AlltoAllSingle.apply(ctx.group, out, *ctx.splits, grad.contiguous())


class _AllReduce(Function):
    @staticmethod
    def forward(ctx, op, group, tensor):
        ctx.group, ctx.op = group, op
        out = tensor.clone(memory_format=torch.contiguous_format)
        dist.all_reduce(out, op=op, group=group)
        return out

    @staticmethod
    def backward(ctx, grad):
        return None, None, _AllReduce.apply(ctx.op, ctx.group, grad)


def broadcast(tensor, src, group=group.WORLD):
    return _Broadcast.apply(src, group, tensor)


def gather(tensor, dst=0, group=group.WORLD):
    return _Gather.apply(dst, group, tensor)


def scatter(tensors, src=0, group=group.WORLD):
    return _Scatter.apply(src, group, *tensors)


def reduce(tensor, dst, op=ReduceOp.SUM, group=group.WORLD):
    return _Reduce.apply(dst, op, group, tensor)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=group.WORLD):
    return _Reduce_Scatter.apply(op, group, output, *input_list)


def all_gather(tensor, group=group.WORLD):
    return _AllGather.apply(group, tensor)


def all_to_all(output_tensor_list, input_tensor_list, group=group.WORLD):
    return _AlltoAll.apply(group, output_tensor_list, *input_tensor_list)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=group.WORLD):
    return _AlltoAllSingle.apply(group, output, output_split_sizes, input_split_sizes, input)


def all_reduce(tensor, op=ReduceOp.SUM, group=group.WORLD):
    return _AllReduce.apply(op, group, tensor)


def __getattr__(name):
    return _missing("torch.distributed.nn.functional", name)
