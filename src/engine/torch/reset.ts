/** Process-wide settings back to what a fresh Python process has: default dtype, print options. */
import { float32 } from '../tensor/dtype.ts';
import { setPrintOptions } from '../tensor/print.ts';
import { defaults } from '../tensor/promotion.ts';

export function resetDefaults(): void {
  defaults.dtype = float32;
  setPrintOptions({ profile: 'default' });
}
