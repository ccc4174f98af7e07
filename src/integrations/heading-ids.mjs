/**
 * Explicit heading ids: a heading ends in an MDX comment `#predict` in braces. Links to it then survive its
 * rewording and are the same in both languages. A test makes every heading of an article carry one.
 */
const walk = (node, visit) => {
  visit(node);
  for (const child of node.children ?? []) walk(child, visit);
};

export function remarkHeadingIds() {
  return (tree) => {
    walk(tree, (node) => {
      if (node.type !== 'heading') return;
      const last = node.children.at(-1);
      const id = last?.type === 'mdxTextExpression' && /^\/\*\s*#([\w-]+)\s*\*\/$/.exec(last.value)?.[1];
      if (!id) return;
      node.children.pop();
      const text = node.children.at(-1);
      if (text?.type === 'text') text.value = text.value.trimEnd();
      node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id } };
    });
  };
}
