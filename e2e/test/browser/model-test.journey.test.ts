import type { FakeAnswer, FakeOpenAi } from '@earshot/testing/fake-open-ai';
import { startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { signInAs } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

let fake: FakeOpenAi;
let models = ['gpt-5-mini', 'gpt-5'];
let answer: FakeAnswer = { content: '{"ok":true}' };
beforeAll(async () => {
  const list = () => ({ status: 200, body: { object: 'list', data: models.map((id) => ({ id })) } });
  fake = await startFakeOpenAi(() => answer, { models: list });
});
afterAll(() => fake.close());
const journey = journeys();

it('an administrator connects a model in the settings and tests it; others read who can', async () => {
  const { page, url, product } = journey;
  const email = newEmail('admin');
  const admin = new Visitor(url);
  const post = (path: string, body: object) => admin.ask(path, { method: 'POST', body });
  await post('/api/auth/register', { email, password: 'a quiet harbour' });
  await makeAdmin(product, email, async (path) => (await admin.ask(path)).status);
  await signInAs(page, admin);
  await page.goto(`${url}/dashboard/settings#model`);
  const card = page.getByRole('region', { name: 'Model', exact: true });
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
