/** What capture reads off bytecode: live names, loops ahead, points a frame can be taken back to. */
import { describe, expect, it } from 'vitest';
import { Code } from '../../../src/engine/python/code.ts';
import { compileModule } from '../../../src/engine/python/compile/index.ts';
import { Op } from '../../../src/engine/python/opcodes.ts';
import { liveAt, mayLoop } from '../../../src/engine/capture/liveness.ts';
import { checkpointBefore } from '../../../src/engine/capture/stack-depth.ts';

function codeOf(lines: string[]): Code {
  const module = compileModule(lines.join('\n'), 'p.py');
  return module.consts.find((c): c is Code => c instanceof Code) as Code;
}

/** The instruction of the n-th call of `print`. */
function printCall(code: Code, n = 0): number {
  let seen = -1;
  for (let pc = 0; pc < code.ops.length; pc += 2) {
    if (code.ops[pc] === Op.LOAD_GLOBAL && code.names[code.ops[pc + 1] as number] === 'print' && ++seen === n) {
      while (code.ops[pc] !== Op.CALL) pc += 2;
      return pc;
    }
  }
  throw new Error('no such call');
}

describe('live names at a break', () => {
  it('are those read later', () => {
    const code = codeOf(['def f(x, y):', '    a = x + 1', '    b = y', '    print("here")', '    return a']);
    const live = [...liveAt(code, printCall(code))].map((slot) => code.varNames[slot]);
    expect(live).toEqual(['a']);
  });

  it('include names read on any way on', () => {
    const code = codeOf(['def f(x, y):', '    print("here")', '    if x:', '        return y', '    y = 1', '    return x + y']);
    expect([...liveAt(code, printCall(code))].map((slot) => code.varNames[slot]).sort()).toEqual(['x', 'y']);
  });
});

describe('a loop ahead', () => {
  it('is seen from its body', () => {
    const code = codeOf(['def f(xs):', '    for x in xs:', '        print(x)', '    print("after")']);
    expect(mayLoop(code, printCall(code, 0))).toBe(true);
    expect(mayLoop(code, printCall(code, 1))).toBe(false);
  });

  it('is not looked for beyond the next return', () => {
    const code = codeOf(['def f(xs):', '    for x in xs:', '        if x:', '            print(x)', '            return x']);
    expect(mayLoop(code, printCall(code))).toBe(false);
  });
});

describe('checkpoints', () => {
  it('are the starts of statements', () => {
    const code = codeOf(['def f(x):', '    y = x + 1', '    print(y)']);
    expect(code.lineAt(checkpointBefore(code, printCall(code)))).toBe(3);
  });

  it('lie outside try and with', () => {
    const code = codeOf(['def f(x):', '    y = x', '    try:', '        print(y)', '    finally:', '        y = 2']);
    expect(code.lineAt(checkpointBefore(code, printCall(code)))).toBeLessThan(4);
  });
});
