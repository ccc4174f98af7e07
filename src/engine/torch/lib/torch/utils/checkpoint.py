"""Activation checkpointing: the forward of a part is run again during backward instead of keeping what it saved.

Both forms: a backward inside the backward (re-entrant), and hooks on saved tensors, which stop the second forward at the
last tensor that is needed. Left out: selective checkpointing (`context_fn`), `debug`, other determinism checks.
"""
import contextlib
import warnings
from collections import defaultdict

import torch
from torch.autograd.graph import saved_tensors_hooks


def detach_variable(inputs):
    out = []
    for inp in inputs:
        if not isinstance(inp, torch.Tensor):
            out.append(inp)
            continue
        x = inp.detach()
        x.requires_grad = inp.requires_grad
        out.append(x)
    return tuple(out)


def check_backward_validity(inputs):
    if not any(inp.requires_grad for inp in inputs if isinstance(inp, torch.Tensor)):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)


class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.preserve_rng_state = preserve_rng_state
        if preserve_rng_state:
            ctx.fwd_cpu_state = torch.get_rng_state()
        ctx.inputs = []
        ctx.tensor_indices = []
        tensor_inputs = []
        for i, arg in enumerate(args):
            if isinstance(arg, torch.Tensor):
                tensor_inputs.append(arg)
                ctx.tensor_indices.append(i)
                ctx.inputs.append(None)
            else:
                ctx.inputs.append(arg)
        ctx.save_for_backward(*tensor_inputs)
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *args):
        if not torch._C._autograd._is_checkpoint_valid():
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter to "
                ".backward(). To resolve this error, you can either set use_reentrant=False, or call .backward() without passing the "
                "`inputs` argument.")
        inputs = list(ctx.inputs)
        for i, idx in enumerate(ctx.tensor_indices):
            inputs[idx] = ctx.saved_tensors[i]
        state = None
        if ctx.preserve_rng_state:
            state = torch.get_rng_state()
            torch.set_rng_state(ctx.fwd_cpu_state)
        detached = detach_variable(tuple(inputs))
        with torch.enable_grad():
            outputs = ctx.run_function(*detached)
        if state is not None:
            torch.set_rng_state(state)
        if isinstance(outputs, torch.Tensor):
            outputs = (outputs,)
        with_grad = []
        args_with_grad = []
        for i in range(len(outputs)):
            if torch.is_tensor(outputs[i]) and outputs[i].requires_grad:
                with_grad.append(outputs[i])
                args_with_grad.append(args[i])
        if len(with_grad) == 0:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward(with_grad, args_with_grad)
        grads = tuple(inp.grad if isinstance(inp, torch.Tensor) else None for inp in detached)
        return (None, None) + grads


