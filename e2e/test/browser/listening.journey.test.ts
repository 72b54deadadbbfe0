import { until } from '@earshot/core/testing';
import { listening } from '@earshot/proto/http/scan';
import { expect, it } from '@jest/globals';
import { signInAs, toast } from '../../src/browser.ts';
import { founder } from '../../src/founder.ts';
import { journeys } from '../../src/journeys.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';

const journey = journeys();

it('the switch makes Earshot listen, and the leads page says so', async () => {
  const { page, url, product } = journey;
  const { visitor } = await founder(url);
  const state = () => visitor.get(listening, '/api/leads/scan/listening');
  await signInAs(page, visitor);
  await page.goto(`${url}/dashboard/configuration`);
  const listen = page.getByRole('switch', { name: 'Listen between scans' });
  await listen.waitFor();
  expect(await listen.isChecked()).toBe(false);
  await listen.click();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  await until('Earshot listens', async () => (await state()).communities === 1);
  await page.goto(`${url}/dashboard/leads`);
  await page.getByText('Listening to 1 community; no new post yet.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const heardAt = new Date(Date.now() - 125_000);
  const { documents } = product.platformOf('scan');
  await documents.collection('scan_listeners').updateOne({ userId: visitor.userId }, { $set: { heardAt } });
  await page.reload();
  await page.getByText('Listening to 1 community; last post heard 2 minutes ago.').waitFor();

  await page.goto(`${url}/dashboard/configuration`);
  await until('the switch is on', () => listen.isChecked());
  await listen.click();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  await until('Earshot listens no more', async () => (await state()).communities === 0);
  await page.goto(`${url}/dashboard/leads`);
  await page.getByText(/^Last scan/).waitFor();
  expect(await page.getByText('Listening to').count()).toBe(0);
});

it('the page leaves the line out if it cannot be read', async () => {
  const { page, url } = journey;
  const { visitor } = await founder(url);
  await signInAs(page, visitor);
  await page.route('**/api/leads/scan/listening', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${url}/dashboard/leads`);
  await page.getByText(/^Last scan/).waitFor();
  expect(await page.getByText('Listening to').count()).toBe(0);
});
