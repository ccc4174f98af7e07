/**
 * Logs as they are pasted: with colours and links of terminals, line ends of Windows, prefixes of launchers and
 * containers, messages wrapped in the middle, cut off, quoted, boxed. The entry named is the first one found.
 */
import { expect, test } from 'vitest';
import { isCode, readErrors } from '../../../src/components/errors/load.ts';
import { subject } from '../../../src/components/errors/subject.ts';
import { match, prepare } from '../../../src/components/errors/match.ts';

const matcher = prepare(
  readErrors().map((row) => ({ ...row, patterns: isCode(row.id) ? [row.id, ...row.patterns.filter((p) => p !== row.id)] : row.patterns })),
);

const E = '\u001b';
const noise = (n: number) => Array.from({ length: n }, (_, i) => `step ${i} loss ${(2.3 - i * 0.001).toFixed(4)} lr 3.0e-4`).join('\n');
const logs: [string, string, string][] = [
  [
    'ansi rich',
    'NCC_EVRF029',
    `${E}[31m│${E}[0m ${E}[1;31mRuntimeError${E}[0m: Compilation error occurred on Neuron for operation=${E}[33maten::sort${E}[0m; error message="COMPILATION FAILED: ${E}[31m[ERROR]${E}[0m ${E}[1m[NCC_EVRF029]${E}[0m Operation sort is not supported"`,
  ],
  [
    'osc8 hyperlink + osc title',
    'TN-CORES-BUSY',
    `${E}]0;train${'\u0007'}${E}]8;;file:///x${'\u0007'}2026-Dec-01 10:00:00.1234  4711:4712 ERROR  NRT:nrt_allocate_neuron_cores  NeuronCore(s) not available - Requested:4 Available:0${E}]8;;${'\u0007'}`,
  ],
  [
    '256 colours with colons',
    'TN-ALLOCATE',
    `${E}[38:5:196m2026-Dec-01 10:00 ERROR TDRV:dmem_alloc_internal   Failed to alloc DEVICE memory: 4294967296${E}[m\n${E}[38;5;196mRuntimeError: Failed to allocate resource${E}[0m`,
  ],
  ['truncated mid-word', 'TN-ALLOCATE', `2026-Dec-01 10:11:12.000001 99:100 ERROR   TDRV:dmem_alloc_internal                       Failed to alloc DEV`],
  [
    'CRLF windows terminal',
    'TN-DYNAMIC-SHAPES',
    `Traceback (most recent call last):\r\n  File "C:\\t.py", line 3, in <module>\r\ntorch._dynamo.exc.BackendCompilerFailed: backend='neuron' raised:\r\nRuntimeError: Dynamic shapes detected in the model, but torch-neuronx requires static\r\nshapes\r\n`,
  ],
  [
    'interleaved ranks',
    'TN-BARRIER-SIZE',
    `[rank0]: Traceback (most recent call last):\n[rank1]: Traceback (most recent call last):\n[rank0]:   File "t.py", line 1\n[rank2]: Traceback (most recent call last):\n[rank1]: RuntimeError: Failed to execute\n[rank0]: RuntimeError: Failed to execute the device barrier 3\n[rank2]: RuntimeError: Failed to execute the device barrier 3`,
  ],
  [
    'interleaved ranks splitting a message',
    'TN-INIT-ORDER',
    `[rank0]: RuntimeError: Neuron runtime should not be initialized\n[rank0]: before the init_process_group\n`,
  ],
  [
    'k8s json log',
    'NCC_EOOM001',
    `{"time":"2026-12-01T10:00:00Z","level":"error","msg":"RuntimeError: Neuron backend NEFF execution setup failed with unexpected error: \\u001b[31m[NCC_EOOM001]\\u001b[0m The combined memory needed for the model tensors exceeds the high-bandwidth memory limit"}`,
  ],
  [
    'timestamps each line',
    'TORCH-MAT-SHAPES',
    `2026-12-01T10:00:00.123Z stderr F Traceback (most recent call last):\n2026-12-01T10:00:00.124Z stderr F   File "/app/t.py", line 9\n2026-12-01T10:00:00.125Z stderr F RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)`,
  ],
  [
    'wrapped with timestamps between',
    'TN-LAYOUT-COPY',
    `2026-12-01T10:00:00.125Z stderr F RuntimeError: Neuron->Neuron copy with layout\n2026-12-01T10:00:00.126Z stderr P  change is not supported`,
  ],
  [
    'torchrun prefix wrapped',
    'TN-GQA',
    `[default3]:[rank3]: ValueError: Number of heads in key and value must\n[default3]:[rank3]:  divide the number of heads in query`,
  ],
  [
    'status line',
    'NRT_EXEC_OOB',
    `2026-Dec-01 10:00:00.0 11:12 ERROR NMGR:dlr_infer  Inference completed with err: 1006. mode->h_nn=1001, start_nc=0, nc_count=1`,
  ],
  ['nrt status name', 'NRT_EXEC_HW_ERR_HBM_UE', `RuntimeError: nrt_execute failed with NRT_EXEC_HW_ERR_HBM_UE (status 1201)`],
  [
    'recompile limit',
    'TORCH-RECOMPILE-LIMIT',
    `W1201 10:00:00.000000 123 torch/_dynamo/convert_frame.py:1000] [0/8] torch._dynamo hit config.recompile_limit (8)\nW1201 10:00:00.000000 123 torch/_dynamo/convert_frame.py:1000] [0/8]    function: 'forward' (model.py:10)\nW1201 10:00:00.000000 123 torch/_dynamo/convert_frame.py:1000] [0/8]    last reason: 0/7: L['x'].size()[0] == 7`,
  ],
  [
    'graph break log',
    'GB0170',
    `torch._dynamo.exc.Unsupported: Data-dependent branching\n  Explanation: Detected data-dependent branching (e.g. \`if my_tensor.sum() > 0:\`). Dynamo does not support tracing dynamic control flow.\n  Hint: This graph break is fundamental\n\n  Developer debug context: attempted to jump with TensorVariable()\n\n For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0170.html\n\nfrom user code:\n   File "t.py", line 7, in f\n    if x.sum() > 0:`,
  ],
  [
    'killed compiler',
    'TN-CC-KILLED',
    `subprocess.CalledProcessError: Command '['neuronx-cc', 'compile', '--framework', 'XLA']' died with <Signals.SIGKILL: 9>.`,
  ],
  ['killed compiler exit', 'TN-CC-KILLED', `ERROR: neuronx-cc failed: process finished with exit code 137`],
  [
    'fork',
    'TN-FORK',
    `Traceback (most recent call last):\n  File "/usr/lib/python3.12/multiprocessing/process.py", line 314, in _bootstrap\nRuntimeError: Cannot re-initialize Neuron runtime in forked subprocess. To use Neuron with multiprocessing, you must use the 'spawn' start method`,
  ],
  [
    'autoload with no wheel',
    'TN-NO-DEVICE-TYPE',
    `RuntimeError: Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: neuron`,
  ],
  ['module missing', 'TN-NO-MODULE', `ModuleNotFoundError: No module named 'torch_neuronx'`],
  ['module missing curly', 'TN-NO-MODULE', `ModuleNotFoundError: No module named ‘torch_neuronx’`],
  ['pyhlo', 'TN-NO-PYHLO', `ModuleNotFoundError: No module named 'torch_neuronx.pyhlo'`],
  ['5 MB', 'NCC_EXTP004', `${noise(75000)}\n[ERROR] [NCC_EXTP004] Instructions generated by compiler 6000000 exceeds the typical limit`],
  [
    'progress bar with \\r',
    'NRT_RESOURCE',
    Array.from({ length: 200 }, (_, i) => `Epoch 1: ${i}%|${'█'.repeat(i % 10)}| ${i}/200`).join('\r') +
      '\rRuntimeError: Failed to allocate resource NRT_RESOURCE\n',
  ],
  [
    'a table of memory',
    'TN-ALLOCATE',
    `2026-May-15 20:58:33.897479 224822:224822 ERROR  TDRV:log_dev_mem                             Failed to allocate 2.000GB (alignment: none, usage: tensors) on ND 0:NC 0\n2026-May-15 20:58:33.90 224822:224822 ERROR  NMGR:kmgr_load_nn_post_metrics                 Failed to load NN: graph, err: 4`,
  ],
  [
    'allocation by call',
    'TN-ALLOCATE',
    `terminate called after throwing an instance of 'c10::Error'\n  what():  nrt_tensor_allocate status=4 message="Allocation Failure"`,
  ],
  ['a small status behind its call', 'NRT_UNINITIALIZED', `RuntimeError: nrt_execute status=13`],
  ['a small status that is another', '', `neuron-proxy GET /a 200, exit status 4, status=13`],
  ['loading alone', 'TN-LOAD-NN', `NMGR:stage_kelf_models  Failed to stage graph: kelf-a.json to NeuronCore`],
  ['compiler killed, with its code', 'TN-CC-KILLED', `[F137] neuronx-cc was forcibly killed - This most commonly occurs due to insufficient system memory.`],
  ['efa', 'TN-EFA', `2026-Dec-01 NCCL WARN OFI plugin initNet() failed is EFA enabled?`],
  ['rx', 'TN-RX-TIMEOUT', `2026-Dec-01 10:00:00 1:2 [3] neuron_nccl: Timeout waiting for RX (waited 120 sec) - retrying`],
  ['bucket: no backend type', 'TN-NO-BACKEND-TYPE', `RuntimeError: No backend type associated with device type cpu`],
  ['same device', 'TORCH-SAME-DEVICE', `RuntimeError: Expected all tensors to be on the same device, but found at least two devices, neuron:0 and cpu!`],
  ['lowercase code no prefix', 'NCC_ITEN406', `neuronx-cc: error: iten406: Too many partition dims`],
  ['code split by wrap', 'NCC_EVRF035', `[ERROR] [NCC_\nEVRF035] Opcode (dot) does not support 32-bit or 64-bit integer operands`],
  [
    'internal compiler',
    'NCC_ITIN902',
    `***************************************************************\n An Internal Compiler Error has occurred\n***************************************************************\nError message: [internal] [NCC_ITIN902] TensorInitialization error: Cannot generate predicate!\nError class: AssertionError`,
  ],
  ['event timing', 'TN-EVENT-TIMING', `RuntimeError: Event was not created with timing enabled.`],
  ['int grad', 'TORCH-INT-GRAD', `RuntimeError: only Tensors of floating point dtype can require gradients`],
  ['inplace leaf', 'TORCH-LEAF', `RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.`],
  ['utf16-ish nul padded', 'TN-NO-MODULE', `\ufeffModuleNotFoundError:\u00a0No module named\u00a0'torch_neuronx'`],
  ['markdown quoted', 'TN-A2A-UNEVEN', `> RuntimeError: alltoall_base: Only even split sizes\n> are supported`],
  [
    'github issue table pipes',
    'TN-FLOAT64-OUT',
    `| RuntimeError: Output tensor has dtype float64 which is not |\n| supported                                                     |`,
  ],
  [
    'rich box',
    'TN-DEST-CONTIGUOUS',
    `╭──────────── Traceback (most recent call last) ────────────╮\n│ /app/t.py:3 in <module>                                   │\n╰───────────────────────────────────────────────────────────╯\nRuntimeError: Destination Neuron tensor must be contiguous`,
  ],
  ['html escaped', 'TN-LAYOUT-COPY', `RuntimeError: Neuron-&gt;Neuron copy with layout change is not supported`],
  ['python repr newline', 'TN-COMPILE-OP', `raised RuntimeError('Compilation error occurred on Neuron for operation=aten::foo;\\nerror message="..."')`],
  ['fsdp', 'TN-FSDP-CONFIG', `ValueError: FSDP is not currently supported on Neuron devices`],
  ['a sampled stack of a hang', '', `Thread 1 (idle): "MainThread"\n  wait (threading.py:327)\n  barrier (torch/distributed/distributed_c10d.py:4000)`],
  ['mask put', 'TN-MASK-PUT', `NotImplementedError: Boolean index_put is not supported in torch.compile on Neuron. Use torch.where`],
  [
    'leaf two errors, cause first',
    'NCC_EVRF013',
    `torch._dynamo.exc.BackendCompilerFailed: backend='neuron' raised:\nRuntimeError: Neuron backend NEFF execution setup failed with unexpected error: Compilation error occurred on Neuron for operation=aten::topk; error message="COMPILATION FAILED: [ERROR] [NCC_EVRF013] TopK does not support int32 or int64 input tensors."`,
  ],
];

