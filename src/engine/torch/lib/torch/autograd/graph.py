"""torch.autograd.graph: what a grad_fn is, hooks on gradients of several tensors and on the tensors that are kept for backward."""
from collections import defaultdict
import functools

import torch
from torch._C._autograd import Node


class saved_tensors_hooks:
    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        torch._C._autograd._push_saved_tensors_default_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        torch._C._autograd._pop_saved_tensors_default_hooks()


class save_on_cpu(saved_tensors_hooks):
    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack_to_cpu(tensor):
            if not pin_memory:
                return (tensor.device, tensor.cpu())
            packed = torch.empty(tensor.size(), dtype=tensor.dtype, layout=tensor.layout, pin_memory=False)
            packed.copy_(tensor)
            return (tensor.device, packed)

        def unpack_from_cpu(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack_to_cpu, unpack_from_cpu)


def _node_of(t):
    """The node that a tensor's gradient reaches: for a leaf the one that accumulates it."""
    if isinstance(t, _edge_class()):
        return t.node
    if t.requires_grad and t.grad_fn is None:
        with torch.enable_grad():
            return t.view_as(t).grad_fn.next_functions[0][0]
    if t.grad_fn is None:
        raise AssertionError("Expected gradient function to be set")
    return t.grad_fn


def __getattr__(name):
    # Made when it is first wanted: few programs hold edges, and every one with a hook reads this file.
    if name != "GradientEdge":
        torch._C._missing(__name__, name)
    from collections import namedtuple
    made = namedtuple("GradientEdge", ["node", "output_nr", "ownership_token"], defaults=[None])
    made.__module__ = __name__
    globals()[name] = made
    return made


def _edge_class():
    return globals().get("GradientEdge") or __getattr__("GradientEdge")


def get_gradient_edge(tensor):
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return _edge_class()(_node_of(tensor), tensor.output_nr, ownership_token=tensor)


def _together(handles):
    """One handle for several; its class is made here, since torch.utils.hooks needs this module."""
    from torch.utils.hooks import RemovableHandle

    class _MultiHandle(RemovableHandle):
        def __init__(self):
            pass

        def remove(self):
            for handle in handles:
                handle.remove()

    return _MultiHandle()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of {('all', 'any')} but got {mode}")
    if mode == "any":
        done = defaultdict(bool)

        @functools.wraps(fn)
        def first(grad):
            task = torch._C._autograd._current_graph_task_id()
            before, done[task] = done[task], True
            if not before:
                fn(grad)

        return _together([t.register_hook(first) for t in tensors if t.requires_grad])
    nodes = [_node_of(t) for t in tensors]
    waiting, arrived = {}, {}

    def hook_of(at):
        def hook(grad):
            task = torch._C._autograd._current_graph_task_id()
            if task not in waiting:
                waiting[task] = sum(map(torch._C._autograd._will_engine_execute_node, nodes))
                arrived[task] = [None] * len(tensors)
            arrived[task][at] = grad
            # Waiting for the others keeps the gradient: a leaf then copies it.
            torch._C._autograd._keep(grad, True)
            waiting[task] -= 1
            if waiting[task] == 0:
                grads = arrived.pop(task)
                del waiting[task]
                fn(grads)
                torch._C._autograd._keep(grad, False)
        return hook

    return _together([t.register_hook(hook_of(i)) for i, t in enumerate(tensors)])
