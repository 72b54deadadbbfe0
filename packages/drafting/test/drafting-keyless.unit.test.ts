import { emptyProfile } from '@earshot/proto/http/lead';
import { draftVariants, messageLengths, tones } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import type { BusinessFacts, DraftRequest } from '../src/drafter.ts';
import { keylessDrafter } from '../src/keyless-drafter.ts';
import { readOwnersWords } from '../src/owners-words.ts';
import { splitParagraphs, splitSentences } from '../src/sentences.ts';
import { describeDrafter, leads, oneOf, requestOf } from '../src/testing/drafter-contract.ts';

describeDrafter('the keyless drafter', () => Promise.resolve(keylessDrafter()));

const repairs: BusinessFacts = {
  description:
    'Groupside repairs and services home espresso machines in Leeds. We collect the machine and bring it back.',
  profile: {
    ...emptyProfile,
    offer: 'repair of home espresso machines',
    problems: ['no pressure at the group', 'the boiler does not heat'],
    alternatives: ['Brewfix', 'descaling at home'],
    notFor: ['capsule machines'],
  },
  draftFacts: [
    'A full service with descaling and new seals is £95.',
    'We look at a machine without pressure for £25 and take that off the repair.',
    'Unlike Brewfix, we repair the boiler instead of replacing it.',
  ],
  closingLine: 'Send me the model and I will tell you more.',
};

const leadOf = (title: string, content = ''): DraftRequest['lead'] => ({
  title,
  content,
  author: 'Robin',
  community: 'espresso',
  communityLabel: 'r/espresso',
  matchReason: '',
});
const pressure = leadOf(
  'My espresso machine has no pressure',
  'I have descaled the machine. Can anybody in Leeds repair it?',
);
const asked = (lead: DraftRequest['lead'], part: Partial<DraftRequest> = {}): DraftRequest => ({
  business: repairs,
  lead,
  messageType: 'dm',
  tone: 'direct',
  length: 'multiple_paragraphs',
  ...part,
});
const draft = (request: DraftRequest, force = false) =>
  keylessDrafter().draft(request, { variants: draftVariants, recent: [], force });

