/**
 * Whether a frame may be broken where it stands: not inside `try`, and inside `with` only where the manager is one that
 * PyTorch can leave and enter again (gradient mode, autocast, errors at breaks).
 */
import type { Frame } from '../python/frame.ts';
import { PyBoundMethod } from '../python/functions.ts';
import { Op } from '../python/opcodes.ts';
import { typeOf } from '../python/types.ts';

const MANAGERS = new Set(['no_grad', 'enable_grad', 'set_grad_enabled', 'autocast', 'inference_mode', 'nullcontext', 'error_on_graph_break']);

export function blocksAllow(frame: Frame): boolean {
  const { ops } = frame.code;
  for (let i = 0; i < frame.blocks.length; i += 2) {
    const handler = frame.blocks[i];
    const depth = frame.blocks[i + 1];
    let isWith = false;
    for (let pc = 0; pc < ops.length; pc += 2) if (ops[pc + 1] === handler && ops[pc] === Op.SETUP_WITH) isWith = true;
    const exit = frame.stack[depth - 1];
    const manager = exit instanceof PyBoundMethod ? exit.self : null;
    if (!isWith && !(manager !== null && MANAGERS.has(typeOf(manager).name))) return false;
    if (manager === null || !MANAGERS.has(typeOf(manager).name)) return false;
  }
  return true;
}