test.each(logs)('%s', (_name, want, text) => {
  expect(match(matcher, text).hits[0]?.id ?? '').toBe(want);
});

test('a line is shown as it was pasted, with what stood before it', () => {
  const { hits } = match(matcher, '[rank0]: ok\n[default3]:[rank3]: RuntimeError: Failed to execute the device\n[default3]:[rank3]: barrier 3');
  expect(hits[0]?.lines[0]).toMatchObject({ number: 2, before: '[default3]:[rank3]: RuntimeError: ' });
});

test('the line shown is the one that tells, not one before it that shares a word', () => {
  const log = 'ERROR [NCC_EOOM002] does not fit [neuronx-cc]\n[F137] neuronx-cc was forcibly killed - out of memory';
  const killed = match(matcher, log).hits.find(({ id }) => id === 'TN-CC-KILLED');
  expect(killed?.lines).toMatchObject([{ number: 2, match: 'F137] neuronx-cc was forcibly killed' }]);
});

test('a gap leads over a line’s end, what is shown does not', () => {
  const { hits } = match(matcher, 'running neuronx-cc\n(pid 7)\nchild died with <Signals.SIGKILL: 9>.');
  expect(hits[0]).toMatchObject({ id: 'TN-CC-KILLED', lines: [{ number: 3, match: 'died with <Signals.SIGKILL: 9>' }] });
});

test('a text that is no error is told by what it sets or names', () => {
  expect(subject('HOME=/root\nNEURON_RT_EXEC_TIMEOUT=60\nexport XLA_USE_BF16=1')).toEqual({ variables: 2, operators: [] });
  expect(subject('ran aten::sinc and aten.index_add.default, aten::sinc')).toEqual({ variables: 0, operators: ['sinc', 'index_add'] });
  expect(subject('step 1 loss 2.3')).toEqual({ variables: 0, operators: [] });
});
