/**
 * Targets: what `=`, `for`, `with … as`, `:=` and `del` write to, and augmented assignment.
 */
import type { ExprNode, Stmt } from './ast.ts';
import { binaryCode, expr } from './expr.ts';
import { syntaxError } from './syntax.ts';
import type { Unit } from './unit.ts';

/** Stores the top of the stack. */
export function store(u: Unit, target: ExprNode): void {
  u.located(target, () => {
    switch (target.nodeType) {
      case 'Name':
        u.name(target.id, 'Store', target);
        return;
      case 'Attribute':
        expr(u, target.value);
        u.emit('STORE_ATTR', u.nameIndex(u.mangled(target.attr)));
        return;
      case 'Subscript':
        expr(u, target.value);
        expr(u, target.slice);
        u.emit('STORE_SUBSCR');
        return;
      case 'Starred':
        store(u, target.value);
        return;
      case 'Tuple':
      case 'List': {
        const stars = target.elts.filter((e) => e.nodeType === 'Starred');
        if (stars.length > 1) syntaxError('multiple starred expressions in assignment', target);
        if (stars.length === 1) {
          const before = target.elts.indexOf(stars[0]);
          u.emit('UNPACK_EX', before | ((target.elts.length - before - 1) << 8));
        } else u.emit('UNPACK', target.elts.length);
        for (const e of target.elts) store(u, e);
        return;
      }
      default:
        syntaxError(`cannot assign to ${target.nodeType}`, target);
    }
  });
}

export function del(u: Unit, target: ExprNode): void {
  u.located(target, () => {
    switch (target.nodeType) {
      case 'Name':
        u.name(target.id, 'Del', target);
        return;
      case 'Attribute':
        expr(u, target.value);
        u.emit('DELETE_ATTR', u.nameIndex(u.mangled(target.attr)));
        return;
      case 'Subscript':
        expr(u, target.value);
        expr(u, target.slice);
        u.emit('DELETE_SUBSCR');
        return;
      case 'Tuple':
      case 'List':
        for (const e of target.elts) del(u, e);
        return;
      default:
        syntaxError(`cannot delete ${target.nodeType}`, target);
    }
  });
}

export function augmented(u: Unit, n: Stmt<'AugAssign'>): void {
  const op = binaryCode(n.op);
  const t = n.target;
  if (t.nodeType === 'Name') {
    u.located(t, () => u.name(t.id, 'Load', t));
    expr(u, n.value);
    u.emit('INPLACE', op);
    u.located(t, () => u.name(t.id, 'Store', t));
  } else if (t.nodeType === 'Attribute') {
    expr(u, t.value);
    u.emit('DUP');
    const i = u.nameIndex(u.mangled(t.attr));
    u.located(t, () => u.emit('LOAD_ATTR', i));
    expr(u, n.value);
    u.emit('INPLACE', op);
    u.emit('SWAP');
    u.located(t, () => u.emit('STORE_ATTR', i));
  } else if (t.nodeType === 'Subscript') {
    expr(u, t.value);
    expr(u, t.slice);
    u.emit('COPY', 2);
    u.emit('COPY', 2);
    u.located(t, () => u.emit('SUBSCR'));
    expr(u, n.value);
    u.emit('INPLACE', op);
    u.emit('ROT3');
    u.located(t, () => u.emit('STORE_SUBSCR'));
  } else syntaxError(`'${t.nodeType.toLowerCase()}' is an illegal expression for augmented assignment`, t);
}
