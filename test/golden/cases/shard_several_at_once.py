# world-size: 4
import torch
import torch.distributed as dist
def show(name, f):
    try:
        y = f()
        print(name, y)
    except BaseException as e:
        print(name, type(e).__name__, str(e)[:300])
dist.init_process_group("gloo")
r = dist.get_rank()
x = torch.arange(4.) + r
def coal():
    a, b = x.clone(), x.clone() * 2
    with dist._coalescing_manager(): 
        dist.all_reduce(a); dist.all_reduce(b)
    return a, b
show("coal", coal)
def coal2():
    a, b = x.clone(), x.clone() * 2
    with dist._coalescing_manager(async_ops=True) as cm: 
        dist.all_reduce(a); dist.all_reduce(b)
    cm.wait()
    return a, b
show("coal2", coal2)
def arc():
    a, b = x.clone(), x.clone() * 2
    dist.all_reduce_coalesced([a, b])
    return a, b
show("arc", arc)
def arc2():
    a, b = x.clone(), (x * 2).long()
    dist.all_reduce_coalesced([a, b], op=dist.ReduceOp.MAX)
    return a, b
show("arc2", arc2)
def arc3():
    a = x.clone()
    w = dist.all_reduce_coalesced([a, a.clone()], async_op=True)
    w.wait()
    return a
show("arc3", arc3)
def agc():
    outs = [[torch.zeros(4) for _ in range(2)] for _ in range(4)]
    dist.all_gather_coalesced(outs, [x, x * 2])
    return outs
show("agc", agc)
def agm():
    o1, o2 = torch.zeros(16), torch.zeros(16)
    with dist._coalescing_manager():
        dist.all_gather_into_tensor(o1, x); dist.all_gather_into_tensor(o2, x * 2)
    return o1, o2
show("agm", agm)
def rsm():
    o1 = torch.zeros(1)
    with dist._coalescing_manager():
        dist.reduce_scatter_tensor(o1, x.clone())
    return o1
show("rsm", rsm)
def bi():
    s = x.clone(); t = torch.zeros(4)
    ops = [dist.P2POp(dist.isend, s, (r + 1) % 4), dist.P2POp(dist.irecv, t, (r - 1) % 4)]
    for w in dist.batch_isend_irecv(ops): w.wait()
    return t
show("bi", bi)
def bi2():
    t = torch.zeros(4)
    ops = [dist.P2POp(dist.irecv, t, (r - 1) % 4), dist.P2POp(dist.isend, x.clone(), (r + 1) % 4)]
    reqs = dist.batch_isend_irecv(ops)
    return len(reqs), [w.wait() for w in reqs], t
show("bi2", bi2)
show("bi3", lambda: dist.batch_isend_irecv([]))
show("bi4", lambda: dist.P2POp(dist.all_reduce, x, 1))
show("bi5", lambda: dist.batch_isend_irecv([1, 2]))
show("p2p", lambda: repr(dist.P2POp(dist.isend, x, (r + 1) % 4))[:40])
show("send self", lambda: dist.send(x, r))
show("group_peer", lambda: dist.P2POp(dist.isend, x, group_peer=1).peer)
def mon():
    dist.monitored_barrier()
show("mon", mon)
show("split", lambda: dist.split_group(None, [[0, 1], [2, 3]]))
def subg():
    g, all_ = dist.new_subgroups(2)
    return dist.get_world_size(g), len(all_), dist.get_process_group_ranks(g)
show("subg", subg)
def enum():
    g, all_ = dist.new_subgroups_by_enumeration([[0, 2], [1, 3]])
    return dist.get_process_group_ranks(g), len(all_)
show("enum", enum)
show("subg bad", lambda: dist.new_subgroups(3))
show("subg big", lambda: dist.new_subgroups(9))
show("obj", lambda: dist.is_backend_available("gloo"))
show("back", lambda: (dist.get_backend(), dist.get_backend_config(), dist.Backend.GLOO, dist.Backend("GLOO")))
show("debug", lambda: dist.get_debug_level())
show("pgs", lambda: type(dist.group.WORLD).__name__)
show("pg", lambda: (dist.group.WORLD.rank(), dist.group.WORLD.size(), dist.group.WORLD.group_name, dist.group.WORLD.name()))
def pgall():
    t = x.clone(); dist.group.WORLD.allreduce([t]).wait(); return t
