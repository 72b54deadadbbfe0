import { figureOf, until } from '@earshot/core/testing';
import { outreachContract } from '@earshot/proto/http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outreachModels } from '../src/store/models.ts';
import { fakeReddit } from './support/fake-reddit.ts';
import {
  commentsOf,
  dmsOf,
  messageIn,
  messagesOf,
  newsOf,
  noon,
  person,
  sendComment,
  sendDm,
  settle,
  settled,
  startWorld,
  type World,
  type WorldOptions,
} from './support/world.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).toReversed()) await resource.stop();
});
async function start(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(options);
  open.push(world);
  return world;
}

/** `silent`: the site accepts the message, but its answer is lost. `undelivered`: the site never gets the message. */
const silent = { takes: true, answer: null };
const undelivered = { takes: false, answer: null };

it('messages count when it is known what became of them, each once', async () => {
  const world = await start();
  const who = await person(world);
  const count = async (outcome: string, kind: string) =>
    figureOf(await world.services.scrape(), 'messagesSent', { outcome, kind });
  world.site.script({ takes: false, answer: { body: { json: { errors: [['USER_BLOCKED', '', 'to']] } } } });
  await sendDm(world, who, { key: '1' });
  await sendDm(world, who, { key: '2' });
  await sendDm(world, who, { key: '2' });
  expect([await count('failed', 'dm'), await count('sent', 'dm')]).toEqual([1, 1]);
  world.site.script(undelivered);
  const open = messageIn(await sendComment(world, who));
  expect([open.status, await count('sent', 'comment'), await count('failed', 'comment')]).toEqual(['pending', 0, 0]);
  await settle(world, who.userId, open.id, { status: 'failed' });
  expect([await count('sent', 'comment'), await count('failed', 'comment')]).toEqual([0, 1]);
});

describe('a comment whose answer is lost', () => {
  it('is found among the comments of the account at once, and not sent again', async () => {
    const world = await start();
    const who = await person(world);
    world.site.script(silent);
    const sent = messageIn(await sendComment(world, who));
    expect(sent).toMatchObject({ status: 'sent', redditMessageId: expect.stringMatching(/^t1_/), errorMessage: null });
    expect(world.site.asked).toHaveLength(1);
    expect(await commentsOf(world, who.userId)).toMatchObject([{ status: 'sent' }]);
  });

  it('is another one than a comment with the same words that we know of', async () => {
    const world = await start();
    const who = await person(world);
    const first = messageIn(await sendComment(world, who, { key: '1' }));
    world.site.script(undelivered);
    const second = messageIn(await sendComment(world, who, { key: '2' }));
    expect(first.status).toBe('sent');
    expect(second).toMatchObject({ status: 'pending', code: 'TIMED_OUT', redditMessageId: null });
  });

  it('is looked up later when the site cannot answer now, and settled by the later answer', async () => {
    const world = await start();
    const who = await person(world);
    world.site.script(silent);
    world.site.commentsStatus(503);
    const text = 'We could not confirm it yet; we are looking for it among your comments';
    expect(messageIn(await sendComment(world, who))).toMatchObject({ status: 'pending', errorMessage: text });
    expect(await commentsOf(world, who.userId)).toMatchObject([{ status: 'pending' }]);
    world.site.commentsStatus(null);
    world.pass(30_000);
    expect(await settled(world, who.userId)).toMatchObject({ status: 'sent', errorMessage: null });
    await until('the feed', async () => (await commentsOf(world, who.userId))[0]?.status === 'sent');
    expect(world.site.asked).toHaveLength(1);
  });

  it('is left to its user when its account is no longer linked', async () => {
    const world = await start();
    const who = await person(world);
    world.site.script(silent);
    world.site.commentsStatus(503);
    const left = messageIn(await sendComment(world, who));
    const { unlinkAccount } = outreachContract;
    await world.services.fetch(unlinkAccount, { userId: who.userId, params: { id: who.accountId } });
    world.pass(30_000);
    const text = 'We could not confirm it; look at the post, and tell us whether it is there';
    await until('the other text', async () => (await messagesOf(world, who.userId))[0]?.errorMessage === text);
    expect(messageIn(await settle(world, who.userId, left.id, { status: 'sent' })).status).toBe('sent');
    expect(await commentsOf(world, who.userId)).toMatchObject([{ status: 'sent' }]);
  });

  it('that never arrived is reported as failed, with a notification', async () => {
    const world = await start();
    const who = await person(world);
    world.site.script(undelivered);
    expect(messageIn(await sendComment(world, who))).toMatchObject({ status: 'pending' });
    world.pass(10 * 60_000);
    const failed = await settled(world, who.userId);
    expect(failed).toMatchObject({ status: 'failed', code: 'NOT_FOUND_AFTERWARDS', sentAt: null });
    const [news] = await until('the news', async () => {
      const all = await newsOf(world, who.userId);
      return all.length > 0 && all;
    });
    expect(news).toMatchObject({ kind: 'send-failed', text: failed.errorMessage, link: '/dashboard/messages' });
    expect(world.site.asked).toHaveLength(1);
  });
});

