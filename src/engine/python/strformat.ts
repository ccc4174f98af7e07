/** `str.format`: replacement fields with names, attributes, items, conversions and nested specs. */
import { getAttr } from './attr.ts';
import { PyDict } from './containers.ts';
import { raise } from './errors.ts';
import { formatValue } from './formatvalue.ts';
import { isGen, type NativeGen, type NativeResult, type Request } from './functions.ts';
import { getItem } from './subscript.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

interface State {
  auto: number;
  manual: boolean;
}

export function strFormat(vm: VM, format: string, args: readonly Value[], kw: ReadonlyMap<string, Value> | Value): NativeGen {
  return run(vm, format, args, kw, { auto: 0, manual: false }, 2) as NativeGen;
}

function* run(
  vm: VM,
  format: string,
  args: readonly Value[],
  kw: ReadonlyMap<string, Value> | Value,
  st: State,
  depth: number,
): Generator<Request, string, Value> {
  if (depth < 0) raise('ValueError', 'Max string recursion exceeded');
  let out = '';
  for (let i = 0; i < format.length; i++) {
    const c = format[i];
    if (c === '{' && format[i + 1] === '{') {
      out += '{';
      i++;
    } else if (c === '}') {
      if (format[i + 1] !== '}') raise('ValueError', `Single '}' encountered in format string`);
      out += '}';
      i++;
    } else if (c !== '{') out += c;
    else {
      let nest = 1;
      let j = i + 1;
      for (; j < format.length && nest > 0; j++) {
        if (format[j] === '{') nest++;
        else if (format[j] === '}') nest--;
      }
      if (nest > 0) raise('ValueError', i + 1 >= format.length ? `Single '{' encountered in format string` : `expected '}' before end of string`);
      out += yield* field(vm, format.slice(i + 1, j - 1), args, kw, st, depth);
      i = j - 1;
    }
  }
  return out;
}

function* field(
  vm: VM,
  text: string,
  args: readonly Value[],
  kw: ReadonlyMap<string, Value> | Value,
  st: State,
  depth: number,
): Generator<Request, string, Value> {
  const m = /^([^:!\[\].]*)((?:\.[^.[:!]+|\[[^\]]*\])*)(?:!([\s\S]))?(?::([\s\S]*))?$/.exec(text);
  if (!m) raise('ValueError', `expected ':' after conversion specifier`);
  const [, name, path, conv, spec] = m;
  let v: Value | undefined;
  if (name === '' || /^\d+$/.test(name)) {
    if (name === '') {
      if (st.manual) raise('ValueError', 'cannot switch from manual field specification to automatic field numbering');
    } else {
      if (st.auto > 0) raise('ValueError', 'cannot switch from automatic field numbering to manual field specification');
      st.manual = true;
    }
    const i = name === '' ? st.auto++ : Number(name);
    if (i >= args.length) raise('IndexError', `Replacement index ${i} out of range for positional args tuple`);
    v = args[i];
  } else if (kw instanceof Map) {
    v = kw.get(name);
    if (v === undefined) raise('KeyError', name);
  } else {
    const r = getItem(vm, kw as PyDict, name);
    v = isGen(r) ? yield* r : r;
  }
  for (const part of path.match(/\.[^.[]+|\[[^\]]*\]/g) ?? []) {
    const key = part.startsWith('.') ? part.slice(1) : part.slice(1, -1);
    const r: NativeResult = part.startsWith('.') ? getAttr(vm, v as Value, key) : getItem(vm, v as Value, /^\d+$/.test(key) ? Number(key) : key);
    v = isGen(r) ? yield* r : r;
  }
  const code = conv === undefined ? 0 : conv === 's' ? 1 : conv === 'r' ? 2 : conv === 'a' ? 3 : raise('ValueError', `Unknown conversion specifier ${conv}`);
  const inner: string = spec?.includes('{') ? yield* run(vm, spec, args, kw, st, depth - 1) : (spec ?? '');
  const r: NativeResult = formatValue(vm, v as Value, inner, code);
  return (isGen(r) ? yield* r : r) as string;
}
