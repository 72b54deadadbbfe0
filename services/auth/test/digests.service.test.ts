import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { authContract } from '@earshot/proto/http';
import { preferences } from '@earshot/proto/http/auth';
import { DigestWorld } from './digest-world.ts';
import { tokenIn } from './support.ts';

const minuteMs = 60_000;
let world: DigestWorld;
beforeEach(async () => {
  world = await DigestWorld.open();
});
afterEach(() => world.close());

describe('a digest', () => {
  it('lists the leads of one scan, best first, with links to the pages of Earshot', async () => {
    const { id, email } = await world.reader();
    await world.leads(id, 'job', 1, 3, 2);
    await world.scanEnded(id, 'job', 3);
    const [mail] = await world.digest();
    expect(mail).toMatchObject({ subject: '3 new leads on Earshot', to: [{ address: email }] });
    const text = mail?.text ?? '';
    const order = [3, 2, 1].map((at) => text.indexOf(`Looking for help ${at}\n5.${at} of 10`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/leads\?lead=job-lead-3$/m);
    expect(text).toContain('They ask for what you sell (3)');
    expect(mail?.html).toContain('<strong>Looking for help 3</strong>');
  });

  it('names communities as their source writes them, and the sources where there are several', async () => {
    const { id } = await world.reader();
    await world.leads(id, 'one', 1);
    await world.scanEnded(id, 'one', 1);
    const [single] = await world.digest();
    expect(single?.text).toMatch(/^5\.1 of 10 · r\/\w+$/m);
    // The leads come from one source, but the communities from two.
    world.communitySources = ['sample', 'hacker-news'];
    await world.leads(id, 'two', 2);
    await world.scanEnded(id, 'two', 1);
    const [, second] = await world.digest(2);
    expect(second?.text).toMatch(/^5\.2 of 10 · r\/\w+ · Sample data$/m);
  });

  it('names the sources where its leads have several, while the communities cannot be read', async () => {
    const { id } = await world.reader();
    world.communitySources = null;
    const value = { leadId: 'elsewhere', jobId: 'job', postId: 'p', source: 'elsewhere', community: 'ask', score: 9 };
    await world.leads(id, 'job', 2);
    await world.publish('lead', id, { case: 'leadCreated', value });
    await world.scanEnded(id, 'job', 2);
    const [several] = await world.digest();
    expect(several?.text).toMatch(/^5\.2 of 10 · r\/\w+ · Sample data$/m);
    expect(several?.text).toContain('9.0 of 10 · ask · elsewhere\n');
  });

  it('has the words that its leads have when it is sent, and leaves out leads that no longer exist', async () => {
    const { id } = await world.reader();
    await world.leads(id, 'job', 1, 2, 3);
    world.words.set('job-lead-1', { title: 'Removed by its author', matchReason: '' });
    world.words.set('job-lead-3', null);
    await world.scanEnded(id, 'job', 3);
    const [mail] = await world.digest();
    expect(mail?.subject).toContain('2 new leads');
    expect(mail?.text).toContain('Removed by its author\n5.1 of 10');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Looking for help [13]|sell \([13]\)/);
    expect(mail?.text).toContain('Looking for help 2');
  });

  it('stores no words of its leads, and waits while the lead service is unavailable', async () => {
    const { id } = await world.reader();
    world.isLeadAway = true;
    await world.leads(id, 'job', 1);
    await world.scanEnded(id, 'job', 1);
    await world.untilDueAgain('job');
    const stored = await world.running.platformOf('auth').documents.model('Mail').findById('digest:job').lean();
    expect(JSON.stringify(stored)).toMatch(/job-lead-1/);
    expect(JSON.stringify(stored)).not.toMatch(/Looking for help|sell/);
    world.isLeadAway = false;
    expect((await world.digest())[0]?.text).toContain('Looking for help 1');
  });

  it('shows texts of authors escaped', async () => {
    const { id } = await world.reader();
    const value = {
      leadId: 'a"b<c',
      jobId: 'job',
      postId: 'p',
      source: 'sample',
      community: 's',
      score: 9,
    };
    const title = '<img src=x onerror=alert(1)>\r\nList-Unsubscribe: <http://evil.test>';
    world.words.set(value.leadId, { title, matchReason: `</p><script>alert('x')</script>` });
    await world.publish('lead', id, { case: 'leadCreated', value });
    await world.scanEnded(id, 'job', 1);
    const [mail] = await world.digest();
    expect(mail?.subject).toBe('1 new lead on Earshot');
    expect(mail?.html).not.toMatch(/<img|<script|javascript:/);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; List-Unsubscribe: &lt;http://evil.test&gt;');
    expect(mail?.text).toContain('<img src=x onerror=alert(1)> List-Unsubscribe: <http://evil.test>\n9.0 of 10');
  });

  it('can be unsubscribed in one click by mail programs (RFC 8058)', async () => {
    const { id } = await world.reader();
    await world.leads(id, 'job', 1);
    await world.scanEnded(id, 'job', 1);
    const [mail] = await world.digest();
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = new URL((headers.get('list-unsubscribe') ?? '').slice(1, -1));
    expect(url.pathname).toBe(authContract.unsubscribe.path);
    expect(mail?.text).toContain(`/unsubscribe?token=${url.searchParams.get('token')}`);
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(`${world.running.urlOf('auth')}${url.pathname}${url.search}`, {
        method: 'POST',
        body: form,
      });
      expect(answer.status).toBe(200);
    }
    const { body } = await world.running.fetch(authContract.getPreferences, { userId: id });
    expect(preferences.parse(body).emailNotifications).toBe(false);
    await world.leads(id, 'next', 1);
    await world.scanEnded(id, 'next', 1);
    await world.settled();
    expect(await world.digests()).toHaveLength(1);
  });

  it('creates no preferences for a deleted account', async () => {
    const { id } = await world.reader();
    await world.leads(id, 'job', 1);
    await world.scanEnded(id, 'job', 1);
    const [mail] = await world.digest();
    const { documents } = world.running.platformOf('auth');
    await documents.model('User').deleteOne({ _id: id });
    const query = { token: decodeURIComponent(tokenIn(mail ?? { headers: [], attachments: [], headerLines: [] })) };
    expect(await world.running.fetch(authContract.unsubscribe, { userId: null, query })).toMatchObject({ status: 400 });
    expect(await documents.model('UserPreferences').countDocuments()).toBe(0);
  });

  it('waits a minute for missing leads, then is sent without them', async () => {
    const { id } = await world.reader();
    await world.scanEnded(id, 'job', 3);
    await world.leads(id, 'job', 1, 2);
    expect(await world.digests()).toEqual([]);
    world.nowMs += minuteMs;
    expect((await world.digest())[0]?.subject).toContain('2 new leads');
    await world.leads(id, 'job', 3);
    await world.settled();
    expect(await world.digests()).toHaveLength(1);
  });

  it('of the leads that were heard between scans is sent after the hour, once', async () => {
    const { id } = await world.reader();
    const hourMs = 60 * minuteMs;
    world.nowMs = Math.ceil(world.nowMs / hourMs) * hourMs;
    await world.heard(id, 1);
    world.nowMs += 30 * minuteMs;
    await world.heard(id, 2);
    expect(await world.digests()).toEqual([]);
    world.nowMs += 31 * minuteMs;
    expect((await world.digest())[0]?.subject).toContain('2 new leads');
    await world.heard(id, 3);
    world.nowMs += 2 * hourMs;
    expect((await world.digest(2))[1]?.subject).toContain('1 new lead');
  });

  it('is sent once, for repeated events in any order', async () => {
    const { id } = await world.reader();
    await world.scanEnded(id, 'job', 3);
    await world.leads(id, 'job', 2, 2, 1);
    await world.leads(id, 'job', 1, 3);
    expect((await world.digest())[0]?.subject).toContain('3 new leads');
    await world.leads(id, 'job', 1, 2, 3);
    await world.scanEnded(id, 'job', 3);
    world.nowMs += 5 * minuteMs;
    await world.settled();
    expect(await world.digests()).toHaveLength(1);
  });
});

