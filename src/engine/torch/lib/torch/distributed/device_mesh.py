"""DeviceMesh: ranks laid out as an array of named dimensions."""
import torch
from torch._C import _dist, _missing


class DeviceMesh:
    def __init__(self, device_type, mesh, mesh_dim_names=None, _ranks=None, _shape=None, _stride=None, _root=None):
        self.device_type = device_type
        if _ranks is None:
            mesh = mesh if isinstance(mesh, torch.Tensor) else torch.tensor(mesh, dtype=torch.int)
            _shape = tuple(mesh.shape)
            _ranks = mesh.flatten().tolist()
        self._flat = list(_ranks)
        self._shape = tuple(_shape)
        self._stride = tuple(_stride) if _stride is not None else _contiguous(self._shape)
        self._root = _root  # the mesh this one is a slice of
        self._flattened = {}  # of a root: name -> (its dimensions, the mesh that has them as one)
        self.mesh_dim_names = tuple(mesh_dim_names) if mesh_dim_names is not None else None
        self._handle = _dist.mesh(device_type, list(self._shape), self._flat, self.mesh_dim_names)
        self._handle.owner = self

    @property
    def mesh(self):
        return torch.tensor(self._flat, dtype=torch.int).view(self._shape)

    @property
    def shape(self):
        return self._shape

    @property
    def ndim(self):
        return len(self._shape)

    def size(self, mesh_dim=None):
        if mesh_dim is not None:
            return self._shape[mesh_dim]
        return _product(self._shape)

    def get_coordinate(self):
        return _dist.coordinate(self._handle)

    def get_rank(self):
        return _dist.rank()

    def _dim(self, mesh_dim):
        if isinstance(mesh_dim, str):
            if self.mesh_dim_names is None or mesh_dim not in self.mesh_dim_names:
                raise KeyError(f"Invalid mesh_dim_name {mesh_dim}")
            return self.mesh_dim_names.index(mesh_dim)
        return mesh_dim

    def get_local_rank(self, mesh_dim=None):
        if self.ndim > 1 and mesh_dim is None:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions",
                "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1.",
            )
        at = self.get_coordinate()
        if at is None:
            raise AssertionError("rank is not part of mesh")
        return at[self._dim(mesh_dim) if mesh_dim is not None else 0]

    def get_group(self, mesh_dim=None):
        from torch.distributed import ProcessGroup

        if self.ndim > 1 and mesh_dim is None:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions",
                "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1.",
                "If you want to get the list of all the ProcessGroups in the DeviceMesh,"
                "please use `get_all_groups()` instead.",
            )
        return ProcessGroup(_dist.mesh_group(self._handle, self._dim(mesh_dim) if mesh_dim is not None else 0), "mesh")

    def get_all_groups(self):
        return [self.get_group(i) for i in range(self.ndim)]

    def __getitem__(self, names):
        if self.mesh_dim_names is None:
            raise RuntimeError("Cannot slice a DeviceMesh without mesh_dim_names!")
        names = (names,) if isinstance(names, str) else tuple(names)
        if names == self.mesh_dim_names:
            return self
        flat = self._flattened if self._root is None else {}
        valid = [*self.mesh_dim_names, *flat]
        if not all(name in valid for name in names):
            raise KeyError(f"Invalid mesh_dim_names {names} specified. Valid mesh_dim_names are {valid}.")
        dims = [[self.mesh_dim_names.index(n)] if n in self.mesh_dim_names else [self.mesh_dim_names.index(m) for m in flat[n][0]] for n in names]
        order = [d for group in dims for d in group]
        if order != sorted(order):
            raise KeyError(f"Invalid mesh_dim_names {names} specified. Mesh dim indices should be in ascending order.")
        if len(set(order)) != len(order):
            raise RuntimeError(f"Slicing overlapping dim_names {names} is not allowed.")
        if len(names) == 1 and names[0] in flat:
            return flat[names[0]][1]
        return self._slice(names, dims)

    def _slice(self, names, dims=None):
        """The mesh over dimensions of this one; a group of several is one dimension of the result."""
        if dims is None:
            dims = [[self.mesh_dim_names.index(n)] for n in names]
        ranks, _ = _dist.submesh(self._handle, [d for group in dims for d in group])
        shape = [_product(self._shape[d] for d in group) for group in dims]
        stride = [self._stride[group[-1]] for group in dims]
        return DeviceMesh(self.device_type, None, names, _ranks=ranks, _shape=shape, _stride=stride, _root=self._root or self)

    def _flatten(self, mesh_dim_name=None, backend_override=None):
        """All dimensions as one, which the root mesh keeps by its name."""
        name = mesh_dim_name or "_".join(self.mesh_dim_names)
        root = self._get_root_mesh()
        if name in root.mesh_dim_names:
            raise ValueError(
                f"{name} already exists for submesh of the {root}. ",
                f"The mesh_dim_names of submesh and flattened mesh are {root.mesh_dim_names}. "
                f"Please specify another valid mesh_dim_name.",
            )
        if name in root._flattened:
            source, mesh = root._flattened[name]
            if source == self.mesh_dim_names:
                return mesh
            raise ValueError(f"Flatten mesh with mesh_dim_name {name} has been created before, Please specify another valid mesh_dim_name.")
        _dist.flattened()
        mesh = DeviceMesh(self.device_type, None, (name,), _ranks=self._flat, _shape=(self.size(),), _stride=self._stride[-1:], _root=root)
        root._flattened[name] = (self.mesh_dim_names, mesh)
        return mesh

    @staticmethod
    def _concatenate(meshes):
        """Slices of one mesh put together again, in the order given."""
        root = meshes[0]._root
        if root is None or any(m._root is not root for m in meshes):
            raise RuntimeError("Concatenating the following device meshes is only supported for submeshes of the same root mesh")
        return root._slice(tuple(n for m in meshes for n in m.mesh_dim_names))

    def _get_root_mesh(self):
        return self._root or self

    def __eq__(self, other):
        if not isinstance(other, DeviceMesh):
            return False
        return self is other or (
            self._flat == other._flat
            and self._shape == other._shape
            and self._stride == other._stride
            and self.device_type == other.device_type
            and self.mesh_dim_names == other.mesh_dim_names
        )

    def __hash__(self):
        return hash((tuple(self._flat), self._shape, self.device_type, self.mesh_dim_names))

    def __repr__(self):
        if self.mesh_dim_names is not None:
            dims = "(" + ", ".join(f"{k}={v}" for k, v in zip(self.mesh_dim_names, self._shape)) + ")"
        else:
            dims = repr(self._shape)
        return f"DeviceMesh({dims}, {self.device_type!r}, stride={self._stride!r})"


