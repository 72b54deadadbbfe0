import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { becomes } from '../../src/becomes.ts';
import { openPage, toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { journeysAnywhere } from '../../src/journeys.ts';
import { layoutShift } from '../../src/screens/layout-shift.ts';
import { primaryActions } from '../../src/primary-actions.ts';
import { newEmail } from '../../src/visitor.ts';

const recorded: unknown = JSON.parse(
  readFileSync(new URL('../../../apps/lab/eval/recorded.json', import.meta.url), 'utf8'),
);
const leftOutFigures = z.object({ groups: z.array(z.object({ ndcg20: z.number() })), precision: z.number() });

const journey = journeysAnywhere();
const sections = [
  'Find your next customers on Reddit',
  'Why Reddit',
  'Three leads, and what you could answer',
  'How Earshot works',
  'For the first 100 users',
  'Be within earshot of your next customer',
];

it('has everything that the specification lists, in its order', async () => {
  const { page } = journey;
  await page.goto(journey.url);
  expect(await page.title()).toBe('Earshot: find your next customers in Reddit conversations');
  expect(
    await page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('heading', { level: 2 }))
      .allInnerTexts(),
  ).toEqual(sections);
  const words = await page.getByRole('main').innerText();
  for (const text of ['1.1B', 'monthly users', '30%', 'response rate', '85%', 'trust']) expect(words).toContain(text);
  for (const text of [
    'First Access',
    'Special Pricing',
    'Beta Features',
    'Special launch pricing for the first 100 users',
  ])
    expect(words).toContain(text);
  const kinds = await page
    .getByRole('group', { name: /^Message to/ })
    .locator('p:first-child')
    .allInnerTexts();
  expect(kinds.map((text) => text.split(/\s+/))).toEqual([
    ['DM', 'Consultative'],
    ['Comment', 'Direct'],
    ['DM', 'Professional'],
  ]);
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: 'Features' }).click();
  await page.waitForURL('**#features');
  await page.getByRole('heading', { name: 'How Earshot works' }).and(page.locator(':visible')).waitFor();
  await page.waitForFunction(() => scrollY > 1000);
  await bar.getByRole('link', { name: 'Earshot, to the top of the page' }).click();
  await page.waitForFunction(() => scrollY === 0);
  const share = page.getByRole('contentinfo').getByRole('link', { name: 'Share on X' });
  expect(await share.getAttribute('href')).toMatch(/^https:\/\/x\.com\/intent\/post\?text=Earshot/);
  expect((await layoutShift(page)).total).toBeLessThan(0.05);
});

it('colours the word Reddit, shows the picture of the theme at its size and no other', async () => {
  const { page } = journey;
  await page.goto(journey.url);
  const reddit = page.getByRole('heading', { level: 1 }).getByText('Reddit');
  expect(await reddit.evaluate((word) => getComputedStyle(word).color)).toBe('rgb(204, 54, 0)');
  const picture = page.getByRole('img', { name: /^The leads page of Earshot/ });
  await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
  const seen = await picture.evaluateAll((images) =>
    images.map(
      (image) => image instanceof HTMLImageElement && [image.currentSrc, image.naturalWidth, image.naturalHeight],
    ),
  );
  expect(seen).toEqual([[`${new URL(journey.url).origin}/product-light.webp`, 1248, 765]]);
});

it('shows a small screen a picture that is as wide as the screen, with words of the size of the product', async () => {
  const { page } = journey;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(journey.url);
  const picture = page.getByRole('img', { name: /^The leads page of Earshot/ });
  await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
  const seen = await picture.evaluate((image) => {
    const { width, height } = image.getBoundingClientRect();
    return [image instanceof HTMLImageElement && new URL(image.currentSrc).pathname, width, height];
  });
  // Two pixels of the picture are one of the product's.
  expect(seen).toEqual(['/product-light-small.webp', 358, 640]);
});

it('can be read without scripts, and offers nothing that needs them', async () => {
  const { page, close } = await openPage(journey.browser, { javaScriptEnabled: false });
  await page.goto(journey.url);
  expect(
    await page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('heading', { level: 2 }))
      .allInnerTexts(),
  ).toEqual(sections);
  // Playwright's text selectors ignore the content of noscript.
  const instead = page.locator('noscript p');
  expect(await instead.allInnerTexts()).toEqual(
    Array(2).fill(expect.stringMatching(/^Joining the waitlist needs JavaScript\./)),
  );
  expect(await instead.first().isVisible()).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
  await becomes(() => page.getByRole('link', { name: 'Sign in' }).first().getAttribute('href'), '/auth');
  await close();
});

it('marks in the figure what is an aim or an estimate', async () => {
  const { page } = journey;
  await page.goto(journey.url);
  const figures = page.getByRole('region', { name: 'Why Reddit' }).getByRole('listitem').locator('p:first-child');
  expect((await figures.allInnerTexts()).map((text) => text.split(/\s*\n\s*|(?<=[%B])\s+/))).toEqual([
    ['1.1B', 'Estimate', 'monthly users'],
    ['30%', 'Our aim', 'response rate'],
    ['85%', 'Our aim', 'trust'],
  ]);
});

it('while registration is open, a visitor can start at once: the only primary action of the hero', async () => {
  const { page } = journey;
  await page.goto(journey.url);
  expect(await primaryActions(page.getByRole('region', { name: 'Find your next customers on Reddit' }))).toEqual([
    'Start now',
  ]);
  expect(await page.getByRole('button', { name: 'Join the waitlist' }).count()).toBe(2);
  await page.getByRole('main').getByRole('link', { name: 'Start now' }).click();
  await page.getByRole('button', { name: 'Create account' }).waitFor();
});

