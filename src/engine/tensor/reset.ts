/**
 * Puts the layer's few global settings back, before a new program runs: default type, print options, allocation.
 */
import { allocation } from './create.ts';
import { float32 } from './dtype.ts';
import { setPrintOptions } from './print.ts';
import { defaults } from './promotion.ts';

export function resetTensorLayer(): void {
  defaults.dtype = float32;
  setPrintOptions({ profile: 'default' });
  allocation.fake = false;
  allocation.meter = null;
}
