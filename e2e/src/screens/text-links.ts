import type { Page } from 'playwright-core';

/**
 * Links that color alone tells from the text around them. axe's rule link-in-text-block skips paragraphs in which the links are
 * longer than the text, so it finds some of them with one user's data and not with another's.
 */
export const plainTextLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(node.textContent ?? '');
    const isMarked = (link: HTMLAnchorElement) => {
      const { textDecorationLine, borderBottomWidth, backgroundColor } = getComputedStyle(link);
      const hasSurface = !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
      return textDecorationLine.includes('underline') || borderBottomWidth !== '0px' || hasSurface;
    };
    return [...document.querySelectorAll<HTMLAnchorElement>('main a[href], [role="dialog"] a[href]')]
      .filter((link) => getComputedStyle(link).display.startsWith('inline') && link.checkVisibility())
      .filter((link) => [...(link.parentElement?.childNodes ?? [])].some(isText) && !isMarked(link))
      .map(({ outerHTML }) => `a link looks like the text around it: ${outerHTML.slice(0, 160)}`);
  });
