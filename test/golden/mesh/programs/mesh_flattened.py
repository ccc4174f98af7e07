# world-size: 8
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh, DeviceMesh
mesh = init_device_mesh("cpu", (2, 2, 2), mesh_dim_names=("pp", "dp", "tp"))
print(mesh)
print(mesh.shape, mesh.ndim, mesh.size(), mesh.size(1), mesh.mesh_dim_names)
print(mesh.get_rank(), mesh.get_local_rank("tp"), mesh.get_coordinate())
sub = mesh["dp", "tp"]
print(sub, sub.shape)
print(mesh["pp"].mesh, mesh.get_group("dp").size())
flat = mesh["dp", "tp"]._flatten("dp_tp")
print(flat, flat.size(), flat.get_local_rank())
print(mesh["dp_tp"].mesh.tolist())
print(mesh == init_device_mesh("cpu", (2, 2, 2), mesh_dim_names=("pp", "dp", "tp")))
x = torch.ones(1) * dist.get_rank()
dist.all_reduce(x, group=mesh.get_group("tp"))
print(x)
dist.all_reduce(x, group=sub.get_group("dp"))
print(x)
m = DeviceMesh("cpu", [[0, 2, 4, 6], [1, 3, 5, 7]], mesh_dim_names=("a", "b"))
print(m, m.get_coordinate(), m["b"].mesh)
try:
    mesh["x"]
except Exception as e:
    print(type(e).__name__, e)
try:
    mesh.get_group()
except Exception as e:
    print(type(e).__name__, e)
print(mesh["pp", "dp_tp"], mesh["pp", "dp_tp"].mesh.tolist(), mesh["pp", "dp_tp"].get_coordinate())
for bad in (("tp", "dp"), ("dp", "dp_tp"), ("dp_tp", "pp")):
    try:
        print(mesh[bad])
    except Exception as e:
        print(type(e).__name__, e)
print(mesh["dp", "tp"]._flatten("dp_tp") is flat, mesh["pp", "dp"]._flatten())
for f in (lambda: mesh["pp", "dp"]._flatten("dp_tp"), lambda: mesh["pp", "dp"]._flatten("tp")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
x = torch.ones(1) * dist.get_rank()
dist.all_reduce(x, group=mesh["pp", "dp_tp"].get_group("dp_tp"))
print(x)
