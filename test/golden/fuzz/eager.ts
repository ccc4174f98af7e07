/**
 * Statements of eager programs, one entry a kind: each draws a line or two that fit the tensors in scope, or declines.
 * Numbers stay small, so that sums are exact and digits do not depend on the order of additions.
 */

import { broadcast, isReal, type Kind, numel, promote, type Scope, type Value } from './scope.ts';

export interface Production {
  name: string;
  weight: number;
  draw(scope: Scope): boolean;
}

const DTYPES: Record<Kind, string> = { float: 'torch.float32', int: 'torch.int64', bool: 'torch.bool', bf16: 'torch.bfloat16' };

function literal(scope: Scope, kind: Kind): string {
  const { random } = scope;
  if (kind === 'bool') return random.pick(['True', 'False']);
  if (kind === 'int') return String(random.int(-4, 9));
  return random.pick(['-2.5', '-1.0', '0.0', '0.25', '0.5', '1.0', '1.5', '2.0', '3.0', '10.0']);
}

function nested(scope: Scope, shape: readonly number[], kind: Kind): string {
  if (shape.length === 0) return literal(scope, kind);
  return `[${Array.from({ length: shape[0] as number }, () => nested(scope, shape.slice(1), kind)).join(', ')}]`;
}

const shapeText = (shape: readonly number[]): string => shape.join(', ');

function drawShape(scope: Scope): number[] {
  return scope.random.pick([[3], [4], [2, 3], [3, 2], [2, 2], [3, 1], [1, 3], [2, 3, 2], [5], [1], []]);
}

function makeTensor(scope: Scope): boolean {
  const { random } = scope;
  const shape = drawShape(scope);
  const kind = random.pick<Kind>(['float', 'float', 'float', 'int', 'bool', 'bf16']);
  const form = random.int(0, 4);
  if (form === 0 && shape.length > 0) {
    const scale = kind === 'int' ? '' : ', dtype=torch.float32';
    scope.define(`torch.arange(${numel(shape)}${scale}).reshape(${shapeText(shape)})`, shape, kind === 'int' ? 'int' : 'float');
  } else if (form === 1 && shape.length > 0) {
    const maker = random.pick(['ones', 'zeros']);
    scope.define(`torch.${maker}(${shapeText(shape)}, dtype=${DTYPES[kind]})`, shape, kind);
  } else if (form === 2 && shape.length > 0) {
    const size = shape.length === 1 ? `${shape[0]},` : shapeText(shape);
    scope.define(`torch.randint(${random.int(-3, 0)}, ${random.int(2, 7)}, (${size}))`, shape, 'int');
  } else if (form === 3 && shape.length > 0) {
    scope.define(`torch.${random.pick(['rand', 'randn'])}(${shapeText(shape)})`, shape, 'float');
  } else {
    const dtype = kind === 'bf16' ? ', dtype=torch.bfloat16' : '';
    scope.define(`torch.tensor(${nested(scope, shape, kind)}${dtype})`, shape, kind);
  }
  return true;
}

const UNARY = ['torch.relu($)', '$.abs()', '-$', 'torch.sigmoid($)', 'torch.tanh($)', '$.floor()', '$.round()', '$.sign()', '$ ** 2',
  '$.clamp(-1, 2)', '$.clamp(min=0)', 'torch.exp($ * 0.5)', '$.abs().sqrt()', 'torch.sin($)', 'torch.cos($)', '$.square()', '$.clone()',
  'torch.zeros_like($)', 'torch.ones_like($) * 2', 'F.gelu($)', 'F.silu($)', '$.abs().log1p()', 'torch.trunc($)', '$.detach()', '$.reciprocal()'];
const UNARY_INT = ['$.abs()', '-$', '$ * $', '$ // 2', '$ % 3', '$.clone()', '$.clamp(0, 3)', '$.sign()', '~$'];

