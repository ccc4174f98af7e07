/** The text of a sparse tensor (`_str_intern` of torch/_tensor_str.py). */
import { addSuffixes, body, shapeText } from '../../tensor/print.ts';
import { bool, int64 } from '../../tensor/dtype.ts';
import { defaults } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Coo } from './coo.ts';

const INDENT = 'tensor('.length;

function part(name: string, t: Tensor): string {
  const prefix = `${name}=tensor(`;
  return t.numel === 0 ? `${prefix}[], size=${shapeText(t.sizes)})` : `${prefix}${body(t, INDENT + prefix.length)})`;
}

export function sparseText(t: Tensor, coo: Coo, last: readonly string[] = []): string {
  const suffixes = [`size=${shapeText(t.sizes)}`, `nnz=${coo.values.sizes[0]}`];
  if (t.dtype !== defaults.dtype && t.dtype !== int64 && t.dtype !== bool) suffixes.push(`dtype=torch.${t.dtype.name}`);
  suffixes.push('layout=torch.sparse_coo', ...last);
  const text = `tensor(${part('indices', coo.indices)},\n${' '.repeat(INDENT)}${part('values', coo.values)}`;
  return addSuffixes(text, suffixes, INDENT, true);
}
