# Layouts of images: what keeps channels last, what gives its gradient contiguous, and contiguous() where nothing is to do.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
v = torch.randn(2, 4, 5, 3).permute(0, 3, 1, 2).requires_grad_()


def show(name, z):
    (g,) = torch.autograd.grad(z.sum(), v, retain_graph=True)
    print(name, tuple(z.shape), z.stride(), g.stride())


show("group norm", F.group_norm(v, 3))
show("batch norm", F.batch_norm(v, None, None, training=True))
show("max pool", F.max_pool2d(v, 2))
show("average pool", F.avg_pool2d(v, 2))
show("adaptive average pool", F.adaptive_avg_pool2d(v, 2))
show("adaptive max pool", F.adaptive_max_pool2d(v, 2))
show("nearest", F.interpolate(v, scale_factor=2))
show("bilinear", F.interpolate(v, scale_factor=2, mode="bilinear"))
show("pad", F.pad(v, (1, 1)))
show("convolution", F.conv2d(v, torch.ones(2, 3, 2, 2)))
show("transposed convolution", F.conv_transpose2d(v, torch.ones(3, 2, 2, 2)))
show("cat", torch.cat([v, v[:, :1]], 1))
show("pixel shuffle", F.pixel_shuffle(torch.cat([v, v[:, :1]], 1), 2))
show("flip", v.flip(1))
show("roll", torch.roll(v, 1, 2))
show("gate", F.glu(torch.cat([v, v], 1), 1))
show("loss by element", F.mse_loss(v, torch.zeros(2, 3, 4, 5), reduction="none"))
same = v.detach()
print(same.contiguous(memory_format=torch.channels_last) is same, same.contiguous().stride(), same.is_contiguous(memory_format=torch.channels_last))

tokens = torch.randn(2, 3, 4, requires_grad=True)
turned = tokens.transpose(1, 2)
normed = F.layer_norm(turned, (3,), torch.ones(3, requires_grad=True), torch.zeros(3))
print(normed.stride(), torch.autograd.grad(normed.square().sum(), turned)[0].stride())
net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, padding=1), torch.nn.GroupNorm(2, 4), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(), torch.nn.Linear(16, 2))
loss = net(v.detach()).square().mean()
loss.backward()
print(loss, net[0].weight.grad.stride(), net[5].weight.grad.sum())
