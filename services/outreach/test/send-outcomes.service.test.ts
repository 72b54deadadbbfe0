import type { SendReply } from '@earshot/sources';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { meanings, outcomeOf } from '../src/domain/send-outcomes.ts';
import type { Behaviour } from './support/fake-reddit.ts';
import {
  accountsOf,
  dmsOf,
  messageIn,
  messagesOf,
  type Person,
  person,
  sendComment,
  sendDm,
  startWorld,
  type World,
} from './support/world.ts';

let world: World;
let who: Person;
beforeAll(async () => {
  world = await startWorld();
  who = await person(world, 'outcome_shop');
});
afterAll(() => world.stop());

const refusal = (code: string, words = 'In the words of the site', ratelimit?: number): Behaviour => ({
  takes: false,
  answer: { body: { json: { errors: [[code, words, 'field']], ...(ratelimit !== undefined && { ratelimit }) } } },
});
const status = (code: number, headers: Record<string, string> = {}): Behaviour => ({
  takes: false,
  answer: { status: code, headers, body: '' },
});

let number = 0;
/**
 * Sends a message that the site answers with `behaviour`, and returns its outcome. Each message has a different text.
 */
async function becomes(behaviour: Behaviour, send = sendDm) {
  number += 1;
  world.site.script(behaviour);
  const text = `Message ${number}`;
  const message = messageIn(
    await send(world, who, { fields: send === sendDm ? { message: text } : { comment: text } }),
  );
  return [message.status, message.code, message.errorMessage];
}

