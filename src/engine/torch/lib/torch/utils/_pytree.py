"""torch.utils._pytree: trees of containers, flattened to their leaves and built again.

Containers are dicts, lists, tuples, named tuples, deques and what a program registers. Leaves out: serialised specs and
dataclasses that register themselves.
"""
from collections import OrderedDict, defaultdict, deque, namedtuple

NodeDef = namedtuple("NodeDef", ["type", "flatten_fn", "unflatten_fn", "flatten_with_keys_fn"])


class SequenceKey:
    def __init__(self, idx):
        self.idx = idx

    def __eq__(self, other):
        return isinstance(other, SequenceKey) and self.idx == other.idx

    def __hash__(self):
        return hash(self.idx)

    def __repr__(self):
        return f"SequenceKey(idx={self.idx!r})"

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence):
        return sequence[self.idx]


class MappingKey:
    def __init__(self, key):
        self.key = key

    def __eq__(self, other):
        return isinstance(other, MappingKey) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"MappingKey(key={self.key!r})"

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping):
        return mapping[self.key]


class GetAttrKey:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, GetAttrKey) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"GetAttrKey(name={self.name!r})"

    def __str__(self):
        return f".{self.name}"

    def get(self, obj):
        return getattr(obj, self.name)


def _items(values):
    return [(SequenceKey(i), v) for i, v in enumerate(values)]


def _pairs(mapping):
    return [(MappingKey(k), v) for k, v in mapping.items()]


def _named(values):
    return [(GetAttrKey(name), getattr(values, name)) for name in values._fields]


SUPPORTED_NODES = {
    tuple: NodeDef(tuple, lambda d: (list(d), None), lambda v, _: tuple(v), lambda d: (_items(d), None)),
    list: NodeDef(list, lambda d: (d, None), lambda v, _: list(v), lambda d: (_items(d), None)),
    dict: NodeDef(dict, lambda d: (list(d.values()), list(d)), lambda v, c: dict(zip(c, v)), lambda d: (_pairs(d), list(d))),
    namedtuple: NodeDef(namedtuple, lambda d: (list(d), type(d)), lambda v, c: c(*v), lambda d: (_named(d), type(d))),
    OrderedDict: NodeDef(OrderedDict, lambda d: (list(d.values()), list(d)), lambda v, c: OrderedDict(zip(c, v)), lambda d: (_pairs(d), list(d))),
    defaultdict: NodeDef(defaultdict, lambda d: (list(d.values()), [d.default_factory, list(d)]), lambda v, c: defaultdict(c[0], zip(c[1], v)),
                         lambda d: (_pairs(d), [d.default_factory, list(d)])),
    deque: NodeDef(deque, lambda d: (list(d), d.maxlen), lambda v, c: deque(v, maxlen=c), lambda d: (_items(d), d.maxlen)),
}
BUILTIN_TYPES = frozenset(SUPPORTED_NODES)


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None,
                         flatten_with_keys_fn=None):
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)


_register_pytree_node = register_pytree_node


def is_namedtuple_class(cls):
    return isinstance(cls, type) and issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple) and all(
        type(field) is str for field in cls._fields)


def is_namedtuple_instance(obj):
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj):
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def _get_node_type(tree):
    node_type = type(tree)
    return namedtuple if node_type not in SUPPORTED_NODES and is_namedtuple_class(node_type) else node_type


def tree_is_leaf(tree, is_leaf=None):
    return (is_leaf is not None and is_leaf(tree)) or _get_node_type(tree) not in SUPPORTED_NODES


class TreeSpec:
    def __init__(self, type, context, children_specs):
        self.type = type
        self._context = context
        self._children = children_specs
        self.num_children = len(children_specs)
        self.num_nodes = 1 + sum([c.num_nodes for c in children_specs])
        self.num_leaves = 1 if type is None else sum([c.num_leaves for c in children_specs])

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        indent += 2
        children = (",\n" + " " * indent).join([c.__repr__(indent) for c in self._children])
        return f"TreeSpec({self.type.__name__}, {self._context}, [{children}])"

    def __eq__(self, other):
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        return str(self.type) == str(other.type) and self._context == other._context and self._children == other._children

    def __hash__(self):
        return hash((self.type, self.num_nodes))

    @property
    def context(self):
        return self._context

    @property
    def children_specs(self):
        return self._children

    def is_leaf(self):
        return self.num_nodes == 1 and self.num_leaves == 1

    def children(self):
        return self._children.copy()

    def child(self, index):
        return self._children[index]

    def flatten_up_to(self, tree):
        if self.type is None:
            return [tree]
        node_type = _get_node_type(tree)
        dicts = (dict, OrderedDict, defaultdict)
        if self.type in dicts and node_type in dicts:
            if len(tree) != self.num_children:
                raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(tree)}.")
            keys = self._context[1] if self.type is defaultdict else self._context
            missing, extra = set(keys).difference(tree), set(tree).difference(keys)
            if missing or extra:
                raise ValueError("Node keys mismatch" + (f"; missing key(s): {missing}" if missing else "") + (f"; extra key(s): {extra}" if extra else "") + ".")
            parts = [tree[key] for key in keys]
        else:
            if node_type != self.type:
                word = "Node type" if self.type in BUILTIN_TYPES else "Type"
                raise ValueError(f"{word} mismatch; expected {self.type!r}, but got {node_type!r}.")
            parts, context = SUPPORTED_NODES[node_type].flatten_fn(tree)
            if len(parts) != self.num_children:
                raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(parts)}.")
            if node_type is not deque and context != self._context:
                if self.type not in BUILTIN_TYPES:
                    raise ValueError(f"Node context mismatch for custom node type {self.type!r}.")
                raise ValueError(f"Node context mismatch for node type {self.type!r}; expected {self._context!r}, but got {context!r}.")
        return [leaf for part, child in zip(parts, self._children) for leaf in child.flatten_up_to(part)]

    def unflatten(self, leaves):
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
                             f"{self.num_leaves} items ({self}).")
        return self._built(iter(leaves))

    def _built(self, leaves):
        if self.type is None:
            return next(leaves)
        return SUPPORTED_NODES[self.type].unflatten_fn([c._built(leaves) for c in self._children], self._context)


