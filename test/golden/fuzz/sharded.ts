/**
 * Programs of four ranks: distributed tensors that are computed with and laid out anew, modules under plans of tensor
 * parallelism, data parallelism and FSDP, collectives on plain tensors in groups.
 *
 * Numbers are small and mostly whole, so that a sum does not depend on the order of the ranks. All ranks run the same
 * statements: what hangs is drawn by hand, not here.
 */

import { broadcast, type Scope } from './scope.ts';

interface Mesh {
  readonly dims: number;
}

const SHAPES = [[4, 4], [8, 4], [4, 8], [5, 4], [4], [8], [3, 5], [4, 4, 2], [2, 4, 4]];

function placements(scope: Scope, mesh: Mesh, rank: number, partial = false): string {
  const one = (): string => {
    const forms = ['Replicate()', ...Array.from({ length: rank }, (_, d) => `Shard(${d})`), ...Array.from({ length: rank }, (_, d) => `Shard(${d})`)];
    if (partial) forms.push('Partial()');
    return scope.random.pick(forms);
  };
  return `[${Array.from({ length: mesh.dims }, one).join(', ')}]`;
}

function makeSharded(scope: Scope, mesh: Mesh): void {
  const { random } = scope;
  const shape = random.pick(SHAPES);
  const n = shape.reduce((a, b) => a * b, 1);
  const full = random.pick([`torch.arange(${n}.).view(${shape.join(', ')})`, `torch.ones(${shape.join(', ')})`, `(torch.arange(${n}.).view(${shape.join(', ')}) % 3 - 1)`]);
  if (random.chance(0.15)) scope.define(`DTensor.from_local(torch.ones(${shape.join(', ')}) * (r % 2), mesh, ${`[${'Partial(), '.repeat(mesh.dims).slice(0, -2)}]`})`, shape, 'float');
  else scope.define(`distribute_tensor(${full}, mesh, ${placements(scope, mesh, shape.length)})`, shape, 'float');
}

const POINTWISE = ['torch.relu($)', '-$', '$.abs()', '$ * 2', '$ + 1', '$ - 0.5', '$ / 4', '$.clamp(-1, 2)', '$.square()', '$.clone()', '$.detach()', '$ > 1', 'torch.zeros_like($)', '$.sign()', 'torch.where($ > 0, $, $ * 2)', '$.to(torch.float64)'];
const REDUCTIONS = ['$.sum()', '$.max()', '$.min()', '$.amax(#)', '$.sum(#)', '$.sum(#, keepdim=True)', '$.mean(#)', '$.prod(#)', '$.argmax(#)', '$.cumsum(#)', '$.softmax(#)', '$.all(#)', '$.norm()', '$.var(#)', '$.logsumexp(#)'];
const VIEWS = ['$.transpose(0, -1)', '$.flatten()', '$.unsqueeze(#)', '$[0]', '$[..., 1:]', '$.view(-1)', '$.select(#, 1)', '$.split(2, #)[0]', '$.chunk(2, #)[1]', '$.flip(#)', '$.expand(2, *$.shape)', '$.repeat(*([2] * $.dim()))', '$.contiguous()', 'torch.cat([$, $], #)', 'torch.stack([$, $], #)', '$.triu()', '$.roll(1, #)'];

function show(scope: Scope, name: string): void {
  const forms = [`print(${name}.placements, ${name}.shape, ${name}.to_local())`, `print(${name}.full_tensor())`, `print(${name}.placements, ${name}.redistribute(mesh, R).to_local())`];
  // What fails is told by its type alone: the words of these errors hold the whole schema.
  scope.emit(scope.random.pick(forms));
}

function step(scope: Scope, mesh: Mesh): void {
  const { random } = scope;
  const v = scope.pick();
  if (!v) return;
  const dim = String(random.int(0, Math.max(0, v.shape.length - 1)));
  const fill = (form: string): string => form.replaceAll('$', v.name).replaceAll('#', dim);
  const form = random.int(0, 9);
  const out = scope.fresh();
  if (form < 3) scope.emit(`${out} = ${fill(random.pick(POINTWISE))}`);
  else if (form < 5) scope.emit(`${out} = ${fill(random.pick(REDUCTIONS))}`);
  else if (form < 6) scope.emit(`${out} = ${fill(random.pick(VIEWS))}`);
  else if (form < 8) {
    const w = scope.pick((x) => broadcast(x.shape, v.shape) !== null);
    const m = scope.pick((x) => x.shape.length === 2 && v.shape.length === 2 && x.shape[0] === v.shape[1]);
    if (m && random.chance(0.6)) scope.emit(`${out} = ${v.name} @ ${m.name}`);
    else scope.emit(`${out} = ${v.name} ${random.pick(['+', '*', '-'])} ${w?.name ?? v.name}`);
  } else {
    const to = placements(scope, mesh, v.shape.length);
    scope.emit(`${out} = ${v.name}.redistribute(mesh, ${to})`);
    scope.values.push({ name: out, shape: v.shape, kind: 'float', grad: false });
  }
  show(scope, out);
}

