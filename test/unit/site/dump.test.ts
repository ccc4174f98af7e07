/** The ways in which an environment is set or shown, each with the same two variables in it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDump } from '../../../src/components/variables/dump.ts';

const forms: Record<string, string> = {
  env: `PATH=/usr/bin\nNEURON_RT_NUM_CORES=4\nNEURON_CC_FLAGS=--model-type transformer -O1\nXLA_USE_BF16=1\nPS1=\\u@\\h $ \n_=/usr/bin/env\nBASH_FUNC_which%%=() {  ( alias;\n eval ) }`,
  exportp: `declare -x NEURON_RT_NUM_CORES="4"\ndeclare -x OLDPWD\ndeclare -x NEURON_CC_FLAGS="--a \\"b\\""\nexport XLA_USE_BF16='1'\nexport TORCH_NEURONX_LOG_LEVEL=3; export NEURON_LAUNCH_BLOCKING=1`,
  inspect: `[\n    {\n        "Config": {\n            "Env": [\n                "PATH=/usr/local/bin:/usr/bin",\n                "NEURON_RT_NUM_CORES=4",\n                "XLA_USE_BF16=1",\n                "NEURON_CC_FLAGS=--x \\"y\\""\n            ],\n            "Cmd": ["bash"]\n        }\n    }\n]`,
  inspectFormat: `[PATH=/usr/bin NEURON_RT_NUM_CORES=4 XLA_USE_BF16=1]`,
  powershell: `Name                           Value\n----                           -----\nNEURON_RT_NUM_CORES            4\nXLA_USE_BF16                   1\nPath                           C:\\Windows`,
  psassign: `$env:NEURON_RT_NUM_CORES = "4"\n$Env:XLA_USE_BF16='1'`,
  psGci: `Env:NEURON_RT_NUM_CORES=4`,
  cmd: `set NEURON_RT_NUM_CORES=4\r\nset "XLA_USE_BF16=1"\r\nsetx NEURON_LAUNCH_BLOCKING 1`,
  dotenv: `# comment\nNEURON_RT_NUM_CORES=4 # four\nexport XLA_USE_BF16="1"\n NEURON_CC_FLAGS = "-O1"\n#NEURON_LAUNCH_BLOCKING=1\nTORCH_NEURONX_LOG_LEVEL='3' `,
  compose: `    environment:\n      - NEURON_RT_NUM_CORES=4\n      - XLA_USE_BF16=1\n    environment:\n      NEURON_LAUNCH_BLOCKING: "1"\n      NEURON_CC_FLAGS: '-O1'`,
  k8s: `          env:\n            - name: NEURON_RT_NUM_CORES\n              value: "4"\n            - name: XLA_USE_BF16\n              value: "1"`,
  dockerfile: `FROM x\nENV NEURON_RT_NUM_CORES=4 XLA_USE_BF16=1 \\\n    NEURON_LAUNCH_BLOCKING=1\nENV NEURON_CC_FLAGS -O1`,
  dockerrun: `docker run -it --device /dev/neuron0 -e NEURON_RT_NUM_CORES=4 --env XLA_USE_BF16=1 --env=NEURON_LAUNCH_BLOCKING=1 image`,
  inline: `NEURON_RT_NUM_CORES=4 XLA_USE_BF16=1 python train.py --x=3`,
  python: `os.environ["NEURON_RT_NUM_CORES"] = "4"\nos.environ['XLA_USE_BF16']='1'\nos.environ.setdefault("NEURON_LAUNCH_BLOCKING", "1")`,
  pydict: `environ({'PATH': '/usr/bin', 'NEURON_RT_NUM_CORES': '4', 'XLA_USE_BF16': '1'})`,
  json: `{"NEURON_RT_NUM_CORES": "4", "XLA_USE_BF16": "1"}`,
  setx: `setenv NEURON_RT_NUM_CORES 4\nsetenv XLA_USE_BF16 1`,
  nul: `PATH=/x\0NEURON_RT_NUM_CORES=4\0XLA_USE_BF16=1\0`,
  fish: `set -gx NEURON_RT_NUM_CORES 4\nset -x XLA_USE_BF16 1`,
  crlf: `NEURON_RT_NUM_CORES=4\r\nXLA_USE_BF16=1\r\n`,
  systemd: `Environment="NEURON_RT_NUM_CORES=4" "XLA_USE_BF16=1"\nEnvironment=NEURON_LAUNCH_BLOCKING=1`,
  yamlenvlist: `"containerDefinitions": [{"environment": [{"name": "NEURON_RT_NUM_CORES", "value": "4"}, {"name": "XLA_USE_BF16", "value": "1"}]}]`,
};

test.each(Object.entries(forms))('%s', (_name, text) => {
  const found = new Map(parseDump(text).map(({ name, value }) => [name, value]));
  expect(found.get('NEURON_RT_NUM_CORES')).toBe('4');
  if (text.includes('XLA_USE_BF16')) expect(found.get('XLA_USE_BF16')).toBe('1');
  if (/LAUNCH_BLOCKING/.test(text.replace(/#.*/g, ''))) expect(found.get('NEURON_LAUNCH_BLOCKING')).toBe('1');
  expect(found.get('NEURON_CC_FLAGS') ?? '-O1').toMatch(/^(-O1|--model-type transformer -O1|--a "b"|--x "y")$/);
});

test('what only speaks of variables sets none', () => {
  for (const text of [
    'Set NEURON_RT_NUM_CORES to 4.',
    'if A == 4: pass',
    '# NEURON_RT_NUM_CORES=4',
    'see https://x.org/?a=1',
    'NEURON_RT_NUM_CORES',
    '{"broken": ',
    'x -> y',
  ])
    expect(parseDump(text), text).toEqual([]);
});

test('the last of several settings counts', () => {
  expect(parseDump('A=1\nA=2')).toEqual([{ name: 'A', value: '2' }]);
});

test('no text throws or hangs', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => Array.isArray(parseDump(text))));
  fc.assert(fc.property(fc.json(), (text) => Array.isArray(parseDump(text))));
  const quotes = '"'.repeat(20_000);
  expect(parseDump(`A=${quotes}`).length).toBe(1);
});
