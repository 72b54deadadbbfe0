import { until } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { answerablePosts, leadFrom, publishFound } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });

it('a link to a lead shows it open above the list, even if filters hide it, and it can be closed', async () => {
  const { page, card, open, leads } = await leadDesk(journey, 23);
  const [hidden] = await leads('&sortBy=score-low');
  const { id = '', title = '' } = hidden ?? {};
  await open(`?minScore=7.5&lead=${id}`);
  const section = page.getByRole('region', { name: 'Linked lead' });
  await section.getByRole('article', { name: title, exact: true }).waitFor();
  await section.getByRole('button', { name: 'Show less' }).waitFor();
  await becomes(() => page.getByRole('article').getByRole('heading').first().innerText(), title);

  await section.getByRole('button', { name: 'Skip', exact: true }).click();
  await toast(page, 'The lead is skipped.');
  await section.getByText('Skipped', { exact: true }).waitFor();
  await page.keyboard.press('z');
  await section.getByText('Skipped', { exact: true }).waitFor({ state: 'detached' });

  await section.getByRole('button', { name: 'Show all leads' }).click();
  await section.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?minScore=7.5&status=all&sortBy=recent');
  await card(title).waitFor({ state: 'detached' });
});

it('a linked lead that the list shows is open in its place, and closes there', async () => {
  const { page, card, titles, open, leads } = await leadDesk(journey, 3);
  const [, second] = await leads();
  const { id = '', title = '' } = second ?? {};
  await open(`?lead=${id}`);
  await card(title).getByRole('button', { name: 'Show less' }).waitFor();
  expect((await titles())[1]).toBe(title);
  await becomes(() => page.getByRole('article').count(), 3);
  expect(await page.getByRole('region', { name: 'Linked lead' }).count()).toBe(0);
  await card(title).getByRole('button', { name: 'Show less' }).click();
  await page.waitForURL((url) => !url.searchParams.has('lead'));
  await card(title).getByRole('button', { name: 'Write message' }).waitFor();
});

it('the address follows the open lead, its link can be copied, and a reload opens it again', async () => {
  const { page, card, open, leads } = await leadDesk(journey, 3);
  const [first, second] = await leads();
  const opener = (title = '') => card(title).getByRole('heading').getByRole('button');
  const opens = (id = '') => page.waitForURL((url) => url.searchParams.get('lead') === id);
  await open();
  await opener(first?.title).click();
  await opens(first?.id);
  await opener(second?.title).click();
  await opens(second?.id);
  await page.getByRole('button', { name: 'Show less' }).waitFor();
  await page.getByRole('textbox', { name: 'Draft' }).waitFor();
  await card(second?.title ?? '')
    .getByRole('button', { name: 'Copy link' })
    .click();
  await toast(page, 'Copied!');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${new URL(page.url()).origin}/dashboard/leads?lead=${second?.id}`);
  await page.reload();
  await card(second?.title ?? '')
    .getByRole('textbox', { name: 'Draft' })
    .waitFor();
  await page.goto(copied);
  await card(second?.title ?? '')
    .getByRole('textbox', { name: 'Draft' })
    .waitFor();
});

it('the open lead stands beside the list from 1,200 px on, and below its title on narrower screens', async () => {
  const { page, card, open, leads } = await leadDesk(journey, 6);
  const [, second] = await leads();
  const one = card(second?.title ?? '');
  const list = page.getByRole('list', { name: 'Leads' });
  const left = async (locator: typeof one) => (await locator.boundingBox())?.x ?? 0;
  await open(`?lead=${second?.id}`);
  const draft = one.getByRole('textbox', { name: 'Draft' });
  await draft.waitFor();
  for (const [width, isBeside] of [
    [1700, true],
    [1440, true],
    [1200, true],
    [1199, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // The page follows the new width in its next frame.
    await until(`the lead and the feed to stand as they do at ${width} px`, async () => {
      const box = await list.boundingBox();
      const feeds = await page.getByRole('region', { name: 'Activity Feed' }).count();
      const stands = (await left(draft)) > (box?.x ?? 0) + (box?.width ?? 0);
      return stands === isBeside && feeds === (width >= 1600 ? 1 : 0);
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

it('a link to a deleted lead, or to a lead of another user, shows that, and the list still loads', async () => {
  const { page, open } = await leadDesk(journey, 2);
  await open('?lead=not-there');
  await page.getByText('This lead no longer exists.').waitFor();
  await until('the two leads', async () => (await page.getByRole('article').count()) === 2);
});

it('an open page names the other places where the author of a lead posts it, each with its link', async () => {
  const { page, userId, card, open } = await leadDesk(journey, 0);
  const [post] = await answerablePosts(journey.product, 'freelance');
  if (post === undefined) throw new Error('the sandbox has no post');
  await leadFrom(journey.product, userId, post);
  await open();
  const elsewhere = {
    id: 't3_elsewhere',
    community: 'smallbusiness',
    url: '/sandbox/r/smallbusiness/comments/elsewhere/',
  };
  await publishFound(journey.product, userId, { ...post, ...elsewhere });
  const line = card(post.title).getByText('Also in r/smallbusiness');
  await line.waitFor();
  await becomes(() => page.getByRole('article').count(), 1);
  const link = line.getByRole('link', { name: 'r/smallbusiness' });
  await becomes(() => link.getAttribute('href'), `${journey.url}/sandbox/r/smallbusiness/comments/elsewhere/`);
});
