import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: object): { readonly name: string } };
  }
}

const journey = journeys();

/** Writes text as the markup of a new element, and returns the markup or the name of the error. */
const write = (page: Page, tag: string, text: string) =>
  page.evaluate(
    (given) => {
      const element = document.createElement(given.tag);
      try {
        element.innerHTML = given.text;
        return element.innerHTML;
      } catch (error) {
        return error instanceof Error ? error.name : 'unknown';
      }
    },
    { tag, text },
  );

it('refuses to turn text into markup, except for styles', async () => {
  // A page of its own: the refusals are console errors.
  const { page, close } = await openPage(journey.browser);
  try {
    for (const path of ['/', '/auth']) {
      await page.goto(journey.url + path);
      await page.getByRole('main').waitFor();
      expect(await write(page, 'div', '<img src=x onerror=alert(1)>')).toBe('TypeError');
      expect(await write(page, 'style', 'p > b { color: red }')).toBe('p > b { color: red }');
      const made = page.evaluate(() => window.trustedTypes?.createPolicy('other', {}).name);
      await expect(made).rejects.toThrow(/disallowed/);
    }
  } finally {
    await close();
  }
});

it('draws charts after a change of pages', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  expect(await write(page, 'i', '<b>1</b>')).toBe('<b>1</b>');
});
