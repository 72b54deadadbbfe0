import { messageLengths, messageTypes, tones } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../src/domain/drafting/checks.ts';
import { keylessDrafter } from '../src/domain/drafting/keyless-drafter.ts';
import { languageOf } from '../src/domain/drafting/language.ts';
import { splitParagraphs, splitSentences } from '../src/domain/drafting/sentences.ts';
import { oneOf } from './drafter-contract.ts';
import { draftFixtures, posts, requestOfFixture } from './drafting-fixtures.ts';

/** Phrases that nobody wants to read from a stranger. */
const UNWANTED =
  /\b(?:great (?:post|question)|amazing|awesome|game[- ]changer|act now|hurry|limited|don['’]t miss|you (?:have|need) to (?:try|buy)|best on the market|revolutionary|I hope this (?:message|email) finds you)\b|!/i;

/** The author's own words in the first person, which only a quotation may contain. */
const FIRST_PERSON = /\b(?:my (?:client|beagle|budget|shop|website|knees|lead)|our budget)\b/i;

describe('fifty drafts', () => {
  it('are of every tone, type and length', () => {
    expect(draftFixtures).toHaveLength(50);
    const manners = new Set(draftFixtures.map(({ messageType, tone, length }) => `${messageType} ${tone} ${length}`));
    expect(manners.size).toBe(messageTypes.length * tones.length * messageLengths.length);
  });

  it.each(draftFixtures)('$business on "$post": $messageType, $tone, $length', async (fixture) => {
    const request = requestOfFixture(fixture);
    const message = await oneOf(keylessDrafter(), request);
    expect(faultsOf(request, message)).toEqual([]);
    for (const piece of fixture.expected) expect(message).toContain(piece);
    expect(message).not.toMatch(UNWANTED);
    expect(message.replace(/"[^"]*"/g, '')).not.toMatch(FIRST_PERSON);
    expect(message).not.toMatch(/ {2}|\.\.|,\.|\bnull\b|\bundefined\b| ,/);
    const sentences = splitSentences(message);
    if (fixture.length === 'multiple_paragraphs') expect([3, 4]).toContain(splitParagraphs(message).length);
    else expect(splitParagraphs(message)).toHaveLength(1);
    if (fixture.length === 'sentences') expect([2, 3]).toContain(sentences.length);
    if (fixture.messageType === 'comment') {
      // The help comes before the business, and is useful without it.
      const naming = message.search(
        /Tallow|Good Heel|FixRow|e help small|ReLap|Slowstride|Hazel|Charla|Pipeplain|I sew/,
      );
      expect(naming).toBeGreaterThan(60);
    }
  });

  it.each([
    ['german', 'de'],
    ['french', 'fr'],
    ['dutch', 'en'],
    ['unpaid', 'en'],
  ] as const)('answers the %s post in %s', async (post, language) => {
    const fixture = draftFixtures.find((one) => one.post === post);
    if (fixture === undefined) throw new Error('no such fixture');
    expect(languageOf(await oneOf(keylessDrafter(), requestOfFixture(fixture)))).toBe(language);
    expect(languageOf(posts[post].content)).toBe(post === 'dutch' ? 'nl' : language);
  });
});
