# Which module a layer is of, and the modules by their own names.
import torch, torch.nn as nn
for n in sorted("CELU ELU GELU Softmax2d MultiheadAttention ChannelShuffle PixelShuffle PixelUnshuffle Fold Unfold Upsample UpsamplingBilinear2d UpsamplingNearest2d InstanceNorm1d InstanceNorm2d InstanceNorm3d SyncBatchNorm AdaptiveLogSoftmaxWithLoss NLLLoss2d LPPool1d Embedding GRUCell Identity Flatten RMSNorm CrossEntropyLoss ParameterDict ParameterList Module Sequential LocalResponseNorm CosineSimilarity ZeroPad2d".split()):
    c=getattr(nn,n); print(c, c.__module__, type(c).__name__)
print(nn.modules.batchnorm._BatchNorm, nn.modules.conv._ConvNd, nn.modules.linear.Linear, nn.modules.instancenorm._InstanceNorm, nn.modules.pooling.MaxPool2d, nn.modules.loss._Loss, nn.modules.upsampling.Upsample, nn.modules.fold.Unfold)
print(nn.modules.utils._pair(3), nn.modules.utils._single(2), nn.modules.rnn.RNNBase, nn.modules.activation.ReLU, nn.modules.padding.ZeroPad2d, nn.modules.normalization.LayerNorm, nn.modules.container.Sequential, nn.modules.module.Module, nn.modules.sparse.Embedding)
from torch.nn.modules.instancenorm import _InstanceNorm, InstanceNorm2d
from torch.nn.modules.upsampling import Upsample
from torch.nn.modules.fold import Fold
from torch.nn.modules.channelshuffle import ChannelShuffle
from torch.nn.modules.batchnorm import _BatchNorm, _NormBase
from torch.nn.modules.conv import _ConvNd, _ConvTransposeNd
from torch.nn.modules.pooling import _MaxPoolNd, _AvgPoolNd, _AdaptiveAvgPoolNd
from torch.nn.modules.dropout import _DropoutNd
from torch.nn.modules.loss import _WeightedLoss
print([issubclass(c,b) for c,b in [(nn.InstanceNorm2d,_InstanceNorm),(nn.InstanceNorm2d,_NormBase),(nn.BatchNorm1d,_BatchNorm),(nn.InstanceNorm1d,_BatchNorm),(nn.ConvTranspose2d,_ConvTransposeNd),(nn.Conv2d,_ConvNd),(nn.MaxPool2d,_MaxPoolNd),(nn.AvgPool2d,_AvgPoolNd),(nn.AdaptiveAvgPool2d,_AdaptiveAvgPoolNd),(nn.Dropout2d,_DropoutNd),(nn.NLLLoss,_WeightedLoss),(nn.SyncBatchNorm,_BatchNorm),(nn.LazyBatchNorm2d,_BatchNorm)]])
from torch.nn.modules import instancenorm, upsampling, fold, linear, batchnorm
print(instancenorm.__name__, upsampling.__name__)
print(__import__("torch.nn.functional").__name__, __import__("torch.nn.functional", fromlist=["relu"]).__name__, __import__("os.path", None, None, ("join",)) is not None)
print(type(nn.InstanceNorm2d(3)), type(nn.Upsample(scale_factor=2)), nn.Fold.__module__)
