import { until } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import { expect, it } from '@jest/globals';
import { signInAs } from '../../src/browser.ts';
import { founder } from '../../src/founder.ts';
import { journeys } from '../../src/journeys.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';

const journey = journeys();

it('a lead that a changed business withdrew shows the reason, and can be kept', async () => {
  const { page, url } = journey;
  const { visitor } = await founder(url);
  const leadsOf = async (status: string) =>
    (await visitor.get(leadList, `/api/leads?limit=100&status=${status}`)).leads;
  const found = await leadsOf('new');
  expect(found.length).toBeGreaterThan(0);
  const body = { businessDescription: 'We sell flowers and arrange bouquets for weddings in Vienna.' };
  await visitor.ask('/api/configuration', { method: 'POST', body });
  const withdrawn = await until('a withdrawal', async () => {
    const leads = await leadsOf('skipped');
    return leads.length > 0 && (await leadsOf('new')).length === 0 && leads;
  });
  await signInAs(page, visitor);
  // The default view shows them too, below the new leads.
  const [first] = withdrawn;
  await page.goto(`${url}/dashboard/leads`);
  const section = page.getByRole('region', { name: 'Withdrawn leads' });
  const row = section.getByRole('listitem').filter({ hasText: first?.title ?? '' });
  await row.getByText('Withdrawn', { exact: true }).waitFor();
  await row.getByText(first?.withdrawn?.reason ?? '', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const last = withdrawn.at(-1);
  if (withdrawn.length > 1) {
    await section.getByRole('button', { name: `Keep as lead: ${last?.title ?? ''}` }).click();
    await page.getByRole('article', { name: last?.title ?? '', exact: true }).waitFor();
  }
  await page.goto(`${url}/dashboard/leads?status=skipped`);
  const card = page.getByRole('article', { name: first?.title ?? '', exact: true });
  await card.getByText('Withdrawn', { exact: true }).waitFor();
  await card.getByText(first?.withdrawn?.reason ?? '', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: /Leads withdrawn/ }).waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: `Keep as lead: ${first?.title ?? ''}` }).click();
  await until('the kept lead', async () => (await leadsOf('new')).some(({ id }) => id === first?.id));
});
