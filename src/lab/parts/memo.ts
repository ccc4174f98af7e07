/**
 * A component that is drawn again only when one of its props is another value than before; contexts that it reads draw it
 * again all the same. Preact keeps this in its React layer, which would go over every attribute of every element.
 */
import { Component, type ComponentChildren, type ComponentClass, h } from 'preact';

export function memo<P extends object>(draw: (props: P) => ComponentChildren): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as P;
      const keys = Object.keys(next) as (keyof P)[];
      return keys.length !== Object.keys(before).length || keys.some((key) => next[key] !== before[key]);
    }

    override render(): ComponentChildren {
      return h(draw, this.props as P);
    }
  };
}
