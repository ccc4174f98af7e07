# Dropout in its in-place forms: rows with p of 0, 0.5 and 1, in training and not.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 3, 4)
for p in (0.0, 0.5, 1.0):
    for training in (True, False):
        for form in (F.dropout, F.feature_alpha_dropout, F.alpha_dropout, F.dropout1d):
            for inplace in (False, True):
                a = x.clone()
                y = form(a, p, training, inplace)
                print(p, training, form.__name__, inplace, y is a, f'{y.sum():.3f} {a.sum():.3f}')
for layer in (nn.Dropout(0.0, inplace=True), nn.Dropout2d(0.0, inplace=True), nn.Dropout3d(0.5, inplace=True), nn.AlphaDropout(0.5, inplace=True), nn.FeatureAlphaDropout(0.5, inplace=True)):
    a = torch.randn(1, 2, 3, 2, 2)[0] if isinstance(layer, nn.Dropout2d) else torch.randn(1, 2, 3, 2, 2)
    print(layer, f'{layer(a).sum():.3f} {a.sum():.3f}')
w = torch.randn(2, 3, 4, requires_grad=True)
for p in (0.0, 0.5, 1.0):
    y = F.dropout2d((w * 1).unsqueeze(-1), p, True, True)
    print(y.grad_fn.name(), f'{torch.autograd.grad(y.sum(), w)[0].sum():.3f}')
