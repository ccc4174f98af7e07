/**
 * Text of tensors: repr, str, format.
 *
 * Printing leaves no operator rows (PyTorch switches modes off while it formats); on the accelerator it waits.
 */
import { raise } from '../../python/errors.ts';
import { extendType } from '../../python/native.ts';
import type { Value } from '../../python/values.ts';
import { tensorRepr } from '../../tensor/print.ts';
import { item } from '../convert.ts';
import { PyTensor, tensorBaseType, tensorType } from '../objects.ts';
import { one, runtime } from '../runtime.ts';
import { synced } from './sync.ts';

/** `plain`: printed as `tensor(…)`; other subclasses carry their name. */
function isPlain(self: PyTensor): boolean {
  return self.cls === tensorType || self.cls.name === 'Parameter' || self.cls.name === 'Buffer';
}

export function textOf(self: PyTensor): string {
  const { dispatcher: d } = runtime();
  const gradFn = d.gradFn(self.t)?.name ?? null;
  return synced(self.t, 'print', () =>
    tensorRepr(self.t, {
      ...(isPlain(self) ? {} : { name: self.cls.name }),
      requiresGrad: d.requiresGrad(self.t),
      gradFn,
    }),
  );
}

extendType(tensorBaseType, {
  methods: {
    '__repr__(self)': (_vm, self: PyTensor) => textOf(self),
    '__str__(self)': (vm, self: PyTensor) => vm.call(self.cls.lookup('__repr__') as Value, [self]),
    *'__format__(self, spec, /)'(vm, self: PyTensor, spec: string) {
      if (self.t.dim === 0 && self.t.device.type !== 'meta' && self.cls === tensorType) {
        const v = synced(self.t, 'format', () => item(runtime().dispatcher.belowAutograd(() => one('detach', self.t))) as Value);
        return yield* vm.call(vm.builtins.attrs.get('format') as Value, [v, spec]);
      }
      if (spec === '') return yield* vm.call(vm.builtins.attrs.get('str') as Value, [self]);
      return raise('TypeError', `unsupported format string passed to ${self.cls.tp}.__format__`);
    },
  },
});