_MISMATCH = """torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.
Number of tensors saved during forward: {}
Number of tensors saved during recomputation: {}.

Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint‑debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""


class CheckpointError(RuntimeError):
    pass


_early_stop = [None]


class _StopRecomputationError(Exception):
    pass


class _Holder:
    def __init__(self):
        self.tensors = {}


class _CheckpointFrame:
    def __init__(self, inputs, recompute, early_stop):
        self.inputs = inputs
        self.recompute = recompute
        self.early_stop = early_stop
        self.holders = []
        self.counters = defaultdict(int)
        self.recomputed = set()
        self.forward_completed = False
        self.ignore_saved_mismatch = False


class _recomputation_hook(saved_tensors_hooks):
    def __init__(self, frame, task):
        def pack_hook(x):
            x = x.detach() if x.requires_grad else x
            index = frame.counters[task]
            frame.counters[task] += 1
            if index >= len(frame.holders):
                if not frame.forward_completed:
                    frame.ignore_saved_mismatch = True
                    return x
                torch._C._refuse("a checkpointed function that keeps more tensors when it is run again")
            frame.holders[index].tensors[task] = x
            if frame.early_stop and frame.counters[task] == len(frame.holders):
                raise _StopRecomputationError
            return x

        super().__init__(pack_hook, lambda x: x)


class _checkpoint_hook(saved_tensors_hooks):
    def __init__(self, frame):
        def pack_hook(x):
            frame.holders.append(_Holder())
            return frame.holders[-1]

        def unpack_hook(holder):
            task = torch._C._autograd._current_graph_task_id()
            if task not in frame.recomputed:
                inputs = frame.inputs()
                try:
                    with _recomputation_hook(frame, task), torch.enable_grad():
                        frame.recompute(inputs)
                except _StopRecomputationError:
                    pass
                frame.recomputed.add(task)
                if not frame.ignore_saved_mismatch and frame.counters[task] != len(frame.holders):
                    raise CheckpointError(_MISMATCH.format(len(frame.holders), frame.counters[task]))
            if holder.tensors[task] is None:
                raise CheckpointError(
                    "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already "
                    "unpacked once. If you are calling ctx.saved_tensors in backward, make sure "
                    "to do so only once. Otherwise please open an issue with details on your use case."
                )
            tensor = holder.tensors[task]
            holder.tensors[task] = None
            return tensor

        super().__init__(pack_hook, unpack_hook)


def _autocast_as_now(device_type):
    return torch.amp.autocast(device_type, dtype=torch.get_autocast_dtype(device_type), enabled=torch.is_autocast_enabled(device_type),
                              cache_enabled=torch.is_autocast_cache_enabled())


def _checkpoint_with_hooks(function, args, kwargs, preserve_rng_state, early_stop):
    if not torch.is_grad_enabled():
        return function(*args, **kwargs)
    state = torch.get_rng_state() if preserve_rng_state else None
    autocast = _autocast_as_now("cpu") if torch.is_autocast_enabled("cpu") else contextlib.nullcontext()

    saved = [torch._C._autograd._make_saved_tensor(arg, False) if isinstance(arg, torch.Tensor) else arg for arg in args]

    def inputs():
        return [torch._C._autograd._unpack_saved_tensor(arg) for arg in saved]

    def recompute(inputs):
        before = torch.get_rng_state() if preserve_rng_state else None
        if preserve_rng_state:
            torch.set_rng_state(state)
        try:
            with autocast:
                function(*inputs, **kwargs)
        finally:
            if preserve_rng_state:
                torch.set_rng_state(before)

    frame = _CheckpointFrame(inputs, recompute, early_stop if _early_stop[0] is None else _early_stop[0])
    with _checkpoint_hook(frame):
        result = function(*args, **kwargs)
    frame.forward_completed = True
    return result


@contextlib.contextmanager
def set_checkpoint_early_stop(enable):
    before = _early_stop[0]
    try:
        _early_stop[0] = enable
        yield
    finally:
        _early_stop[0] = before


def _warn_of_default(name, what):
    warnings.warn(
        f"torch.utils.{name}: the use_reentrant parameter should be passed explicitly. {what}. use_reentrant=False is recommended, but if you need to preserve the current default "
        "behavior, you can pass use_reentrant=True. Refer to docs for more details on the differences between the two variants.",
        stacklevel=3)


def noop_context_fn():
    return contextlib.nullcontext(), contextlib.nullcontext()


def checkpoint(function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default", debug=False, early_stop=True,
               preserve_rng_state=True, **kwargs):
    if use_reentrant is None:
        _warn_of_default("checkpoint", "Starting in PyTorch 2.9, calling checkpoint without use_reentrant will raise an exception")
        use_reentrant = True
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(arg for arg in kwargs))
        if context_fn is not noop_context_fn or debug is not False:
            raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve_rng_state, *args)
    if context_fn is not noop_context_fn:
        torch._C._refuse("checkpoint(context_fn=…)")
    if debug or determinism_check != "default":
        torch._C._refuse("checkpoint() with debug or determinism_check")
    return _checkpoint_with_hooks(function, args, kwargs, preserve_rng_state, early_stop)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    if use_reentrant is None:
        _warn_of_default("checkpoint.checkpoint_sequential", "In version 2.9 we will raise an exception if use_reentrant is not passed")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(arg for arg in kwargs))
    functions = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    segment_size = len(functions) // segments

    def run_function(start, end):
        def forward(input):
            for j in range(start, end + 1):
                input = functions[j](input)
            return input
        return forward

    end = -1
    for start in range(0, segment_size * (segments - 1), segment_size):
        end = start + segment_size - 1
        input = checkpoint(run_function(start, end), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run_function(end + 1, len(functions) - 1)(input)
