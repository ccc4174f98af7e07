/**
 * The number formats whose rounding the engine does as PyTorch does, for views that show bits. A door to the tensor
 * layer, apart from the session, so that a page that shows one number does not load the whole engine.
 */
import { float8 } from '../tensor/float8.ts';
import { decodeBF16, decodeF16, encodeBF16, encodeF16, roundF32 } from '../tensor/rounding.ts';

/** A number to its bits and back. */
export interface Codec {
  encode(x: number): number;
  decode(code: number): number;
}

const F32 = new Float32Array(1);
const U32 = new Uint32Array(F32.buffer);

export const exactFormats: Readonly<Record<string, Codec>> = {
  float32: {
    encode: (x) => {
      F32[0] = roundF32(x);
      return U32[0] as number;
    },
    decode: (code) => {
      U32[0] = code;
      return F32[0] as number;
    },
  },
  bfloat16: { encode: encodeBF16, decode: decodeBF16 },
  float16: { encode: encodeF16, decode: decodeF16 },
  ...float8,
};
