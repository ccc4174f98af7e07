# The types of torch.cuda where there is none: isinstance says no, a call is an error.
import torch
x = torch.ones(2)
print(isinstance(x, torch.cuda.FloatTensor), isinstance(x, (torch.FloatTensor, torch.cuda.LongTensor)), isinstance(x, torch.FloatTensor))
print(torch.cuda.LongTensor, torch.cuda.FloatTensor.dtype, torch.cuda.HalfTensor.is_cuda, torch.cuda.ByteTensor.__name__)
dtype = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
print(dtype(2).shape)
for make in (lambda: torch.cuda.LongTensor(3), lambda: torch.cuda.FloatTensor([1.0])):
    try:
        make()
    except TypeError as e:
        print(e)
print(torch.FloatTensor.is_cuda, torch.FloatTensor.dtype, torch.LongTensor.__module__)
print(type(torch.cuda.FloatTensor))
