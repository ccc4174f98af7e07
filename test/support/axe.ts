/**
 * Axe over the pages of a site, in both themes, each thing looked at once.
 *
 * - A kind of element is its tag and attributes with those of all that it lies in, whether it has words, and whether its
 *   label holds them; what an attribute says to a reader (an address, a name, data) is left out. What axe asks of one
 *   element alone is the same for two of a kind: blocks that hold no new kind and no new way of setting text are hidden.
 * - A way of setting text is its colour, size, weight and every ground beneath it, as computed, in either theme. The rules
 *   about colour look at one element for each. (Of text that lies on another's ground axe says, at most, that it cannot tell.)
 * - Rules that look at more than one element at a time see the whole page, unless its landmarks, headings, names and tables
 *   are those of a page that was seen.
 */
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** What a page must have run before `axe`. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that look at more than one element, or at what has no room. */
const BETWEEN = [
  'accesskeys',
  'aria-required-children',
  'bypass',
  'definition-list',
  'dlitem',
  'document-title',
  'duplicate-id-aria',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'list',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'skip-link',
  'table-duplicate-name',
  'td-headers-attr',
  'th-has-data-cells',
];

const COLOUR = ['color-contrast', 'link-in-text-block'];

/** Kinds of elements, ways of setting text and outlines that were looked at, on any page. */
export interface Seen {
  kinds: Set<string>;
  ways: Set<string>;
  outlines: Set<string>;
}
export const nothingSeen = (): Seen => ({ kinds: new Set(), ways: new Set(), outlines: new Set() });

/** Violations in both themes as lines: theme, rule, the first elements that break it. Axe is there already; `seen` takes this page's. */
export async function axe(page: Page, seen: Seen): Promise<string[]> {
  const { found, ways, kinds, outline } = await page.evaluate(look, {
    BETWEEN,
    COLOUR,
    kindsText: [...seen.kinds].join('\n'),
    waysText: [...seen.ways].join('\n'),
    outlinesText: [...seen.outlines].join('\n'),
  });
  for (const way of ways) seen.ways.add(way);
  for (const kind of kinds) seen.kinds.add(kind);
  seen.outlines.add(outline);
  return found;
}

interface Asked {
  BETWEEN: string[];
  COLOUR: string[];
  /** What was seen, a line each: a list of thousands is taken over one by one, at each page. */
  kindsText: string;
  waysText: string;
  outlinesText: string;
}

