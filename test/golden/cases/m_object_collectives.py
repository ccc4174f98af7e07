# world-size: 2
import torch, torch.distributed as dist
dist.init_process_group("gloo"); r = dist.get_rank()
got = [None] * 2
dist.all_gather_object(got, {"rank": r, "loss": 0.5 * r}); print(got)
box = [{"lr": 0.1}, "tag"] if r == 0 else [None, None]
dist.broadcast_object_list(box, src=0); print(box)
out = [None] * 2 if r == 0 else None
dist.gather_object(("from", r), out, dst=0); print(out)
dist.destroy_process_group()
