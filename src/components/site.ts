/** Addresses inside the site: the base path and the language are put on here and nowhere else. */
import { type Lang, langOf, type StringKey } from './strings.ts';

export const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** `path` starts at the site's root, without language: `/learn/`. */
export const href = (path: string, lang: Lang = 'en'): string => `${base}${lang === 'he' ? '/he' : ''}${path}`;

/** The path of a request without base path and language. */
export function barePath(pathname: string): string {
  const rest = base && pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  return rest.replace(/^\/he(?=\/|$)/, '').replace(/\.html$/, '') || '/';
}

/** The main navigation, in order. */
export const sections: { path: string; label: StringKey }[] = [
  { path: '/learn/', label: 'learn' },
  { path: '/lab/', label: 'lab' },
  { path: '/limits/', label: 'limits' },
  { path: '/errors/', label: 'errors' },
  { path: '/reference/', label: 'reference' },
  { path: '/about/', label: 'about' },
];

type Astroish = { locals: App.Locals; currentLocale: string | undefined };

/** Starlight's data of this page; the lab's pages are not Starlight's, and reading it there throws. */
function routeOf(astro: Astroish): App.Locals['starlightRoute'] | undefined {
  try {
    return astro.locals.starlightRoute;
  } catch {
    return undefined;
  }
}

/** Language of the page's frame. */
export const pageLang = (astro: Astroish): Lang => langOf(routeOf(astro)?.lang ?? astro.currentLocale);

/** Language of the text: on a page not translated yet it is English inside a Hebrew frame. */
export const contentLang = (astro: Astroish): Lang => langOf(routeOf(astro)?.entryMeta.lang ?? astro.currentLocale);
