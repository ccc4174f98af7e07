"""The arguments a dispatch mode is handed, operator by operator."""
import torch
from torch.utils._python_dispatch import TorchDispatchMode
class M(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, [tuple(a.shape) if isinstance(a, torch.Tensor) else a for a in args], {k: (tuple(v.shape) if isinstance(v, torch.Tensor) else v) for k, v in (kwargs or {}).items()})
        return func(*args, **(kwargs or {}))
F = torch.nn.functional
x = torch.arange(12.).reshape(3, 4)
y = torch.ones(3, 4)
with M():
    x[-1]; x[:, -1]; x[1:]; x[:-1]; x[:, 1:3]; x[::2]; x[..., -1]; x[None]
    x.select(-1, -1); x.narrow(-1, 1, 2); x.mean(-1); x.mean(); x.mean((-1, 0)); x.mean(-1, keepdim=True)
    x.sum(-1); x.sum(); x.sum((0, -1)); x.amax(-1); x.max(-1); x.min(-1); x.argmax(-1); x.argmax(); x.softmax(-1); x.log_softmax(-1);
    x.var(-1); x.std(-1, unbiased=False); x.var(-1, correction=0); x.var(); x.prod(-1); x.norm(); x.norm(dim=-1); torch.linalg.norm(x, dim=-1); torch.linalg.vector_norm(x, dim=-1)
    x.logsumexp(-1); x.cumsum(-1); x.sort(-1); x.sort(); x.topk(2); x.topk(2, -1); x.kthvalue(1); x.median(-1); x.median(); x.mode(-1)
    x.flatten(); x.view(-1); x.reshape(-1, 2); x.permute(-1, 0); x.transpose(-1, -2); x.squeeze(-1); x.unsqueeze(-1); x.chunk(2, -1); x.split(2, -1); x.unbind(-1)
    torch.cat([x, y], -1); torch.stack([x, y], -1); x.index_select(-1, torch.tensor([0])); x.gather(-1, torch.tensor([[0]])); x.scatter(-1, torch.tensor([[0]]), 1.0); x.flip(-1); x.roll(1, -1)
    x.expand(-1, -1); x.repeat(2, 1); x.any(-1); x.all(-1); x.all(); x.count_nonzero(-1); x.nanmean(-1); x.aminmax(dim=-1); x.diff(); x.tril(-1); x.diagonal(); x.masked_fill(x > 3, 0.)
    F.mse_loss(x, y); F.l1_loss(x, y); F.smooth_l1_loss(x, y); F.huber_loss(x, y); F.binary_cross_entropy(x.sigmoid(), y); F.binary_cross_entropy_with_logits(x, y); F.kl_div(x, y, reduction='batchmean'); F.nll_loss(x, torch.tensor([0, 1, 2])); F.cross_entropy(x, torch.tensor([0, 1, 2])); F.cross_entropy(x, torch.tensor([0, 1, 2]), label_smoothing=0.1)
    F.layer_norm(x, (4,)); F.rms_norm(x, (4,)); F.batch_norm(x, None, None, training=True); F.group_norm(x, 2); F.instance_norm(x.unsqueeze(0)); F.normalize(x); F.cosine_similarity(x, y); F.pairwise_distance(x, y); F.gelu(x); F.gelu(x, approximate='tanh'); F.elu(x); F.leaky_relu(x); F.hardtanh(x); F.softplus(x); F.threshold(x, 1, 0); F.dropout(x, 0.0); F.embedding(torch.tensor([0]), x); F.pad(x, (1, 1)); F.one_hot(torch.tensor([1])); F.relu6(x); F.silu(x); F.glu(x); F.celu(x); F.selu(x); F.hardshrink(x); F.softshrink(x); F.logsigmoid(x)
    F.max_pool2d(x[None], 2); F.avg_pool2d(x[None], 2); F.adaptive_avg_pool2d(x[None], 1); F.interpolate(x[None, None], scale_factor=2); F.interpolate(x[None, None], scale_factor=2, mode='bilinear'); F.conv2d(x[None, None], torch.ones(1, 1, 2, 2)); F.unfold(x[None, None], 2); F.pixel_shuffle(x.reshape(1, 4, 1, 3), 2)
    F.margin_ranking_loss(x[0], x[1], y[0]); F.hinge_embedding_loss(x, y); F.triplet_margin_loss(x, y, y + 1); F.multi_margin_loss(x, torch.tensor([0, 1, 2])); F.poisson_nll_loss(x, y); F.gaussian_nll_loss(x, y, y); F.soft_margin_loss(x, y); F.cosine_embedding_loss(x, y, torch.ones(3)); F.multilabel_soft_margin_loss(x, y)
    torch.where(x > 1, x, 0.); torch.clamp(x, 0); torch.clamp(x, max=1); x.add(1); x.add(y, alpha=2); x - 1; 1 - x; 2 / x; x // 2; x % 2; x ** 2; 2 ** x; x == 1; torch.arange(3); torch.arange(0, 3, 0.5); torch.linspace(0, 1, 3); torch.zeros(2); torch.ones(2, dtype=torch.int64); torch.full((2,), 1.); torch.zeros_like(x); torch.empty(2); torch.rand(2); torch.randn(2); torch.randint(3, (2,)); torch.randperm(3); torch.eye(3); torch.tensor(1.); x.to(torch.float64); x.double(); x.clone(); x.contiguous(); x.detach(); x.item() if False else None; torch.bmm(x[None], x.t()[None]); x @ x.t(); torch.addmm(x @ x.t(), x, x.t()); torch.einsum('ij,kj->ik', x, x); torch.outer(x[0], x[1]); torch.baddbmm(x[None] @ x.t()[None], x[None], x.t()[None]); torch.cdist(x, x); torch.bucketize(x, torch.tensor([1., 2.])); torch.searchsorted(torch.tensor([1., 2.]), x); torch.meshgrid(x[0], x[1], indexing='ij'); torch.tril_indices(2, 2); x.new_zeros(2); x.new_tensor([1.]); x.fill_(1); x.zero_(); x.copy_(y); x.normal_(); x.uniform_(); x.bernoulli_(0.5); torch.bernoulli(y); torch.multinomial(y, 1); torch.histc(y); torch.unique(y); torch.nonzero(y); torch.isclose(y, y); torch.allclose(y, y); torch.nan_to_num(y)
