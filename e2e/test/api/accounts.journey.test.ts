import { preferences, user } from '@earshot/proto/http/auth';
import { discovery, waitlistEntry } from '@earshot/proto/http/discovery';
import { configuration, subreddit } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenProduct } from '../../src/product.ts';
import { openProduct } from '../../src/product.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

/** Tests each call for accounts, set-up and visitors through the gateway, on any installation. */
let product: OpenProduct;
const post = (body?: object) => ({ method: 'POST', ...(body !== undefined && { body }) });

beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.stop());

describe('accounts', () => {
  it('register signs in, refuses the same address in another case, and login answers with the user', async () => {
    const visitor = new Visitor(product.url);
    const email = newEmail('Somebody');
    const body = { email, password: 'a quiet harbour', firstName: 'Ada', lastName: 'Quay' };
    const made = await visitor.ask('/api/auth/register', post(body));
    expect([made.status, user.parse(made.body)]).toMatchObject([
      201,
      { email, firstName: 'Ada', lastName: 'Quay', authProvider: 'email', isEmailVerified: false, isAdmin: false },
    ]);
    expect(JSON.stringify(made.body)).not.toMatch(/hash|argon/i);
    expect(await visitor.get(user, '/api/auth/user')).toEqual(made.body);
    const again = await new Visitor(product.url).ask(
      '/api/auth/register',
      post({ ...body, email: email.toUpperCase() }),
    );
    expect([again.status, again.body]).toMatchObject([409, { message: 'An account with this email already exists' }]);
    const back = await new Visitor(product.url).ask(
      '/api/auth/login',
      post({ email: email.toUpperCase(), password: body.password }),
    );
    expect([back.status, back.body]).toEqual([200, made.body]);
    expect((await visitor.ask('/api/auth/logout', post())).status).toBe(204);
    expect((await visitor.ask('/api/auth/user')).status).toBe(401);
  });

  it('a common password is refused with its field', async () => {
    const reply = await new Visitor(product.url).ask(
      '/api/auth/register',
      post({ email: newEmail('easy'), password: 'Password1' }),
    );
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { code: 'auth.password-common', fields: { password: expect.stringContaining('guessed') } },
    ]);
  });

  it('a new password ends the other sessions', async () => {
    const [one, two] = [new Visitor(product.url), new Visitor(product.url)];
    const email = newEmail('twice');
    await one.ask('/api/auth/register', post({ email, password: 'a quiet harbour' }));
    await two.ask('/api/auth/login', post({ email, password: 'a quiet harbour' }));
    expect(await two.ask('/api/auth/sessions')).toMatchObject({
      status: 200,
      body: [{ current: true }, { current: false }],
    });
    const wrong = await one.ask(
      '/api/auth/password',
      post({ currentPassword: 'nonsense', newPassword: 'another harbour' }),
    );
    expect([wrong.status, wrong.body]).toMatchObject([400, { code: 'auth.wrong-password' }]);
    const right = { currentPassword: 'a quiet harbour', newPassword: 'another harbour' };
    expect((await one.ask('/api/auth/password', post(right))).status).toBe(200);
    expect((await one.ask('/api/auth/user')).status).toBe(200);
    expect((await two.ask('/api/auth/user')).status).toBe(401);
  });

  it('answers a password reset the same for known and unknown addresses', async () => {
    const known = newEmail('known');
    await new Visitor(product.url).ask('/api/auth/register', post({ email: known, password: 'a quiet harbour' }));
    const replies = await Promise.all(
      [known, newEmail('unknown')].map((email) =>
        new Visitor(product.url).ask('/api/auth/forgot-password', post({ email })),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
  });

  it('a link that was never sent is refused', async () => {
    const visitor = new Visitor(product.url);
    const replies = [
      await visitor.ask('/api/auth/verify-email?token=nonsense'),
      await visitor.ask('/api/auth/reset-password', post({ token: 'nonsense', password: 'a quiet harbour' })),
      await visitor.ask('/api/auth/unsubscribe?token=nonsense', post()),
    ];
    for (const { status, body } of replies) expect([status, body]).toMatchObject([400, { code: 'auth.link-invalid' }]);
  });

  it('preferences have the defaults of the specification until they are saved; absent fields keep their value', async () => {
    const visitor = await Visitor.registered(product.url);
    const defaults = {
      leadScoringModel: 'gpt-5-mini',
      messageGenerationModel: 'gpt-5',
      maxLeadsPerDay: 100,
      emailNotifications: true,
    };
    expect(await visitor.get(preferences, '/api/user-preferences')).toMatchObject({ ...defaults, updatedAt: null });
    const saved = await visitor.get(preferences, '/api/user-preferences', post({ maxLeadsPerDay: 1000 }));
    expect(saved).toMatchObject({ ...defaults, maxLeadsPerDay: 1000 });
    expect(await visitor.get(preferences, '/api/user-preferences')).toEqual(saved);
  });

  it('a user who is no administrator is refused', async () => {
    const visitor = await Visitor.registered(product.url);
    expect(await visitor.ask('/api/admin/check-admin')).toMatchObject({ status: 200, body: { isAdmin: false } });
  });
});