def _product(sizes):
    n = 1
    for s in sizes:
        n *= s
    return n


def _contiguous(shape):
    stride, n = [], 1
    for s in reversed(shape):
        stride.insert(0, n)
        n *= s
    return tuple(stride)


def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None, backend_override=None):
    import torch.distributed as dist

    mesh_shape = tuple(mesh_shape)
    if mesh_dim_names is not None:
        if len(set(mesh_dim_names)) != len(mesh_dim_names):
            raise RuntimeError(
                "Each mesh_dim_name must be unique. "
                f"Found repeated mesh_dim_name in mesh_dim_names {mesh_dim_names}",
            )
        if len(mesh_shape) != len(mesh_dim_names):
            raise RuntimeError(
                "mesh_shape and mesh_dim_names should have same length! "
                f"Found len(mesh_dim_names): {len(mesh_dim_names)} and len(mesh_shape):{len(mesh_shape)}.",
            )
    if not dist.is_initialized():
        dist.init_process_group()
    n = _product(mesh_shape)
    if n > dist.get_world_size():
        raise RuntimeError(f"Mesh should not be bigger than default world size {dist.get_world_size()}, but found {n} ranks!")
    return DeviceMesh(device_type, None, mesh_dim_names, _ranks=list(range(n)), _shape=mesh_shape)


def __getattr__(name):
    return _missing("torch.distributed.device_mesh", name)
