import { until } from '@earshot/core/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { draftIn, memberOn, openLead } from '../../src/composing.ts';
import { enter } from '../../src/enter.ts';
import { answerablePosts } from '../../src/find-leads.ts';
import { choose, optionsOf, refuse } from '../../src/forms.ts';
import { journeys } from '../../src/journeys.ts';
import { business, setUpByCalls } from '../../src/set-up.ts';

const journey = journeys();
const path = '/dashboard/configuration';

beforeEach(() => enter(journey.page, journey.url));

async function openConfiguration(): Promise<void> {
  await journey.page.goto(journey.url + path);
  await journey.page.getByRole('button', { name: 'Save Configuration' }).waitFor();
}

it('every setting can be changed and is kept', async () => {
  const { page } = journey;
  await openConfiguration();
  for (const name of [
    'Your Business',
    'Monitored Subreddits',
    'Lead Identification Criteria',
    'Automated Scanning',
    'Message Length Preferences',
  ])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByText('Last updated: Never').waitFor();
  await page.getByText('0 of 5,000 characters').waitFor();
  expect(await optionsOf(page, 'Max leads per scan')).toEqual(['25 leads', '50 leads', '100 leads']);
  expect(await optionsOf(page, 'Scan frequency')).toEqual(['Every Hour', 'Every 4 Hours', 'Daily', 'Manual Only']);
  expect(await optionsOf(page, 'Notification method')).toEqual(['In-App', 'Email + In-App', 'None']);
  expect(await optionsOf(page, 'Default DM length')).toEqual(['3-4 paragraphs', 'One paragraph', '2-3 sentences']);

  await page.getByLabel('Business description').fill(business);
  await page.getByText(`${business.length} of 5,000 characters`).waitFor();
  await choose(page, 'Search strategy', 'Focused: only close matches, from a score of 7');
  await choose(page, 'Max leads per scan', '25 leads');
  await choose(page, 'Scan frequency', 'Daily');
  await choose(page, 'Notification method', 'Email + In-App');
  await choose(page, 'Default DM length', 'One paragraph');
  await choose(page, 'Default reply length', '2-3 sentences');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  await toast(page, 'Your lead discovery settings have been updated.');
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });

  await page.reload();
  await page.getByText('Focused: only close matches, from a score of 7').waitFor();
  await becomes(() => page.getByLabel('Business description').inputValue(), business);
  for (const chosen of ['25 leads', 'Daily', 'Email + In-App', 'One paragraph', '2-3 sentences'])
    await page.getByRole('main').getByText(chosen, { exact: true }).waitFor();
  expect(await page.getByText('Last updated: Never').count()).toBe(0);
});