it('leads to a page on how scores are measured, which needs no script and shows the recorded figures', async () => {
  const { page, close } = await openPage(journey.browser, { javaScriptEnabled: false });
  await page.goto(journey.url);
  await page.getByRole('main').getByRole('link', { name: 'How scores are measured' }).click();
  await page.getByRole('heading', { level: 1, name: 'How scores are measured' }).waitFor();
  const { leftOut } = z.object({ leftOut: z.object({ fields: leftOutFigures }) }).parse(recorded);
  const rows = await page.getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => /\d\.\d\d$/.exec(row)?.[0])).toEqual(
    leftOut.fields.groups.map(({ ndcg20 }) => ndcg20.toFixed(2)),
  );
  await page.getByText(`${Math.round(leftOut.fields.precision * 100)}% are leads`).waitFor();
  expect(await page.title()).toBe('How scores are measured · Earshot');
  await close();
});

it('has the words for search engines and link previews', async () => {
  const { page } = journey;
  await page.goto(`${journey.url}/?from=mail`);
  const content = (selector: string) => page.locator(selector).getAttribute('content');
  const home = new URL('/', journey.url).href;
  await becomes(() => page.locator('link[rel=canonical]').getAttribute('href'), home);
  expect(await content('meta[property="og:url"]')).toBe(home);
  expect(await content('meta[name=description]')).toMatch(/^Earshot reads the communities/);
  expect(await content('meta[name=robots]')).toBe('index, follow');
  const image = await page.request.get((await content('meta[property="og:image"]')) ?? '');
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png']);
});

it('joins the waitlist: blank input is ignored, an invalid address is shown, joining twice succeeds', async () => {
  const { page } = journey;
  const email = newEmail('waiting');
  await page.goto(journey.url);
  const form = page.locator('form').first();
  const input = form.getByLabel('Email address');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await input.fill('   ');
  await input.press('Enter');
  await input.fill('maya@nowhere');
  await input.press('Enter');
  await page.getByText('Please enter a valid email address', { exact: true }).waitFor();
  expect(asked).not.toContain('/api/waitlist/signup');
  await input.fill(email);
  await becomes(() => page.getByText('Please enter a valid email address').count(), 0);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/waitlist/signup', async (route) => {
    await held;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Join the waitlist' }).click();
  await form.getByRole('button', { name: 'Joining...' }).waitFor();
  answer();
  await page.getByText('Thank you, you are on the list').first().waitFor();
  await becomes(() => page.locator('form').count(), 0);
  await page.reload();
  await page.getByLabel('Email address').last().fill(email);
  await page.getByLabel('Email address').last().press('Enter');
  await page.getByText('Thank you, you are on the list').first().waitFor();
});

it('keeps the address when the waitlist does not answer, and reports it only in the log', async () => {
  const { page, complaints, close } = await openPage(journey.browser);
  await page.goto(journey.url);
  await page.route('**/api/waitlist/signup', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }));
  const input = page.getByLabel('Email address').first();
  await input.fill('maya@example.test');
  await Promise.all([
    page.waitForEvent('console', (message) => message.text().includes('503: Away')),
    input.press('Enter'),
  ]);
  await page.getByRole('button', { name: 'Join the waitlist' }).first().waitFor();
  await becomes(() => input.inputValue(), 'maya@example.test');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual(['The waitlist could not be joined: 503: Away']);
  await close();
});

it('copies a sample message and confirms it for two seconds; a clipboard failure is shown', async () => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(journey.url).origin });
  await page.clock.install();
  await page.goto(journey.url);
  const card = page.getByRole('group', { name: 'Message to u/two_desks_studio' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await card.getByRole('button', { name: 'Copy' }).click();
  await card.getByRole('button', { name: 'Copied!' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Put the deposit in the contract/);
  await page.clock.runFor(1_900);
  expect(await card.getByRole('button', { name: 'Copied!' }).count()).toBe(1);
  await page.clock.runFor(200);
  await card.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  // Code that is loaded on demand would not render while the clock is paused.
  await page.clock.resume();
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))));
  await card.getByRole('button', { name: 'Copy' }).click();
  await toast(page, 'Copy Failed');
  await toast(page, 'Failed to copy message to clipboard.');
});

it('knows who is signed in before the first paint', async () => {
  const { page } = journey;
  await enter(page, journey.url);
  await page.goto(journey.url);
  expect(await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Open dashboard' }).click();
  await page.waitForURL('**/dashboard/leads');
});

it('follows the chosen theme, at once in every tab and without a flash at the next visit', async () => {
  const { page } = journey;
  await page.goto(journey.url);
  const other = await page.context().newPage();
  await other.goto(`${journey.url}/auth`);
  await page.getByRole('button', { name: 'Theme: System' }).press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Theme: Dark' }).waitFor();
  for (const tab of [page, other]) await tab.locator('html.dark:not(.light)').waitFor();
  await page.waitForFunction(() => localStorage.getItem('earshot-ui-theme') === 'dark');
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => seen.push(document.documentElement.className)).observe(document, {
      attributes: true,
      subtree: true,
      attributeFilter: ['class'],
    });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Theme: Dark' }).waitFor();
  expect(await page.evaluate('[...new Set(seen.filter(Boolean))]')).toEqual(['dark']);
});
