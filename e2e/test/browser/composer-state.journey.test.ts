import { series, until } from '@earshot/core/testing';
import { draftContract, savedDraft } from '@earshot/proto/http/drafts';
import type { Lead } from '@earshot/proto/http/lead';
import { activityItem, generatedMessage, outreachContract } from '@earshot/proto/http/outreach';
import { draftVariants, type MessageType, messageTypes, type Tone, tones } from '@earshot/proto/values';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { draftIn, expand, type Member, memberOn } from '../../src/composing.ts';
import { answerablePosts, leadFrom } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();

const labels = {
  dm: 'Direct message',
  comment: 'Comment',
  professional: 'Professional',
  casual: 'Casual',
  direct: 'Direct',
  consultative: 'Consultative',
  'help-first': 'Their post',
  'question-first': 'Another fact about you',
  'offer-first': 'Your offer',
} as const;

type Step =
  | { readonly do: 'type'; readonly to: MessageType }
  | { readonly do: 'tone'; readonly to: Tone }
  | { readonly do: 'variant'; readonly to: (typeof draftVariants)[number] }
  | { readonly do: 'generate' | 'edit' | 'reload' | 'mark' | 'undo' | 'other tab' };

/** A text of the composer. `variants` are those of the draft from which it was made; none for the user's own text. */
interface Written {
  readonly text: string;
  readonly tone: Tone;
  readonly variants: ReadonlyMap<string, string>;
}

const nothing: Written = { text: '', tone: 'professional', variants: new Map() };

/** What both tabs, the server, the activity and the messages must show. */
interface Model {
  readonly texts: Record<MessageType, Written>;
  /** The message type and the chosen tone of each tab. */
  readonly tabs: { type: MessageType; tone: Tone | null }[];
  current: number;
  recorded: (Written & { readonly type: MessageType }) | null;
  edits: number;
}

interface World {
  readonly member: Member;
  readonly lead: Lead;
  readonly tabs: readonly Page[];
  readonly messages: Page;
  readonly model: Model;
}

const now = ({ model, tabs, lead }: World) => {
  const [tab, page] = [model.tabs[model.current], tabs[model.current]];
  if (!tab || !page) throw new Error('there is no such tab');
  return { tab, page, written: model.texts[tab.type], card: page.getByRole('article').filter({ hasText: lead.title }) };
};

/** Whether the page offers the step. */
function isPossible(world: World, step: Step): boolean {
  const { written } = now(world);
  if (step.do === 'mark') return world.model.recorded === null && written.text !== '';
  if (step.do === 'undo') return world.model.recorded !== null;
  return step.do !== 'variant' || written.variants.size > 0;
}

async function generate(world: World): Promise<void> {
  const { page, tab, card, written } = now(world);
  const answer = page.waitForResponse('**/generate-message');
  await card.getByRole('button', { name: 'Generate' }).click();
  const { message, variants } = generatedMessage.parse(await (await answer).json());
  world.model.texts[tab.type] = {
    text: message,
    tone: tab.tone ?? written.tone,
    variants: new Map(variants.map((one) => [one.variant, one.message])),
  };
}

async function mark(world: World): Promise<void> {
  const { tab, card, written } = now(world);
  await card.getByRole('button', { name: 'Mark as Contacted' }).click();
  world.model.recorded = { ...written, type: tab.type };
  world.model.texts[tab.type] = { ...nothing, tone: written.tone };
}

async function undo(world: World): Promise<void> {
  const { recorded, texts } = world.model;
  if (recorded === null) return;
  const { type, ...text } = recorded;
  await now(world).card.getByRole('button', { name: 'Back to new' }).click();
  world.model.recorded = null;
  // A text that was written since stays.
  if (texts[type].text !== '') return;
  texts[type] = { ...text, tone: text.variants.size > 0 ? text.tone : 'professional' };
}

async function perform(world: World, step: Step): Promise<void> {
  const { model, lead } = world;
  const { tab, page, card, written } = now(world);
  switch (step.do) {
    case 'type':
      await card.getByText(labels[step.to], { exact: true }).click();
      if (tab.type !== step.to) Object.assign(tab, { type: step.to, tone: null });
      return;
    case 'tone':
      await card.getByText(labels[step.to], { exact: true }).click();
      if ((tab.tone ?? written.tone) !== step.to) tab.tone = step.to;
      return;
    case 'variant':
      await card.getByText(labels[step.to], { exact: true }).click();
      model.texts[tab.type] = { ...written, text: written.variants.get(step.to) ?? '' };
      return;
    case 'edit':
      model.edits += 1;
      model.texts[tab.type] = { ...written, text: `Own words ${model.edits}.` };
      return draftIn(card).fill(`Own words ${model.edits}.`);
    case 'generate':
      return generate(world);
    case 'mark':
      return mark(world);
    case 'undo':
      return undo(world);
    case 'reload':
      await page.reload();
      await expand(page, lead);
      return;
    case 'other tab':
      model.current = 1 - model.current;
      // A headless browser does not hide the tab that another one covers.
      await now(world).page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  }
}

const checked = async (page: Page, group: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { checked: true }).locator('xpath=..').innerText();

/** A contacted lead leaves the list of new leads: it opens again at its own address. */
async function reopen(world: World): Promise<void> {
  const { page, tab, card } = now(world);
  if (await draftIn(card).isVisible()) return;
  const chosen = { message: tab.type, ...(tab.tone && { tone: tab.tone }) };
  const query = new URLSearchParams({ lead: world.lead.id, ...chosen });
  await page.goto(`${journey.url}/dashboard/leads?${query.toString()}`);
  await expand(page, world.lead);
}