it('settings are tested on a community before they are saved', async () => {
  const { page } = journey;
  await openConfiguration();
  await setUpByCalls(journey.watched, ['freelance', 'Dogtraining']);
  await choose(page, 'Search strategy', 'Focused: only close matches, from a score of 7');
  const open = page.getByRole('button', { name: 'Test Settings' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Test settings' });
  const run = dialog.getByRole('button', { name: 'Run test' });
  await run.click();
  await dialog
    .getByText(/^A scan would keep \d+ of \d+ posts in r\/\w+\. A post is kept from a score of 7\.0\.$/)
    .waitFor();
  await dialog.getByLabel('Community').fill('r/freelance');
  await run.click();
  await dialog.getByText(/in r\/freelance\./).waitFor();
  const kept = dialog.getByRole('listitem').filter({ hasText: 'Invoicing app that handles deposits' });
  await kept.getByText('Points of the score').click();
  await kept.locator('q').first().waitFor();
  await dialog.getByRole('tab', { name: /^Dropped/ }).click();
  await dialog
    .getByText(/^Dropped: \d\.\d is below 7\.0\.$/)
    .first()
    .waitFor();
  await dialog.getByLabel('Community').fill('Dogtraining');
  await run.click();
  await dialog.getByText(/^A scan would keep 0 of \d+ posts in r\/Dogtraining\./).waitFor();
  await dialog.getByText(/not scored: off topic/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await open.and(page.locator(':focus')).waitFor();
  const saved: unknown = await (await page.request.get(`${journey.url}/api/configuration`)).json();
  expect(saved).toMatchObject({ searchStrategy: 'broad' });
  await page.getByRole('button', { name: 'Discard' }).click();
});

it('a test that fails, finds nothing or takes too long is reported and can continue', async () => {
  const { page } = journey;
  await openConfiguration();
  await setUpByCalls(journey.watched, ['freelance']);
  await page.getByRole('button', { name: 'Test Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test settings' });
  const field = dialog.getByLabel('Community');
  const run = dialog.getByRole('button', { name: 'Run test' });
  await field.fill(' ');
  await run.click();
  await dialog.getByText('Name a community').waitFor();
  await field.fill('no such name');
  await run.click();
  await dialog.getByText('A community name has 2 to 21 letters, digits or underscores').waitFor();
  await field.fill('freelance');

  const preview = '/api/leads/scan/preview';
  const allow = await refuse(page, 'POST', preview, { status: 503, message: 'The community site does not answer' });
  await run.click();
  await dialog.getByText('The community site does not answer. Nothing was changed.').waitFor();
  await allow();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByText(/in r\/freelance\./).waitFor();

  const labels = { source: 'sample', sourceLabel: 'Sample data', communityLabel: 'r/freelance' };
  const nothing = { subreddit: 'freelance', ...labels, threshold: 5, fetched: 0, filtered: 0, unscored: 0, posts: [] };
  await page.route(`**${preview}`, (route) => route.fulfill({ json: nothing }), { times: 1 });
  await run.click();
  await dialog.getByText('r/freelance has no posts of the last 30 days.').waitFor();

  // The request is never answered, so that it can be cancelled.
  await page.route(`**${preview}`, () => {}, { times: 1 });
  const withdrawn = page.waitForEvent('requestfailed', (request) => request.url().endsWith(preview));
  await run.click();
  await dialog.getByText('Reading r/freelance and scoring its newest posts.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await withdrawn;
  await run.waitFor();
});

it('the list of sections shows the one that is read, by link, by address and while scrolling', async () => {
  const { page, url } = journey;
  await page.goto(`${url}/dashboard/configuration#lengths`);
  const nav = page.getByRole('navigation', { name: 'On this page' });
  const current = (label: string) => nav.locator('[aria-current="location"]', { hasText: label }).waitFor();
  await current('Message lengths');
  await page.getByRole('region', { name: 'Message Length Preferences' }).and(page.locator(':focus')).waitFor();
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, -5000);
  await current('Business');
  for (const [label, title] of [
    ['Lead criteria', 'Lead Identification Criteria'],
    ['Communities', 'Monitored Subreddits'],
    ['Scans and notifications', 'Automated Scanning'],
  ] as const) {
    await nav.getByRole('link', { name: label }).click();
    await current(label);
    const place = await page.getByRole('region', { name: title }).boundingBox();
    expect(place?.y).toBeGreaterThanOrEqual(56);
    expect(place?.y).toBeLessThan(600);
  }
  await becomes(() => nav.locator('[aria-current]').count(), 1);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, -5000);
  await current('Business');
  await page.mouse.wheel(0, 5000);
  await current('Message lengths');
});

it('up to three own tones are defined by an example, and drafts in them begin and end like it', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  await openConfiguration();
  const card = page.locator('#own-tones');
  const full = card.getByText('You have three tones, the most that an account can have.');
  for (const [at, name] of ['Down to earth', 'Night shift', 'Old friend'].entries()) {
    expect(await full.count()).toBe(0);
    await card.getByLabel(`Name of tone ${at + 1}`).fill(name);
    await card
      .getByLabel(`Example of tone ${at + 1}`)
      .fill('Howdy Jo,\n\nwe had that too.\n\nCheers from the coast, Sam');
  }
  await full.waitFor();
  await becomes(() => card.getByRole('textbox').count(), 6);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  const names = ['One', 'Two', 'Three', 'Four'];
  const ownTones = names.map((name) => ({ name, example: 'Hello' }));
  const refused = await page.request.post(`${url}/api/configuration`, { data: { ownTones } });
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ message: 'An account has at most 3 tones of its own' });

  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no such post');
  const { card: lead } = await openLead(page, product, member, post);
  expect(await optionsOf(page, 'Tone')).toEqual(expect.arrayContaining(['Down to earth', 'Night shift', 'Old friend']));
  await choose(page, 'Tone', 'Night shift');
  await lead.getByRole('button', { name: 'Generate' }).click();
  await toast(page, 'Message Generated');
  const draft = await until('the draft', () => draftIn(lead).inputValue());
  expect(draft).toMatch(/^Howdy /);
  expect(draft).toMatch(/Cheers from the coast, Sam$/);
});
