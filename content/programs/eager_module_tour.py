# A module is a tree: parameters by name, a readable picture, a state that can be saved and loaded.
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Linear(8, 2, bias=False)
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x):
        self.seen += x.shape[0]
        return self.head(self.body(x))


torch.manual_seed(0)
net = Net()
print(net)
for name, parameter in net.named_parameters():
    print(name, tuple(parameter.shape))
print(sum(p.numel() for p in net.parameters()), list(net.state_dict()))
print(net(torch.ones(3, 4)).shape, net.seen)
other = Net()
print(other.load_state_dict(net.state_dict()))
print(torch.equal(other.head.weight, net.head.weight))
