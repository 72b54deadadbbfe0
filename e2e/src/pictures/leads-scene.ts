import type { Page } from 'playwright-core';
import { register, toast, type WatchedPage } from '../browser.ts';
import { sandboxCommunities, setUpByCalls } from '../set-up.ts';

/** A founder's leads after a scan of the sandbox, the best first, with a draft for the first one. */
export async function leadsScene(watched: WatchedPage, url: string): Promise<void> {
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  await register(page, url, 'maya@invoicenest.example');
  await setUpByCalls(watched, sandboxCommunities.slice(0, 9));
  for (const name of ['freelance', 'smallbusiness']) {
    await page.getByRole('button', { name: `Star r/${name}` }).click();
    await page.getByRole('button', { name: `Unstar r/${name}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await toast(page, 'Scan Complete!');
  await page.goto(`${url}/dashboard/leads?sortBy=score-high`);
  const card = page.getByRole('article').first();
  await card.hover();
  await card.getByRole('button', { name: 'Write message' }).click();
  await card.getByRole('button', { name: 'Generate' }).click();
  await toast(page, 'Message Generated');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
  await showDraft(page);
}

/** The list from its top, beside it the end of the score's explanation and the draft. */
function showDraft(page: Page): Promise<void> {
  return page.getByRole('textbox', { name: 'Draft' }).evaluate((draft) => {
    scrollTo(0, 0);
    const pane = [...ancestors(draft)].find((element) => getComputedStyle(element).overflowY === 'auto');
    pane?.scrollBy(0, draft.getBoundingClientRect().bottom + 24 - innerHeight);

    function* ancestors(element: Element): Iterable<Element> {
      for (let above = element.parentElement; above; above = above.parentElement) yield above;
    }
  });
}
