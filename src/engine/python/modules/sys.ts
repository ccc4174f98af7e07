/** sys: streams, arguments, versions and the little of the interpreter that programs ask for. */
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { makeException, PyError, raise } from '../errors.ts';
import type { PyModule } from '../functions.ts';
import { extendType, fn } from '../native.ts';
import { textLength } from '../text.ts';
import { handledOn } from '../traceback.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { newType, tupleType, typeOf } from '../types.ts';
import { PyFloat, PyInstance, unbox } from '../values.ts';
import type { VM } from '../vm.ts';
import { makeModule } from './util.ts';

class Stream extends PyInstance {
  readonly error: boolean;
  constructor(error: boolean) {
    super(streamType);
    this.error = error;
    this.attrs.set('name', error ? '<stderr>' : '<stdout>');
    this.attrs.set('encoding', 'utf-8');
  }
}
const streamType = newType('TextIOWrapper', undefined, '_io');
streamType.hasDict = true;
extendType(streamType, {
  methods: {
    'write(self, text, /)': (vm, self: Stream, v) => {
      const s = unbox(v);
      if (typeof s !== 'string') raise('TypeError', `write() argument must be str, not ${typeOf(v).tp}`);
      if (self.error) vm.host.writeError(s);
      else vm.host.write(s);
      return textLength(s);
    },
    'flush(self)': () => null,
    'isatty(self)': () => false,
    'fileno(self)': (_vm, self: Stream) => (self.error ? 2 : 1),
  },
});

/** A tuple whose parts also have names. */
const versionType = newType('version_info', tupleType, 'sys');
['major', 'minor', 'micro', 'releaselevel', 'serial'].forEach((n, i) => {
  extendType(versionType, { attrs: { [n]: (_vm, self: PyTuple) => self.items[i] } });
});
const floatInfoType = newType('float_info', undefined, 'sys');
const implementationType = newType('SimpleNamespace');

export function sysModule(vm: VM): PyModule {
  const out = new Stream(false);
  const err = new Stream(true);
  const floatInfo = new PyInstance(floatInfoType);
  for (const [k, v] of Object.entries({ max: Number.MAX_VALUE, min: 2.2250738585072014e-308, epsilon: Number.EPSILON })) floatInfo.attrs.set(k, new PyFloat(v));
  floatInfo.attrs.set('dig', 15);
  floatInfo.attrs.set('mant_dig', 53);
  return makeModule('sys', {
    functions: [
      fn('exit(status=None, /)', (_vm, code) => {
        throw new PyError(code === null ? makeException('SystemExit') : makeException('SystemExit', code));
      }),
      fn('getrecursionlimit()', () => vm.recursionLimit),
      fn('setrecursionlimit(limit, /)', (_vm, n) => {
        if (typeof n !== 'number' || n < 1) raise('ValueError', 'recursion limit must be greater or equal than 1');
        vm.recursionLimit = Math.min(n, 100_000);
        return null;
      }),
      fn('intern(s, /)', (_vm, s) => s),
      fn('getrefcount(o, /)', () => 2),
      fn('exc_info()', () => {
        const e = vm.fiber ? handledOn(vm.fiber) : null;
        return new PyTuple(e ? [e.cls, e, new PyTraceback(e.traceback.slice())] : [null, null, null]);
      }),
      fn('getdefaultencoding()', () => 'utf-8'),
    ],
    values: {
      stdout: out,
      stderr: err,
      __stdout__: out,
      __stderr__: err,
      stdin: null,
      argv: new PyList([...(vm.host.argv ?? [''])]),
      path: new PyList([]),
      modules: vm.importer.modules,
      maxsize: 9223372036854775807n,
      byteorder: 'little',
      platform: 'linux',
      version: '3.11.2 (main)',
      executable: '/usr/bin/python3',
      version_info: new PyTuple([3, 11, 2, 'final', 0], versionType),
      hexversion: 0x030b02f0,
      maxunicode: 0x10ffff,
      float_info: floatInfo,
      flags: PyDict.of([]),
      implementation: new PyInstance(implementationType),
    },
  });
}