class LeafSpec(TreeSpec):
    def __init__(self):
        super().__init__(None, None, [])


_LEAF_SPEC = LeafSpec()


def tree_flatten(tree, is_leaf=None):
    leaves = []

    def walk(node):
        if tree_is_leaf(node, is_leaf):
            leaves.append(node)
            return _LEAF_SPEC
        node_type = _get_node_type(node)
        parts, context = SUPPORTED_NODES[node_type].flatten_fn(node)
        return TreeSpec(node_type, context, [walk(part) for part in parts])

    spec = walk(tree)
    return leaves, spec


def tree_unflatten(leaves, treespec):
    if not isinstance(treespec, TreeSpec):
        raise TypeError("tree_unflatten(leaves, treespec): Expected `treespec` to be instance of TreeSpec but got item of type "
                        f"{type(treespec)}.")
    return treespec.unflatten(leaves)


def tree_iter(tree, is_leaf=None):
    if tree_is_leaf(tree, is_leaf):
        yield tree
    else:
        for part in SUPPORTED_NODES[_get_node_type(tree)].flatten_fn(tree)[0]:
            yield from tree_iter(part, is_leaf)


def tree_leaves(tree, is_leaf=None):
    return list(tree_iter(tree, is_leaf))


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten(tree, is_leaf)
    columns = [leaves] + [spec.flatten_up_to(r) for r in rests]
    return spec.unflatten([func(*row) for row in zip(*columns)])


def tree_map_(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten(tree, is_leaf)
    for row in zip(leaves, *[spec.flatten_up_to(r) for r in rests]):
        func(*row)
    return tree


def _chosen(wanted):
    if isinstance(wanted, (type, tuple)):
        return lambda x: isinstance(x, wanted)
    if callable(wanted):
        return wanted
    raise TypeError("Argument must be a type, a tuple of types, or a callable.")


def map_only(type_or_types_or_pred, /):
    pred = _chosen(type_or_types_or_pred)
    return lambda func: lambda x: func(x) if pred(x) else x


def tree_map_only(type_or_types_or_pred, /, func, tree, is_leaf=None):
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, /, func, tree, is_leaf=None):
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types, /, pred, tree, is_leaf=None):
    return all(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def tree_any_only(type_or_types, /, pred, tree, is_leaf=None):
    return any(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def arg_tree_leaves(*args, **kwargs):
    return [leaf for a in (*args, *kwargs.values()) for leaf in tree_iter(a)]


def _paths(path, tree, is_leaf):
    if is_leaf is not None and is_leaf(tree):
        yield path, tree
        return
    node = SUPPORTED_NODES.get(_get_node_type(tree))
    if node is None:
        yield path, tree
        return
    if node.flatten_with_keys_fn is None:
        raise ValueError(f"Did not find a flatten_with_keys_fn for type: {node.type}. Please pass a flatten_with_keys_fn argument to register_pytree_node.")
    for key, part in node.flatten_with_keys_fn(tree)[0]:
        yield from _paths((*path, key), part, is_leaf)


def tree_flatten_with_path(tree, is_leaf=None):
    return list(_paths((), tree, is_leaf)), tree_structure(tree, is_leaf)


def tree_leaves_with_path(tree, is_leaf=None):
    return list(_paths((), tree, is_leaf))


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten_with_path(tree, is_leaf)
    columns = [list(column) for column in zip(*leaves)] + [spec.flatten_up_to(r) for r in rests]
    return spec.unflatten([func(*row) for row in zip(*columns)])


def keystr(kp):
    return "".join([str(k) for k in kp])


def key_get(obj, kp):
    for k in kp:
        obj = k.get(obj)
    return obj
