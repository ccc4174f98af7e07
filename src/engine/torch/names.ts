/** Names of the torch module that its Python half defines (name → module), and its submodules. */
const from = (module: string, names: string): [string, string][] => names.split(' ').map((n) => [n, module]);

export const EXPORTS: ReadonlyMap<string, string> = new Map([
  ...from('torch.autograd.grad_mode', 'no_grad enable_grad set_grad_enabled inference_mode'),
  ...from(
    'torch.functional',
    '_assert split einsum meshgrid norm unique unique_consecutive tensordot cartesian_prod block_diag cdist ' +
      'atleast_1d atleast_2d atleast_3d stft align_tensors chain_matmul lu unravel_index',
  ),
  ...from('torch.amp', 'autocast GradScaler'),
  ...from('torch.serialization', 'save load'),
  ...from('torch.func', 'vmap'),
  ...from('torch._lowrank', 'pca_lowrank svd_lowrank'),
  ...from('torch.sparse', 'sparse_coo_tensor spmm'),
]);

export const SUBMODULES: ReadonlySet<string> = new Set(
  (
    'nn ops optim autograd utils linalg special fft random cuda backends accelerator amp jit functional overrides version neuron fx ' +
    'func compiler distributed distributions serialization testing profiler export library onnx mps xpu cpu return_types types ' +
    '_dynamo _inductor _functorch _C _VF hub sparse masked nested storage _tensor ao quantization signal'
  ).split(' '),
);