function unary(scope: Scope): boolean {
  const value = scope.pick((v) => v.kind !== 'bool');
  if (!value) return false;
  const form = scope.random.pick(value.kind === 'int' ? UNARY_INT : UNARY);
  scope.define(form.replaceAll('$', () => value.name), value.shape, value.kind, value.grad && !form.includes('detach'));
  return true;
}

function binary(scope: Scope): boolean {
  const a = scope.pick((v) => v.kind !== 'bool');
  const b = scope.pick((v) => v.kind !== 'bool');
  if (!a || !b) return false;
  const shape = broadcast(a.shape, b.shape);
  if (!shape && !scope.random.chance(0.05)) return false;
  const op = scope.random.pick(['+', '-', '*', '+', '*', '/', '>', '<', '>=', '==', '!=', 'maximum', 'minimum']);
  const kind: Kind = ['>', '<', '>=', '==', '!='].includes(op) ? 'bool' : op === '/' && promote(a.kind, b.kind) === 'int' ? 'float' : promote(a.kind, b.kind);
  const text = op.length > 2 ? `torch.${op}(${a.name}, ${b.name})` : `${a.name} ${op} ${b.name}`;
  scope.define(text, shape ?? a.shape, kind, kind !== 'bool' && (a.grad || b.grad));
  return true;
}

function withScalar(scope: Scope): boolean {
  const a = scope.pick((v) => v.kind !== 'bool');
  if (!a) return false;
  const { random } = scope;
  const number = random.pick(['2', '3', '0.5', '-1', '1.5', '10']);
  const op = random.pick(['+', '-', '*', '/', '>', '<=', '==']);
  const comparison = ['>', '<=', '=='].includes(op);
  const kind: Kind = comparison ? 'bool' : a.kind === 'int' && (number.includes('.') || op === '/') ? 'float' : a.kind;
  const text = random.chance(0.25) && !comparison ? `${number} ${op} ${a.name}` : `${a.name} ${op} ${number}`;
  scope.define(text, a.shape, kind, !comparison && a.grad);
  return true;
}

function view(scope: Scope): boolean {
  const { random } = scope;
  const v = scope.pick((value) => value.shape.length > 0);
  if (!v) return false;
  const rank = v.shape.length;
  const dim = random.int(0, rank - 1);
  const size = v.shape[dim] as number;
  const without = v.shape.filter((_, i) => i !== dim);
  const replaced = (n: number) => v.shape.map((s, i) => (i === dim ? n : s));
  const forms: [string, number[]][] = [
    [`${v.name}.unsqueeze(${random.pick([0, -1])})`, []],
    [`${v.name}.flatten()`, [numel(v.shape)]],
    [`${v.name}.reshape(-1)`, [numel(v.shape)]],
    [`${v.name}.select(${dim}, ${random.int(0, size - 1)})`, without],
    [`${v.name}.narrow(${dim}, 0, ${Math.max(1, size - 1)})`, replaced(Math.max(1, size - 1))],
    [`${v.name}.flip(${dim})`, v.shape],
    [`${v.name}.expand(2, ${v.shape.map(() => -1).join(', ')})`, [2, ...v.shape]],
    [`${v.name}.movedim(${dim}, 0)`, [size, ...without]],
    [`${v.name}.contiguous()`, v.shape],
    [`torch.cat([${v.name}, ${v.name}], dim=${dim})`, replaced(size * 2)],
    [`torch.stack([${v.name}, ${v.name}])`, [2, ...v.shape]],
    [`${v.name}.repeat(${[2, ...v.shape.map(() => 1)].join(', ')})`, [2, ...v.shape]],
    [`${v.name}.chunk(2, dim=${dim})[0]`, replaced(Math.ceil(size / 2))],
    [`${v.name}.roll(1, ${dim})`, v.shape],
  ];
  if (dim === 0) forms.push([`${v.name}[${random.int(-size, size - 1)}]`, without], [`${v.name}[::2]`, replaced(Math.ceil(size / 2))]);
  if (size > 1 && dim === 0) forms.push([`${v.name}[1:]`, replaced(size - 1)], [`${v.name}[..., None]`, [...v.shape, 1]]);
  if (rank === 2) forms.push([`${v.name}.t()`, [...v.shape].reverse()], [`${v.name}.T`, [...v.shape].reverse()], [`${v.name}[:, 0]`, [v.shape[0] as number]], [`${v.name}.view(-1)`, [numel(v.shape)]]);
  if (rank > 1) forms.push([`${v.name}.transpose(0, ${rank - 1})`, [v.shape[rank - 1] as number, ...v.shape.slice(1, -1), v.shape[0] as number]]);
  if (rank === 3) forms.push([`${v.name}.permute(2, 0, 1)`, [v.shape[2] as number, v.shape[0] as number, v.shape[1] as number]]);
  const [text, shape] = random.pick(forms);
  const unsqueezed = text.includes('unsqueeze(0)') ? [1, ...v.shape] : text.includes('unsqueeze(-1)') ? [...v.shape, 1] : shape;
  if (unsqueezed.length > 4 || numel(unsqueezed) > 64) return false;
  scope.define(text, unsqueezed, v.kind, v.grad);
  return true;
}

