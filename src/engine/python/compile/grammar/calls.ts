/** Between the brackets of a function: parameters of its definition, arguments of its call. */
import type { Arg, Arguments, Expr, ExprNode } from '../ast.ts';
import { spanning } from '../syntax.ts';
import { comprehensions } from './atoms.ts';
import { ahead, type Cursor, here, is, made, name, next, stop, take, want } from './cursor.ts';
import { expression, named, starExpression, starred } from './expressions.ts';

/** Parameters of a function, or of a lambda, which has no annotations. */
export function parameters(c: Cursor, end: ')' | ':'): Arguments {
  const args: Arguments = { nodeType: 'Arguments', posonlyargs: [], args: [], kwonlyargs: [], kw_defaults: [], defaults: [] };
  const parameter = (of: (c: Cursor) => ExprNode = expression): Arg => {
    const from = here(c);
    const arg = name(c);
    const annotation = end === ')' && take(c, ':') ? of(c) : undefined;
    return made(c, from, { nodeType: 'Arg', arg, annotation });
  };
  let star = false;
  while (!is(c, end)) {
    const from = here(c);
    if (take(c, '**')) {
      args.kwarg = parameter();
      take(c, ',');
      break;
    }
    if (take(c, '*')) {
      if (star) stop(from);
      star = true;
      if (!is(c, ',')) args.vararg = parameter(starExpression);
      else if (ahead(c).text === end || ahead(c).text === '**') stop(from);
    } else if (take(c, '/')) {
      if (!star && args.posonlyargs.length + args.args.length === 0) throw spanning('at least one argument must precede /', from);
      if (star || args.posonlyargs.length > 0) stop(from);
      args.posonlyargs = args.args;
      args.args = [];
    } else {
      const arg = parameter();
      const value = take(c, '=') ? expression(c) : null;
      (star ? args.kwonlyargs : args.args).push(arg);
      if (star) args.kw_defaults.push(value);
      else if (value) args.defaults.push(value);
      else if (args.defaults.length > 0) stop(from);
    }
    if (!take(c, ',')) break;
  }
  if (!is(c, end)) stop(here(c));
  return args;
}

type Found = Pick<Expr<'Call'>, 'args' | 'keywords'>;

/** Arguments of a call or bases of a class, from the opening bracket to the closing one; a class takes no bare generator. */
export function callArguments(c: Cursor, generator = true): Found {
  const open = next(c);
  const args: ExprNode[] = [];
  const keywords: Found['keywords'] = [];
  let unpacked = false;
  while (!is(c, ')')) {
    const from = here(c);
    if (take(c, '**')) {
      const value = expression(c);
      keywords.push(made(c, from, { nodeType: 'Keyword', value }));
      unpacked = true;
    } else if (from.kind === 'name' && ahead(c).text === '=') {
      const arg = name(c);
      next(c);
      const value = expression(c);
      keywords.push(made(c, from, { nodeType: 'Keyword', arg, value }));
    } else {
      if (unpacked || (keywords.length > 0 && from.text !== '*')) stop(from);
      const elt = starred(c, named, expression);
      const loop = here(c);
      const generators = comprehensions(c);
      if (generators.length > 0) {
        if (!generator && is(c, ')')) stop(loop);
        // Alone it needs no brackets of its own: those of the call are also its.
        if (args.length + keywords.length > 0 || !take(c, ')')) throw spanning('Generator expression must be parenthesized', from, c.pieces[c.at - 1]);
        return { args: [made(c, open, { nodeType: 'GeneratorExp', elt, generators })], keywords };
      }
      args.push(elt);
    }
    if (!take(c, ',')) break;
  }
  want(c, ')');
  return { args, keywords };
}
