import type { FakeOpenAi } from '@earshot/testing/fake-open-ai';
import { startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signInAs } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

let fake: FakeOpenAi;
let models = ['gpt-5-mini', 'gpt-5'];
beforeAll(async () => {
  const list = () => ({ status: 200, body: { object: 'list', data: models.map((id) => ({ id })) } });
  fake = await startFakeOpenAi(() => ({ status: 500 }), { models: list });
});
afterAll(() => fake.close());
const journey = journeys({
  settings: () => ({ OPENAI_API_KEY: 'sk-secret-of-a-test', OPENAI_BASE_URL: fake.baseUrl }),
});

it('an administrator tests the model server next to the models; others have no such button', async () => {
  const { page, url, product } = journey;
  const email = newEmail('admin');
  const admin = new Visitor(url);
  const post = (path: string, body: object) => admin.ask(path, { method: 'POST', body });
  await post('/api/auth/register', { email, password: 'a quiet harbour' });
  await makeAdmin(product, email, async (path) => (await admin.ask(path)).status);
  await signInAs(page, admin);
  await page.goto(`${url}/dashboard/settings`);
  const test = page.getByRole('button', { name: 'Test model server' });
  await test.click();
  await page
    .getByText(/^The server answered in \d+ ms and has the models in use\. Its models: gpt-5-mini, gpt-5\.$/)
    .waitFor();
  models = ['gpt-5'];
  await test.click();
  await page.getByText(/but it does not list gpt-5-mini\. Choose another model/).waitFor();

  await signInAs(page, await Visitor.registered(url));
  await page.goto(`${url}/dashboard/settings`);
  await page.getByRole('heading', { name: 'AI Model Preferences' }).waitFor();
  await expect(test.count()).resolves.toBe(0);
});