function reduction(scope: Scope): boolean {
  const { random } = scope;
  const v = scope.pick((value) => numel(value.shape) > 0 && value.kind !== 'bf16');
  if (!v) return false;
  const methods = v.kind === 'bool' ? ['sum', 'any', 'all'] : v.kind === 'int' ? ['sum', 'max', 'min', 'argmax', 'prod', 'cumsum'] : ['sum', 'mean', 'max', 'min', 'amax', 'argmax', 'argmin', 'cumsum', 'var', 'softmax', 'log_softmax', 'norm'];
  const method = random.pick(methods);
  const kind: Kind = ['any', 'all'].includes(method) ? 'bool' : method.startsWith('arg') || v.kind === 'bool' ? 'int' : v.kind;
  const grad = v.grad && kind === 'float';
  if (['softmax', 'log_softmax', 'cumsum'].includes(method)) {
    if (v.shape.length === 0) return false;
    scope.define(`${v.name}.${method}(${random.pick([0, -1])})`, v.shape, kind, grad);
    return true;
  }
  if (v.shape.length === 0 || (random.chance(0.4) && method !== 'var')) {
    scope.define(`${v.name}.${method}()`, [], kind, grad);
    return true;
  }
  const dim = random.int(0, v.shape.length - 1);
  if (method === 'var' && (v.shape[dim] as number) < 2) return false;
  const keep = random.chance(0.3);
  const shape = keep ? v.shape.map((s, i) => (i === dim ? 1 : s)) : v.shape.filter((_, i) => i !== dim);
  const pair = method === 'max' || method === 'min' ? (random.chance(0.5) ? '.values' : '[1]') : '';
  scope.define(`${v.name}.${method}(dim=${dim}${keep ? ', keepdim=True' : ''})${pair}`, shape, pair === '[1]' ? 'int' : kind, grad && pair !== '[1]');
  return true;
}

function product(scope: Scope): boolean {
  const v = scope.pick((value) => value.kind === 'float' && value.shape.length === 2);
  if (!v) return false;
  const inner = v.shape[1] as number;
  const other = scope.define(`torch.arange(${inner * 2}, dtype=torch.float32).reshape(${inner}, 2)`, [inner, 2], 'float');
  scope.define(scope.random.pick([`${v.name} @ ${other.name}`, `torch.mm(${v.name}, ${other.name})`, `F.linear(${v.name}, ${other.name}.t())`, `torch.einsum("ik,kj->ij", ${v.name}, ${other.name})`]), [v.shape[0] as number, 2], 'float', v.grad);
  return true;
}

