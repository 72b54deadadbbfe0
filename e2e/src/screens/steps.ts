import type { Page } from 'playwright-core';
import { wideFrom } from './widths.ts';

/** Opens the sidebar, which is a drawer on narrow screens. */
export async function withSidebar(page: Page, width: number): Promise<void> {
  if (width < wideFrom) await page.getByRole('button', { name: 'Open navigation' }).click();
}

export async function openFirstLead(page: Page): Promise<void> {
  const card = page.getByRole('article').first();
  await card.getByRole('heading').getByRole('button').click();
  await card.getByRole('button', { name: 'Generate' }).waitFor();
}

export async function openWhy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Why (these leads|nothing)\?$/ }).click();
  await page.getByRole('list', { name: 'Where the posts went' }).waitFor();
}

/** Waits for a chart. */
export const drawn = (page: Page) => page.locator('canvas').first().waitFor();

export async function openShortcuts(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Show this list').waitFor();
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

export async function openSavedViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByText('No saved view yet.').waitFor();
}

/** Selects the first lead, which shows the bar for selected leads. */
export async function selectLead(page: Page): Promise<void> {
  await page.getByRole('article').first().focus();
  await page.keyboard.press('x');
  await page.getByRole('group', { name: 'Selected leads' }).waitFor();
}

export async function openPostsBelowThreshold(page: Page): Promise<void> {
  await page.getByRole('button', { name: /below your threshold$/ }).click();
  const posts = page.getByRole('list', { name: 'Posts below your threshold' }).getByRole('listitem');
  await posts.first().getByText('Points of the score').click();
}

export async function showVariants(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('radio', { name: 'Your offer' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
}

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('invoice');
  await page.getByRole('group', { name: 'Leads' }).getByRole('option').first().waitFor();
}

export async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add r\// })
    .first()
    .waitFor();
}

export async function openSampleData(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sample data' }).click();
  await page.getByRole('dialog', { name: 'Sample data' }).waitFor();
}

export async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('list', { name: 'Your notifications' }).getByRole('link').first().waitFor();
}

export async function testSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test Settings' }).click();
  await page.getByLabel('Community', { exact: true }).last().fill('freelance');
  await page.getByRole('button', { name: 'Run test' }).click();
  await page.getByText(/^A scan would keep/).waitFor();
}

export async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).waitFor();
}