show("pgall", pgall)
def pgops():
    t = x.clone(); dist.group.WORLD.broadcast(t, 1).wait(); o = [torch.zeros(4) for _ in range(4)]; dist.group.WORLD.allgather([o], [t]).wait(); return t, o[3]
show("pgops", pgops)
def bar():
    dist.group.WORLD.barrier().wait(); w = dist.barrier(async_op=True); w.wait(); return "ok"
show("bar", bar)
def red():
    t = x.clone(); w = dist.all_reduce(t, async_op=True); f = w.get_future(); return f.wait(), f.done(), f.value()
show("red", red)
def premul():
    t = x.clone(); dist.all_reduce(t, op=dist._make_nccl_premul_sum(2.0)); return t
def bits():
    t = torch.tensor([r + 1]); dist.all_reduce(t, op=dist.ReduceOp.BOR); u = torch.tensor([r + 1]); dist.all_reduce(u, op=dist.ReduceOp.BXOR); return t, u
show("bits", bits)
show("bitsf", lambda: dist.all_reduce(x.clone(), op=dist.ReduceOp.BAND))
def boolr():
    t = torch.tensor([r == 1]); dist.all_reduce(t, op=dist.ReduceOp.MAX); return t
show("boolr", boolr)
show("avg", lambda: dist.all_reduce(x.clone(), op=dist.ReduceOp.AVG))
show("avgint", lambda: dist.all_reduce(torch.tensor([r]), op=dist.ReduceOp.AVG))
show("half", lambda: dist.all_reduce(x.half()))
show("noncontig", lambda: dist.all_reduce(torch.ones(2, 3).t()))
show("empty", lambda: dist.all_reduce(torch.ones(0)))
show("scalar", lambda: dist.all_reduce(torch.tensor(1.0)))
show("grad", lambda: dist.all_reduce(torch.ones(2, requires_grad=True)))
show("wrongtype", lambda: dist.all_reduce([x]))
show("bad root", lambda: dist.broadcast(x, 9))
show("bad root2", lambda: dist.broadcast(x))
show("two roots", lambda: dist.broadcast(x, 0, group_src=0))
show("ag len", lambda: dist.all_gather([torch.zeros(4)] * 3, x))
show("ag shape", lambda: dist.all_gather([torch.zeros(3)] * 4, x))
show("agit", lambda: dist.all_gather_into_tensor(torch.zeros(15), x))
show("a2a", lambda: dist.all_to_all([torch.zeros(4)] * 3, [x] * 4))
show("reduceop", lambda: (dist.ReduceOp.SUM, dist.ReduceOp.AVG == dist.ReduceOp.AVG, dist.ReduceOp("sum") if False else 0))
def agobj():
    out = [None] * 4; dist.all_gather_object(out, {"r": r, "t": x}); return out[2]["t"], out[3]["r"]
show("agobj", agobj)
def sobj():
    out = [None]; dist.scatter_object_list(out, [f"o{i}" for i in range(4)] if r == 0 else None, src=0); return out
show("sobj", sobj)
def gobj():
    out = [None] * 4 if r == 1 else None; dist.gather_object((r, "x"), out, dst=1); return out
show("gobj", gobj)
def sro():
    if r == 0: dist.send_object_list([1, "a"], dst=1)
    if r == 1:
        o = [None, None]; dist.recv_object_list(o, src=0); return o
show("sro", sro)
show("all_reduce twice", lambda: [dist.all_reduce(x, async_op=True).wait() for _ in range(2)])
dist.destroy_process_group()
show("after", lambda: dist.get_rank())
show("after2", lambda: dist.all_reduce(x))
show("after3", lambda: dist.is_initialized())
