import { type FakeAnswer, type FakeOpenAi, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { localModelServers } from '@earshot/proto/values';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { signInAs } from '../../src/browser.ts';
import { draftIn, memberOn, openLead } from '../../src/composing.ts';
import { journeys } from '../../src/journeys.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { type Product, startProduct, webRoot } from '../../src/product.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

let fake: FakeOpenAi;
let models = ['gpt-5-mini', 'gpt-5'];
let answer: FakeAnswer = { content: '{"ok":true}' };
beforeAll(async () => {
  const list = () => ({ status: 200, body: { object: 'list', data: models.map((id) => ({ id })) } });
  fake = await startFakeOpenAi(() => answer, { models: list });
});
afterAll(() => fake.close());
const journey = journeys();

const byHandFile = z.object({
  businesses: z.record(z.string(), z.looseObject({ description: z.string() })),
  prompts: z.array(
    z.object({
      id: z.string(),
      business: z.string(),
      length: z.string(),
      post: z.object({ author: z.string(), title: z.string(), text: z.string() }),
      answers: z.array(z.string()),
    }),
  ),
});

/** A post with the answers that were written by hand, and its business. */
function readByHand(id: string) {
  const file = new URL('../../../packages/drafting/test/written-by-hand.json', import.meta.url);
  const { businesses, prompts } = byHandFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const prompt = prompts.find((one) => one.id === id);
  const business = prompt && businesses[prompt.business];
  if (!prompt || !business) throw new Error(`no answer is written for ${id}`);
  return { ...prompt, business };
}

async function administratorOn(page: Page, product: Product): Promise<Visitor> {
  const email = newEmail('admin');
  const admin = new Visitor(product.url);
  await admin.ask('/api/auth/register', { method: 'POST', body: { email, password: 'a quiet harbour' } });
  await makeAdmin(product, email, async (path) => (await admin.ask(path)).status);
  await signInAs(page, admin);
  return admin;
}

async function modelCard(page: Page, url: string): Promise<Locator> {
  await page.goto(`${url}/dashboard/settings#model`);
  return page.getByRole('region', { name: 'Model', exact: true });
}

/** A model server at the first of the usual addresses that is free. */
async function usualServer() {
  for (const { name, address } of localModelServers) {
    const list = () => ({ status: 200, body: { data: [{ id: 'qwen3:8b' }] } });
    const options = { models: list, port: Number(new URL(address).port) };
    const server = await startFakeOpenAi(() => ({ content: '{"ok":true}' }), options).catch(() => null);
    if (server !== null) return { name, address, server };
  }
  throw new Error('all usual ports of model servers are taken');
}

it('an administrator connects a model in the settings and tests it; others read who can', async () => {
  const { page, url, product } = journey;
  const admin = await administratorOn(page, product);
  const card = await modelCard(page, url);
  const address = card.getByLabel('Address', { exact: true });
  await card.getByRole('button', { name: 'Ollama', exact: true }).click();
  await until('the usual address', async () => (await address.inputValue()) === 'http://localhost:11434/v1');

  await address.fill('http://169.254.169.254/v1');
  await card.getByRole('button', { name: 'Connect model' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('a quiet harbour');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await card.getByText('Earshot does not call this address: enter that of your model server').waitFor();

  await address.fill(fake.baseUrl);
  await card.getByLabel('Key', { exact: true }).fill('sk-secret-of-a-test');
  await card.getByRole('button', { name: 'Connect model' }).click();
  await card
    .getByText(
      /^The server answered in [\d,]+ ms, has the models in use and completed a test request\. Its models: gpt-5-mini, gpt-5\.$/,
    )
    .waitFor();
  await card.getByText('A key is set. Leave this empty to keep it for the same server.').waitFor();
  const test = card.getByRole('button', { name: 'Test the connection' });
  answer = { raw: '{"error":{"message":"overloaded"}}' };
  await test.click();
  await card.getByText(/^The server lists its models, but did not answer a test request with a completion\./).waitFor();
  models = ['gpt-5'];
  await test.click();
  await card.getByText(/but it does not list gpt-5-mini\. Choose another model/).waitFor();

  await signInAs(page, await Visitor.registered(url));
  await page.goto(`${url}/dashboard/settings`);
  await card.getByText('A model is connected. Administrators can change it.').waitFor();
  await expect(test.count()).resolves.toBe(0);

  await signInAs(page, admin);
  await page.goto(`${url}/dashboard/settings`);
  await card.getByRole('button', { name: 'Disconnect' }).click();
  await card.getByText('No server is connected.').waitFor();
  await signInAs(page, await Visitor.registered(url));
  await page.goto(`${url}/dashboard/settings`);
  await card.getByText('No model is connected. An administrator can connect one here.').waitFor();
});

it('one click finds a model server on this computer, and another one takes its address and model', async () => {
  const { page, url, product } = journey;
  await administratorOn(page, product);
  const card = await modelCard(page, url);
  const { name, address, server } = await usualServer();
  try {
    await card.getByRole('button', { name: 'Find on the computer that runs Earshot' }).click();
    await card.getByRole('button', { name: `Use ${name} (qwen3:8b)` }).click();
    await becomes(() => card.getByLabel('Address', { exact: true }).inputValue(), address);
    await becomes(() => card.getByLabel('Model', { exact: true }).inputValue(), 'qwen3:8b');
  } finally {
    await server.close();
  }
});

describe('with a model that the environment sets', () => {
  const byHand = readByHand('pottery-variants');
  let product: Product;
  beforeAll(async () => {
    const settings = { WEB_ROOT: webRoot, OPENAI_API_KEY: 'sk-secret-of-a-test', OPENAI_BASE_URL: fake.baseUrl };
    product = await startProduct({ settings });
  });
  afterAll(() => product.stop());

  it('the settings say so and have no form, and the server refuses another one', async () => {
    const { page } = journey;
    const admin = await administratorOn(page, product);
    const card = await modelCard(page, product.url);
    await card.getByText('The environment variable OPENAI_API_KEY sets the model server.').waitFor();
    await card.getByRole('button', { name: 'Test the connection' }).waitFor();
    await expect(card.getByRole('textbox').count()).resolves.toBe(0);
    await admin.confirm();
    const body = { address: 'http://localhost:11434/v1' };
    const refused = await admin.ask('/api/admin/model-server', { method: 'PUT', body });
    expect(refused).toMatchObject({ status: 409, body: { code: 'model.set-by-environment' } });
  });

  it('the composer shows its drafts, one for each approach', async () => {
    const { page } = journey;
    const { business, answers, post } = byHand;
    answer = { content: JSON.stringify({ drafts: answers.map((message) => ({ message })) }) };
    const member = await memberOn(page, product.url);
    const { description, ...facts } = business;
    const settings = { businessDescription: description, ...facts, defaultDmLength: byHand.length };
    await member.ask('/api/configuration', { method: 'POST', body: settings });
    const found = { id: 't3_byhand', community: 'Leeds', title: post.title, selftext: post.text, author: post.author };
    const rest = { url: '/sandbox/r/Leeds/comments/byhand/', score: 1, comments: 0, createdAt: new Date() };
    const { card } = await openLead(page, product, member, { ...found, ...rest });
    await card.getByRole('button', { name: 'Generate' }).click();
    const shown: string[] = [];
    for (const name of ['Their post', 'Another fact about you', 'Your offer']) {
      const choice = page.getByRole('radio', { name });
      await choice.waitFor();
      await card.getByText(name, { exact: true }).click();
      await becomes(() => choice.isChecked(), true);
      shown.push(await draftIn(card).inputValue());
    }
    expect(shown).toEqual(answers);
    await expect(card.getByText(/^Written without your model/).count()).resolves.toBe(0);
  });
});