describe('no digest', () => {
  const nothingComes = async (id: string) => {
    await world.leads(id, 'job', 1);
    await world.scanEnded(id, 'job', 1);
    world.nowMs += 2 * minuteMs;
    await world.settled();
    expect(await world.digests()).toEqual([]);
  };

  it('is sent while the address is not verified', async () => {
    const { id } = await world.reader();
    await world.running.platformOf('auth').documents.model('User').updateOne({ _id: id }, { isEmailVerified: false });
    await nothingComes(id);
  });

  it('is sent with emailNotifications off', async () => {
    const { id } = await world.reader();
    await world.running.fetch(authContract.savePreferences, { userId: id, body: { emailNotifications: false } });
    await nothingComes(id);
  });

  it.each(['inapp', 'none'])(
    'comes with notifications "%s"; an older choice that comes late changes nothing',
    async (method) => {
      const { id } = await world.reader();
      await world.publish('lead', id, world.configuration(method, 3), world.configuration('email', 2));
      await nothingComes(id);
    },
  );

  it('is sent for a scan that found nothing', async () => {
    const { id } = await world.reader();
    await world.scanEnded(id, 'job', 0);
    expect(await world.running.platformOf('auth').documents.model('Mail').countDocuments({ kind: 'digest' })).toBe(0);
  });
});

describe('a mail server that does not accept a digest', () => {
  const found = async () => {
    const { id } = await world.reader();
    return async (mood: Parameters<typeof world.server.be>[0]) => {
      world.server.be(mood);
      await world.leads(id, 'job', 1);
      await world.scanEnded(id, 'job', 1);
    };
  };
  const attempts = (count: number) => until(`${count} attempts`, () => world.server.attempts() >= count);

  it.each(['later', 'hangs'] as const)('%s: gets the digest again until it accepts it', async (mood) => {
    const begin = await found();
    const before = world.server.attempts();
    await begin(mood);
    for (let time = 1; time <= 3; time += 1) {
      await attempts(before + time);
      await world.untilDueAgain('job');
    }
    world.server.be('takes');
    await world.digest();
    await world.settled();
    expect(await world.digests()).toHaveLength(1);
  });

  it('drops the connection instead of its 250: gets the digest again with the same Message-ID', async () => {
    await (
      await found()
    )('drops');
    await world.digest();
    world.server.be('takes');
    await world.untilDueAgain('job');
    const [first, second] = await world.digest(2);
    expect(second?.messageId).toBe(first?.messageId);
    await world.settled();
    expect(await world.digests()).toHaveLength(2);
  });

  it('refuses it permanently: does not get it again', async () => {
    const begin = await found();
    const before = world.server.attempts();
    await begin('refuses');
    await attempts(before + 1);
    await world.settled();
    expect(world.server.attempts()).toBe(before + 1);
  });

  it('gets retries for a day, with growing delays', async () => {
    const begin = await found();
    const before = world.server.attempts();
    await begin('later');
    await attempts(before + 1);
    await world.untilDueAgain('job');
    world.nowMs += 24 * 60 * minuteMs;
    await world.settled();
    expect(world.server.attempts()).toBeLessThanOrEqual(before + 2);
    const model = world.running.platformOf('auth').documents.model('Mail');
    expect(await model.findById('digest:job').lean()).toMatchObject({ outcome: 'failed', leads: [] });
  });
});
