"""L-BFGS: a quasi-Newton direction from the last gradients, with a fixed step or a line search (strong Wolfe conditions).

The order of tensor operations is PyTorch's, since every one leaves a row. After Nocedal and Wright, Numerical Optimization,
7.2 and 3.5. Leaves out: complex parameters.
"""
import torch

from .optimizer import Optimizer, _to_scalar


def _kept(t):
    return t.clone(memory_format=torch.contiguous_format)


def _cubic(x1, f1, g1, x2, f2, g2, bounds=None):
    """The minimum of the cubic through two points with their slopes, kept within the bounds."""
    low, high = bounds if bounds is not None else (x1, x2) if x1 <= x2 else (x2, x1)
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1**2 - g1 * g2
    if square >= 0:
        d2 = square.sqrt()
        if x1 <= x2:
            at = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
        else:
            at = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
        return min(max(at, low), high)
    return (low + high) / 2.0


class _Search:
    """Steps along `d` from `x`: first a bracket that must hold a good one, then the bracket is made narrow."""

    def __init__(self, evaluate, x, d, f, g, slope, tolerance, most):
        self.evaluate, self.x, self.d = evaluate, x, d
        self.f, self.slope, self.tolerance, self.most = f, slope, tolerance, most
        self.length = d.abs().max()
        self.g = _kept(g)
        self.evals = self.turns = 0
        # Ends of the bracket: step, value, gradient, slope.
        self.ends = []

    def _try(self, t):
        f, g = self.evaluate(self.x, t, self.d)
        self.evals += 1
        return f, g, g.dot(self.d)

    def _take(self, *ends):
        self.ends = [list(end) for end in ends]

    def bracket(self, t):
        """True where the last step already is a good one."""
        before = 0, self.f, self.g, self.slope
        f, g, slope = self._try(t)
        while self.turns < self.most:
            if f > (self.f + 1e-4 * t * self.slope) or (self.turns > 1 and f >= before[1]):
                self._take(before, (t, f, _kept(g), slope))
                return False
            if abs(slope) <= -0.9 * self.slope:
                self._take((t, f, g, slope))
                return True
            if slope >= 0:
                self._take(before, (t, f, _kept(g), slope))
                return False
            bounds = t + 0.01 * (t - before[0]), t * 10
            last, t = t, _cubic(before[0], before[1], before[3], t, f, slope, bounds)
            before = last, f, _kept(g), slope
            f, g, slope = self._try(t)
            self.turns += 1
        self._take((0, self.f, self.g, self.slope), (t, f, g, slope))
        return False

    def _inside(self, t, poor):
        """A step too close to an end is moved away from it, at the second time."""
        first, second = self.ends[0][0], self.ends[1][0]
        both = [first, second]
        margin = 0.1 * (max(both) - min(both))
        if not min(max(both) - t, t - min(both)) < margin:
            return t, False
        if poor or t >= max(both) or t <= min(both):
            if abs(t - max(both)) < abs(t - min(both)):
                return max(both) - margin, False
            return min(both) + margin, False
        return t, True

    def run(self, t):
        done = self.bracket(t)
        ends = self.ends
        poor = False
        low, high = (0, 1) if ends[0][1] <= ends[-1][1] else (1, 0)
        while not done and self.turns < self.most:
            if abs(ends[1][0] - ends[0][0]) * self.length < self.tolerance:
                break
            t = _cubic(ends[0][0], ends[0][1], ends[0][3], ends[1][0], ends[1][1], ends[1][3])
            t, poor = self._inside(t, poor)
            f, g, slope = self._try(t)
            self.turns += 1
            if f > (self.f + 1e-4 * t * self.slope) or f >= ends[low][1]:
                ends[high] = [t, f, _kept(g), slope]
                low, high = (0, 1) if ends[0][1] <= ends[1][1] else (1, 0)
                continue
            if abs(slope) <= -0.9 * self.slope:
                done = True
            elif slope * (ends[high][0] - ends[low][0]) >= 0:
                ends[high] = ends[low]
            ends[low] = [t, f, _kept(g), slope]
        t, f, g, _ = ends[low]
        return f, g, t, self.evals


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100, line_search_fn=None):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad,
                                      tolerance_change=tolerance_change, history_size=history_size, line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]
        self._numel_cache = None

    def _gather_flat_grad(self):
        views = []
        for p in self._params:
            views.append(p.new(p.numel()).zero_() if p.grad is None else p.grad.view(-1))
        return torch.cat(views, 0)

    def _add_grad(self, step_size, update):
        offset = 0
        for p in self._params:
            numel = p.numel()
            p.add_(update[offset : offset + numel].view_as(p), alpha=step_size)
            offset += numel

    def _directional_evaluate(self, closure, x, t, d):
        self._add_grad(t, d)
        loss = float(closure())
        flat_grad = self._gather_flat_grad()
        for p, data in zip(self._params, x):
            p.copy_(data)
        return loss, flat_grad

    def _direction(self, state, flat_grad, history_size):
        """The direction, and the memory it needs, brought up to date."""
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return flat_grad.neg()
        dirs, steps, ro = state["old_dirs"], state["old_stps"], state["ro"]
        y = flat_grad.sub(state["prev_flat_grad"])
        s = state["d"].mul(state["t"])
        ys = y.dot(s)
        if ys > 1e-10:
            if len(dirs) == history_size:
                dirs.pop(0)
                steps.pop(0)
                ro.pop(0)
            dirs.append(y)
            steps.append(s)
            ro.append(1.0 / ys)
            state["H_diag"] = ys / y.dot(y)
        if "al" not in state:
            state["al"] = [None] * history_size
        al = state["al"]
        q = flat_grad.neg()
        for i in range(len(dirs) - 1, -1, -1):
            al[i] = steps[i].dot(q) * ro[i]
            q.add_(dirs[i], alpha=-al[i])
        r = torch.mul(q, state["H_diag"])
        for i in range(len(dirs)):
            be = dirs[i].dot(r) * ro[i]
            r.add_(steps[i], alpha=al[i] - be)
        return r

    @torch.no_grad()
    def step(self, closure):
        before = torch._set_phase("optimizer")
        try:
            return self._step(closure)
        finally:
            torch._set_phase(before)

    def _step(self, closure):
        closure = torch.enable_grad()(closure)
        group = self.param_groups[0]
        lr = _to_scalar(group["lr"])
        max_iter, max_eval = group["max_iter"], group["max_eval"]
        flat_tolerance, tolerance = group["tolerance_grad"], group["tolerance_change"]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        orig_loss = closure()
        loss = float(orig_loss)
        evals = 1
        state["func_evals"] += 1
        flat_grad = self._gather_flat_grad()
        flat = flat_grad.abs().max() <= flat_tolerance
        if flat:
            return orig_loss
        kept = {name: state.get(name) for name in ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")}
        work = dict(kept, n_iter=state["n_iter"])
        if "al" in state:
            work["al"] = state["al"]
        turns = 0
        while turns < max_iter:
            turns += 1
            state["n_iter"] += 1
            work["n_iter"] = state["n_iter"]
            d = work["d"] = self._direction(work, flat_grad, group["history_size"])
            if work["prev_flat_grad"] is None:
                work["prev_flat_grad"] = _kept(flat_grad)
            else:
                work["prev_flat_grad"].copy_(flat_grad)
            work["prev_loss"] = loss
            work["t"] = t = min(1.0, 1.0 / flat_grad.abs().sum()) * lr if state["n_iter"] == 1 else lr
            slope = flat_grad.dot(d)
            if slope > -tolerance:
                break
            more = 0
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                start = [_kept(p) for p in self._params]

                def evaluate(x, t, d):
                    return self._directional_evaluate(closure, x, t, d)

                search = _Search(evaluate, start, d, loss, flat_grad, slope, 1e-9, max_eval - evals)
                loss, flat_grad, t, more = search.run(t)
                work["t"] = t
                self._add_grad(t, d)
                flat = flat_grad.abs().max() <= flat_tolerance
            else:
                self._add_grad(t, d)
                if turns != max_iter:
                    with torch.enable_grad():
                        loss = closure()
                    loss = float(loss)
                    flat_grad = self._gather_flat_grad()
                    flat = flat_grad.abs().max() <= flat_tolerance
                    more = 1
            evals += more
            state["func_evals"] += more
            if turns == max_iter or evals >= max_eval or flat:
                break
            if d.mul(t).abs().max() <= tolerance or abs(loss - work["prev_loss"]) < tolerance:
                break
        del work["n_iter"]
        # `al` first, as it came to be there first.
        if "al" in work:
            state["al"] = work.pop("al")
        state.update(work)
        return orig_loss
