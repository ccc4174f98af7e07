# The layer was built for 4 features and is given 3.
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


net = Net()
print(net(torch.ones(5, 4)).shape)
net(torch.ones(5, 3))
