import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { draftIn, memberOn, openLead } from '../../src/composing.ts';
import { answerablePosts } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { axeViolations } from '../../src/screens/accessibility.ts';

const journey = journeys();

async function openDesk() {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  return { page, ...(await openLead(page, product, member, post)) };
}

const approach = (page: Page, name: string) => page.getByRole('radio', { name });

it('keys generate a draft and show its other approaches, each with its check of the rules', async () => {
  const { page, lead, card } = await openDesk();
  await card.focus();
  await page.keyboard.press('g');
  await approach(page, 'Their post').waitFor();
  await becomes(() => approach(page, 'Their post').isChecked(), true);
  const texts = [await draftIn(card).inputValue()];
  for (const name of ['Another fact about you', 'Your offer']) {
    await card.focus();
    await page.keyboard.press('v');
    await becomes(() => approach(page, name).isChecked(), true);
    await card.getByRole('group', { name: `Rules of r/${lead.subreddit}` }).waitFor();
    texts.push(await draftIn(card).inputValue());
  }
  expect(new Set(texts).size).toBe(3);
  await card.focus();
  await page.keyboard.press('v');
  await becomes(() => draftIn(card).inputValue(), texts[0]);
  expect(await axeViolations(page)).toEqual([]);
});
