import { expect, it } from '@jest/globals';
import { examples } from '@earshot/proto/http/examples';
import { learning as learningShape } from '@earshot/proto/http/learning';
import { until } from '@earshot/core/testing';
import type { Page } from 'playwright-core';
import { signInAs, toast } from '../../src/browser.ts';
import { founder } from '../../src/founder.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives, tabTo } from '../../src/keyboard/focus.ts';
import { leadDesk } from '../../src/lead-desk.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';

const journey = journeys();
const example = learningShape.parse(examples['learning']?.response);
const cardOf = (page: Page) => page.getByRole('region', { name: 'What Earshot learned from you' });
const unavailable = { code: 'service.unavailable', message: 'This part is not answering', requestId: 'r' };

async function openCard() {
  const { page, url } = journey;
  await page.goto(`${url}/dashboard/settings#learning`);
  const card = cardOf(page);
  await card.getByRole('switch', { name: 'Learn from what I do' }).waitFor();
  return card;
}

it('a thumb is set and removed by a click and by keys, and is kept', async () => {
  const { page, card, titles, open, leads } = await leadDesk(journey, 3);
  await open();
  const [first = '', second = ''] = await titles();
  const thumb = (title: string, name: 'Good lead' | 'Not a lead', pressed: boolean) =>
    card(title).getByRole('button', { name, pressed });
  const ratings = async () => Object.fromEntries((await leads()).map(({ title, rating }) => [title, rating]));
  const become = (title: string, wanted: string | null) =>
    until(`the rating ${String(wanted)}`, async () => (await ratings())[title] === wanted);

  await card(first).hover();
  await thumb(first, 'Good lead', false).click();
  await thumb(first, 'Good lead', true).waitFor();
  await toast(page, 'Rating Updated');
  await become(first, 'up');
  await thumb(first, 'Not a lead', false).click();
  await thumb(first, 'Not a lead', true).waitFor();
  await thumb(first, 'Good lead', false).waitFor();
  await become(first, 'down');

  await card(second).focus();
  await page.keyboard.press('u');
  await thumb(second, 'Good lead', true).waitFor();
  await become(second, 'up');
  await page.keyboard.press('u');
  await thumb(second, 'Good lead', false).waitFor();
  await become(second, null);
  await page.keyboard.press('d');
  await thumb(second, 'Not a lead', true).waitFor();
  await become(second, 'down');
  await page.reload();
  await thumb(second, 'Not a lead', true).waitFor({ state: 'attached' });

  await page.route('**/api/leads/*/rating', (route) => route.fulfill({ status: 503, json: unavailable }));
  await card(second).hover();
  await thumb(second, 'Good lead', false).click();
  await toast(page, 'Rating Failed');
  await thumb(second, 'Not a lead', true).waitFor();
});

it('before the first rating the card explains learning, and then counts the ratings', async () => {
  const { page, url } = journey;
  const { visitor, leads } = await founder(url);
  await signInAs(page, visitor);
  const card = await openCard();
  await card.getByText(/^Nothing yet\./).waitFor();
  expect(await card.getByRole('button', { name: 'Forget all' }).count()).toBe(0);
  for (const [index, { id }] of leads.slice(0, 2).entries())
    await visitor.ask(`/api/leads/${id}/rating`, { method: 'PUT', body: { rating: index === 0 ? 'down' : 'up' } });
  const both = async () => {
    const { labels } = await visitor.get(learningShape, '/api/learning');
    return labels.wanted === 1 && labels.unwanted === 1;
  };
  await until('the labels', both);
  await page.reload();
  await card.getByText('Wanted', { exact: true }).waitFor();
  expect((await card.locator('dl').innerText()).replaceAll(/\s+/g, ' ')).toBe('Wanted 1 Not wanted 1');

  // Switches learning off and on with the keyboard.
  const turned = (checked: boolean) => card.getByRole('switch', { name: 'Learn from what I do', checked });
  await tabTo(page, turned(true));
  await page.keyboard.press('Space');
  await turned(false).waitFor();
  await toast(page, 'Learning Is Off');
  await page.reload();
  await turned(false).waitFor();
  await page.route('**/api/learning', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: unavailable }) : route.fallback(),
  );
  await turned(false).click();
  await toast(page, 'Not Changed');
  await turned(false).waitFor();
  await page.unroute('**/api/learning');

  // Deletes the learned data after a confirmation. The focus stays in the card.
  const forget = card.getByRole('button', { name: 'Forget all' });
  await tabTo(page, forget);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Forget all that Earshot learned?' });
  await dialog.getByText('This deletes 2 ratings and what was learned from them').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await focusArrives('the button that asked', forget);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Forget all' }));
  await page.keyboard.press('Enter');
  await toast(page, 'Forgotten');
  await card.getByText(/^Nothing yet\./).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await focusArrives('the card', card);
  expect((await visitor.get(learningShape, '/api/learning')).labels).toEqual({ wanted: 0, unwanted: 0 });
});

it('the card says whether scores use what was learned', async () => {
  const { page } = await leadDesk(journey, 0);
  await page.route('**/api/learning', (route) => route.fulfill({ json: example }));
  const card = await openCard();
  await card.getByText(example.note).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
