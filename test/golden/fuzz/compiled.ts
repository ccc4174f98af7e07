/**
 * Programs with one compiled function: its body is drawn from operators, breaks, branches, loops and helpers; then it is
 * called several times with shapes, types, numbers and flags that change.
 */

import { drawStatements, EAGER, type Production } from './eager.ts';
import { broadcast, type Kind, type Scope } from './scope.ts';

const BODY = new Set(['unary', 'binary', 'scalar', 'view', 'reduction', 'product', 'in place', 'choose', 'convert']);

function breaking(scope: Scope): boolean {
  const v = scope.pick();
  if (!v) return false;
  const form = scope.random.int(0, 4);
  if (form === 0) scope.emit(`print("at ${scope.lines.length}")`);
  else if (form === 1) scope.define(`${v.name} * ${v.name}.sum().item()`, v.shape, v.kind, v.grad);
  else if (form === 2) scope.emit('torch._dynamo.graph_break()');
  else if (form === 3) scope.emit(`print(${v.name}.shape)`);
  else scope.define(`torch.nonzero(${v.name})`, [2, Math.max(1, v.shape.length)], 'int');
  return true;
}

function branch(scope: Scope): boolean {
  const v = scope.pick((value) => value.kind !== 'bool');
  if (!v) return false;
  const head = scope.random.pick([`if ${v.name}.sum() > 0:`, 'if flag:', 'if k > 2:', `if ${v.name}.dim() == 1:`, `if ${v.name}.shape[0] > 2:`]);
  scope.block(head, () => scope.emit(`${v.name} = ${v.name} + 1`));
  if (scope.random.chance(0.5)) scope.block('else:', () => scope.emit(`${v.name} = ${v.name} * 2`));
  return true;
}

function loop(scope: Scope): boolean {
  const v = scope.pick((value) => value.kind !== 'bool');
  if (!v) return false;
  scope.block(`for i in range(${scope.random.pick(['2', '3', 'k'])}):`, () => {
    scope.emit(`${v.name} = ${v.name} + i`);
    if (scope.random.chance(0.15)) scope.emit('print(i)');
  });
  return true;
}

function outside(scope: Scope): boolean {
  const v = scope.pick((value) => value.kind !== 'bool');
  if (!v) return false;
  scope.define(scope.random.pick([`helper(${v.name})`, `${v.name} * SCALE`, `${v.name} + k`, `helper(${v.name}, k)`]), v.shape, v.kind, v.grad);
  return true;
}

const COMPILED: readonly Production[] = [
  ...EAGER.filter(({ name }) => BODY.has(name)),
  { name: 'break', weight: 2, draw: breaking },
  { name: 'branch', weight: 2, draw: branch },
  { name: 'loop', weight: 1, draw: loop },
  { name: 'outside', weight: 3, draw: outside },
];

const ARGUMENTS: Record<Kind, string> = { float: '', int: ', dtype=torch.int64', bool: ', dtype=torch.bool', bf16: ', dtype=torch.bfloat16' };

function call(scope: Scope, kind: Kind): void {
  const { random } = scope;
  const shape = random.pick(['3', '3', '4', '2, 3']);
  const grad = kind === 'float' && random.chance(0.2) ? ', requires_grad=True' : '';
  const sign = grad === '' && random.chance(0.3) ? '-' : '';
  const flag = random.pick(['True', 'True', 'False']);
  scope.emit(`x = ${sign}torch.ones(${shape}${random.chance(0.85) ? ARGUMENTS[kind] : ARGUMENTS.int}${grad})`);
  scope.emit(`out = f(x, ${random.pick(['2', '2', '3'])}, ${flag})`);
  scope.emit('print(out)');
  if (grad) scope.block('if out.requires_grad:', () => {
    scope.emit('out.sum().backward()');
    scope.emit('print(x.grad)');
  });
}

export function drawCompiled(scope: Scope): void {
  const { random } = scope;
  scope.emit('import torch');
  scope.emit('');
  scope.emit(`SCALE = ${random.int(2, 3)}`);
  scope.emit('');
  scope.block('def helper(a, by=1):', () => {
    if (random.chance(0.15)) scope.emit('print("helper")');
    scope.emit(`return ${random.pick(['a * by', 'torch.relu(a) + by', 'a - by'])}`);
  });
  scope.emit('');
  const kind = random.pick<Kind>(['float', 'float', 'float', 'int', 'bf16']);
  scope.emit(random.pick(['@torch.compile(dynamic=False)', '@torch.compile']));
  scope.block('def f(x, k, flag):', () => {
    scope.values = [{ name: 'x', shape: [3], kind, grad: false }];
    drawStatements(scope, COMPILED, random.int(3, 8));
    const last = scope.values.at(-1);
    const partner = scope.pick((v) => v.kind !== 'bool' && last !== undefined && broadcast(v.shape, last.shape) !== null);
    scope.emit(`return ${last?.name}${partner && partner !== last && last?.kind !== 'bool' && random.chance(0.5) ? ` + ${partner.name}` : ''}`);
  });
  scope.emit('');
  for (let calls = random.int(2, 4); calls > 0; calls--) call(scope, kind);
}
