/**
 * Starlight with articles in the top-level `content/docs`.
 *
 * Starlight looks below `srcDir` for its collection's files (sidebar, translated labels). This hands it a view of the
 * configuration in which the root is the source folder. It leans on Starlight's internals, so Starlight's version is
 * pinned and an end-to-end test holds what would break: sidebar, Hebrew labels, fallback pages.
 */
import starlight from '@astrojs/starlight';

/** @param {Parameters<typeof starlight>[0]} options */
export function starlightRootContent(options) {
  const integration = starlight(options);
  const setup = integration.hooks['astro:config:setup'];
  integration.hooks['astro:config:setup'] = (context) =>
    setup?.({
      ...context,
      config: new Proxy(context.config, {
        get: (target, key, receiver) => (key === 'srcDir' ? target.root : Reflect.get(target, key, receiver)),
      }),
    });
  return integration;
}
