/**
 * Puts the base path before root-relative links of articles: `/learn/` becomes `/atlas/learn/`. Astro leaves links in
 * content alone. In Hebrew articles the language is written by hand (`/he/learn/`), so a link can cross on purpose.
 */
const walk = (node, visit) => {
  visit(node);
  for (const child of node.children ?? []) walk(child, visit);
};

export function rehypeBaseLinks({ base }) {
  const prefix = base.replace(/\/$/, '');
  return (tree) => {
    if (!prefix) return;
    walk(tree, (node) => {
      if (node.type === 'element' && node.tagName === 'a') {
        const href = node.properties?.href;
        if (typeof href === 'string' && href.startsWith('/') && !href.startsWith('//')) node.properties.href = prefix + href;
      }
      if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
        for (const attribute of node.attributes ?? [])
          if (attribute.name === 'href' && typeof attribute.value === 'string' && /^\/(?!\/)/.test(attribute.value)) attribute.value = prefix + attribute.value;
      }
    });
  };
}
