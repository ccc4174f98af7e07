/** `_octets`: natives behind hashlib, base64, struct and zlib's checksum. In the pack `bytes`. */
import { raise, Unsupported } from '../errors.ts';
import type { PyModule } from '../functions.ts';
import { fn } from '../native.ts';
import { spend } from '../spend.ts';
import { bytesType, typeOf } from '../types.ts';
import { isOctets, latin, octetsOf } from '../types/bytestext.ts';
import { floatOf } from '../types/numbers.ts';
import { PyBytes, PyFloat, type Value } from '../values.ts';
import { DIGESTS } from './digests.ts';
import { makeModule } from './util.ts';

const dataOf = (v: Value): Uint8Array => (isOctets(v) ? v.data : raise('TypeError', `a bytes-like object is required, not '${typeOf(v).tp}'`));
const bytes = (data: Uint8Array): Value => new PyBytes(bytesType, data);

/** Steps that a block of 64 octets of a digest costs. */
const BLOCK = 16;

function crc32(data: Uint8Array, start: number): number {
  let c = ~start;
  for (const x of data) {
    c ^= x;
    for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  }
  return ~c >>> 0;
}

/** A number to IEEE's single or double precision; null: too large for it. */
function floatBytes(v: number, size: number, little: boolean): Uint8Array | null {
  if (size === 2) throw new Unsupported('struct: half precision');
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setFloat64(0, v, little);
  else view.setFloat32(0, v, little);
  const back = size === 4 ? view.getFloat32(0, little) : v;
  return Number.isFinite(v) && !Number.isFinite(back) ? null : new Uint8Array(view.buffer);
}

function floatFrom(data: Uint8Array, little: boolean): number {
  const view = new DataView(data.slice().buffer);
  if (data.length === 2) throw new Unsupported('struct: half precision');
  return data.length === 8 ? view.getFloat64(0, little) : view.getFloat32(0, little);
}

export function octetsModule(): PyModule {
  return makeModule('_octets', {
    functions: [
      fn('digest(name, data, /)', (_vm, name: string, data) => {
        const octets = dataOf(data);
        spend(BLOCK * Math.ceil((octets.length + 1) / 64));
        return bytes(DIGESTS[name](octets));
      }),
      fn('crc32(data, start, /)', (_vm, data, start) => {
        spend(dataOf(data).length >> 3);
        return crc32(dataOf(data), Number(start));
      }),
      fn('to64(data, /)', (_vm, data) => bytes(octetsOf(btoa(latin(dataOf(data)))))),
      fn('from64(data, /)', (_vm, data) => bytes(octetsOf(atob(latin(dataOf(data)))))),
      fn('float_bytes(v, size, little, /)', function* (vm, v, size, little) {
        const made = floatBytes(yield* floatOf(vm, v, 'required argument is not a float'), Number(size), little === true);
        return made === null ? null : bytes(made);
      }),
      fn('float_from(data, little, /)', (_vm, data, little) => new PyFloat(floatFrom(dataOf(data), little === true))),
    ],
  });
}
