import { until } from '@earshot/core/testing';
import type { Locator, Page } from 'playwright-core';

/** Whether the focus is on this element or within it. */
export function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.contains(document.activeElement));
}

/**
 * Whether the page behind a dialog has the focus. That the dialog's own frame has it, or nothing while the browser's bar
 * has its turn, is well.
 */
export function isBehind(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => {
    const { activeElement: at } = document;
    return at !== null && !at.contains(element) && !element.contains(at);
  });
}

/** Waits until the focus is on this element or within it. */
export async function focusArrives(what: string, place: Locator): Promise<void> {
  await until(`the focus on ${what}`, () => hasFocus(place));
}

/** Waits until a dialog or the frame that belongs to it alone has the focus. */
export async function focusEnters(what: string, dialog: Locator): Promise<void> {
  const isIn = () =>
    dialog.evaluate((element) => {
      const { activeElement: at } = document;
      return at !== null && at !== document.body && (element.contains(at) || at.contains(element));
    });
  await until(`the focus in ${what}`, isIn);
}

/** What has the focus, in words for a failure. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return 'nothing';
    return `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}"`;
  });
}

/** Presses Tab, or Shift and Tab, until this element has the focus; fails when it never comes. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const passed: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    passed.push(await focused(page));
  }
  throw new Error(`120 times ${key} did not lead to ${String(target)}; it passed ${passed.slice(-20).join(', ')}`);
}
