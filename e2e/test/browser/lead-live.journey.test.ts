import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys();

it('while one reads, new leads wait behind a word; it shows them and leads to the top', async () => {
  const { page, card, titles, open, find } = await leadDesk(journey, 22);
  await open();
  const before = await titles();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  // What arrives in the open lead moves those below it.
  await card(before[1] ?? '')
    .getByRole('button', { name: 'Generate' })
    .waitFor();
  await page.evaluate(() => scrollTo(0, 600));
  const place = () => card(before[2] ?? '').evaluate((element) => element.getBoundingClientRect().top);
  const stood = await place();

  await find(1);
  await page.getByRole('button', { name: '1 new lead', exact: true }).waitFor();
  await find(2);
  const pill = page.getByRole('button', { name: '3 new leads', exact: true });
  await pill.waitFor();
  await becomes(titles, before);
  expect(await place()).toBe(stood);
  await page.getByText('22 leads', { exact: true }).waitFor();

  await pill.click();
  await page.getByText('25 leads', { exact: true }).waitFor();
  expect((await titles()).slice(3)).toEqual(before.slice(0, 17));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await pill.waitFor({ state: 'detached' });
});

it('new leads appear while the user is not reading, and changes of another tab appear in place', async () => {
  const { page, card, titles, open, find, url } = await leadDesk(journey, 3);
  await open();
  const before = await titles();
  await find(1);
  await page.getByRole('article').nth(3).waitFor();
  expect((await titles()).slice(1)).toEqual(before);

  const id = await card(before[1] ?? '').getAttribute('data-lead');
  await page.request.patch(`${url}/api/leads/${id}/status`, { data: { status: 'skipped' } });
  await card(before[1] ?? '')
    .getByText('Skipped', { exact: true })
    .waitFor();
  expect((await titles()).slice(1)).toEqual(before);
});