describe('a keyless draft', () => {
  it("has a clause of the post, the nearest of the owner's sentences and the owner's closing line", async () => {
    expect((await draft(asked(pressure))).drafts?.[0]?.message).toBe(
      `Hi Robin,

I saw your post "My espresso machine has no pressure".

I am with Groupside, which repairs and services home espresso machines in Leeds. We look at a machine without pressure for £25 and take that off the repair.

Send me the model and I will tell you more.`,
    );
  });

  it.each(messageLengths)(
    'says the same in %s: at most three sentences and 60 words, the business once',
    async (length) => {
      for (const tone of tones) {
        const { drafts = [] } = await draft(asked(pressure, { length, tone }));
        for (const { message } of drafts) {
          const said = message.replace(repairs.closingLine ?? '', '').replace(/^\w+ Robin,\s*/, '');
          expect(splitSentences(said).length).toBeLessThanOrEqual(3);
          expect(said.split(/\s+/).length).toBeLessThanOrEqual(60);
          expect(message.split('Groupside')).toHaveLength(2);
          expect(message).toContain(repairs.closingLine);
          expect(message).not.toMatch(/have you tried|whether we|may not/i);
        }
        const [first] = drafts;
        expect(splitParagraphs(first?.message ?? '')).toHaveLength(length === 'multiple_paragraphs' ? 4 : 1);
      }
    },
  );

  it('changes greeting and link with the tone, and no fact', async () => {
    const all = await Promise.all(tones.map((tone) => oneOf(keylessDrafter(), asked(pressure, { tone }))));
    expect(new Set(all).size).toBe(tones.length);
    for (const message of all) expect(message).toContain('We look at a machine without pressure for £25');
  });

  it("begins with another of the owner's sentences, or with who is writing, in its other variants", async () => {
    const { drafts = [] } = await draft(asked(pressure));
    const [first, second, third] = drafts.map(({ message }) => message);
    expect(second).not.toContain('We look at a machine without pressure');
    expect(third).toMatch(/^Hi Robin,\n\nI am with Groupside/);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('has the sentence about alternatives first if the post names one of them', async () => {
    const lead = leadOf('Brewfix wants £300 for a boiler', 'My machine does not heat. I have used Brewfix before.');
    expect((await draft(asked(lead))).drafts?.[0]?.message).toContain('Unlike Brewfix, we repair the boiler');
  });

  it('knows the name of an alternative however it is typed', () => {
    for (const name of ['Brewfix', 'Brew\u200bfix', 'Ｂrewfix']) {
      expect(readOwnersWords(repairs, `I have used ${name} before.`).competitors).toEqual(['Brewfix']);
    }
  });

  it('does not take a sentence about one alternative for a post that names another', async () => {
    const business = {
      ...repairs,
      profile: { ...emptyProfile, ...repairs.profile, alternatives: ['Brewfix', 'Steamline'] },
    };
    const lead = leadOf(
      'Steamline cannot get the pressure of my machine right',
      'Who can repair a machine without it?',
    );
    const [first] = (await draft(asked(lead, { business }))).drafts ?? [];
    expect(first?.message).toContain('We look at a machine without pressure');
    expect(first?.message).not.toContain('Brewfix');
  });

  it('names no price that nobody asked for while another sentence is about as near', async () => {
    const draftFacts = [
      'Scale in the machine costs £40 to remove.',
      'Scale in the machine takes us one day to remove.',
    ];
    const business = { ...repairs, draftFacts };
    const first = async (content: string) =>
      (await draft(asked(leadOf('Scale in my espresso machine, who can remove it?', content), { business })))
        .drafts?.[0]?.message;
    expect(await first('The machine needs a repair.')).toContain('takes us one day');
    expect(await first('The machine needs a repair. What does that cost?')).toContain('costs £40');
  });

  it('begins with what the business does, not with what it does not do', async () => {
    const draftFacts = [
      'We do not remove scale from machines on Sundays.',
      'We remove scale from machines on Mondays.',
    ];
    const business = { ...repairs, draftFacts };
    const lead = leadOf('Scale in my espresso machine', 'Who can remove scale from machines?');
    expect((await draft(asked(lead, { business }))).drafts?.[0]?.message).toContain('on Mondays');
  });

  it('does not say again what the introduction lists', async () => {
    const business = {
      ...repairs,
      description: 'I repair espresso machines in Leeds: Gaggia, Rancilio, Breville, Lelit and more.',
      profile: emptyProfile,
      draftFacts: ['We work on espresso machines of Gaggia, Rancilio, Breville and Lelit.', 'We have repaired 2,200.'],
    };
    const vector = (text: string) => {
      if (/^I repair/.test(text)) return Int8Array.of(9, 0);
      if (/^We work/.test(text)) return Int8Array.of(9, 8);
      return /^We have/.test(text) ? Int8Array.of(2, 9) : Int8Array.of(5, 5);
    };
    const encode = (texts: readonly string[]) => Promise.resolve(texts.map(vector));
    const lead = leadOf('Who repairs Rancilio machines here?', 'It trips the breaker.');
    const request = { variants: ['help-first'], recent: [] } as const;
    const { drafts } = await keylessDrafter(encode).draft(asked(lead, { business }), request);
    expect(drafts?.[0]?.message).toContain('We have repaired 2,200');
    expect(drafts?.[0]?.message).not.toContain('We work on Gaggia');
  });

  it('takes what is nearest by meaning where it has an encoder', async () => {
    const vector = (text: string) =>
      Int8Array.from(/£95|pressure\b.*machine|machine.*pressure$/.test(text) ? [9, 1] : [5, 5]);
    const encode = (texts: readonly string[]) => Promise.resolve(texts.map(vector));
    const lead = leadOf('My espresso machine has no pressure', 'I have no idea who repairs it.');
    const { drafts } = await keylessDrafter(encode).draft(asked(lead), { variants: ['help-first'], recent: [] });
    expect(drafts?.[0]?.message).toContain('A full service with descaling and new seals is £95.');
  });

  it('writes the same message for the same request', async () => {
    expect(await oneOf(keylessDrafter(), asked(pressure))).toBe(await oneOf(keylessDrafter(), asked(pressure)));
  });

  it('takes greeting and closing from the example of an own tone', async () => {
    const ownTone = { name: 'Workshop', example: 'Moin Sam,\n\nwe fixed it.\n\nCheers, Ada' };
    expect(await oneOf(keylessDrafter(), asked(pressure, { ownTone }))).toMatch(/^Moin Robin,\n\n[^]*\n\nCheers, Ada$/);
    const inOneLine = { name: 'Warm', example: 'Moin Sam! We fixed it, as you asked. Cheers, Ada' };
    expect(await oneOf(keylessDrafter(), asked(pressure, { ownTone: inOneLine }))).toMatch(/\n\nCheers, Ada$/);
    const unsigned = { name: 'Plain', example: 'Moin Sam! We fixed it. You asked, Ada knew the answer' };
    expect(await oneOf(keylessDrafter(), asked(pressure, { ownTone: unsigned }))).not.toContain('You asked, Ada');
  });
});

describe('no draft', () => {
  it.each([
    ['too-far', 'Which bicycle should I buy for the winter?', 'I ride to work.'],
    ['offers', 'Espresso machine repair in Leeds', 'We offer repairs of every machine. DM me for a price.'],
    ['success', 'My espresso machine is finally repaired', 'So happy with it, best decision.'],
    ['poll', 'What is your favourite espresso machine?', 'Curious what you all think.'],
    ['no-need', 'How do I get into the industry of espresso machine repair as a career?', 'I like machines.'],
    ['language', 'Meine Maschine ist kaputt und ich suche einen', 'Kann jemand in der Stadt das mit mir machen?'],
  ])('is written for a post that is %s: "%s"', async (code, title, content) => {
    const request = asked(leadOf(title, content));
    const answer = await draft(request);
    expect(answer.declined).toMatchObject({ code });
    expect(answer.declined?.reason).toMatch(/^[A-Z].*\.$/);
    expect((await draft(request, true)).drafts).toHaveLength(3);
  });

  it('is long in the making for the longest post', async () => {
    const lead = leadOf('a? '.repeat(20_000), 'I need help? '.repeat(20_000));
    expect(await draft(asked(lead), true)).toHaveProperty('drafts');
  });
});

describe('splitSentences', () => {
  it.each([
    ['One. Two! Three?', 3],
    ['Ask Dr. Who, e.g. now. Done.', 2],
    ['He said "stop." Then went.', 2],
    ['', 0],
  ])('counts "%s"', (text, count) => {
    expect(splitSentences(text)).toHaveLength(count);
  });
});

it('drafts for every difficult post if it must', async () => {
  for (const lead of Object.values(leads)) {
    expect(
      await oneOf(keylessDrafter(), requestOf(lead, { messageType: 'dm', tone: 'casual', length: 'sentences' })),
    ).toContain('ParcelPilot');
  }
});