/** Each statement of a group in a `try` of its own: an operator without a strategy does not end the program. */
function guarded(scope: Scope, body: () => void): void {
  scope.block('try:', body);
  scope.block('except Exception as e:', () => scope.emit('print(type(e).__name__)'));
}

function tensors(scope: Scope): void {
  const mesh: Mesh = { dims: scope.random.chance(0.3) ? 2 : 1 };
  scope.emit(`mesh = init_device_mesh("cpu", ${mesh.dims === 2 ? '(2, 2)' : '(4,)'})`);
  scope.emit(`R = [Replicate()] * ${mesh.dims}`);
  for (let i = scope.random.int(1, 2); i > 0; i--) makeSharded(scope, mesh);
  for (let i = scope.random.int(3, 6); i > 0; i--) guarded(scope, () => step(scope, mesh));
  if (scope.random.chance(0.4)) {
    const shape = scope.random.pick([[4, 4], [8, 4], [5, 4]]);
    scope.emit(`w = distribute_tensor(torch.ones(${shape.join(', ')}), mesh, ${placements(scope, mesh, 2)}).requires_grad_()`);
    guarded(scope, () => {
      scope.emit(`(${scope.random.pick(['w * 2', 'w @ w.t()', 'torch.relu(w - 0.5)', 'w.sum(0)', 'w.softmax(1)'])}).sum().backward()`);
      scope.emit('print(w.grad.placements, w.grad.full_tensor())');
    });
  }
}

const LAYERS = ['torch.nn.Linear(4, 8)', 'torch.nn.ReLU()', 'torch.nn.Linear(8, 4)'];

function plans(scope: Scope): void {
  const { random } = scope;
  scope.emit('mesh = init_device_mesh("cpu", (4,))');
  scope.emit('torch.manual_seed(0)');
  scope.emit(`m = torch.nn.Sequential(${LAYERS.join(', ')})`);
  scope.block('for p in m.parameters():', () => scope.emit('p.data = (p.data * 8).round() / 2'));
  const output = random.pick(['', 'output_layouts=Shard(0)', 'output_layouts=Replicate()', 'output_layouts=Shard(-1), use_local_output=False']);
  const input = random.pick(['', 'input_layouts=Shard(0)', 'input_layouts=Replicate()']);
  const plan = random.pick([
    `{"0": ColwiseParallel(${input}), "2": RowwiseParallel(${output})}`,
    `{"0": RowwiseParallel(input_layouts=Replicate()), "2": ColwiseParallel(${output})}`,
    `{"0": ColwiseParallel(${input})}`,
    `{"2": RowwiseParallel(input_layouts=Replicate()${output && `, ${output}`})}`,
    `{"0": ColwiseParallel(use_local_output=False), "2": RowwiseParallel(${output})}`,
  ]);
  guarded(scope, () => {
    scope.emit(`parallelize_module(m, mesh, ${plan})`);
    scope.emit(`x = torch.ones(${random.pick(['4', '8', '3'])}, 4) * ${random.pick(['1', '(r + 1)'])}`);
    for (let i = random.int(1, 2); i > 0; i--) {
      scope.emit('y = m(x)');
      scope.emit('print(type(y).__name__, y.shape)');
      scope.emit('y.sum().backward()');
    }
    scope.block('for name, p in m.named_parameters():', () => scope.emit('print(name, p.shape, getattr(p, "placements", None), getattr(p.grad, "_local_tensor", p.grad))'));
  });
}

