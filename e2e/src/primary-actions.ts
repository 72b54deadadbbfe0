import type { Locator } from 'playwright-core';

/** The visible buttons and links of a part of a page that are filled with the primary colour. */
export async function primaryActions(part: Locator): Promise<string[]> {
  return part.locator('button, a').evaluateAll((all) => {
    const filled = document.createElement('span');
    filled.style.background = 'var(--primary)';
    document.body.append(filled);
    const primary = getComputedStyle(filled).backgroundColor;
    filled.remove();
    return all
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === primary)
      .map((one) => one.textContent);
  });
}