function inPlace(scope: Scope): boolean {
  const { random } = scope;
  const v = scope.pick((value) => value.kind !== 'bool' && (!value.grad || random.chance(0.05)));
  if (!v) return false;
  const other = scope.pick((value) => value !== v && broadcast(v.shape, value.shape)?.join() === v.shape.join() && !value.grad && promote(v.kind, value.kind) === v.kind);
  const forms = [`${v.name}.add_(1)`, `${v.name}.mul_(2)`, `${v.name}.zero_()`, `${v.name}.fill_(3)`, `${v.name} += 2`, `${v.name} *= 3`, `${v.name}.clamp_(max=2)`];
  if (v.shape.length > 0) forms.push(`${v.name}[0] = 7`, `${v.name}[-1] += 1`, `${v.name}[${v.name} > 1] = 0`, `${v.name}[...] = 5`);
  if (other) forms.push(`${v.name}.add_(${other.name})`, `${v.name}.copy_(${other.name})`, `${v.name} -= ${other.name}`, `${v.name}.mul_(${other.name})`);
  if (v.kind !== 'int') forms.push(`${v.name}.relu_()`, `${v.name}.sub_(0.5)`, `${v.name} /= 2`);
  scope.emit(random.pick(forms));
  return true;
}

function choosing(scope: Scope): boolean {
  const { random } = scope;
  const v = scope.pick((value) => value.shape.length > 0 && value.kind !== 'bool');
  if (!v) return false;
  const rows = v.shape[0] as number;
  const index = `torch.tensor([${random.int(0, rows - 1)}, ${random.int(-rows, rows - 1)}])`;
  const last = v.shape.at(-1) as number;
  const forms: [string, number[], boolean?][] = [
    [`${v.name}[${index}]`, [2, ...v.shape.slice(1)]],
    [`torch.where(${v.name} > 0, ${v.name}, 0)`, v.shape],
    [`${v.name}.masked_fill(${v.name} < 1, 9)`, v.shape],
    [`${v.name}.index_select(0, torch.tensor([0, ${rows - 1}]))`, [2, ...v.shape.slice(1)]],
    [`torch.topk(${v.name}, ${Math.min(2, last)}).values`, [...v.shape.slice(0, -1), Math.min(2, last)]],
    [`torch.sort(${v.name}, dim=0, descending=${random.pick(['True', 'False'])})[0]`, v.shape],
  ];
  if (v.shape.length > 1) forms.push([`${v.name}.tril()`, v.shape], [`torch.triu(${v.name})`, v.shape]);
  const [text, shape] = random.pick(forms);
  scope.define(text, shape, v.kind, v.grad);
  return true;
}

function convert(scope: Scope): boolean {
  const v = scope.pick();
  if (!v) return false;
  const [form, kind] = scope.random.pick<[string, Kind]>([['float()', 'float'], ['long()', 'int'], ['bool()', 'bool'], ['to(torch.bfloat16)', 'bf16'], ['to(torch.float32)', 'float']]);
  scope.define(`${v.name}.${form}`, v.shape, kind, v.grad && (kind === 'float' || kind === 'bf16'));
  return true;
}

export function printing(scope: Scope): boolean {
  const v = scope.pick();
  if (!v) return false;
  const n = v.name;
  const forms = [`print(${n})`, `print(${n})`, `print(${n})`, `print(${n}.shape, ${n}.dtype)`, `print(${n}.tolist())`, `print(${n}.stride(), ${n}.is_contiguous())`, `print(f"{${n}.sum().item()}")`, `print(${n}.numel(), ${n}.dim())`];
  if (v.shape.length === 0) forms.push(`print(${n}.item())`, `print(f"{${n}.item():.3f}")`);
  scope.emit(scope.random.pick(forms));
  return true;
}

function leaf(scope: Scope): boolean {
  const shape = scope.random.pick([[3], [2, 2], [2, 3]]);
  scope.define(`torch.tensor(${nested(scope, shape, 'float')}, requires_grad=True)`, shape, 'float', true);
  return true;
}

function backward(scope: Scope): boolean {
  const v = scope.pick((value) => value.grad && isReal(value));
  const source = scope.pick((value) => value.grad && isReal(value));
  if (!v || !source) return false;
  scope.emit(scope.random.chance(0.8) ? `${v.name}.sum().backward()` : `(${v.name} * ${source.name}.sum()).mean().backward()`);
  for (const value of scope.values.filter((candidate): candidate is Value => candidate.grad).slice(0, 2)) scope.emit(`print(${value.name}.grad)`);
  return true;
}

