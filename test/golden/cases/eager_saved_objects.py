# What else stands in a checkpoint: settings as objects, schedulers made of schedulers.
import argparse
import io
from dataclasses import dataclass, field
import torch
from torch.optim import lr_scheduler as lrs


@dataclass
class Settings:
    rate: float = 0.1
    layers: list = field(default_factory=lambda: [1, 2])


file = io.BytesIO()
torch.save({"settings": Settings(0.2), "args": argparse.Namespace(a=1, b="x"), "weights": torch.arange(3)}, file)
file.seek(0)
back = torch.load(file, weights_only=False)
print(back["settings"], back["args"], back["weights"])


def build():
    net = torch.nn.Linear(2, 2)
    opt = torch.optim.SGD(net.parameters(), lr=1.0)
    return opt, lrs.SequentialLR(opt, [lrs.ConstantLR(opt, 0.1, 2), lrs.ExponentialLR(opt, 0.9)], [2])


opt, plan = build()
for _ in range(3):
    opt.step()
    plan.step()
state = plan.state_dict()
print(sorted(state), state["_last_lr"], len(state["_schedulers"]), sorted(state["_schedulers"][0]))
file = io.BytesIO()
torch.save({"plan": state, "opt": opt.state_dict()}, file)
file.seek(0)
back = torch.load(file)
opt, plan = build()
plan.load_state_dict(back["plan"])
opt.load_state_dict(back["opt"])
opt.step()
plan.step()
print(plan.get_last_lr(), plan.last_epoch)
print(sorted(lrs.ChainedScheduler([lrs.StepLR(opt, 1), lrs.ExponentialLR(opt, 0.5)]).state_dict()))