describe('a direct message whose answer is lost', () => {
  it('stays open until its user reports the outcome, and cannot be sent again meanwhile', async () => {
    const world = await start();
    const who = await person(world);
    world.site.script(silent);
    const left = messageIn(await sendDm(world, who, { key: 'k' }));
    const text = 'We could not confirm it; check your Sandbox chat';
    expect(left).toMatchObject({ status: 'pending', code: 'TIMED_OUT', errorMessage: text, sentAt: null });
    world.pass(3_600_000);
    expect(await sendDm(world, who)).toMatchObject({ status: 409, body: { code: 'message.already-sent' } });
    expect(messageIn(await sendDm(world, who, { key: 'k' }))).toEqual(left);
    expect(await dmsOf(world, who.userId)).toMatchObject([{ status: 'pending' }]);

    const wrong = 'status must be one of sent, failed';
    for (const status of ['pending', undefined]) {
      const answer = await settle(world, who.userId, left.id, { status });
      expect(answer).toMatchObject({ status: 400, body: { fields: { status: wrong } } });
    }
    expect(await settle(world, null, left.id, { status: 'sent' })).toMatchObject({ status: 401 });
    const missing = { status: 404, body: { code: 'message.not-found' } };
    expect(await settle(world, who.userId, 'none', { status: 'sent' })).toMatchObject(missing);
    const settled = messageIn(await settle(world, who.userId, left.id, { status: 'sent' }));
    expect(settled).toMatchObject({
      id: left.id,
      status: 'sent',
      errorMessage: null,
      sentAt: world.now().toISOString(),
    });
    expect(await settle(world, who.userId, left.id, { status: 'failed' })).toMatchObject({
      status: 409,
      body: { code: 'message.settled' },
    });
    expect(await dmsOf(world, who.userId)).toMatchObject([{ status: 'sent' }]);
    expect(world.site.asked).toHaveLength(1);
  });

  it('that did not arrive, according to its user, may be sent again, and creates no notification', async () => {
    const world = await start();
    const who = await person(world);
    world.site.script(undelivered);
    const left = messageIn(await sendDm(world, who));
    const settled = messageIn(await settle(world, who.userId, left.id, { status: 'failed' }));
    expect(settled).toMatchObject({ status: 'failed', errorMessage: 'You told us that it did not arrive' });
    expect(messageIn(await sendDm(world, who)).status).toBe('sent');
    world.site.script({ takes: false, answer: { status: 403, body: '' } });
    await sendDm(world, who, { fields: { message: 'Other words' } });
    const news = await until('the news of the refused one', async () => {
      const all = await newsOf(world, who.userId);
      return all.length > 0 && all;
    });
    expect(news).toMatchObject([{ title: 'Direct message to u/wick_and_wax was not sent' }]);
  });
});

it('nothing of a message stays that was deleted with its user while the site was asked', async () => {
  const world = await start();
  const who = await person(world);
  const { userId } = who;
  const gone = Promise.withResolvers<void>();
  world.site.script({ ...undelivered, after: gone.promise });
  const sending = sendDm(world, who);
  const { sent, activity } = outreachModels(world.services.platformOf('outreach').documents);
  await until('the item of the feed', async () => (await activity.countDocuments({ userId })) === 1);
  await sent.deleteMany({ userId });
  await activity.deleteMany({ userId });
  gone.resolve();
  expect(await sending).toMatchObject({ status: 404 });
  expect([await sent.countDocuments({ userId }), await activity.countDocuments({ userId })]).toEqual([0, 0]);
});

it('a process that is killed between sending and settling loses nothing and sends nothing twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-outreach-kill-'));
  open.push({ stop: () => rm(folder, { recursive: true, force: true }) });
  const site = await fakeReddit(() => noon.getTime());
  const first = await startWorld({ folder, site });
  const who = await person(first);
  await first.services.stop();

  site.script(silent, silent);
  const file = fileURLToPath(new URL('fixtures/sending-child.ts', import.meta.url));
  const given = [folder, site.url, noon.toISOString(), who.userId, who.leadId, who.accountId];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...given], {
    stdio: 'inherit',
  });
  await until('both messages at the site', () => site.taken.length === 2);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const world = await start({ folder, site });
  const left = await messagesOf(world, who.userId);
  expect(left.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
    ['pending', null],
    ['pending', null],
  ]);
  world.pass(2 * 60_000);
  const found = await until('what became of them', async () => {
    const all = await messagesOf(world, who.userId);
    return (
      all.some(({ status }) => status === 'sent') &&
      all.every((message) => message.errorMessage !== null || message.status === 'sent') &&
      all
    );
  });
  expect(found.find(({ messageType }) => messageType === 'comment')).toMatchObject({ status: 'sent' });
  expect(found.find(({ messageType }) => messageType === 'dm')).toMatchObject({
    status: 'pending',
    errorMessage: 'We could not confirm it; check your Sandbox chat',
  });
  expect(site.asked).toHaveLength(2);
  await until('the feed', async () => (await commentsOf(world, who.userId))[0]?.status === 'sent');
  expect(await dmsOf(world, who.userId)).toMatchObject([{ status: 'pending' }]);
});
