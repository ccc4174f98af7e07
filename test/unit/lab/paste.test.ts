/** What is pasted into the editor: sessions and fenced blocks become programs, everything else stays as it is. */
import { expect, test } from 'vitest';
import { pasted } from '../../../src/lab/model/paste.ts';

test.each([
  [
    'a session of the interpreter',
    '>>> import torch\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n>>> torch.ones(2)\ntensor([1., 1.])\n',
    'import torch\nfor i in range(2):\n    print(i)\n\ntorch.ones(2)\n',
  ],
  ['one that is indented, as in a docstring', '    >>> x = 1\n    >>> x\n    1\n', 'x = 1\nx\n'],
  ['a session of IPython', 'In [1]: x = 1\n\nIn [2]: if x:\n   ...:     print(x)\n   ...: \n1\n\nIn [3]: x\nOut[3]: 1\n', 'x = 1\nif x:\n    print(x)\n\nx\n'],
  ['a block of Markdown', '```python\r\nimport torch\r\nprint(1)\r\n```\r\n', 'import torch\nprint(1)\n'],
  ['a session in a block', '```pycon\n>>> x = 1\n>>> x\n1\n```', 'x = 1\nx\n'],
])('%s is pasted as its program', (_, text, program) => {
  expect(pasted(text)).toBe(program);
});

test.each(['import torch\r\nprint("a")\r\n', 's = """\n>>> x\n"""\n', '# In [1]:\nx = 1\n', '```python\nprint(1)\n', '...\n', 'x', ''])(
  '%j stays as it is',
  (text) => {
    expect(pasted(text)).toBe(text);
  },
);
