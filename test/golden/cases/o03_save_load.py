import torch, io
m = torch.nn.Linear(2, 1); torch.nn.init.ones_(m.weight); torch.nn.init.zeros_(m.bias)
buf = io.BytesIO(); torch.save(m.state_dict(), buf); buf.seek(0); print(torch.load(buf))
torch.save({'a': torch.ones(2), 'b': [1, 'x']}, buf2 := io.BytesIO()); buf2.seek(0); print(torch.load(buf2, weights_only=True))