function replicas(scope: Scope): void {
  const { random } = scope;
  const form = random.pick(['ddp', 'fsdp', 'fsdp', 'hsdp']);
  scope.emit('torch.manual_seed(0)');
  scope.emit(`m = torch.nn.Sequential(torch.nn.Linear(${random.pick(['4', '3'])}, ${random.pick(['8', '5'])}), torch.nn.ReLU())`);
  scope.emit('m.append(torch.nn.Linear(m[0].out_features, 2))');
  scope.block('for p in m.parameters():', () => scope.emit('p.data = (p.data * 8).round() / 2'));
  if (form === 'ddp') {
    scope.emit('dist.init_process_group("gloo")');
    scope.emit(`m = DistributedDataParallel(m${random.pick(['', ', find_unused_parameters=True', ', static_graph=True', ', gradient_as_bucket_view=True', ', bucket_cap_mb=0.0001'])})`);
  } else {
    scope.emit(`mesh = init_device_mesh("cpu", ${form === 'hsdp' ? '(2, 2), mesh_dim_names=("a", "b")' : '(4,)'})`);
    if (random.chance(0.6)) scope.block('for layer in m:', () => scope.block('if list(layer.parameters()):', () => scope.emit('fully_shard(layer, mesh=mesh)')));
    scope.emit(`fully_shard(m, mesh=mesh${random.pick(['', ', reshard_after_forward=False', ', reshard_after_forward=True'])})`);
  }
  scope.emit(`o = torch.optim.${random.pick(['SGD(m.parameters(), lr=0.5)', 'SGD(m.parameters(), lr=0.5, momentum=0.5)', 'SGD(m.parameters(), lr=0.25, weight_decay=0.5)'])}`);
  scope.block(`for i in range(${random.int(1, 3)}):`, () => {
    scope.emit('o.zero_grad()');
    scope.emit(`loss = m(torch.ones(2, ${form === 'ddp' ? 'm.module' : 'm'}[0].in_features) * ${random.pick(['r', '(r + i)', '1'])}).sum()`);
    scope.emit('loss.backward()');
    if (random.chance(0.3)) scope.emit(`torch.nn.utils.clip_grad_${random.pick(['norm', 'value'])}_(m.parameters(), 4.0)`);
    scope.emit('o.step()');
    scope.emit('print(loss)');
  });
  scope.block('for name, p in m.named_parameters():', () => scope.emit('print(name, p.shape, getattr(p, "_local_tensor", p).detach())'));
}

function collective(scope: Scope): void {
  const { random } = scope;
  const t = `(torch.arange(4.) + r * ${random.int(1, 3)})`;
  const group = random.pick(['', '', ', group=half', ', group=half']);
  const size = group ? 2 : 4;
  const sync = random.chance(0.3);
  const forms = [
    () => [`x = ${t}`, `w = dist.all_reduce(x, op=dist.ReduceOp.${random.pick(['SUM', 'MAX', 'MIN', 'PRODUCT'])}${group}, async_op=${sync ? 'True' : 'False'})`],
    () => [`x = ${t}`, `w = dist.broadcast(x, ${group ? '0 if r % 2 == 0 else 1' : random.int(0, 3)}${group}, async_op=${sync ? 'True' : 'False'})`],
    () => [`x = [torch.zeros(4) for _ in range(${size})]`, `w = dist.all_gather(x, ${t}${group})`],
    () => [`x = torch.zeros(${4 * size})`, `w = dist.all_gather_into_tensor(x, ${t}${group}, async_op=${sync ? 'True' : 'False'})`],
    () => [`x = torch.zeros(${4 / size})`, `w = dist.reduce_scatter_tensor(x, ${t}${group})`],
    () => [`x = torch.zeros(4)`, `w = dist.all_to_all_single(x, ${t}${group})`],
    () => [`x = ${t}`, `w = dist.reduce(x, ${group ? 'r % 2' : random.int(0, 3)}${group})`, `x = x if r == ${group ? 'r % 2' : 0} else None`],
    () => [`x = [None] * ${size}`, `w = dist.all_gather_object(x, (r, "a" * r)${group})`],
    () => ['x = torch.zeros(2)', `w = dist.scatter(x, [torch.ones(2) * i for i in range(4)] if r == 1 else None, src=1)`],
    () => ['w = dist.barrier()', 'x = r'],
    () => [`x = dist.isend(${t}, (r + 1) % 4)`, 'b = torch.zeros(4)', 'dist.recv(b, (r - 1) % 4)', 'x.wait()', 'x, w = b, None'],
  ];
  for (const line of random.pick(forms)()) scope.emit(line);
  scope.emit('print(x if w is None else w.wait() and x)');
}

function collectives(scope: Scope): void {
  scope.emit('dist.init_process_group("gloo")');
  scope.emit('even, odd = dist.new_group([0, 2]), dist.new_group([1, 3])');
  scope.emit('half = even if r % 2 == 0 else odd');
  for (let i = scope.random.int(2, 5); i > 0; i--) collective(scope);
}

export function drawSharded(scope: Scope): void {
  const form = scope.random.int(0, 9);
  scope.emit('# world-size: 4');
  scope.emit('import os');
  scope.emit('import torch');
  scope.emit('import torch.distributed as dist');
  scope.emit('from torch.distributed.device_mesh import init_device_mesh');
  if (form < 5) scope.emit('from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor');
  else if (form < 7) {
    scope.emit('from torch.distributed.tensor import Replicate, Shard');
    scope.emit('from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module');
  } else if (form < 9) {
    scope.emit('from torch.distributed.fsdp import fully_shard');
    scope.emit('from torch.nn.parallel import DistributedDataParallel');
  }
  scope.emit('');
  scope.emit('r = int(os.environ["RANK"])');
  if (form < 5) tensors(scope);
  else if (form < 7) plans(scope);
  else if (form < 9) replicas(scope);
  else collectives(scope);
  scope.emit('dist.destroy_process_group()');
}