describe("the site's reply to a message", () => {
  // The site's codes, from its own list.
  const codes: [string, RegExp][] = [
    ['RATELIMIT', /slow down: try again in 10 minutes. Nothing was sent/],
    ['SUBREDDIT_RATELIMIT', /This community asks .* try again in 10 minutes/],
    ['USER_DOESNT_EXIST', /no Sandbox account of this name/],
    ['NO_USER', /needs a recipient/],
    ['INVALID_USER', /no Sandbox account of this name/],
    ['USER_BLOCKED', /blocked the other/],
    ['USER_BLOCKED_MESSAGE', /blocked the other/],
    ['NOT_WHITELISTED_BY_USER_MESSAGE', /does not take direct messages/],
    ['RESTRICTED_TO_PM', /known accounts only, or your account is still too new/],
    ['USER_MUTED', /muted this account/],
    ['NO_SUBJECT', /needs a subject/],
    ['NO_TEXT', /no text/],
    ['TOO_LONG', /too long/],
    ['TOO_OLD', /archived/],
    ['THREAD_LOCKED', /locked/],
    ['DELETED_COMMENT', /was deleted/],
    ['DELETED_LINK', /was deleted/],
    ['DELETED_THING', /was deleted/],
    ['SUBREDDIT_NOTALLOWED', /approved members/],
    ['BANNED_FROM_SUBREDDIT', /banned from the community/],
    ['DOMAIN_BANNED', /does not allow a link/],
    ['IN_TIMEOUT', /suspended this account/],
    ['VERIFIED_USER_REQUIRED', /email address .* verified/],
    ['BAD_CAPTCHA', /no robot/],
    ['SOMETHING_NEW', /^Sandbox refused the message: In the words of the site$/],
  ];
  it.each(codes)('%s', async (code, text) => {
    const seconds = code.endsWith('RATELIMIT') ? 541 : undefined;
    const outcome = await becomes(refusal(code, undefined, seconds));
    expect(outcome).toEqual(['failed', code, expect.stringMatching(text)]);
  });

  const answers: [string, Behaviour, (string | RegExp)[]][] = [
    ['a short wait', refusal('RATELIMIT', '', 41.2), ['failed', 'RATELIMIT', /try again in 43 seconds/]],
    ['a wait in words', refusal('RATELIMIT', 'Take a break for 9 minutes'), ['failed', 'RATELIMIT', /in 10 minutes/]],
    ['a wait of unknown length', refusal('RATELIMIT', 'Slow down'), ['failed', 'RATELIMIT', /in a few minutes/]],
    ['a refusal without words', refusal('ODD', ''), ['failed', 'ODD', /^Sandbox refused the message \(ODD\)$/]],
    ['a ban', status(403), ['failed', 'HTTP_403', /banned from the community, or suspended/]],
    ['a post that is gone', status(404), ['failed', 'HTTP_404', /no longer has this post/]],
    ['something odd', status(418), ['failed', 'HTTP_OTHER', /without a reason \(418\)/]],
  ];
  it.each(answers)('%s', async (_what, behaviour, [state = '', code = '', text = '']) => {
    expect(await becomes(behaviour, sendComment)).toEqual([state, code, expect.stringMatching(text)]);
  });

  const unknown: [string, Behaviour, string][] = [
    ['a server error', status(503), 'HTTP_5XX'],
    ['a page', { takes: false, answer: { body: '<html>whoa there</html>' } }, 'MALFORMED'],
  ];
  it.each(unknown)('%s leaves it open', async (_what, behaviour, code) => {
    const text = 'We could not confirm it; check your Sandbox chat';
    expect(await becomes(behaviour)).toEqual(['pending', code, text]);
    const looking = 'We could not confirm it yet; we are looking for it among your comments';
    expect(await becomes(behaviour, sendComment)).toEqual(['pending', code, looking]);
  });

  it('a 401 renews the token once; then the account is inactive until it is linked again', async () => {
    const own = await person(world, 'refused_shop');
    world.site.script(status(401));
    expect(messageIn(await sendDm(world, own, { key: '1' })).status).toBe('sent');
    world.site.script(status(401), status(401));
    const text = 'Sandbox no longer accepts this link; link the account again on the Settings page';
    const failed = { status: 'failed', code: 'LINK_ENDED', errorMessage: text };
    expect(messageIn(await sendDm(world, own, { key: '2' }))).toMatchObject(failed);
    expect(await accountsOf(world, own.userId)).toMatchObject([{ isActive: false }]);
    const required = await person(world, 'required_shop');
    world.site.script(refusal('USER_REQUIRED'), refusal('USER_REQUIRED'));
    expect(messageIn(await sendDm(world, required))).toMatchObject(failed);
  });

  it('a failed token request leaves the account linked', async () => {
    const own = await person(world, 'patient_shop');
    const before = world.site.asked.length;
    for (const [code, expected] of [
      [503, 'UNREACHABLE'],
      [401, 'CLIENT_REFUSED'],
      [429, 'BUDGET'],
    ] as const) {
      world.site.expire('patient_shop');
      world.pass(3_600_000);
      world.site.tokenStatus(code);
      expect(messageIn(await sendDm(world, own, { key: expected }))).toMatchObject({
        status: 'failed',
        code: expected,
      });
    }
    world.site.tokenStatus(null);
    expect(world.site.asked).toHaveLength(before);
    expect(await accountsOf(world, own.userId)).toMatchObject([{ isActive: true }]);
  });

  // Last in this block, because no message can be sent for a while after it.
  it('429 holds back everybody, and the feed shows what failed', async () => {
    const limited = status(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' });
    expect(await becomes(limited)).toEqual(['failed', 'HTTP_429', expect.stringMatching(/try again in 90 seconds/)]);
    const asked = world.site.asked.length;
    const spent = await becomes(limited);
    expect(spent).toEqual(['failed', 'BUDGET', expect.stringMatching(/used up .* try again in 90 seconds/)]);
    expect(world.site.asked).toHaveLength(asked);
    expect((await dmsOf(world, who.userId))[0]).toMatchObject({ content: `Message ${number}`, status: 'failed' });
    const stored = (await messagesOf(world, who.userId)).filter((message) => message.status === 'sent');
    expect(stored).toEqual([]);
  });
});

it('every code of the table has a text, and only what may have arrived stays open', () => {
  for (const [code, { status: state }] of Object.entries(meanings)) {
    const reply: SendReply = { taken: false, code, words: 'w', retryAfterSeconds: 1 };
    for (const messageType of ['dm', 'comment'] as const) {
      const outcome = outcomeOf(reply, messageType, 'Sandbox');
      const text = expect.stringMatching(/^[A-Z][^{}]{10,}$/);
      expect(outcome).toEqual({ status: state, code, errorMessage: text });
    }
  }
  const open = Object.entries(meanings).flatMap(([code, meaning]) => (meaning.status === 'pending' ? [code] : []));
  expect(open.sort()).toEqual(['HTTP_5XX', 'MALFORMED', 'NO_ANSWER', 'TIMED_OUT']);
});
