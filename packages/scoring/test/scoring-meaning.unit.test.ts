import { createLogger, noMeters } from '@earshot/core';
import { localEncoder } from '@earshot/encoder';
import { emptyProfile } from '@earshot/proto/http/lead';
import { afterAll, describe, expect, it } from '@jest/globals';
import { keylessScorer } from '../src/keyless-scorer.ts';
import { type Business, type Post, scoreOf, type Verdict } from '../src/scorer.ts';
import { noVectors, vectorsOf } from '../src/testing/vectors.ts';
import { describeScorer } from './scorer-contract.ts';

const encoder = localEncoder({ log: createLogger({ level: 'silent', name: 'test' }), meters: noMeters });
const vectors = vectorsOf(encoder);
afterAll(() => encoder.close());

const stones: Business = {
  description:
    'A small shop for Japanese sharpening stones, strops and knives. We ship from Bristol and answer every question.',
  communities: [],
  profile: {
    ...emptyProfile,
    offer: 'whetstones and sharpening sets, shipped the next day',
    problems: ['nowhere near to buy good sharpening stones', 'a kitchen knife that no longer cuts'],
    notFor: ['factories that want machines for grinding steel'],
  },
};
const audits: Business = {
  description: 'Software that collects the evidence for SOC 2 and ISO 27001 audits from the tools that a company uses.',
  communities: [],
  profile: {
    ...emptyProfile,
    problems: ['collecting screenshots for the auditor', 'an audit that takes weeks of engineers'],
  },
};
const post = (title: string, selftext = ''): Post => ({ id: title, community: 'AskUK', title, selftext });

async function verdict(business: Business, asked: Post, known = vectors): Promise<Verdict> {
  const [found] = await keylessScorer({ vectors: known }).score(business, [asked]);
  if (!found) throw new Error('no verdict');
  return found;
}

describeScorer('the keyless scorer with its encoder', () => Promise.resolve(keylessScorer({ vectors })));

describe('the meaning of a post', () => {
  const closed = post(
    'Where do you buy water stones now that the local shop closed?',
    'I need a 1000 grit one for my knives.',
  );
  const auditor = post(
    'The auditor wants screenshots for every control',
    'We are ten people and it eats our weeks. Is there a tool?',
  );

  it.each([
    ['stones', stones, closed],
    ['audits', audits, auditor],
  ])('counts for somebody who has the very problem in other words: %s', async (_, business, asked) => {
    const [byMeaning, byWords] = [await verdict(business, asked), await verdict(business, asked, noVectors)];
    expect(byMeaning.score).toBeGreaterThanOrEqual(6.5);
    expect(byMeaning.score).toBeGreaterThan(byWords.score ?? 10);
    expect(byMeaning.score).toBe(scoreOf(byMeaning.parts));
    expect([byMeaning, byWords].map(({ scorerVersion }) => scorerVersion)).toEqual(['keyless-6', 'keyless-6-words']);
  });

  it('names the problem, with the sentence of the post that comes nearest to it', async () => {
    const { parts } = await verdict(audits, auditor);
    expect(parts.find(({ name }) => name === 'profile')).toMatchObject({
      category: 'problem',
      quote: 'The auditor wants screenshots for every control',
      note: 'Close to a problem that you solve: “collecting screenshots for the auditor”',
    });
  });

  it('does not say that somebody who asks whether to buy is looking for something', async () => {
    const asks = post(
      'Do I need a 1000 grit water stone for my kitchen knives?',
      'They are blunt, and I have a steel.',
    );
    const { parts } = await verdict(stones, asks);
    expect(parts.find(({ name }) => name === 'need')).toMatchObject({ note: 'The author asks a question' });
  });

  it('does not say that a sentence is close to what it is only nearest to', async () => {
    const weekly = post(
      'Weekly evidence for the auditor',
      'Our auditor sends a new list each week and the team is fed up with pictures of settings. Is there a tool?',
    );
    const { parts } = await verdict(audits, weekly);
    expect(parts.find(({ name }) => name === 'profile')?.note).toMatch(
      /^Closest match among the problems you solve: “/,
    );
  });

  it('counts against a post of somebody whom the business does not serve', async () => {
    const factory = post(
      'Which machine for grinding steel plates do you recommend for our factory?',
      'We sharpen 4,000 industrial blades a day.',
    );
    const { parts } = await verdict(stones, factory);
    const against = parts.find(({ name, category }) => name === 'profile' && category === 'not-for');
    expect(against?.points).toBeLessThan(0);
    expect(against?.note).toContain('Close to whom you do not serve');
  });

  it('names no problem that only shares a common word with the post', async () => {
    const pills: Business = {
      description: 'Treats that hide pills, for dogs that need medicine every day.',
      communities: [],
      profile: { ...emptyProfile, problems: ['a dog that spits out its pill', 'medicine three times a day'] },
    };
    const walks = post(
      'Is there anybody who can help with three walks a day?',
      'Our dog needs them and I work until six.',
    );
    const { parts } = await verdict(pills, walks);
    expect(parts.find(({ name, category }) => name === 'profile' && category === 'problem')).toBeUndefined();
  });
});
