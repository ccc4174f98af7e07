/**
 * What autograd knows of a tensor: requires_grad, grad, grad_fn, hooks, view base, version counter.
 *
 * Idea: AutogradMeta and DifferentiableViewMeta of torch/csrc/autograd/variable.h. Lives in `Tensor.autograd`, made at
 * first need. Hooks are opaque callbacks of the layer above; the engine asks for them to be called (`engine.ts`).
 */
import { journal } from '../../python/journal.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Node } from './node.ts';

/** Shared by a base and its views; `.data` and `detach` differ in whether they share it. */
export class VersionCounter {
  n = 0;
}

/** How a view came about: decides whether changing it in place is allowed. */
export type Creation = 'default' | 'no_grad' | 'inference' | 'multi_output' | 'in_custom_function';

export interface ViewInfo {
  readonly base: Tensor;
  creation: Creation;
  /** Name of the function that made it, for error texts. */
  fn: string;
  /** Version at which `gradFn` was right. */
  attrVersion: number;
}

export type Hook = unknown;

export class AutogradMeta {
  requiresGrad = false;
  grad: Tensor | null = null;
  gradFn: Node | null = null;
  outputNr = 0;
  /** The AccumulateGrad node of a leaf. */
  accumulator: Node | null = null;
  hooks: Map<number, Hook> | null = null;
  postAccumulateHooks: Map<number, Hook> | null = null;
  retainsGrad = false;
  view: ViewInfo | null = null;
  version: VersionCounter;
  inference = false;

  constructor(version = new VersionCounter()) {
    this.version = version;
  }
}

export function metaOf(t: Tensor): AutogradMeta {
  return (t.autograd ??= new AutogradMeta()) as AutogradMeta;
}

export const peek = (t: Tensor): AutogradMeta | null => t.autograd as AutogradMeta | null;

/** Call before changing the meta of a tensor that existed before: a rolled-back trace restores it. */
export function touch(t: Tensor): AutogradMeta {
  const m = metaOf(t);
  if (journal.open) {
    const copy = { ...m, view: m.view ? { ...m.view } : null, hooks: m.hooks ? new Map(m.hooks) : null };
    const n = m.version.n;
    journal.record(t, () => {
      Object.assign(m, copy);
      m.version.n = n;
    });
  }
  return m;
}

export function requiresGrad(t: Tensor): boolean {
  return requiresGradItself(t) || (t.batch !== null && requiresGrad((t.batch as Behind).value));
}

/** The tensor or its base, not the value it shows an example of. */
export function requiresGradItself(t: Tensor): boolean {
  const m = peek(t);
  if (m === null) return false;
  if (m.requiresGrad || m.gradFn !== null) return true;
  return m.view !== null && m.view.base !== t && requiresGradItself(m.view.base);
}

/** What autograd knows of a batched tensor (batching/batch.ts): the value, and where gradients go through it. */
export interface Behind {
  readonly value: Tensor;
  around(value: Tensor): unknown;
  edge(call: unknown, edgeOf: (t: Tensor) => unknown): unknown;
}

export const versionOf = (t: Tensor): number => metaOf(t).version.n;

export function bumpVersion(t: Tensor): void {
  const m = touch(t);
  m.version.n++;
  t.storage.version++;
}

export const isView = (t: Tensor): boolean => peek(t)?.view != null;

/** Counter of nodes of the running rank; reset with each program. */
export const sequence = { next: 0 };

/** Marks `view` as a differentiable view of `of`. */
export function asView(view: Tensor, of: Tensor, creation: Creation, fn: string): void {
  const parent = metaOf(of);
  const base = parent.view ? parent.view.base : of;
  const inherited = parent.view?.creation ?? 'default';
  const m = new AutogradMeta(metaOf(base).version);
  m.view = { base, creation: creation === 'default' ? inherited : creation, fn, attrVersion: m.version.n };
  view.autograd = m;
}

/** Shares the version counter, as `detach` does, and nothing else. */
export function shareVersion(view: Tensor, of: Tensor): void {
  view.autograd = new AutogradMeta(metaOf(of).version);
}

/** No history and none to come from a base: `grad_fn` is None. */
export function isPlain(t: Tensor): boolean {
  const m = peek(t);
  return m === null || (m.gradFn === null && (m.view === null || !requiresGrad(m.view.base)));
}

/** A view with a history whose base was written since: its history is made anew when it is asked for (`gradFnOf`). */
export const baseChanged = ({ view, gradFn, version }: AutogradMeta): boolean =>
  view !== null && (gradFn !== null || requiresGrad(view.base)) && view.attrVersion !== version.n;
