/** sys: streams, arguments, versions and the little of the interpreter that programs ask for. */
import { PyList, PyTuple } from '../containers.ts';
import { makeException, PyError, raise } from '../errors.ts';
import type { PyModule } from '../functions.ts';
import { extendType, fn } from '../native.ts';
import { scalarRepr } from '../repr.ts';
import { textLength } from '../text.ts';
import { handledOn } from '../traceback.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { newType, tupleType, typeOf } from '../types.ts';
import { PyFloat, PyInstance, unbox, type Value } from '../values.ts';
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

/** A tuple whose parts also have names (`PyStructSequence`). */
function sequence(name: string, parts: Readonly<Record<string, Value>>): PyTuple {
  const type = newType(name, tupleType, 'sys');
  const names = Object.keys(parts);
  extendType(type, {
    attrs: Object.fromEntries(names.map((part, i) => [part, (_vm: VM, self: PyTuple) => self.items[i]])),
    methods: { '__repr__(self, /)': (_vm, self: PyTuple) => `sys.${name}(${names.map((part, i) => `${part}=${scalarRepr(self.items[i])}`).join(', ')})` },
  });
  return new PyTuple(Object.values(parts), type);
}

const flt = (v: number): PyFloat => new PyFloat(v);
const VERSION = sequence('version_info', { major: 3, minor: 11, micro: 7, releaselevel: 'final', serial: 0 });
const FLOAT = sequence('float_info', {
  max: flt(Number.MAX_VALUE),
  max_exp: 1024,
  max_10_exp: 308,
  min: flt(2.2250738585072014e-308),
  min_exp: -1021,
  min_10_exp: -307,
  dig: 15,
  mant_dig: 53,
  epsilon: flt(Number.EPSILON),
  radix: 2,
  rounds: 1,
});
const INT = sequence('int_info', { bits_per_digit: 30, sizeof_digit: 4, default_max_str_digits: 4300, str_digits_check_threshold: 640 });
const HASH = sequence('hash_info', {
  width: 64,
  modulus: 2305843009213693951n,
  inf: 314159,
  nan: 0,
  imag: 1000003,
  algorithm: 'siphash13',
  hash_bits: 64,
  seed_bits: 128,
  cutoff: 0,
});
const HEX = 0x030b07f0;
const named = (names: string, value: Value): Record<string, Value> => Object.fromEntries(names.split(' ').map((name) => [name, value]));
/** Of an interpreter started without options, its hashes not drawn (PYTHONHASHSEED=0). */
const FLAGS = sequence('flags', {
  ...named('debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment verbose bytes_warning quiet', 0),
  ...named('hash_randomization isolated', 0),
  dev_mode: false,
  ...named('utf8_mode warn_default_encoding', 0),
  safe_path: false,
  int_max_str_digits: -1,
});
const implementationType = newType('SimpleNamespace', undefined, 'types');
implementationType.hasDict = true;

export function sysModule(vm: VM): PyModule {
  const out = new Stream(false);
  const err = new Stream(true);
  const implementation = new PyInstance(implementationType);
  for (const [k, v] of Object.entries({ name: 'cpython', cache_tag: 'cpython-311', version: VERSION, hexversion: HEX })) implementation.attrs.set(k, v);
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
      fn('getfilesystemencoding()', () => 'utf-8'),
      fn('getfilesystemencodeerrors()', () => 'surrogateescape'),
      fn('getswitchinterval()', () => flt(0.005)),
      fn('get_int_max_str_digits()', () => 4300),
      fn('exception()', () => (vm.fiber ? handledOn(vm.fiber) : null)),
      fn('gettrace()', () => null),
      fn('getprofile()', () => null),
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
      version: '3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0]',
      executable: '/usr/bin/python3',
      version_info: VERSION,
      hexversion: HEX,
      maxunicode: 0x10ffff,
      float_info: FLOAT,
      int_info: INT,
      hash_info: HASH,
      flags: FLAGS,
      implementation,
      float_repr_style: 'short',
      prefix: '/usr',
      exec_prefix: '/usr',
      base_prefix: '/usr',
      api_version: 1013,
      dont_write_bytecode: false,
      warnoptions: new PyList([]),
    },
  });
}
