import { until } from '@earshot/core/testing';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { toast } from '../../src/browser.ts';
import { expand, memberOn, messagesOf } from '../../src/composing.ts';
import { answerablePosts, leadFrom } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });

it('each tab has an empty state, and a failure is shown in place', async () => {
  const { page, url } = journey;
  await memberOn(page, url);
  await page.route('**/api/generated-messages?*', (route) => route.abort());
  await page.goto(`${url}/dashboard/messages`);
  await page.getByText('Could not load your messages').waitFor();
  await page.unroute('**/api/generated-messages?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No messages generated yet. Generate messages from the Leads page.').waitFor();
  await expect(page.title()).resolves.toContain('Generated Messages');
  await page.getByRole('tab', { name: 'All 0' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('No direct messages generated yet.').waitFor();
  await page.keyboard.press('End');
  await page.getByText('No comment messages generated yet.').waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Comments 0', selected: true }).waitFor();
  await page.getByRole('link', { name: 'Go to leads' }).click();
  await page.waitForURL('**/dashboard/leads');
});

it('drafts are counted by type, shown with their tone, copied, and lead back to their lead', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  const lead = await leadFrom(product, member.userId, post);
  for (const [messageType, tone] of [
    ['dm', 'casual'],
    ['dm', 'direct'],
    ['comment', 'consultative'],
  ]) {
    await member.ask(`/api/leads/${lead.id}/generate-message`, {
      method: 'POST',
      body: { messageType, tone, force: true },
    });
  }
  await page.goto(`${url}/dashboard/messages`);
  await page.getByRole('heading', { name: 'Message History' }).waitFor();
  await page.getByRole('tab', { name: 'All 3' }).waitFor();
  await page.getByRole('tab', { name: 'Direct Messages 2' }).click();
  await page.getByRole('tab', { name: 'Comments 1' }).click();
  const card = page.getByRole('article');
  await card.getByText('Comment', { exact: true }).waitFor();
  await card.getByText('Consultative', { exact: true }).waitFor();
  await card.getByText(/^Generated \w+ \d+, \d{4}/).waitFor();
  // The button shows this for two seconds.
  const feedback = card.getByRole('button', { name: 'Copied!' }).waitFor();
  await Promise.all([feedback, card.getByRole('button', { name: 'Copy', exact: true }).click()]);
  await toast(page, 'Copied!');
  await toast(page, 'Message copied to clipboard.');
  const [written] = await member.get(z.array(generatedMessage), '/api/generated-messages');
  await expect(page.evaluate(() => navigator.clipboard.readText())).resolves.toBe(written?.message);
  await card.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await card.getByRole('link', { name: 'Open draft' }).click();
  await page.waitForURL(`**/dashboard/leads?lead=${lead.id}&message=comment`);
});

it('long texts are whole where they are opened: in the messages, the feed and the lead', async () => {
  const { page, url, product } = journey;
  await page.setViewportSize({ width: 1600, height: 900 });
  const member = await memberOn(page, url);
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  const [content, selftext] = [
    `${'Hello and more. '.repeat(200)}Yours, Ada`,
    `${'A long post. '.repeat(200)}Thank you!`,
  ];
  const lead = await leadFrom(product, member.userId, { ...post, selftext });
  const body = { status: 'contacted', messageType: 'dm', content, recipient: lead.author };
  await member.ask(`/api/leads/${lead.id}/status`, { method: 'PATCH', body });
  await until('the message', async () => (await messagesOf(member)).length === 1);
  await page.goto(`${url}/dashboard/messages`);
  const message = page.getByRole('article');
  await message.getByRole('button', { name: 'Show the whole text' }).click();
  await message.getByText('Yours, Ada').waitFor();
  await page.reload();
  await message.getByRole('button', { name: 'Copy', exact: true }).click();
  await toast(page, 'Message copied to clipboard.');
  await expect(page.evaluate(() => navigator.clipboard.readText())).resolves.toBe(content);
  await page.goto(`${url}/dashboard/leads?status=all`);
  const feed = page.getByRole('region', { name: 'Activity Feed' });
  await feed.getByRole('button', { name: 'Show more' }).click();
  await feed.getByText('Yours, Ada').waitFor();
  await (await expand(page, lead)).getByText('Thank you!').waitFor();
});
