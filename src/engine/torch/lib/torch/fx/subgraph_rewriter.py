"""One subgraph in place of another (torch/fx/subgraph_rewriter.py, passes/utils/matcher_utils.py): a pattern's inputs stand for
anything, its other nodes must be equal, and nothing outside may use what is inside. Leaves out: filters, callbacks."""
from collections import namedtuple
import copy
import torch
from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule, _get_attr
from torch.fx.node import Node

Match = namedtuple("Match", ["anchor", "nodes_map"])


class _Matcher:
    def __init__(self, pattern):
        self.pattern = pattern
        for n in pattern.nodes:
            assert n.op == "output" or n.is_impure() or len(n.users) > 0, "SubgraphMatcher cannot be initialized with an pattern with dead code"
        self.places = [n for n in pattern.nodes if n.op == "placeholder"]
        self.returning = next(iter(reversed(pattern.nodes))).all_input_nodes
        self.anchors = [n for n in self.returning if len(n.users) == 1]

    def equal(self, pn, gn):
        if pn.op == "placeholder":
            return True
        if pn.op != gn.op:
            return False
        if pn.op == "get_attr":
            a, b = _get_attr(pn.graph.owning_module, pn.target), _get_attr(gn.graph.owning_module, gn.target)
            if type(a) is type(b) and not isinstance(a, torch.Tensor):
                raise RuntimeError(f"Unsupported type {a} when matching attributes")
            return type(a) is type(b)
        return pn.op == "output" or pn.target == gn.target

    def nodes(self, pn, gn, found):
        if pn in found:
            return found[pn] is gn
        if any(v is gn for v in found.values()) or not self.equal(pn, gn):
            return False
        found[pn] = gn
        if pn.op == "placeholder":
            return True
        if len(pn.args) != len(gn.args) or list(pn.kwargs) != list(gn.kwargs):
            return False
        return self.arguments([*pn.args, *pn.kwargs.values()], [*gn.args, *gn.kwargs.values()], found)

    def arguments(self, ps, gs, found):
        return len(ps) == len(gs) and all(self.argument(p, g, found) for p, g in zip(ps, gs))

    def argument(self, p, g, found):
        if isinstance(p, Node) and isinstance(g, Node):
            return self.nodes(p, g, found)
        if isinstance(p, (list, tuple)) and isinstance(g, (list, tuple)):
            return self.arguments(p, g, found)
        if isinstance(p, Node):
            if p.op != "placeholder":
                return False
            return found.setdefault(p, g) == g
        return not isinstance(g, Node) and type(g) is type(p) and g == p

    def contained(self, found):
        inside = {g: p for p, g in found.items() if p.op != "placeholder"}
        return all(p in self.returning or all(u in inside for u in g.users) for g, p in inside.items())

    def match(self, graph):
        candidates = [(a, [n for n in graph.nodes if self.equal(a, n)]) for a in self.anchors]
        candidates = [c for c in candidates if c[1]]
        matches = []

        def search(i, found):
            if i == len(candidates):
                matches.append(found)
                return
            anchor, nodes = candidates[i]
            for n in nodes:
                more = dict(found)
                if self.nodes(anchor, n, more):
                    search(i + 1, more)

        if candidates:
            search(0, {})
        taken = set()
        kept = []
        for found in matches:
            inner = [g for p, g in found.items() if p.op not in ("placeholder", "output")]
            if self.contained(found) and not _cyclic(inner) and not any(g in taken for g in inner):
                kept.append(found)
                taken.update(inner)
        return kept


def _cyclic(inner):
    # A way that leaves the subgraph and comes back.
    inside = set(inner)
    todo = [u for n in inner for u in n.users if u not in inside]
    seen = set()
    while todo:
        n = todo.pop()
        if n in inside:
            return True
        if n not in seen:
            seen.add(n)
            todo.extend(n.users)
    return False


def _graph_of(f):
    if isinstance(f, GraphModule):
        return f.graph
    return f if isinstance(f, Graph) else symbolic_trace(f).graph


def replace_pattern(gm, pattern, replacement):
    graph = gm.graph
    matcher = _Matcher(_graph_of(pattern))
    new = _graph_of(replacement)
    inputs = [n for n in new.nodes if n.op == "placeholder"]
    changed = {}
    done = []
    for found in matcher.match(graph):
        places = [found[p] for p in matcher.places]
        assert len(places) == len(inputs), f"Placeholder count mismatch: {len(places)} vs {len(inputs)}"
        values = {}
        for p, i, g in zip(matcher.places, inputs, places):
            values[i] = found[p] = changed.get(g, g) if isinstance(g, Node) else g
        returning = [found[p] for p in matcher.returning]
        users = {u for n in returning for u in n.users}
        at = next((n for n in graph.nodes if n in users), None)
        if at is None:
            nodes = list(graph.nodes)
            at = nodes[max(nodes.index(n) for n in returning) + 1]
        with graph.inserting_before(at):
            made = graph.graph_copy(new, values)
        made = (made,) if isinstance(made, Node) else made
        assert len(returning) == len(made), f"Returning nodes count mismatch: {len(returning)} vs {len(made)}"
        for g, m in zip(returning, made):
            g.replace_all_uses_with(m)
            changed[g] = m
        for p in reversed(matcher.pattern.nodes):
            if p.op not in ("placeholder", "output"):
                graph.erase_node(found[p])
        done.append(Match(matcher.anchors[0], found))
    gm.recompile()
    if isinstance(replacement, torch.nn.Module):
        _attributes(gm, replacement)
    return done


def _attributes(gm, replacement):
    gm.delete_all_unused_submodules()
    for node in gm.graph.nodes:
        if node.op in ("call_module", "get_attr"):
            path, _, name = node.target.rpartition(".")
            if getattr(gm.get_submodule(path), name, None) is None:
                new = copy.deepcopy(getattr(replacement.get_submodule(path), name))
                gm.add_submodule(node.target, new) if isinstance(new, torch.nn.Module) else setattr(gm, node.target, new)
    gm.graph.lint()