/** What the composer of the current tab shows. */
async function shownBy(world: World): Promise<unknown> {
  await reopen(world);
  const { page, card } = now(world);
  const [type, tone] = [await checked(page, 'Message type'), await checked(page, 'Tone')];
  return { type, tone, text: await draftIn(card).inputValue() };
}

async function savedBy({ member, lead }: World): Promise<unknown> {
  const drafts = await member.get(z.array(savedDraft), `${draftContract.listDrafts.path}?leadId=${lead.id}`);
  return messageTypes.map((type) => drafts.find(({ messageType }) => messageType === type)?.text ?? '');
}

async function activityOf({ member, lead }: World): Promise<unknown> {
  const lists = [outreachContract.listDirectMessages, outreachContract.listComments];
  const items = await Promise.all(lists.map(({ path }) => member.get(z.array(activityItem), path)));
  return items.map((list) => list.filter((item) => item.redditPostTitle === lead.title).map(({ content }) => content));
}

/** The states and texts on the Messages page, without drafts that the composer does not hold any more. */
async function messagesOf({ messages, lead, model }: World): Promise<unknown> {
  await messages.reload();
  await messages.getByRole('tab', { name: /^All \d/ }).waitFor();
  const cards = messages.getByRole('article').filter({ hasText: lead.title });
  const texts = (await cards.all()).map(async (card) => {
    const [state, text] = [
      await card.locator('[data-state]').first().innerText(),
      await card.locator('p').nth(1).innerText(),
    ];
    return `${state}: ${text}`;
  });
  const expected = expectedMessages(model);
  const isKnown = (one: string) => !one.startsWith('Draft') || expected.includes(one);
  return (await Promise.all(texts)).filter(isKnown).sort();
}

function expectedMessages({ texts, recorded }: Model): string[] {
  const drafts = messageTypes.filter((type) => texts[type].text !== '').map((type) => `Draft: ${texts[type].text}`);
  return [...drafts, ...(recorded ? [`Marked as contacted: ${recorded.text}`] : [])].sort();
}

async function agree(world: World, done: string): Promise<void> {
  const { tab, written } = now(world);
  const { texts, recorded } = world.model;
  const expected = {
    page: { type: labels[tab.type], tone: labels[tab.tone ?? written.tone], text: written.text },
    saved: messageTypes.map((type) => texts[type].text),
    activity: messageTypes.map((type) => (recorded?.type === type ? [recorded.text] : [])),
    messages: expectedMessages(world.model),
  };
  let seen: unknown;
  const look = async () => {
    const [saved, activity] = [await savedBy(world), await activityOf(world)];
    seen = { page: await shownBy(world), saved, activity, messages: await messagesOf(world) };
    return JSON.stringify(seen) === JSON.stringify(expected);
  };
  await until(`agreement after ${done}`, look).catch((error: unknown) => {
    expect({ done, ...Object(seen) }).toEqual({ done, ...expected });
    throw error;
  });
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('type' as const), to: fc.constantFrom(...messageTypes) }),
  fc.record({ do: fc.constant('tone' as const), to: fc.constantFrom(...tones) }),
  fc.record({ do: fc.constant('variant' as const), to: fc.constantFrom(...draftVariants) }),
  fc.record({ do: fc.constantFrom('generate', 'edit', 'reload', 'mark', 'undo', 'other tab') }),
);

/** The walk on which an older, rejected draft came back after the lead was marked as contacted. */
const rejected: Step[] = [
  { do: 'generate' },
  { do: 'type', to: 'comment' },
  { do: 'tone', to: 'casual' },
  { do: 'generate' },
  { do: 'reload' },
  { do: 'type', to: 'dm' },
  { do: 'generate' },
  { do: 'variant', to: 'offer-first' },
  { do: 'mark' },
  { do: 'reload' },
];
/** Another tab has an older text when one is recorded and taken back. */
const twoTabs: Step[] = [
  { do: 'edit' },
  { do: 'other tab' },
  { do: 'edit' },
  { do: 'other tab' },
  { do: 'mark' },
  { do: 'other tab' },
  { do: 'generate' },
  { do: 'undo' },
  { do: 'reload' },
];

it('the page, the saved draft, the activity and the messages agree after every step in two tabs', async () => {
  const { page, url, product } = journey;
  const member = await memberOn(page, url);
  const posts = await answerablePosts(product, 'smallbusiness');
  const [other, messages] = [await page.context().newPage(), await page.context().newPage()];
  await messages.goto(`${url}/dashboard/messages`);
  let runs = 0;
  const walk = async (walked: readonly Step[]) => {
    const post = posts[runs];
    runs += 1;
    if (post === undefined) throw new Error('the sandbox has no more posts');
    const lead = await leadFrom(product, member.userId, post);
    for (const tab of [page, other]) {
      await tab.goto(`${url}/dashboard/leads?lead=${lead.id}&message=dm`);
      await expand(tab, lead);
    }
    const tabs: Model['tabs'] = [
      { type: 'dm', tone: null },
      { type: 'dm', tone: null },
    ];
    const model: Model = { texts: { dm: nothing, comment: nothing }, tabs, current: 0, recorded: null, edits: 0 };
    const world = { member, lead, tabs: [page, other], messages, model };
    const done: string[] = [];
    for (const step of walked) {
      if (!isPossible(world, step)) continue;
      await reopen(world);
      await perform(world, step);
      done.push('to' in step ? `${step.do} ${step.to}` : step.do);
      await agree(world, done.join(', '));
    }
  };
  const numRuns = series({ ci: 3, soak: 40 });
  const walks = fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 12 }), walk);
  await fc.assert(walks, { numRuns, examples: [[rejected], [twoTabs]], endOnFailure: true });
}, 1_200_000);
