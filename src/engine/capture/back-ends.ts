/** Which back end a compiled function has, and PyTorch's words where an entry is another one's. */
import { PyFunction } from '../python/functions.ts';
import type { Value } from '../python/values.ts';
import { typeOf } from '../python/types.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import type { CompileOptions } from './context.ts';
import type { HandedGraph } from './handed.ts';

/** Back ends that take Dynamo's graph as it is: `eager`, and functions of the program's own. */
export const takesGraphs = (backend: Value): boolean => typeof backend !== 'string' || backend === 'eager';

/** What such a back end made of a graph. */
export const isHanded = (g: CompiledGraph | HandedGraph | null): g is HandedGraph => g !== null && 'again' in g;

/** `_TorchCompileWrapper.__eq__`. */
export const sameBackend = (a: CompileOptions, b: CompileOptions): boolean => a === b || (a.backend === b.backend && a.dynamic === b.dynamic);

/** `describe_backend` of torch/_dynamo/guards.py. */
function described({ backend, dynamic }: CompileOptions): string {
  if (backend === 'inductor') return '_TorchCompileInductorWrapper (id=<id>)';
  const name = typeof backend === 'string' ? backend : backend instanceof PyFunction ? backend.name : typeOf(backend).name;
  return `_TorchCompileWrapper(compiler='${name}', dynamic=${dynamic === null ? 'None' : dynamic ? 'True' : 'False'}) (id=<id>)`;
}

export const backendMismatch = (cached: CompileOptions, now: CompileOptions): string =>
  `BACKEND_MATCH failure: torch.compile detected different backend callables. Cached backend: ${described(cached)}. New backend: ${described(now)}. ` +
  'If this is unexpected, wrap your backend in functools.partial (or reuse the same cached backend) to avoid creating a new backend function each time. ' +
  'More details: https://github.com/pytorch/pytorch/issues/168373';
