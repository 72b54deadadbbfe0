import { errorBody } from '@earshot/proto/http';
import { expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { register, signOut, toast } from '../../src/browser.ts';
import { confirmIdentity } from '../../src/forms.ts';
import { journeys } from '../../src/journeys.ts';
import { addAuthenticatorApp } from '../../src/second-factor.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const chief = newEmail('chief');
const journey = journeys({ settings: { EARSHOT_ADMIN_MFA: 'required' } });
const password = 'a quiet harbour';

/** The address of the product under a name: passkeys do not work under a network address. */
const named = () => journey.url.replace('127.0.0.1', 'localhost');

/** Gives the browser an authenticator that verifies its user without a question. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function firstStep(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
}

/** Closes the dialog with the recovery codes. Resolves with the codes. */
async function savedCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await dialog.waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return codes;
}

/** Sets up an authenticator app on the settings page. Resolves with its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up app' }).click();
  await confirmIdentity(page);
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).locator('svg').waitFor();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const [code, done] = [dialog.getByLabel('Code from the app'), dialog.getByRole('button', { name: 'Turn on' })];
  await code.fill('12');
  await done.click();
  await dialog.getByText('Enter the 6 digits that the app shows', { exact: true }).waitFor();
  await code.fill(new TOTP({ secret }).generate());
  await done.click();
  await toast(page, 'App Set Up');
  return { secret, codes: await savedCodes(page) };
}

const inside = (page: Page) => page.waitForURL('**/dashboard**');

it('a passkey signs in alone, completes a sign-in, confirms, and is removed', async () => {
  const { page } = journey;
  await withAuthenticator(page);
  const email = newEmail('keyholder');
  await register(page, named(), email);
  await page.goto(`${named()}/dashboard/settings#two-step`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Name the passkey').waitFor();
  await dialog.getByLabel('Name').fill('x'.repeat(61));
  await page.keyboard.press('Enter');
  await dialog.getByText('A name has at most 60 characters').waitFor();
  const refused = {
    code: 'request.invalid',
    message: 'Not that name',
    requestId: 'r',
    fields: { name: 'Not that name' },
  };
  const call = '**/api/auth/factors/passkeys';
  await page.route(call, (route) => route.fulfill({ status: 400, json: refused }));
  await dialog.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  await confirmIdentity(page);
  await toast(page, 'Not Changed');
  await dialog.getByRole('alert').getByText('Not that name').waitFor();
  await becomes(() => dialog.getByLabel('Name').inputValue(), 'Work laptop');
  await page.unroute(call);
  await page.keyboard.press('Enter');
  await toast(page, 'Passkey Added');
  expect(await savedCodes(page)).toHaveLength(10);
  await page.getByText('Work laptop').waitFor();

  await signOut(page);
  await page.goto(`${named()}/auth`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await inside(page);

  await signOut(page);
  await firstStep(page, named(), email);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await inside(page);

  await page.goto(`${named()}/dashboard/settings#two-step`);
  await page.getByRole('button', { name: 'Remove passkey Work laptop' }).click();
  await page
    .getByRole('dialog', { name: 'Remove the passkey "Work laptop"?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByText('Passkey', { exact: true }).click();
  await question.getByRole('button', { name: 'Use passkey' }).click();
  await toast(page, 'Passkey Removed');
  await page.getByText('Work laptop').waitFor({ state: 'detached' });
});

it('an authenticator app and recovery codes complete a sign-in; 127.0.0.1 leads to localhost for passkeys', async () => {
  const { page, url } = journey;
  const email = newEmail('app');
  await register(page, url, email);
  await page.goto(`${url}/dashboard/settings#two-step`);
  const link = page.getByRole('link', { name: 'Open Earshot at localhost' });
  await becomes(() => link.getAttribute('href'), `${named()}/dashboard/settings#two-step`);
  const { codes } = await setUpApp(page);
  await signOut(page);
  await page.goto(`${url}/auth`);
  await page.getByRole('link', { name: 'To sign in with a passkey, open Earshot at localhost' }).waitFor();

  await firstStep(page, url, email);
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code is wrong or was already used').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await inside(page);
  await page.goto(`${url}/dashboard/settings#two-step`);
  await page.getByText('9 left.').waitFor();
});

it('a sign-in with Sandbox ID that needs the password also needs the second step', async () => {
  const { page, url } = journey;
  const email = newEmail('two-doors');
  const [recoveryCode = ''] = await addAuthenticatorApp(await (await Visitor.registered(url, email)).confirm());
  await page.goto(`${url}/dashboard/configuration`);
  await page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard/configuration');
  await page.getByLabel('Business description').waitFor();
});

it('an administrator needs a factor first; then ends sessions and disables an account', async () => {
  const { page, url } = journey;
  const boss = await administrator();
  const refused = await boss.ask('/api/admin/users');
  expect([refused.status, errorBody.parse(refused.body).code]).toEqual([403, 'auth.factor-required']);
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(chief);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await inside(page);
  await page.goto(`${url}/admin/analytics`);
  await page.getByRole('link', { name: 'Go to the settings' }).click();
  await page.getByText('Administrators need an authenticator app or a passkey here.').waitFor();
  await setUpApp(page);
  expect((await boss.ask('/api/admin/users')).status).toBe(200);

  const email = newEmail('troublemaker');
  const other = await Visitor.registered(url, email);
  await page.goto(`${url}/admin/analytics?tab=users`);
  await page.getByLabel('Search by address').fill(email);
  const act = async (action: string, title: string, done: string) => {
    await page.getByRole('button', { name: `${action} ${email}` }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button').last().click();
    await toast(page, done);
    await dialog.waitFor({ state: 'hidden' });
  };
  await act('End sessions of', `End the sessions of ${email}?`, 'Sessions Ended');
  expect((await other.ask('/api/auth/user')).status).toBe(401);
  const login = () => other.ask('/api/auth/login', { method: 'POST', body: { email, password } });
  expect((await login()).status).toBe(200);
  await act('Disable', `Disable ${email}?`, 'Account Disabled');
  expect([(await other.ask('/api/auth/user')).status, (await login()).status]).toEqual([401, 403]);
  await act('Enable', `Enable ${email}?`, 'Account Enabled');
  expect((await login()).status).toBe(200);
});

/** The administrator of the installation, made so by an operator. */
async function administrator(): Promise<Visitor> {
  const boss = await Visitor.registered(journey.url, chief);
  const users = journey.product.platformOf('auth').documents.model('User');
  await users.updateOne({ _id: boss.userId }, { isAdmin: true });
  const again = new Visitor(journey.url);
  await again.ask('/api/auth/login', { method: 'POST', body: { email: chief, password } });
  return again;
}
