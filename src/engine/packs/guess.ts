/**
 * A first guess from a program's text of the packs it will ask for. A wrong guess costs a download, a missed one a second
 * start.
 *
 * Names behind a dot are looked up in the operator table; words and signs say the rest.
 */
import { packsNamed } from '../aten/table.ts';

const HINTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\s*(import|from) torch/m, ['base']],
  [/^# world-size: *([2-9]|1\d)/m, ['natives', 'std', 'distributed', 'mesh']],
  [/grad|backward|\bParameter\b|\bnn\b|\boptim\b/, ['autograd']],
  [/\bmath\b|\*\*|\b(complex|fromhex)\(|\b(int|float)\(['\"]|\.(hex|is_integer|bit_\w+|\w+_bytes|as_integer_ratio)\(/, ['math']],
  [/\b[rf]*f['"]|['"] %|\bformat\b|['"]\.|\.(join|split|strip|upper|lower|replace|(start|end)swith|[lrz]just|zfill|decode)\(|\bbytes\(/, ['text']],
  [
    /^\s*(match .*:|try:|with |async )|\b(abs|round|pow|divmod|bin|oct|hex|chr|ord|vars|dir|locals|globals|eval|exec|id|hash)\(|\.(update|union|intersection|\w*difference|is(sub|super)set)\b|[|&^-]=|^\s*[\w.]+\[[^\]:]*:[^\]]*\] =|^\s*del .*:/m,
    ['language'],
  ],
  [/\bb['"]|\bbyte(s|array)\(|\.encode\(/, ['text', 'bytes']],
  [/^\s*(raise|except)\b/m, ['faults']],
  // Products; comparisons, places of a tensor.
  [/[\w)\]] @/, ['ops-matmul']],
  [/[<>]|[!=]=|\w\[/, ['ops-base']],
  [/\b(rand\w*|manual_seed|dropout|Dropout)\b/, ['ops-random']],
  [/\b(relu|tanh|sigmoid)\b/, ['ops-elementwise']],
  [/\w\[[^\]\n]*[:,]/, ['ops-more']],
  [/\b(softmax|relu|gelu|silu|tanh|cross_entropy|layer_norm)\b/, ['ops-nn']],
  [
    /\bnn\b/,
    [
      'absent',
      'text',
      'language',
      'math',
      'natives',
      'std',
      'nn',
      'torch-more',
      'ops-base',
      'ops-reduce',
      'ops-matmul',
      'ops-random',
      'ops-elementwise',
      'ops-more',
      'ops-nn',
    ],
  ],
  [/\boptim\b/, ['math', 'natives', 'std', 'std-more', 'nn', 'optim']],
  [/\b(dataclass|enum|Enum|random|json|logging|inspect|re)\b/, ['natives', 'std', 'std-more']],
  [/\b(open|makedirs|pathlib|tempfile|pickle|shutil|glob|csv|load|save|find_spec)\b|path\.[eig]/, ['natives', 'std', 'std-more', 'std-files']],
  [/\b(datetime|decimal|errno|fractions|pprint|statistics|base64|hashlib|struct|uuid)\b/, ['std-more', 'bytes', 'std-rarer']],
  [/\b(ast|calendar|configparser|contextvars|html|platform|shlex|signal|urllib)\b/, ['natives', 'std', 'std-seldom']],
  [/\b(argparse|tqdm|weakref|timeit|gc|asyncio|threading)\b/, ['natives', 'std', 'std-scripts']],
  [/\bfx\b|__torch_function__|\(torch\.Tensor\)|TorchFunctionMode/, ['base', 'nn', 'overrides']],
  [/\btorch\.(ops|library)\b|__torch_dispatch__|\bFlopCounterMode\b/, ['modes']],
  [/\beinops\b/, ['base', 'natives', 'std', 'einops', 'ops-base', 'ops-reduce', 'ops-more']],
  [/\bnumpy\b/, ['base', 'known', 'math', 'text', 'numpy', 'ops-base', 'ops-reduce', 'ops-elementwise', 'ops-more']],
  [
    /default_rng|\.argsort|\.tofile|\bnp\.(einsum|[fi]info|memmap|\w*(save|load|from)\w*|take|repeat|linalg|nan|hist|med|uniq|pad)/,
    ['numpy-more', 'numpy-lib'],
  ],
  [
    /\b[fi]info\b|\b(einsum|norm|split|meshgrid|cdist|set_(printoptions|default_device|num_threads|float32_matmul_precision)|result_type|promote_types|broadcast_\w+s|is_complex|autocast)\b|\.(data_ptr|tolist|storage|set_|type|new|new_tensor|is_set_to|cuda)\(/,
    ['torch-more'],
  ],
  [/\bout=/, ['outs']],
  [/\b(LSTM|GRU|RNN|BCE|binary_cross)/, ['ops-recurrent']],
  [/\b(Transformer|MultiheadAttention)|attention/, ['ops-attention']],
  [/\b(Conv[123]d|\w*Pool[123]d|LSTM|GRU|RNN|BatchNorm|Parameter(List|Dict)|Lazy\w+|Transformer\w*|MultiheadAttention|Embedding)\b/, ['nn-more', 'ops-layers']],
  [/\b(DataLoader|autocast|amp|GradScaler|checkpoint|functional|jit|save|load|backends|testing|saved_tensors_hooks|save_on_cpu)\b/, ['data']],
  [/\bdistributions\b/, ['math', 'probability', 'torch-more', 'ops-random', 'ops-special']],
  [/\b(fft|stft|istft|complex64)\b|\dj\b/, ['ops-complex']],
  [/\blinalg\b/, ['ops-linalg']],
  [/eigh|svd\(/, ['spectra']],
  [/sparse/, ['ops-sparse', 'ops-matmul']],
  [/float8/, ['float8']],
  [/\b(func|vmap)\b/, ['autograd', 'func']],
  [/jvp|jacfwd|forward_ad/, ['forward']],
  [/\bfx\b|\bbackend=\w|\b(explain|counters|CompileCounter)\b/, ['text', 'language', 'natives', 'std', 'std-more', 'nn', 'overrides', 'fx']],
  [/\bdistributed\b/, ['natives', 'std', 'distributed', 'mesh']],
  [/\bdistributed[\s\S]*\b(loss_parallel|argmax|Conv\d|BatchNorm|flip|roll)\b/, ['mesh-more']],
  [/distributed\.([nop]|al|ch|fs|tensor\.[de])/, ['distributed-more']],
  [/\bcreate_graph\b|autograd.functional|\b(hessian|jacrev)\b/, ['second']],
  [/\bcompile\b|_dynamo/, ['capture', 'tracing', 'graph', 'autograd', 'math']],
  // Left to PyTorch, what changes between calls becomes dynamic.
  [/^(?![\s\S]*dynamic=False)[\s\S]*\bcompile\b/, ['dynamic']],
];

export function guessPacks(source: string): string[] {
  const words = new Set([...source.matchAll(/\.([a-z_]\w*)/g)].map(([, word]) => word as string));
  const named = /\btorch\b/.test(source) ? [...words].flatMap(packsNamed) : [];
  return [...new Set([...HINTS.flatMap(([pattern, packs]) => (pattern.test(source) ? packs : [])), ...named])];
}