const SIMPLE = (scope: Scope): boolean => scope.random.pick([unary, binary, withScalar, inPlace, printing])(scope);

function loop(scope: Scope): boolean {
  const v = scope.pick((value) => value.kind !== 'bool' && !value.grad);
  if (!v) return false;
  const head = scope.random.pick(['for i in range(3):', 'for i, w in enumerate([2, 5]):', 'for i in [0, 2]:']);
  scope.block(head, () => {
    scope.emit(`${v.name} = ${v.name} ${scope.random.pick(['+', '*', '-'])} ${scope.random.pick(['i', '2', '(i + 1)'])}`);
    SIMPLE(scope);
    if (scope.random.chance(0.3)) scope.block(`if i ${scope.random.pick(['==', '>'])} 0:`, () => scope.emit(scope.random.pick(['break', 'continue', 'print("i", i)'])));
  });
  return true;
}

function condition(scope: Scope): boolean {
  const v = scope.pick();
  if (!v) return false;
  const head = scope.random.pick([`if ${v.name}.sum() > 1:`, `if ${v.name}.sum().item() > 0:`, `if ${v.name}.dim() > 1:`, `if (${v.name} > 0).any():`, `if ${v.name}.shape[-1:] == (3,):`]);
  scope.block(head, () => void SIMPLE(scope));
  if (scope.random.chance(0.5)) scope.block('else:', () => void SIMPLE(scope));
  return true;
}

function functionCall(scope: Scope): boolean {
  const v = scope.pick((value) => value.kind !== 'bool');
  if (!v) return false;
  const name = `f${scope.fresh()}`;
  scope.block(`def ${name}(a, k=2):`, () => {
    if (scope.random.chance(0.4)) scope.block('if k > 2:', () => scope.emit('return a'));
    scope.emit(`return ${scope.random.pick(['a * k', 'a + k', 'a - a.sum()', '(a, k)[0]', 'a.abs() + k'])}`);
  });
  scope.define(`${name}(${v.name}${scope.random.pick(['', ', 3', ', k=1'])})`, v.shape, v.kind, v.grad);
  return true;
}

export const EAGER: readonly Production[] = [
  { name: 'make', weight: 4, draw: makeTensor },
  { name: 'unary', weight: 4, draw: unary },
  { name: 'binary', weight: 5, draw: binary },
  { name: 'scalar', weight: 3, draw: withScalar },
  { name: 'view', weight: 5, draw: view },
  { name: 'reduction', weight: 4, draw: reduction },
  { name: 'product', weight: 1, draw: product },
  { name: 'in place', weight: 3, draw: inPlace },
  { name: 'choose', weight: 2, draw: choosing },
  { name: 'convert', weight: 1, draw: convert },
  { name: 'print', weight: 4, draw: printing },
  { name: 'leaf', weight: 1, draw: leaf },
  { name: 'backward', weight: 1, draw: backward },
  { name: 'loop', weight: 1, draw: loop },
  { name: 'condition', weight: 1, draw: condition },
  { name: 'function', weight: 1, draw: functionCall },
];

/** Draws `count` statements by weight; declined ones are drawn again, within reason. */
export function drawStatements(scope: Scope, productions: readonly Production[], count: number): void {
  const bag = productions.flatMap((production) => Array<Production>(production.weight).fill(production));
  for (let drawn = 0, tries = 0; drawn < count && tries < count * 5; tries++) {
    if (scope.random.pick(bag).draw(scope)) drawn++;
  }
}

export function drawEager(scope: Scope): void {
  scope.emit('import torch');
  scope.emit('');
  scope.emit(`torch.manual_seed(${scope.random.int(0, 9)})`);
  makeTensor(scope);
  makeTensor(scope);
  drawStatements(scope, EAGER, scope.random.int(6, 16));
  for (const value of scope.values.slice(-3)) scope.emit(`print(${value.name})`);
}