describe('set-up', () => {
  it('a configuration has the defaults of the specification until it is saved', async () => {
    const visitor = await Visitor.registered(product.url);
    expect(await visitor.get(configuration, '/api/configuration')).toMatchObject({
      businessDescription: '',
      searchStrategy: 'mixed',
      maxLeadsPerScan: 100,
      scanFrequency: 'hourly',
      listen: false,
      notificationMethod: 'inapp',
      defaultDmLength: 'multiple_paragraphs',
      defaultReplyLength: 'multiple_paragraphs',
      updatedAt: null,
    });
    const saved = await visitor.get(configuration, '/api/configuration', post({ maxLeadsPerScan: 25 }));
    expect(saved).toMatchObject({ maxLeadsPerScan: 25, searchStrategy: 'mixed' });
    expect(await visitor.get(configuration, '/api/configuration')).toEqual(saved);
  });

  it('communities are added once, starred and removed', async () => {
    const visitor = await Visitor.registered(product.url);
    const added = await visitor.ask('/api/subreddits', post({ name: ' r/SaaS ', isActive: true }));
    expect([added.status, subreddit.parse(added.body)]).toMatchObject([
      201,
      { name: 'SaaS', isActive: true, isStarred: false },
    ]);
    const again = await visitor.ask('/api/subreddits', post({ name: 'saas' }));
    expect([again.status, again.body]).toEqual([200, added.body]);
    const { id } = subreddit.parse(added.body);
    const starred = await visitor.get(subreddit, `/api/subreddits/${id}/star`, {
      method: 'PATCH',
      body: { isStarred: true },
    });
    expect(starred).toMatchObject({ id, isStarred: true });
    expect((await visitor.ask('/api/subreddits')).body).toEqual([starred]);
    expect((await visitor.ask(`/api/subreddits/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await visitor.ask('/api/subreddits')).body).toEqual([]);
  });
});

describe('everybody', () => {
  it('finds communities for a product, twice the same', async () => {
    const visitor = new Visitor(product.url);
    const body = { productDescription: 'Invoicing and payment reminders for freelance designers' };
    const found = await visitor.get(discovery, '/api/public/discover-subreddits', post(body));
    expect(found.suggestions.suggestions.map(({ name }) => name.toLowerCase())).toContain('freelance');
    expect(await visitor.get(discovery, '/api/public/discover-subreddits', post(body))).toEqual(found);
  });

  it('joins the waitlist once', async () => {
    const visitor = new Visitor(product.url);
    const email = newEmail('waiting');
    const joined = await visitor.ask('/api/waitlist/signup', post({ email }));
    expect([joined.status, waitlistEntry.parse(joined.body)]).toMatchObject([
      201,
      { email, source: 'landing', isConfirmed: false },
    ]);
    const again = await visitor.ask('/api/waitlist/signup', post({ email: email.toUpperCase() }));
    expect([again.status, again.body]).toMatchObject([
      409,
      { message: expect.stringContaining('already on the waitlist') },
    ]);
  });

  it('passes the development gate where there is none', async () => {
    const reply = await new Visitor(product.url).ask('/api/dev-auth', post({ password: 'anything' }));
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
  });
});