/** What `axe` does inside the page. */
async function look({ BETWEEN, COLOUR, kindsText, waysText, outlinesText }: Asked) {
  const [kindsSeen, waysSeen, outlines] = [kindsText, waysText, outlinesText].map((text) => text.split('\n')) as [string[], string[], string[]];
  const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
  const found: string[] = [];
  const note = (theme: string, { violations }: AxeResults) => {
    for (const { id, nodes } of violations) {
      const where = nodes.slice(0, 4).map(({ target }) => target.join(' '));
      found.push(`${theme}: ${id}: ${where.join(' | ')}`);
    }
  };
  const root = document.documentElement;

  /** 53 bits of a text (after cyrb53): a kind's name is short, however deep its element lies. */
  const short = (text: string): string => {
    let a = 0xdeadbeef;
    let b = 0x41c6ce57;
    for (let k = 0; k < text.length; k++) {
      a = Math.imul(a ^ text.charCodeAt(k), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(k), 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
  };

  const SAID = /^(href|id|aria-label|aria-labelledby|aria-describedby|for|title|src|value|name|d|x|y|x1|x2|y1|y2|points|transform|width|height|data-.*)$/;
  const kindOf = (element: Element, parent: string): string => {
    const attributes = [...element.attributes].map(({ name, value }) => (SAID.test(name) ? `${name}${value ? '' : '?'}` : `${name}=${value}`));
    const words = element.textContent?.trim() ?? '';
    const label = element.ariaLabel;
    const said = label === null ? 0 : label.toLowerCase().includes(words.toLowerCase()) ? 1 : 2;
    return short([element.localName, ...attributes.sort(), words !== '', said, parent].join(' '));
  };

  /** Blocks that may be hidden where nothing in them is new: none lies in something that takes its name from its words. */
  const BLOCK =
    /^(div|section|article|aside|nav|header|footer|main|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|figure|pre|details|form|fieldset|h[1-6]|blockquote|hr)$/;
  const kinds = new Set(kindsSeen);
  const hidden: HTMLElement[] = [];
  /** Hides what holds nothing new and notes the kinds of the rest; `fresh` holds the elements whose way of setting text is new. */
  const hide = (top: Element, fresh: Set<Element>): void => {
    const kindIn = new Map<Element, string>();
    const all = [top, ...top.querySelectorAll('*')];
    for (const element of all) kindIn.set(element, kindOf(element, kindIn.get(element.parentElement as Element) ?? ''));
    const isNew = (element: Element): boolean => fresh.has(element) || !kinds.has(kindIn.get(element) as string) || [...element.children].some(isNew);
    const walk = (element: Element): void => {
      const block = BLOCK.test(element.localName) && element instanceof HTMLElement;
      if (block && !isNew(element)) {
        if (element.checkVisibility()) {
          hidden.push(element);
          element.style.setProperty('display', 'none', 'important');
        }
        return;
      }
      kinds.add(kindIn.get(element) as string);
      if (block || element === top) for (const child of element.children) walk(child);
      else for (const inside of element.querySelectorAll('*')) kinds.add(kindIn.get(inside) as string);
    };
    walk(top);
  };

  /** Headings, landmarks and keys in their order; names by whether they are the same, ids by whether one comes twice. */
  const outline = (): string => {
    const names = new Map<string | null, number>();
    const nth = (name: string | null): number => {
      if (!names.has(name)) names.set(name, names.size);
      return names.get(name) as number;
    };
    const said = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6,main,nav,aside,section,header,footer,form,table,tr,dl,[role],[accesskey],[aria-level]')].map(
      (part) =>
        [
          part.localName,
          part.role,
          part.ariaLevel,
          nth(part.getAttribute('accesskey')),
          nth(part.ariaLabel ?? part.getAttribute('aria-labelledby')),
          part.checkVisibility(),
          /^(tr|dl)$/.test(part.localName) && [...part.children].map(({ localName }) => localName),
          part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight,
        ].join(),
    );
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return `${said.join(';')} ${ids.filter((id, at) => ids.indexOf(id) !== at).join()}`;
  };

  /** One element for each way in which text is set here and that nobody has seen. */
  const before = new Set(waysSeen);
  const news = (): Map<string, Element> => {
    const grounds = new Map<Element, string>();
    /** What is painted beneath an element's text, from the nearest opaque ground on, and what is done to all of it. */
    const groundOf = (element: Element): string => {
      let ground = grounds.get(element);
      if (ground !== undefined) return ground;
      const s = getComputedStyle(element);
      const opaque = s.backgroundImage === 'none' && /^rgb\(/.test(s.backgroundColor);
      const beneath = element.parentElement ? groundOf(element.parentElement) : '';
      const [under, over] = beneath.split('|') as [string, string | undefined];
      const bare = s.backgroundImage === 'none' && s.backgroundColor === 'rgba(0, 0, 0, 0)';
      const own = bare ? under : opaque ? s.backgroundColor : [under, s.backgroundColor, s.backgroundImage].join(';');
      const done = [s.opacity, s.filter, s.mixBlendMode].join(';');
      // A ground with its own opacity lets through what lies beneath it.
      ground = done === '1;none;normal' ? `${own}|${over ?? ''}` : `${under};${own}|${over ?? ''}${done}`;
      grounds.set(element, ground);
      return ground;
    };
    const wayOf = (element: Element): string => {
      const s = getComputedStyle(element);
      const own = [s.color, s.textShadow, s.fontSize, s.fontWeight];
      // A link is told from the text around it, where there is any.
      const beside = element.parentNode as Element;
      const around = element.localName === 'a' && [...beside.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      const link = around ? [getComputedStyle(beside).color, s.textDecorationLine, s.borderBottomWidth, s.fontFamily] : [];
      return [groundOf(element), ...own, ...link].join(';');
    };
    const first = new Map<string, Element>();
    const take = (element: Element) => {
      const way = wayOf(element);
      if (!before.has(way) && !first.has(way)) first.set(way, element);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement as Element;
      if (text.nodeValue?.trim() && element.checkVisibility({ checkVisibilityCSS: true })) take(element);
    }
    for (const element of document.body.querySelectorAll('a, input, select, textarea')) take(element);
    return first;
  };

  for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  root.dataset['theme'] = 'light';
  const resultTypes: ['violations'] = ['violations'];
  const off = (rules: string[]) => Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
  const built = outline();
  if (!outlines.includes(built)) note('light', await run(document, { resultTypes, runOnly: BETWEEN }));
  const fresh: { theme: string; elements: Element[] }[] = [];
  for (const theme of ['dark', 'light']) {
    root.dataset['theme'] = theme;
    const ways = news();
    fresh.push({ theme, elements: [...ways.values()] });
    for (const way of ways.keys()) before.add(way);
  }
  hide(document.body, new Set(fresh.flatMap(({ elements }) => elements)));
  if (kinds.size > kindsSeen.length) note('light', await run(document, { resultTypes, rules: off([...COLOUR, ...BETWEEN]) }));
  for (const { theme, elements } of fresh.reverse()) {
    root.dataset['theme'] = theme;
    if (elements.length) note(theme, await run({ include: elements }, { resultTypes, runOnly: COLOUR }));
  }
  for (const element of hidden) element.style.removeProperty('display');
  return { found, ways: [...before].slice(waysSeen.length), kinds: [...kinds].slice(kindsSeen.length), outline: built };
}
