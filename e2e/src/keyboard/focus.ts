import { until } from '@earshot/core/testing';
import type { Locator, Page } from 'playwright-core';

/** Whether this element or one of its descendants has the focus. */
export function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.contains(document.activeElement));
}

/**
 * Whether the page behind a dialog has the focus. Focus on the dialog's own frame is allowed. So is no focus, which
 * happens while the browser's toolbar has it.
 */
export function isBehind(dialog: Locator): Promise<boolean> {
  return dialog.evaluate((element) => {
    const { activeElement: at } = document;
    return at !== null && !at.contains(element) && !element.contains(at);
  });
}

/** Waits until this element or one of its descendants has the focus. */
export async function focusArrives(what: string, place: Locator): Promise<void> {
  await until(`the focus on ${what}`, () => hasFocus(place));
}

/** Waits until the focus is in a dialog or on the frame that contains only this dialog. */
export async function focusEnters(what: string, dialog: Locator): Promise<void> {
  const isIn = () =>
    dialog.evaluate((element) => {
      const { activeElement: at } = document;
      return at !== null && at !== document.body && (element.contains(at) || at.contains(element));
    });
  await until(`the focus in ${what}`, isIn);
}

/** A description of the focused element for failure messages. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return 'nothing';
    return `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}"`;
  });
}

/** Presses Tab, or Shift and Tab, until this element has the focus. Fails when it never gets the focus. */
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
