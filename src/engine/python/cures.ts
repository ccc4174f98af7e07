/** What helps against a limit, by its name; the limit's message says it. Lies in the pack `faults`. */
export const CURES: Readonly<Record<string, string>> = {
  steps: 'loop less often, or over less',
  'elements of a sequence': 'take a part of it, or go through it without keeping it',
  'characters of a string': 'build a shorter text',
  'characters of output': 'print less often',
  'characters of source': 'run a part of it',
  'bits of an int': 'use a float, or work modulo some number: pow(a, b, m)',
  'digits of an int': 'use a float',
  'elements of parameters': 'make the model smaller',
  'element operations': 'make tensors smaller, or take fewer steps',
  bytes: 'make tensors smaller, or take fewer steps',
  'bytes of one tensor': 'make the tensor smaller',
  'bytes of living tensors': 'keep fewer tensors: let go of those that are done with, or keep a number made by item()',
  operators: 'take fewer steps: the report has room for no more',
  'operators of one graph': 'tracing unrolls every loop: loop less often, or outside the compiled function',
};
