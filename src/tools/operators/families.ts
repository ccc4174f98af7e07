/** The family of an operator, by its name: a rough order for filtering, the first rule that fits. */
const rules: [string, RegExp][] = [
  ['collectives', /^_c10d|^c10d/],
  ['kernels', /^nki_kernels/],
  ['foreach and fused optimizers', /^_?foreach|^_fused_(?:adam|sgd|adagrad)|^_amp_/],
  ['sparse', /sparse|coalesce|_csr|_csc|_bsr|_coo|(?:^|_)(?:crow|col|ccol|row)_indices/],
  ['nested', /nested|jagged|_padded_dense/],
  ['quantised', /quant|fake_q|int4|int8|_mixed_dtypes|q_scale|q_zero|q_per/],
  ['attention', /attention|_transformer|_flash|_sdp|_cudnn_attn/],
  ['convolution', /conv|_slow_|thnn|miopen|mkldnn|mps_|cudnn|im2col|col2im|fold/],
  ['pooling and resizing', /pool|upsample|interpolate|grid_sampl|affine_grid|pixel_|channel_shuffle|unpool/],
  ['recurrent', /lstm|gru|rnn/],
  ['normalisation', /batch_norm|layer_norm|group_norm|instance_norm|rms_norm|renorm|weight_norm|local_response/],
  ['losses', /loss|cross_entropy|kl_div|_ctc|cosine_embedding|nll/],
  ['embedding', /embedding|one_hot|bincount|bucketize|searchsorted|histc|histogram/],
  ['Fourier and complex', /fft|stft|complex|^(?:_?conj|real|imag|angle|view_as_real|polar|resolve_|is_conj|is_neg)/],
  [
    'linear algebra',
    /linalg|matmul|^_?addr|cholesky|^lu|svd|^qr|eig|solve|^det|logdet|slogdet|inverse|pinverse|matrix|^_?(?:mm|bmm|addmm|addmv|addbmm|baddbmm|mv|dot|vdot|inner|outer|ger|kron|cross|chain|tensordot|einsum|linear|bilinear|cdist|pdist|orgqr|ormqr|geqrf|trace|grouped_mm|scaled_mm|scaled_grouped|int_mm|_addmm|_trilinear|cov|corrcoef)/,
  ],
  ['random', /rand|normal|uniform|bernoulli|dropout|multinomial|exponential|cauchy|geometric|poisson|dirichlet|standard_gamma|binomial|rrelu|log_normal/],
  [
    'scatter, gather, index',
    /scatter|gather|index|take|(?:^|_)put|masked|nonzero|where|select_backward|slice_backward|slice_scatter|select_scatter|diagonal_scatter|as_strided_scatter/,
  ],
  ['sort and select', /sort|topk|kthvalue|median|mode|unique|quantile/],
  [
    'reductions',
    /^_?(?:sum|mean|prod|amax|amin|max|min|any|all|std|var|norm|logsumexp|argmax|argmin|aminmax|nansum|nanmean|count_nonzero|cumsum|cumprod|cummax|cummin|logcumsumexp|cumulative|cum|logaddexp_reduce|softmax|log_softmax|special_softmax|special_log_softmax|special_logsumexp|segment_reduce|trapz|trapezoid|equal|allclose|dist)(?:[_.]|$)/,
  ],
  ['activations', /relu|gelu|silu|sigmoid|tanh|softplus|elu|mish|hardswish|hardtanh|hardshrink|softshrink|threshold|glu|prelu|celu|log_sigmoid/],
  [
    'comparison and logic',
    /^_?(?:(?:eq|ne|lt|le|gt|ge|greater|less|greater_equal|less_equal|not_equal)_?$|logical_|bitwise_|is(?:nan|inf|finite|posinf|neginf|real|close|in)$|__)/,
  ],
  [
    'creation and copy',
    /^_?(?:empty|zeros|ones|full|arange|linspace|logspace|eye|new_|scalar_tensor|tri[lu]_indices|copy|to|clone|fill|zero|lift|_to|clone|contiguous|pin|set_|resize|range|from_|cartesian|combinations|meshgrid|vander|hamming|hann|blackman|bartlett|kaiser|local_scalar|item|detach|data|alias|_copy)/,
  ],
  [
    'views and shapes',
    /view|reshape|permute|transpose|squeeze|expand|slice|select|split|chunk|unbind|narrow|diagonal|diag|^t_?$|numpy_T|mT|mH|adjoint|movedim|moveaxis|swap|flatten|unflatten|flip|roll|rot90|repeat|tile|stack|cat|concat|unfold|as_strided|atleast|broadcast|ravel|pad|tri[lu]|block_diag|h?v?d?split/,
  ],
];

export function familyOf(op: string): string {
  // The overload says how it is called (`.out`, `.grad_input`), not what it does.
  const name = (op.replace(/^aten::/, '').split('.')[0] ?? '').replace(/^$/, op);
  return rules.find(([, pattern]) => pattern.test(name))?.[0] ?? 'pointwise and others';
}
